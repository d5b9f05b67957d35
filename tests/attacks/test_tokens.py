"""A token opens the one thing it was made for, for as long as it was made for, and nothing that looks like it does."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account import views
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.test import Client, override_settings
from django.urls import path

from config.urls import urlpatterns as usual
from earths.models import Account
from games import access
from games.actions import hosting, passes
from games.models import Pass, Seat
from games.tokens import digest
from tests.attacks.conftest import Stage
from tests.games.conftest import START, Sitting

pytestmark = pytest.mark.usefixtures("contexts")
PASSWORD = "grapes and a ladder"
LATER = "another set of words"

# A site that can send mail has these two as well.
urlpatterns = [
    path("accounts/login/code/", views.request_login_code, name="account_request_login_code"),
    path("accounts/login/code/confirm/", views.confirm_login_code, name="account_confirm_login_code"),
    *usual,
]


# --- Rooms


def tokens(table: Sitting) -> dict[str, str]:
    """Answer one token of each kind of a moderated table."""
    return {
        access.SEAT: table.tokens[1],
        access.CONSOLE: table.tokens[0],
        access.WATCH: table.room.watch_token,
        access.JOIN: table.room.join_token,
    }


def opened_by(cookies: dict[str, str], table: Sitting) -> str | int | None:
    """Answer as whom a browser with these cookies is let into a room."""
    client = Client()
    for name, token in cookies.items():
        client.cookies[name] = token
    page = client.get(table.path)
    if page.status_code != 200:
        return None
    return page.context["seen"].viewer  # type: ignore[no-any-return]


def test_a_token_in_the_place_of_another_kind_opens_nothing_more(stage: Stage) -> None:
    mine = tokens(stage.kaban)
    opened = {(place, kind): opened_by({place: mine[kind]}, stage.kaban) for place in mine for kind in mine}
    assert {pair: who for pair, who in opened.items() if who is not None} == {
        (access.SEAT, access.SEAT): 1,
        (access.CONSOLE, access.CONSOLE): "moderator",
        (access.WATCH, access.WATCH): "public",
        # Both are passes, and a pass says itself what it opens.
        (access.CONSOLE, access.SEAT): 1,
        (access.SEAT, access.CONSOLE): "moderator",
    }


def test_a_token_in_the_link_of_another_kind_opens_nothing(stage: Stage) -> None:
    mine = tokens(stage.kaban)
    doors = {"j": {access.JOIN}, "watch": {access.WATCH}, "resume": {access.SEAT, access.CONSOLE}}
    for door, fitting in doors.items():
        opens = {kind for kind, token in mine.items() if Client().get(f"/{door}/{token}").status_code == 303}
        assert opens == fitting


def test_a_made_up_token_opens_nothing(stage: Stage) -> None:
    real = stage.kaban.tokens[1]
    kept = Pass.objects.get(token_hash=digest(real)).token_hash
    forged = (
        "", " ", "null", "0", "%", "*", real[:-1], real + "A", real + " ", real.swapcase(), real[::-1], kept,
        kept.upper(), stage.kaban.room.public_id, str(Pass.objects.latest("pk").pk), "é" * 32, "x" * 4_000,
        "' OR 1=1 --", '{"$ne": null}',
    )  # fmt: skip
    for token in forged:
        assert (
            opened_by({access.SEAT: token, access.CONSOLE: token, access.WATCH: token}, stage.kaban) is None
        )
        for door in ("j", "watch", "resume"):
            assert Client().get(f"/{door}/{token or '%20'}").status_code == 404, (door, token)
    assert opened_by({access.SEAT: real}, stage.kaban) == 1


def test_a_seats_old_passes_are_dead_once_somebody_else_sits_there(stage: Stage) -> None:
    room_id = stage.estado.room_id
    links = [stage.estado.tokens[2], passes.resume_link(room_id=room_id, by=2, at=START)]
    new = hosting.substitute(room_id=room_id, by=1, number=2, name="Zoe", before="Bob", at=START)
    for token in links:
        assert Client().get(f"/resume/{token}").status_code == 404
        assert opened_by({access.SEAT: token}, stage.estado) is None
        client = Client()
        client.cookies[access.OFFERED] = token
        assert access.SEAT not in client.get(f"{stage.estado.path}admit").cookies
    assert opened_by({access.SEAT: new}, stage.estado) == 2


def test_every_link_of_a_closed_room_is_dead(stage: Stage) -> None:
    room, seat = stage.lobby.room, stage.lobby.tokens[2]
    links = (f"/j/{room.join_token}", f"/watch/{room.watch_token}", f"/resume/{seat}")
    assert [Client().get(link).status_code for link in links] == [303] * 3
    hosting.close(room_id=room.pk, by=1, at=START)
    assert [Client().get(link).status_code for link in links] == [404] * 3


def test_an_invitation_opens_nothing_once_the_game_has_begun(stage: Stage) -> None:
    guest = Client()
    guest.get(f"/j/{stage.estado.room.join_token}")
    assert guest.post(f"{stage.estado.path}join", {"name": "Zoe"}).status_code == 409
    assert not Seat.objects.filter(name="Zoe").exists()


# --- Sessions


def sign_in(client: Client, name: str, password: str = PASSWORD) -> int:
    return client.post("/accounts/login/", {"login": name, "password": password}).status_code


def is_in(client: Client) -> bool:
    return client.get("/accounts/delete").status_code == 200


def copy_of(client: Client) -> Client:
    thief = Client()
    thief.cookies["sessionid"] = client.cookies["sessionid"].value
    return thief


def test_a_stolen_session_ends_with_its_owners(stage: Stage) -> None:
    name = stage.ada.account.username
    client = Client()
    assert sign_in(client, name) == 302
    thief = copy_of(client)
    assert is_in(thief)
    client.post("/accounts/logout/")
    assert not is_in(thief)


def test_a_new_password_ends_every_other_session(stage: Stage) -> None:
    name = stage.ada.account.username
    client, thief = Client(), Client()
    assert (sign_in(client, name), sign_in(thief, name)) == (302, 302)
    sent = {"oldpassword": PASSWORD, "password1": LATER, "password2": LATER}
    assert client.post("/accounts/password/change/", sent).status_code == 302
    assert (is_in(client), is_in(thief)) == (True, False)


def test_a_made_up_session_is_nobodys(stage: Stage) -> None:
    client = Client()
    for key in ("a" * 32, "", "x" * 4_000, "../../etc/passwd", "é", str(stage.ada.account_id)):
        client.cookies["sessionid"] = key
        assert client.get("/accounts/delete").status_code == 302
    # And it does not become somebody's by signing in with it: the key is new.
    client.cookies["sessionid"] = "a" * 32
    assert sign_in(client, stage.ada.account.username) == 302
    planted = Client()
    planted.cookies["sessionid"] = "a" * 32
    assert (is_in(client), is_in(planted)) == (True, False)


def test_a_session_that_a_stranger_had_before_signing_in_stays_a_strangers(stage: Stage) -> None:
    victim = Client()
    session = victim.session
    session["planted"] = True
    session.save()
    victim.cookies["sessionid"] = session.session_key
    attacker = copy_of(victim)
    assert sign_in(victim, stage.ada.account.username) == 302
    assert (is_in(victim), is_in(attacker)) == (True, False)
    assert victim.cookies["sessionid"].value != session.session_key


# --- Links and codes by mail


@pytest.fixture
def people(stage: Stage) -> dict[str, Account]:
    """Two who have each an address of their own, as they are known there."""
    found = {}
    for name in ("vera", "wilma"):
        account = Account.objects.create_user(name, f"{name}@example.org", PASSWORD)
        EmailAddress.objects.create(user=account, email=account.email, primary=True, verified=True)
        found[name] = account
    return found


def reset_link(name: str) -> str:
    Client().post("/accounts/password/reset/", {"email": f"{name}@example.org"})
    return re.search(r"/accounts/password/reset/key/\S+", str(mail.outbox[-1].body)).group()  # type: ignore[union-attr]


def choose_by(link: str, password: str = LATER) -> None:
    """Go where a link for a new password leads, and choose one there."""
    client = Client()
    page = client.get(link, follow=True)
    where = page.redirect_chain[-1][0] if page.redirect_chain else link
    client.post(where, {"password1": password, "password2": password})


def test_a_link_for_a_new_password_is_for_its_account_for_its_time_and_once(
    people: dict[str, Account],
) -> None:
    veras, wilmas = reset_link("vera"), reset_link("wilma")
    (uid, key), (other_uid, other_key) = (link.split("/")[-2].split("-", 1) for link in (veras, wilmas))
    base = veras.rsplit("/", 2)[0]
    for forged in (
        f"{base}/{uid}-{other_key}/",
        f"{base}/{other_uid}-{key}/",
        f"{base}/{uid}-{key[:-1]}/",
        f"{base}/{uid}-{key.swapcase()}/",
        f"{base}/{uid}-set-password/",
        f"{base}/zzzzzzzzzzzzzz-{key}/",
    ):
        choose_by(forged)
    assert all(
        account.check_password(PASSWORD)
        for account in Account.objects.filter(pk__in=[one.pk for one in people.values()])
    )
    choose_by(veras)
    assert Account.objects.get(username="vera").check_password(LATER)
    choose_by(veras, "yet another set of words")
    assert Account.objects.get(username="vera").check_password(LATER)
    with time_machine.travel(START + timedelta(days=4), tick=False):
        choose_by(wilmas)
    assert Account.objects.get(username="wilma").check_password(PASSWORD)


def test_an_address_is_confirmed_by_its_own_key_alone(people: dict[str, Account]) -> None:
    EmailAddress.objects.update(verified=False)
    vera = EmailAddress.objects.get(email="vera@example.org")
    key = EmailConfirmationHMAC(vera).key
    for forged in (key[:-1], key.swapcase(), f"{vera.pk}:x:y", "x", key.replace(":", "-", 1)):
        Client().post(f"/accounts/confirm-email/{forged}/")
    with time_machine.travel(START + timedelta(days=4), tick=False):
        Client().post(f"/accounts/confirm-email/{key}/")
    assert not EmailAddress.objects.filter(verified=True).exists()
    Client().post(f"/accounts/confirm-email/{key}/")
    assert list(EmailAddress.objects.filter(verified=True)) == [vera]


def ask_for_a_code(client: Client, name: str) -> str:
    client.post("/accounts/login/code/", {"email": f"{name}@example.org"})
    found = re.search(r"^\s*([A-Z0-9][A-Z0-9-]{4,})\s*$", str(mail.outbox[-1].body), re.MULTILINE)
    return found.group(1) if found else ""


def enter(client: Client, code: str) -> bool:
    client.post("/accounts/login/code/confirm/", {"code": code})
    return is_in(client)


@pytest.fixture
def by_code(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    settings.ACCOUNT_LOGIN_BY_CODE_ENABLED = True


def test_a_code_works_once_for_who_asked_for_it(people: dict[str, Account], by_code: None) -> None:
    vera, thief = Client(), Client()
    code = ask_for_a_code(vera, "vera")
    ask_for_a_code(thief, "wilma")
    assert not enter(thief, code)
    assert not enter(Client(), code)
    assert enter(vera, code)
    vera.post("/accounts/logout/")
    assert not enter(vera, code)


def test_a_code_is_dead_after_its_minutes_and_after_three_guesses(
    people: dict[str, Account], by_code: None
) -> None:
    late, guesser = Client(), Client()
    code = ask_for_a_code(late, "vera")
    with time_machine.travel(START + timedelta(minutes=4), tick=False):
        assert not enter(late, code)
    with time_machine.travel(START + timedelta(minutes=10), tick=False):
        code = ask_for_a_code(guesser, "vera")
        for _ in range(3):
            assert not enter(guesser, "AAAAAA")
        assert not enter(guesser, code)


# --- What a browser keeps for the site


def test_a_made_up_message_is_shown_to_nobody(stage: Stage) -> None:
    client = stage.citizen()
    for forged in (
        '[["__json_message",0,25,"You have won"]]',
        "W1siX19qc29uX21lc3NhZ2UiLDAsMjUsIllvdSBoYXZlIHdvbiJdXQ:1vwZ0Q:AAAA",
    ):
        client.cookies["messages"] = forged
        assert "You have won" not in client.get("/accounts/delete").text


def test_another_sites_key_signs_nothing(stage: Stage, people: dict[str, Account]) -> None:
    EmailAddress.objects.update(verified=False)
    with override_settings(SECRET_KEY="k" * 60):
        key = EmailConfirmationHMAC(EmailAddress.objects.get(email="vera@example.org")).key
        link = reset_link("vera")
    Client().post(f"/accounts/confirm-email/{key}/")
    choose_by(link)
    assert not EmailAddress.objects.filter(verified=True).exists()
    assert Account.objects.get(username="vera").check_password(PASSWORD)
