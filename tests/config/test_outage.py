"""A server that is away costs nobody what they typed, and never shows an error of ours."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client

from config.outage import SECRET
from earths.models import Citizen
from tests.earths.conftest import make_citizen, make_world, moments, reach
from tests.earths.views.asking import at, browse


@contextmanager
def no_database() -> Iterator[None]:
    """Have every query fail as it does while PostgreSQL restarts."""

    def fail(execute: Callable[..., Any], *asked: Any) -> Any:
        raise OperationalError("the connection is lost")

    with connection.execute_wrapper(fail):
        yield


@pytest.fixture
def ada(db: None, fresh_cache: None) -> Citizen:
    world = make_world()
    citizen = make_citizen(world, "Ada")
    reach(world, moments().proposing)
    return citizen


def _daring(client: Client) -> Client:
    client.raise_request_exception = False
    return client


def test_what_was_typed_is_kept_to_be_sent_again(ada: Citizen) -> None:
    client = browse(ada)
    typed = {"policy": "fund-police", "name": 'Watch "the" <b>watchmen</b>', "pitch": "One\nTwo"}
    with at(moments().proposing), no_database():
        answer = client.post("/w/main/bills/propose", typed)
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (
        503,
        "5",
        "private, no-store",
    )
    assert 'action="/w/main/bills/propose"' in answer.text
    assert 'name="name" value="Watch &quot;the&quot; &lt;b&gt;watchmen&lt;/b&gt;"' in answer.text
    assert 'name="pitch" value="One\nTwo"' in answer.text


def test_page_asks_for_patience_and_leads_back_to_itself(ada: Citizen) -> None:
    with no_database():
        answer = Client().get("/w/main/years/?page=2")
    assert (answer.status_code, 'href="/w/main/years/?page=2"' in answer.text) == (503, True)


def test_signed_in_reader_is_told_the_same(ada: Citizen) -> None:
    client = browse(ada)
    with no_database():
        assert client.get("/w/main/ballot").status_code == 503


@pytest.mark.parametrize("address", ["/accounts/login/", "/admin/login/"])
def test_passwords_are_never_given_back(db: None, fresh_cache: None, address: str) -> None:
    with no_database():
        answer = _daring(Client()).post(
            address, {"login": "ada", "username": "ada", "password": "a secret word"}
        )
    assert (answer.status_code, "a secret word" in answer.text) == (503, False)
    assert address.startswith(SECRET)


def test_fault_of_our_own_is_none(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("earths.views.about.answer", None)
    answer = _daring(Client()).get("/about")
    assert (answer.status_code, "Something broke on our side." in answer.text) == (500, True)
