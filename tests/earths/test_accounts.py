"""Signing up, in and out, getting back in, and leaving for good."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory

from earths.actions import ballots, citizens, weeks
from earths.adapter import client_address
from earths.models import Account, Ballot, Bill, Citizen, Vote, World
from games.terms import Refused
from tests.earths.conftest import make_bill, make_citizen, make_world, moments, reach, still

PASSWORD = "grapes and a ladder"


class CountingHasher(MD5PasswordHasher):
    """Count how often a password is hashed, which is what takes the time."""

    done = 0

    def encode(self, password: str, salt: str) -> str:
        CountingHasher.done += 1
        return super().encode(password, salt)


@pytest.fixture(autouse=True)
def _site(settings, db) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]
    cache.clear()


def sign_up(client: Client, username: str = "ada", **more: str):
    sent = {"username": username, "password1": PASSWORD, "password2": PASSWORD, **more}
    return client.post("/accounts/signup/", sent)


def sign_in(client: Client, login: str, password: str = PASSWORD, **more: str):
    return client.post("/accounts/login/", {"login": login, "password": password, **more})


def without_tokens(page: str) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)


# --- Signing up


def test_name_and_password_are_enough_to_sign_up(client: Client) -> None:
    answer = sign_up(client)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert client.session["_auth_user_id"] == str(Account.objects.get(username="ada").pk)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("a", "at least 2"),
        ("\u200b\u200b", "at least 2"),
        ("x" * 41, "at most 40"),
        ("ａｄａ", "plain letters"),
        ("bruno@example.org", "no @ in it"),
        ("Président", "can not be used"),
        ("ADMIN", "can not be used"),
        ("demo-0001", "can not be used"),
        ("Taken", "already exists"),
    ],
)
def test_confusing_name_is_refused(name: str, sentence: str, client: Client) -> None:
    Account.objects.create_user("taken")
    answer = sign_up(client, name)
    assert answer.status_code == 200
    assert sentence in answer.content.decode()
    assert Account.objects.count() == 1


def test_one_goes_back_to_where_one_came_from(client: Client) -> None:
    assert sign_up(client, next="/w/main/")["Location"] == "/w/main/"
    client.post("/accounts/logout/")
    assert sign_in(client, "ada", next="/w/main/")["Location"] == "/w/main/"


def test_pages_lead_to_signing_in_and_back(client: Client) -> None:
    page = client.get("/about").content.decode()
    assert 'href="/accounts/login/?next=/about"' in page
    assert 'href="/accounts/signup/?next=/about"' in page


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "http:///evil.example",
        "javascript:alert(1)",
    ],
)
def test_nobody_is_sent_elsewhere(elsewhere: str, client: Client) -> None:
    assert sign_up(client, next=elsewhere)["Location"] == "/"
    assert client.post("/accounts/logout/", {"next": elsewhere})["Location"] == "/"
    assert sign_in(client, "ada", next=elsewhere)["Location"] == "/"


def test_session_is_new_after_signing_in(client: Client) -> None:
    Account.objects.create_user("ada", password=PASSWORD)
    client.session["planted"] = True
    client.get("/accounts/login/")
    session = client.session
    session["planted"] = True
    session.save()
    planted = session.session_key
    sign_in(client, "ada")
    assert client.session.session_key != planted


# --- Nobody learns who is here


def test_failed_sign_in_is_the_same_for_known_and_unknown(client: Client) -> None:
    Account.objects.create_user("ada", "ada@example.org", PASSWORD)
    pages, hashed = [], []
    for login in ("ada", "zoltan", "ada@example.org", "zoltan@example.org"):
        CountingHasher.done = 0
        page = sign_in(Client(), login, "wrong").content.decode()
        hashed.append(CountingHasher.done)
        pages.append(without_tokens(page).replace(login, "somebody"))
    assert pages[0] == pages[1]
    assert pages[2] == pages[3]
    assert hashed[0] == hashed[1]
    assert hashed[2] == hashed[3]


def test_reset_answers_the_same_and_writes_to_either(client: Client) -> None:
    Account.objects.create_user("ada", "ada@example.org", PASSWORD)
    answers = [
        client.post("/accounts/password/reset/", {"email": f"{name}@example.org"}) for name in ("ada", "eve")
    ]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [
        (302, "/accounts/password/reset/done/")
    ] * 2
    assert [sent.to for sent in mail.outbox] == [["ada@example.org"], ["eve@example.org"]]
    assert "/accounts/password/reset/key/" in mail.outbox[0].body
    assert "/accounts/password/reset/key/" not in mail.outbox[1].body


def test_reset_link_lets_one_choose_a_password_once(client: Client) -> None:
    Account.objects.create_user("ada", "ada@example.org", PASSWORD)
    client.post("/accounts/password/reset/", {"email": "ada@example.org"})
    link = re.search(r"/accounts/password/reset/key/\S+", mail.outbox[0].body).group()
    form = client.get(link, follow=True)
    chosen = {"password1": "a new set of words", "password2": "a new set of words"}
    client.post(form.redirect_chain[-1][0], chosen)
    assert Account.objects.get().check_password("a new set of words")
    assert "password1" not in Client().get(link, follow=True).content.decode()


# --- Limits, by an address that nobody can make up


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, None, "203.0.113.9"),
        (0, "198.51.100.1", "203.0.113.9"),
        (1, "198.51.100.1", "198.51.100.1"),
        (1, "192.0.2.66, 198.51.100.1", "198.51.100.1"),
        (1, "192.0.2.66, 192.0.2.67, 198.51.100.1:4711", "198.51.100.1"),
        (1, None, "203.0.113.9"),
        (1, "nonsense", "203.0.113.9"),
        (2, "198.51.100.1, 10.0.0.1", "198.51.100.1"),
        (2, "192.0.2.66, 198.51.100.1, 10.0.0.1", "198.51.100.1"),
        (2, "198.51.100.1", "203.0.113.9"),
        (1, "2001:db8::1", "2001:db8::"),
        (1, "2001:db8:0:0:99:aa:bb:cc", "2001:db8::"),
        (1, "2001:db8:0:1::1", "2001:db8:0:1::"),
        (1, "::ffff:192.0.2.7", "192.0.2.7"),
        (1, "[2001:db8::1]:443", "2001:db8::"),
    ],
)
def test_address_is_what_the_outermost_trusted_proxy_saw(
    proxies: int, forwarded: str | None, address: str, settings
) -> None:
    settings.TRUSTED_PROXY_COUNT = proxies
    headers = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
    request = RequestFactory().get("/", REMOTE_ADDR="203.0.113.9", **headers)
    assert client_address(request) == address


@pytest.mark.parametrize("proxies", [0, 1, 2])
def test_sign_up_is_limited_whatever_a_caller_pretends(proxies: int, settings) -> None:
    settings.TRUSTED_PROXY_COUNT = proxies
    trusted = ["203.0.113.9", "10.0.0.1"][:proxies]

    def answer(number: int, last: str) -> int:
        hops = ", ".join([f"192.0.2.{number}", *([last] if proxies else []), *trusted[1:]])
        return (
            Client(REMOTE_ADDR=last if not proxies else "10.0.0.2", HTTP_X_FORWARDED_FOR=hops)
            .post("/accounts/signup/", {"username": "x"})
            .status_code
        )

    assert [answer(number, "203.0.113.9") for number in range(20)] == [200] * 20
    assert answer(21, "203.0.113.9") == 429
    assert answer(22, "203.0.113.77") == 200


@pytest.mark.parametrize("proxies", [0, 1, 2])
def test_guessing_passwords_is_limited_by_address(proxies: int, settings) -> None:
    settings.TRUSTED_PROXY_COUNT = proxies
    beyond = ["203.0.113.9", "10.0.0.1"][:proxies]
    said = []
    for number in range(12):
        hops = ", ".join([f"192.0.2.{number}", *beyond])
        guess = Client(HTTP_X_FORWARDED_FOR=hops)
        said.append("Too many failed login attempts" in sign_in(guess, f"name{number}", "x").content.decode())
    assert said == [False] * 10 + [True] * 2


def test_guessing_one_accounts_password_is_limited_from_everywhere() -> None:
    Account.objects.create_user("ada", password=PASSWORD)
    for number in range(5):
        sign_in(Client(REMOTE_ADDR=f"192.0.2.{number}"), "ada", "wrong")
    answer = sign_in(Client(REMOTE_ADDR="192.0.2.99"), "ada")
    assert "Too many failed login attempts" in answer.content.decode()


# --- Leaving


@pytest.fixture
def ada(client: Client) -> Citizen:
    citizen = make_citizen(make_world(), "Ada")
    citizen.account.set_password(PASSWORD)
    citizen.account.save()
    client.force_login(citizen.account)
    return citizen


def vote(citizen: Citizen, bill: Bill, year: int, week: int) -> None:
    ballots.cast(
        citizen_id=citizen.pk, year=year, votes={bill.pk: True}, response="A", now=still(moments(week).voting)
    )


def delete(client: Client, **answers: str):
    return client.post("/accounts/delete", answers)


def test_deletion_asks_somebody_signed_in() -> None:
    assert Client().get("/accounts/delete")["Location"] == "/accounts/login/?next=/accounts/delete"


def test_deletion_page_says_who_leaves(ada: Citizen, client: Client) -> None:
    page = client.get("/accounts/delete")
    assert page["Cache-Control"] == "private, no-store"
    assert "<bdi>Ada</bdi>, citizen of <bdi>Azure</bdi> in <bdi>Main</bdi>" in page.content.decode()


def test_wrong_password_deletes_nothing(ada: Citizen, client: Client) -> None:
    answer = delete(client, password="wrong")
    assert "This is not your password." in answer.content.decode()
    assert Account.objects.exists()


def test_passwords_are_not_guessed_on_the_deletion_page(ada: Citizen, client: Client) -> None:
    assert [delete(client, password="wrong").status_code for _ in range(11)] == [200] * 10 + [429]


@pytest.mark.usefixtures("first_week")
def test_right_password_deletes_and_signs_out(ada: Citizen, client: Client) -> None:
    answer = delete(client, password=PASSWORD)
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert not Account.objects.exists()
    assert "_auth_user_id" not in client.session
    ada.refresh_from_db()
    assert ada.name == "former citizen"
    assert delete(client, password=PASSWORD)["Location"].startswith("/accounts/login/")


@pytest.mark.usefixtures("first_week")
def test_account_without_a_password_types_its_name(ada: Citizen, client: Client) -> None:
    ada.account.set_unusable_password()
    ada.account.save()
    client.force_login(ada.account)
    assert "not the name you sign in with" in delete(client, name="main-bruno").content.decode()
    assert delete(client, name="main-ada").status_code == 303
    assert not Account.objects.exists()


def test_deletion_needs_the_forms_token(ada: Citizen) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada.account)
    assert delete(strict, password=PASSWORD).status_code == 403
    assert Account.objects.exists()


def test_counted_votes_stay_and_uncounted_go(ada: Citizen, client: Client) -> None:
    first = make_bill(ada, at=moments(1).proposing)
    reach(ada.world, moments(1).voting)
    vote(ada, first, 2027, 1)
    weeks.catch_up(world_id=ada.world_id, at=moments(2).proposing)
    second = make_bill(ada, at=moments(2).proposing)
    reach(ada.world, moments(2).voting)
    vote(ada, second, 2028, 2)
    assert Vote.objects.count() == 2
    with time_machine.travel(moments(2).voting, tick=False):
        client.force_login(ada.account)
        assert delete(client, password=PASSWORD).status_code == 303
    assert list(Vote.objects.values_list("bill", flat=True)) == [first.pk]
    assert Ballot.objects.get().week.year == 2027
    weeks.catch_up(world_id=ada.world_id, at=moments(2).count)
    assert [Bill.objects.get(pk=bill.pk).yes for bill in (first, second)] == [1, 0]


def test_same_address_cannot_vote_again_in_that_week(ada: Citizen, client: Client) -> None:
    Account.objects.update(email="ada@example.org")
    bill = make_bill(ada, at=moments().proposing)
    reach(ada.world, moments().voting)
    vote(ada, bill, 2027, 1)
    world = World.objects.get()
    with time_machine.travel(moments().voting, tick=False):
        client.force_login(ada.account)
        assert delete(client, password=PASSWORD).status_code == 303
        assert sign_up(client, "ada-again", email="ada@example.org").status_code == 302
    again = Account.objects.get(username="ada-again")
    at = moments().voting + timedelta(hours=1)
    citizen_id = citizens.join(account_id=again.pk, world_id=world.pk, earth="A", name="Ada", at=at)
    with pytest.raises(Refused, match="your first vote is next Wednesday"):
        ballots.cast(citizen_id=citizen_id, year=2027, votes={bill.pk: True}, now=still(at))
    assert not Vote.objects.exists()
