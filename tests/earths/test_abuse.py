"""Every address of the site, asked in every way with what nobody means well by: it may refuse, and never breaks."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.regex_helper import normalize

from earths.actions import ballots, bills
from earths.models import Account, Bill, Citizen
from tests.earths.conftest import make_bill, make_citizen, make_world, moments, reach, still
from tests.earths.views.asking import HTMX, at, browse

Values = dict[str, tuple[str, ...]]

HUGE = "9" * 20
NAMED: Values = {"slug": ("main", "nobody"), "year": ("2027", HUGE), "earth": ("A",)}
NASTY = (HUGE, "%F0%9F%98%80%E2%80%AE")
QUERY = (
    f"?page={HUGE}&from=%FF&code=%FF&earth=%C0%80&order=[]&q=%25%27&next=//evil.example"
    f"&o={HUGE}&earth__exact=Z&p=-1"
)
TEXTS = ("\0", HUGE, "-1", "NaN", "x" * 5_000, "\ud7ff\u202e\u200b", "=1+1\r\nX-Header: y")
FIELDS = (
    "bill", "candidate", "code", "earth", "earth_a", "earth_b", "email", "featured", "from", "login", "moves_to",
    "name", "new_name", "next", "number", "on", "once", "option", "password", "password1", "password2", "phase",
    "pitch", "policy", "q", "reason", "response", "seat", "serial", "slug", "starts_on", "text", "to", "token",
    "username", "vote", "what", "year", "_popup", "_to_field", "action",
)  # fmt: skip
BODIES = (
    ("application/x-www-form-urlencoded", b"a=%ED%A0%80&name=%FF&%00=%00&=&&"),
    ("application/x-www-form-urlencoded; charset=hex", b"name=zz"),
    ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nhalf'),
    (
        "multipart/form-data; boundary=x; charset=hex",
        b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x--",
    ),
    ("multipart/form-data", b"no boundary"),
    ("application/json", b'{"a":' * 5_000),
    ("text/plain; charset=utf-16", "name=Ada".encode("utf-16")),
    ("application/x-www-form-urlencoded", b"name=" + b"x" * 1_000_001),
)


HEADERS = (
    {"cookie": r'sessionid="abcdefgh\000"; csrftoken="\000"; messages="x\000"; seat="\000"; watch="\000"'},
    {"cookie": "sessionid=%00; messages=W1siX19qc29uX21lc3NhZ2UiXQ:x:y; watch=x; seat=" + "x" * 4_000},
    {"hx-request": "true", "hx-current-url": "http://[", "hx-trigger": "{", "hx-target": "%FF"},
    {"content-type": "text/plain; charset=hex"},
    {"host": "evil.example:x"},
    {
        "x-forwarded-for": "1.2.3.4, [::1]:99, \xe9",
        "x-forwarded-proto": "x",
        "x-forwarded-host": "evil.example",
    },
    {
        "if-none-match": 'W/"x',
        "if-modified-since": "never",
        "range": "bytes=-",
        "accept-language": "x" * 3_000,
    },
)


@pytest.fixture
def ada(db: None, fresh_cache: None, settings: Any) -> Iterator[Citizen]:
    """Stand in the second week of a world with bills, votes and a past, on its Wednesday; another runs beside it."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    world, other = make_world(featured=True), make_world("other")
    ada, bob = make_citizen(world, "Ada"), make_citizen(other, "Bob")
    for number in (1, 2):
        week = moments(number)
        reach(world, week.proposing), reach(other, week.proposing)
        mine, theirs = make_bill(ada, at=week.proposing), make_bill(bob, at=week.proposing)
        bills.upvote(citizen_id=ada.pk, bill_id=mine.pk, at=week.proposing)
        reach(world, week.voting), reach(other, week.voting)
        for citizen, bill in ((ada, mine), (bob, theirs)):
            ballots.cast(
                citizen_id=citizen.pk,
                year=2026 + number,
                votes={bill.pk: True},
                response="A",
                now=still(week.voting),
            )
        if number == 1:
            reach(world, week.results), reach(other, week.results)
    with at(moments(2).voting + timedelta(hours=1)):
        yield ada


def test_no_address_breaks_whoever_asks(ada: Citizen) -> None:
    asked = [(client, path + QUERY) for client, path in _askers(ada, _paths())]
    assert browse(ada).get("/w/main/years/" + QUERY).status_code == 200
    asked += [(_daring(Client()), path) for path in few_paths() if not path.startswith("/admin/")]
    assert {path: got for client, path in asked if (got := client.get(path).status_code) >= 500} == {}


def test_no_address_breaks_however_it_is_asked(ada: Citizen) -> None:
    broken = {}
    for client, path in _askers(ada, few_paths()):
        for method in ("HEAD", "PROPFIND"):
            if (got := client.generic(method, path).status_code) >= 500:
                broken[method, path] = got
    assert broken == {}


def test_no_address_breaks_on_a_body_that_is_none(ada: Citizen) -> None:
    client, broken = _daring(browse(ada)), {}
    for path in [*(path for path in few_paths() if not path.startswith("/admin/")), "/admin/login/"]:
        for kind, body in BODIES:
            if (got := client.generic("POST", path, body, kind).status_code) >= 500:
                broken[path, kind] = got
    assert broken == {}


def test_no_address_breaks_on_a_forged_header(ada: Citizen) -> None:
    broken = {}
    for number, headers in enumerate(HEADERS):
        client = Client(raise_request_exception=False, headers=headers)
        for path in (*few_paths("/w/"), "/", "/accounts/login/", "/admin/login/"):
            if (got := client.get(path).status_code) >= 500:
                broken[number, path] = got
    assert broken == {}


def test_no_form_breaks_whatever_is_typed(ada: Citizen) -> None:
    broken = {}
    for client, path in _askers(ada, few_paths()):
        for text in TEXTS:
            if (got := client.post(path, dict.fromkeys(FIELDS, text)).status_code) >= 500:
                broken[path, text[:9]] = got
        if path.startswith("/w/"):
            got = client.post(path, {"bill": HUGE, "candidate": HUGE}, **HTMX).status_code
            assert got < 500, path
    assert broken == {}


def _askers(ada: Citizen, paths: Iterable[str]) -> Iterator[tuple[Client, str]]:
    """Pair each address with the browser of somebody who may do the most there."""
    boss = Client()
    boss.force_login(Account.objects.create_superuser("boss"))
    citizen, staff = _daring(browse(ada)), _daring(boss)
    return ((staff if path.startswith("/admin/") else citizen, path) for path in paths)


def _daring(client: Client) -> Client:
    client.raise_request_exception = False
    return client


def few_paths(begin: str = "/", *, bill: str = "") -> list[str]:
    """Answer every address that begins so, once, with something that is there where a name is asked for."""
    bill = bill or str(Bill.objects.latest("pk").pk)
    real = {**{name: values[:1] for name, values in NAMED.items()}, "bill": (bill,)}
    found = [path for path in _paths(real, ("1",)) if path.startswith(begin)]
    # Where one signs out and deletes oneself comes last.
    return sorted(found, key=lambda path: path.startswith("/accounts/"))


def _paths(named: Values = NAMED, others: tuple[str, ...] = NASTY) -> Iterator[str]:
    """Answer every address of the site, with each value wherever it takes one."""
    for pattern in _patterns(get_resolver().url_patterns, ""):
        for form, names in normalize(pattern):
            for values in product(*(named.get(name, others) for name in names)):
                yield "/" + form % dict(zip(names, values, strict=True))


def _patterns(found: list[Any], before: str) -> Iterator[str]:
    for one in found:
        regex = before + one.pattern.regex.pattern.removeprefix("^").removeprefix("\\A")
        if isinstance(one, URLResolver):
            yield from _patterns(one.url_patterns, regex)
        elif isinstance(one, URLPattern):
            yield regex
