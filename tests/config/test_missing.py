"""An address where there is nothing."""

import pytest
from django.test import Client

pytestmark = pytest.mark.usefixtures("contexts")


@pytest.mark.django_db
@pytest.mark.parametrize("debug", [True, False])
def test_unknown_address_gets_the_sites_own_page(client: Client, settings, debug: bool) -> None:
    settings.DEBUG = debug
    answer = client.get("/nowhere")
    assert answer.status_code == 404
    assert "404.html" in [template.name for template in answer.templates]
    assert b"<h1" in answer.content
    assert b"URLconf" not in answer.content


@pytest.mark.django_db
def test_address_without_its_slash_still_leads_on_with_debug(client: Client, settings) -> None:
    settings.DEBUG = True
    answer = client.get("/accounts/login")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/accounts/login/")
