"""Nothing is written for a page of another site, nor because somebody only looked."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games.models import Room, Seat
from tests.attacks.addresses import addresses
from tests.attacks.conftest import Stage
from tests.attacks.markup import is_strict

WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE)\s+(?:INTO\s+|FROM\s+)?\"(\w+)\"", re.IGNORECASE)
KEPT_FOR_THE_READER = {"django_session"}
"""What a reader's own browser refers to; allauth notes there what a form that is being filled in is about."""


def strict(client: Client) -> Client:
    """Answer a browser with the same cookies on a server that asks for the token of each form."""
    checked = Client(enforce_csrf_checks=True)
    checked.cookies = client.cookies
    return checked


def token_of(client: Client, path: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get(path).text)
    assert found, path
    return found.group(1)


def test_every_address_refuses_a_post_without_the_token_of_a_form(stage: Stage) -> None:
    answers = {path: strict(client).post(path, {"name": "Eve"}) for client, path in stage.asked()}
    assert {path: got.status_code for path, got in answers.items() if got.status_code != 403} == {}
    assert all(map(is_strict, answers.values()))
    assert len(answers) > len(set(addresses()))


def test_a_form_with_its_token_is_let_in(stage: Stage) -> None:
    host = strict(stage.estado.browser(1))
    token = token_of(host, stage.estado.path)
    said = host.post(f"{stage.estado.path}say", {"text": "Mine", "csrfmiddlewaretoken": token})
    assert said.status_code == 303


@pytest.mark.parametrize("forged", ["", "x" * 64, "é" * 64, "{other}", "{cut}", "{swapped}"])
def test_the_token_of_another_browser_is_none(stage: Stage, forged: str) -> None:
    mine, other = strict(stage.estado.browser(1)), strict(stage.estado.browser(2))
    token = token_of(mine, stage.estado.path)
    theirs = token_of(other, stage.estado.path)
    sent = forged.format(other=theirs, cut=token[:-1], swapped=token.swapcase())
    said = mine.post(f"{stage.estado.path}say", {"text": "Mine", "csrfmiddlewaretoken": sent})
    assert said.status_code == 403


def test_the_token_from_before_signing_in_is_none_afterwards(stage: Stage) -> None:
    client = Client(enforce_csrf_checks=True)
    before = token_of(client, "/accounts/login/")
    sent = {"login": stage.ada.account.username, "password": "grapes and a ladder"}
    assert client.post("/accounts/login/", {**sent, "csrfmiddlewaretoken": before}).status_code == 302
    assert client.post("/w/main/president/stand", {"csrfmiddlewaretoken": before}).status_code == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://testserver"}, 303),
        ({"origin": "https://elsewhere.example"}, 403),
        ({"origin": "http://testserver.elsewhere.example"}, 403),
        ({"origin": "http://testserver:81"}, 403),
        ({"origin": "null"}, 403),
    ],
)
def test_a_form_on_another_site_is_refused_even_with_a_token(
    stage: Stage, headers: dict[str, str], status: int
) -> None:
    host = strict(stage.estado.browser(1))
    sent = {"text": "Mine", "csrfmiddlewaretoken": token_of(host, stage.estado.path)}
    assert host.post(f"{stage.estado.path}say", sent, headers=headers).status_code == status


@pytest.mark.parametrize("where", [{}, {"referer": "https://elsewhere.example/r/x/"}])
def test_a_form_over_https_says_which_page_it_stands_on(stage: Stage, where: dict[str, str]) -> None:
    host = strict(stage.estado.browser(1))
    sent = {"text": "Mine", "csrfmiddlewaretoken": token_of(host, stage.estado.path)}
    assert host.post(f"{stage.estado.path}say", sent, secure=True, headers=where).status_code == 403


@pytest.mark.parametrize(
    "origin", ["https://elsewhere.example", "null", "http://testserver:81", "//testserver", ""]
)
def test_the_one_button_without_a_token_works_from_this_site_alone(stage: Stage, origin: str) -> None:
    before = Room.objects.count()
    assert strict(Client()).post("/play/kaban/quick", headers={"origin": origin}).status_code == 403
    assert Room.objects.count() == before
    here = strict(Client()).post("/play/kaban/quick", headers={"origin": "http://testserver"})
    assert (here.status_code, Room.objects.count()) == (303, before + 1)


def written(call: Callable[[], Any]) -> set[str]:
    """Answer the tables of which rows were written."""
    tables = set()

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        done = execute(sql, params, many, context)
        if (found := WRITES.match(sql)) and context["cursor"].rowcount:
            tables.add(found.group(2))
        return done

    with connection.execute_wrapper(note):
        call()
    return tables


def test_looking_writes_nothing(stage: Stage) -> None:
    # That a player is there is noted once in a while, of their own seat alone.
    for table in (stage.estado, stage.lobby):
        assert written(lambda: table.browser(1).get(table.path)) == {"games_seat"}  # noqa: B023
    assert set(Seat.objects.exclude(seen_at=None).values_list("number", flat=True)) == {1}
    found = {}
    for client, path in stage.asked():
        if tables := written(lambda: client.get(path)) - KEPT_FOR_THE_READER:  # noqa: B023
            found[path] = tables
    assert found == {}
    host = stage.estado.browser(1)
    assert "games_message" in written(lambda: host.post(f"{stage.estado.path}say", {"text": "Hello"}))


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "SAY"])
def test_no_other_verb_does_what_a_post_does(stage: Stage, method: str) -> None:
    host = stage.lobby.browser(1)
    for verb in ("start", "close", "leave", "add-player"):
        host.generic(method, stage.lobby.path + verb, b"name=Eve", "application/x-www-form-urlencoded")
    assert stage.lobby.room.status == Room.Status.LOBBY
    assert Seat.objects.filter(room=stage.lobby.room_id).count() == 2
