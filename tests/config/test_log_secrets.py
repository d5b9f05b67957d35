"""A day of sign-ins, votes, rooms and faults leaves nothing in the log that tells on anybody."""

import io
import json
import logging
import re
import smtplib
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client

from config import logs, mail
from config import settings as site
from earths.models import Ballot
from games import access
from games.models import Pass
from tests.earths.conftest import make_bill, make_citizen, make_world, moments, reach
from tests.games.conftest import START, begin

FROM = "203.0.113.77"
PASSWORD = "a-long-password-of-ada"
MAIL = "ada.lovelace@example.org"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], str]]:
    """Write everything down that any level shows, and answer it."""
    stream = io.StringIO()
    logs.configure(level="DEBUG", as_json=True)
    (handler,) = logging.getLogger().handlers[:1]
    monkeypatch.setattr(handler, "stream", stream)
    yield stream.getvalue
    logs.configure(level=site.LOG_LEVEL, as_json=site.LOG_JSON)


def browser() -> Client:
    client = Client(REMOTE_ADDR=FROM, headers={"x-forwarded-for": FROM})
    client.raise_request_exception = False
    return client


def sign_in_and_vote(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Sign up, fail to sign in, sign in, vote, and meet a fault in each; answer what is nobody's to read."""
    world = make_world(featured=True)
    citizen = make_citizen(world, "Ada Lovelace")
    account = citizen.account
    account.set_password(PASSWORD)
    account.email = MAIL
    account.save()
    week = moments()
    reach(world, week.proposing)
    bill = make_bill(citizen, at=week.proposing)
    with time_machine.travel(week.voting, tick=False):
        reach(world, week.voting)
        client = browser()
        client.post("/accounts/login/", {"login": account.username, "password": "a wrong word"})
        client.post("/accounts/login/", {"login": account.username, "password": PASSWORD})
        client.post("/admin/login/", {"username": account.username, "password": "another wrong word"})
        client.post("/w/main/ballot/2027/vote", {"bill": bill.pk, "vote": "yes"})
        assert Ballot.objects.filter(citizen=citizen).exists()
        with monkeypatch.context() as broken:
            broken.setattr("earths.views.ballot.read_choice", None)
            assert client.post("/w/main/ballot/2027/vote", {"bill": bill.pk, "vote": "no"}).status_code == 500
        cast, eve = Ballot.objects.get(citizen=citizen), make_citizen(world, "Eve")
        try:
            with transaction.atomic():
                Ballot.objects.create(week=cast.week, citizen=eve, earth="A", code=cast.code)
        except IntegrityError:
            logging.getLogger("django.request").exception("a query was refused")
    session = client.cookies["sessionid"].value
    code = Ballot.objects.get(citizen=citizen).code
    return {PASSWORD, "a wrong word", "another wrong word", MAIL, FROM, session, code, "Lovelace"}


def play_in_a_room(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Come in by link, hand in orders, and meet a fault; answer what is nobody's to read."""
    sitting = begin("estado-libre", 4, bots=False)
    room = sitting.room
    token = sitting.tokens[1]
    with time_machine.travel(START + timedelta(seconds=1), tick=False):
        client = browser()
        client.get(f"/resume/{token}")
        client.cookies[access.SEAT] = token
        client.post(f"{sitting.path}submit", {"serial": 1, "allocate_defence": "6"})
        client.post(f"{sitting.path}say", {"serial": 1, "text": "the treasure is in Norte", "to": ""})
        with monkeypatch.context() as broken:
            broken.setattr("games.views.frame.see_room", None)
            assert client.get(sitting.path).status_code == 500
            assert client.get(f"{sitting.path}look").status_code == 500
        with monkeypatch.context() as broken:
            broken.setattr("games.views.entrance.access", None)
            client.get(f"/resume/{token}")
            client.get(f"/j/{room.join_token}")
    assert Pass.objects.filter(room=room, kind="seat").exists()
    return {token, room.join_token, room.watch_token, room.public_id, "treasure", FROM}


def send_mail(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Have a mail server refuse somebody's address, and the worker say so."""
    refusal = smtplib.SMTPRecipientsRefused({MAIL: (550, b"no such mailbox")})
    try:
        raise refusal
    except smtplib.SMTPRecipientsRefused:
        logging.getLogger("celery.app.trace").exception("Task %s raised: %s", mail.deliver.name, refusal)
    return {MAIL}


@pytest.mark.django_db
@pytest.mark.usefixtures("fresh_cache")
@pytest.mark.parametrize("day", [sign_in_and_vote, play_in_a_room, send_mail])
def test_log_tells_on_nobody(
    written: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    day: Callable[[pytest.MonkeyPatch], set[str]],
) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    secrets = day(monkeypatch)
    text = written()
    lines: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    assert any(line["level"] == "error" and "exception" in line for line in lines), "faults are written down"
    assert {secret for secret in secrets if secret in text} == set()
    assert not re.search(r"\byes\b|\bno\b.*bill", " ".join(str(line.get("event")) for line in lines))


def test_everything_that_is_hidden_would_be_found(written: Callable[[], str]) -> None:
    logging.getLogger("anybody").error("%s came from %s", PASSWORD, FROM)
    assert PASSWORD in written()
    assert FROM in written()


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("550 for ada@example.org, try later", "550 for (an address), try later"),
        (
            "duplicate key\nDETAIL:  Key (code)=(K7QF-2M9X) already exists.",
            "duplicate key\nDETAIL: (left out)",
        ),
        ("No room at /r/4f9c1e/look", "No room at /r/(left out)/look"),
        ("celery@worker-1 ready", "celery@worker-1 ready"),
    ],
)
def test_what_errors_quote_is_left_out(written: Callable[[], str], said: str, kept: str) -> None:
    logging.getLogger("anybody").warning(said)
    (line,) = [json.loads(line) for line in written().splitlines()]
    assert line["event"] == kept
