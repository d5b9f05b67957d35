"""What a site with DEBUG on tells of a fault to whoever met it, who may be a player."""

from typing import Any

import pytest
from django.test import Client
from django.urls import path

# Put together, so that the lines of this file, which the page shows, do not hold it.
SECRET = "-".join(("4f9c1e", "the", "seed"))


def break_down(request: Any) -> None:
    seed = SECRET
    raise ValueError(f"the rules are broken by {len(seed)} letters")


urlpatterns = [path("broken", break_down)]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("accept", ["text/html", "text/plain"])
def test_a_fault_is_shown_with_its_way_and_without_what_was_worked_on(settings: Any, accept: str) -> None:
    settings.DEBUG = True
    client = Client(raise_request_exception=False, headers={"accept": accept, "x-secret": SECRET})
    client.cookies["seat"] = SECRET
    answer = client.post("/broken", {"word": SECRET})
    assert answer.status_code == 500
    page = answer.text.replace("&#x27;", "'")
    assert ("the rules are broken by 15 letters" in page, "break_down" in page) == (True, True)
    assert page.count(SECRET) == 0
