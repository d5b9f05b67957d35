"""Whether an account, an address or a room is there is told neither by an answer nor by the work that it took."""

import re
import secrets
import statistics
import time
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from earths.models import Account
from games import access
from tests.attacks.conftest import Stage
from tests.attacks.test_tokens import by_code

__all__ = ["by_code"]

PASSWORD = "grapes and a ladder"
SECRETS = re.compile(r'(name="csrfmiddlewaretoken" value=")\w+')


class Counting(MD5PasswordHasher):
    """Count how often a password is hashed, which is what takes the time on a real site."""

    done = 0

    def encode(self, password: str, salt: str) -> str:
        Counting.done += 1
        return super().encode(password, salt)


@pytest.fixture
def vera(stage: Stage, settings: Any) -> Account:
    settings.PASSWORD_HASHERS = [f"{__name__}.Counting"]
    account = Account.objects.create_user("vera", "vera@example.org", PASSWORD)
    EmailAddress.objects.create(user=account, email=account.email, primary=True, verified=True)
    return account


def seen(ask: Callable[[Client], Any], *names: str) -> tuple[Any, ...]:
    """Answer all that a caller could tell by: the answer without their own words, and the hashing."""
    Counting.done = 0
    client = Client()
    got = ask(client)
    text = SECRETS.sub(r"\1", got.text)
    for name in names:
        text = text.replace(name, "NAME")
    headers = {name: value for name, value in got.headers.items() if name != "Content-Length"}
    return got.status_code, text, headers, sorted(got.cookies), Counting.done


def post(path: str, **sent: str) -> Callable[[Client], Any]:
    return lambda client: client.post(path, sent)


def get(path: str) -> Callable[[Client], Any]:
    return lambda client: client.get(path)


def test_signing_in_is_the_same_for_known_and_unknown(vera: Account) -> None:
    for known, unknown in (("vera", "zoe"), ("vera@example.org", "zoe@example.org")):
        told = [
            seen(post("/accounts/login/", login=name, password="wrong"), name) for name in (known, unknown)
        ]
        assert told[0] == told[1]
        assert told[0][-1] > 0


def test_the_administrations_door_is_the_same_for_known_and_unknown(vera: Account) -> None:
    Account.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    told = []
    for number, name in enumerate(("boss", "vera", "zoe", "boss@example.org", "vera@example.org")):
        sent = {"username": name, "password": "wrong"}
        here = {"REMOTE_ADDR": f"192.0.2.{number}"}
        told.append(seen(lambda client: client.post("/admin/login/", sent, **here), name))  # noqa: B023
    assert told == [told[2]] * 5
    assert told[0][-1] > 0


def test_a_letter_is_asked_for_alike_and_goes_to_either(vera: Account, by_code: None) -> None:
    for path in ("/accounts/password/reset/", "/accounts/login/code/"):
        before = len(mail.outbox)
        told = [seen(post(path, email=f"{name}@example.org"), name) for name in ("vera", "zoe")]
        assert told[0] == told[1]
        assert [letter.to for letter in mail.outbox[before:]] == [["vera@example.org"], ["zoe@example.org"]]


@pytest.mark.parametrize(("sites_post", "letters"), [("optional", ["vera", "zoe"]), ("none", [])])
def test_signing_up_does_not_tell_whose_address_is_known(
    vera: Account, settings: Any, sites_post: str, letters: list[str]
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = sites_post
    told = []
    for number, name in enumerate(("vera", "zoe")):
        sent = {"username": f"new{number}", "email": f"{name}@example.org", "password1": PASSWORD}
        told.append(seen(post("/accounts/signup/", **sent, password2=PASSWORD), name, f"new{number}"))
    assert told[0] == told[1]
    assert told[0][0] == 302
    assert [letter.to for letter in mail.outbox] == [[f"{name}@example.org"] for name in letters]
    assert len({letter.subject for letter in mail.outbox}) == bool(letters)
    # The address is still its reader's: by it, and with her password, it is Vera who comes in.
    client = Client()
    client.post("/accounts/login/", {"login": "vera@example.org", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(vera.pk)


def work(ask: Callable[[Client], Any]) -> int:
    with CaptureQueriesContext(connection) as asked:
        ask(Client())
    return len(asked)


def test_a_room_is_looked_for_alike_whether_it_is_there_or_not(stage: Stage) -> None:
    real, made_up = stage.estado.room, secrets.token_urlsafe(24)
    for kind, token in (
        ("j", real.join_token),
        ("watch", real.watch_token),
        ("resume", stage.estado.tokens[2]),
    ):
        near = token[:-1] + ("A" if token[-1] != "A" else "B")
        told = [seen(get(f"/{kind}/{one}"), one) for one in (near, made_up)]
        assert told[0] == told[1]
        assert work(get(f"/{kind}/{near}")) == work(get(f"/{kind}/{made_up}"))

    def ask(public_id: str) -> Callable[[Client], Any]:
        def knock(client: Client) -> Any:
            for name in (access.SEAT, access.WATCH, access.JOIN):
                client.cookies[name] = "x" * 32
            return client.get(f"/r/{public_id}/")

        return knock

    assert seen(ask(real.public_id), real.public_id) == seen(ask(made_up[:22]), made_up[:22])
    assert work(ask(real.public_id)) == work(ask(made_up[:22]))


def test_looking_for_a_room_takes_no_longer_when_it_is_there(stage: Stage) -> None:
    """With a wide margin: what is told apart by a clock is a factor, not a share."""
    real, made_up = stage.estado.room.public_id, "A" * 22

    def seconds(public_id: str) -> float:
        begun = time.perf_counter()
        Client().get(f"/r/{public_id}/", headers={"cookie": f"seat={'x' * 32}; watch={'y' * 32}"})
        return time.perf_counter() - begun

    there, not_there = [], []
    for _ in range(40):
        there.append(seconds(real))
        not_there.append(seconds(made_up))
    assert 0.5 < statistics.median(there) / statistics.median(not_there) < 2
