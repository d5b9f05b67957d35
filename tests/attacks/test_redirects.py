"""No link of the site leads to another site."""

from typing import Any
from urllib.parse import urljoin, urlsplit

from django.test import Client

from earths.models import Account
from earths.views import hop
from games import clock
from tests.attacks.addresses import addresses
from tests.attacks.conftest import Stage, undone
from tests.games.conftest import START

PASSWORD = "grapes and a ladder"
ELSEWHERE = (
    "//evil.example", "///evil.example", "////evil.example", "/\\evil.example", "\\\\evil.example", "\\/evil.example",
    "https://evil.example", "https:evil.example", "https:/evil.example", "HTTP://EVIL.EXAMPLE", "http:///evil.example",
    "http://testserver@evil.example", "http://evil.example#testserver", "http://evil.example\\@testserver",
    "http://testserver.evil.example", "http://testserver:80@evil.example", "ftp://testserver/",
    "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "vbscript:x", "\tjavascript:alert(1)",
    "%2f%2fevil.example", "/%0d%0aLocation: //evil.example", "/\r\nLocation: //evil.example", "/\t/evil.example",
    "\x00//evil.example", "\u200b//evil.example", "／／evil.example", "//evil。example", "/%5cevil.example",
    " //evil.example", "/\n/evil.example", "?next=//evil.example", "http://[", "//[::1", "//evil.example/%2f..",
    "/w/main/../../..//evil.example", ".evil.example", "@evil.example", ":80", "x" * 3_000,
)  # fmt: skip


def host_of(location: str, path: str) -> str:
    """Answer where a browser would go: it takes backslashes for slashes, and drops tabs and line breaks."""
    read = location.strip().translate(str.maketrans("\\", "/", "\t\r\n"))
    there = urlsplit(urljoin(f"http://testserver{path}", read))
    assert there.scheme in {"http", "https"}, location
    return there.netloc


def test_whoever_signs_in_up_or_out_stays_here(stage: Stage) -> None:
    name = stage.ada.account.username
    for number, next_ in enumerate(ELSEWHERE):
        doors = (
            (Client(), "/accounts/login/", {"login": name, "password": PASSWORD}),
            (stage.citizen(), "/accounts/logout/", {}),
            (stage.citizen(), "/accounts/login/", {}),
        )
        if number % 4 == 0:
            signs_up = {"username": f"new{number}", "password1": PASSWORD, "password2": PASSWORD}
            doors = (*doors, (Client(REMOTE_ADDR=f"192.0.2.{number}"), "/accounts/signup/", signs_up))
        for client, path, sent in doors:
            for got in (client.post(path, {**sent, "next": next_}), client.get(path, {"next": next_})):
                assert got.status_code < 500
                if "Location" in got:
                    assert host_of(got["Location"], path) == "testserver", (path, next_)
    assert Account.objects.filter(username__startswith="new").count() == len(ELSEWHERE[::4])


def test_the_clock_leads_back_to_this_site(stage: Stage, settings: Any) -> None:
    settings.DEBUG = True
    assert clock.can_hop()
    # Drawn for another boundary than the next one, the button moves no clock and only leads back.
    assert hop.next_boundary(START)[1].isoformat() != "x"
    for next_ in ELSEWHERE:
        got = Client().post("/hop", {"next": next_, "to": "x"})
        assert host_of(got["Location"], "/hop") == "testserver", next_


def test_no_page_leads_elsewhere_whatever_is_asked_along(stage: Stage) -> None:
    names = ("next", "url", "redirect", "redirect_to", "return", "back", "continue", "REDIRECT_FIELD_NAME")
    asked = dict.fromkeys(names, "//evil.example")
    said = {"referer": "http://evil.example/", "hx-current-url": "//evil.example"}
    for client, path in stage.asked():
        with undone():
            answers = [client.post(path, asked, query_params=asked, headers=said)]
        answers.append(client.get(path, asked, headers=said))
        for got in answers:
            for header in ("Location", "HX-Redirect", "HX-Location", "Refresh"):
                if header in got:
                    assert host_of(got[header], path) == "testserver", path


def test_an_address_that_begins_with_two_slashes_leads_to_no_other_site() -> None:
    for path in (
        "//evil.example",
        "//evil.example/",
        "/%2fevil.example/w/main",
        "/\\evil.example/about",
        "//evil.example/w/main/..",
    ):
        got = Client().generic("GET", "/", PATH_INFO=path, REQUEST_URI=path)
        assert "Location" not in got or host_of(got["Location"], "/") == "testserver", path
    assert len(list(addresses())) > 100
