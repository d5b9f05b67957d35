"""A caller is who the proxies say, as far as there are proxies, whatever the caller says."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from earths.models import Account
from tests.attacks.conftest import Stage

MANY = 4
CALLER, OTHER, INNER = "203.0.113.9", "203.0.113.77", "10.0.0.1"
HERE = {"origin": "http://testserver"}


def heard_as(address: str, proxies: int, number: int) -> dict[str, str]:
    """Answer what the site hears of a caller behind ``proxies`` who says something else each time."""
    made_up = f"192.0.2.{number}"
    added = [address, INNER][:proxies]
    return {
        "REMOTE_ADDR": "10.0.0.2" if proxies else address,
        "HTTP_X_FORWARDED_FOR": ", ".join([made_up, *added]),
        "HTTP_X_REAL_IP": made_up,
        "HTTP_FORWARDED": f"for={made_up};proto=https;host=evil.example",
        "HTTP_X_CLIENT_IP": made_up,
        "HTTP_CF_CONNECTING_IP": made_up,
        "HTTP_TRUE_CLIENT_IP": made_up,
        "HTTP_X_FORWARDED_HOST": "evil.example",
        "HTTP_VIA": made_up,
    }


def open_room(**heard: str) -> bool:
    return Client().post("/play/estado-libre/quick", headers=HERE, **heard).status_code == 429


def reset(**heard: str) -> bool:
    return (
        Client()
        .post("/accounts/password/reset/", {"email": f"{heard['HTTP_VIA']}@example.org"}, **heard)
        .status_code
        == 429
    )


def sign_in(**heard: str) -> bool:
    sent = {"login": heard["HTTP_VIA"], "password": "x"}
    return "Too many failed" in Client().post("/accounts/login/", sent, **heard).text


def sign_up(**heard: str) -> bool:
    return Client().post("/accounts/signup/", {"username": "x"}, **heard).status_code == 429


@pytest.mark.parametrize("proxies", [0, 1, 2])
def test_no_header_gets_past_a_limit(stage: Stage, settings: Any, proxies: int) -> None:
    settings.TRUSTED_PROXY_COUNT = proxies
    doors: tuple[tuple[str, Callable[..., bool]], ...] = (
        ("open-room", open_room), ("reset_password", reset), ("login_failed", sign_in), ("signup", sign_up),
    )  # fmt: skip
    settings.ACCOUNT_RATE_LIMITS = {
        **settings.ACCOUNT_RATE_LIMITS,
        **{action: f"{MANY}/h/ip" for action, _ in doors},
    }
    for action, knock in doors:
        turned_away = [knock(**heard_as(CALLER, proxies, number)) for number in range(MANY + 2)]
        assert turned_away == [False] * MANY + [True] * 2, action
        assert not knock(**heard_as(OTHER, proxies, 99)), action


def test_a_citizens_limit_holds_from_everywhere_and_is_nobody_elses(stage: Stage, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {
        **settings.ACCOUNT_RATE_LIMITS,
        "propose": settings.ACCOUNT_RATE_LIMITS["propose"].replace("30/", "2/"),
    }
    client, path = stage.citizen(), f"/w/main/bills/{stage.bill.pk}/edit"
    answers = [
        client.post(path, {"name": f"Bill {number}"}, REMOTE_ADDR=f"192.0.2.{number}").status_code
        for number in range(4)
    ]
    assert answers == [303, 303, 409, 409]


@pytest.mark.parametrize("proxies", [0, 1, 2])
def test_no_header_changes_the_sites_own_address(stage: Stage, settings: Any, proxies: int) -> None:
    settings.TRUSTED_PROXY_COUNT = proxies
    Account.objects.create_user("vera", "vera@example.org", "grapes and a ladder")
    heard = {
        **heard_as(CALLER, proxies, 1),
        "HTTP_X_FORWARDED_PORT": "81",
        "HTTP_X_ORIGINAL_URL": "/admin/",
        "HTTP_X_REWRITE_URL": "/admin/",
    }
    Client().post("/accounts/password/reset/", {"email": "vera@example.org"}, **heard)
    assert re.findall(r"https?://([^/\s]+)", str(mail.outbox[-1].body)) == ["testserver"]
    page = stage.lobby.browser(1).get(stage.lobby.path, **heard).text
    assert (f"http://testserver/j/{stage.lobby.room.join_token}" in page, "evil" in page) == (True, False)
    for path in ("/", "/w/main/", "/w/main/calendar.ics"):
        assert b"evil" not in Client().get(path, **heard).getvalue()


def test_a_host_that_is_not_the_sites_is_refused(stage: Stage, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["play.example.org"]
    for host in (
        "evil.example",
        "play.example.org.evil.example",
        "evil.example#play.example.org",
        "play.example.org@evil.example",
        "",
    ):
        for path in ("/", "/accounts/password/reset/", stage.lobby.path):
            assert (
                Client(raise_request_exception=False)
                .post(path, {"email": "x@example.org"}, headers={"host": host})
                .status_code
                == 400
            )
    assert mail.outbox == []
    assert Client().get("/", headers={"host": "play.example.org"}).status_code == 200


@pytest.mark.parametrize(("proxies", "redirects"), [(0, True), (1, False)])
def test_a_caller_is_on_https_when_a_proxy_that_is_trusted_says_so(
    settings: Any, proxies: int, redirects: bool
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if proxies else None
    got = Client().get("/about", headers={"x-forwarded-proto": "https"})
    assert (got.status_code == 301) == redirects
