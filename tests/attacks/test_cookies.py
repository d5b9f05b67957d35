"""Whatever the site lets a browser keep is kept from scripts, from other sites, and from unencrypted lines."""

from typing import Any

from django.test import Client

from games.actions import passes
from tests.attacks.conftest import Stage
from tests.games.conftest import START

PASSWORD = "grapes and a ladder"


def test_every_cookie_is_for_this_site_over_https_and_not_for_scripts(stage: Stage, settings: Any) -> None:
    # As ``config.settings`` sets them where the site is reached over https; tests there hold that.
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = settings.SECURE_SSL_REDIRECT = True
    kept: dict[str, Any] = {}

    def note(got: Any) -> None:
        for name, morsel in got.cookies.items():
            if morsel.value:
                kept[name] = morsel
                assert (morsel["secure"], morsel["httponly"], morsel["samesite"]) == (True, True, "Lax"), name
                assert not morsel["domain"], name

    for client, path in (*stage.asked("/w/"), *stage.asked("/accounts/"), *stage.asked("/play/")):
        note(client.get(path, secure=True))
    here, guest = {"origin": "https://testserver"}, Client()
    note(guest.get(f"/j/{stage.lobby.room.join_token}", secure=True))
    note(guest.post(f"{stage.lobby.path}join", {"name": "Zoe"}, secure=True))
    note(guest.post(f"{stage.lobby.path}join/watch", secure=True))
    link = passes.console_link(room_id=stage.kaban.room_id, by="moderator", takes_over=False, at=START)
    helper = Client()
    note(helper.get(f"/resume/{link}", secure=True))
    note(helper.get(f"{stage.kaban.path}admit", secure=True))
    note(Client().post("/play/kaban/quick", {"as": "moderator"}, headers=here, secure=True))
    note(
        Client().post(
            "/accounts/login/", {"login": stage.ada.account.username, "password": PASSWORD}, secure=True
        )
    )
    note(stage.citizen().post("/w/main/president/stand", secure=True))
    names = {"sessionid", "csrftoken", "messages", "seat", "console", "watch", "join", "offered", "knows"}
    assert names | {
        f"{name}-live" for name in ("seat", "console", "watch", "join", "offered", "knows")
    } == set(kept)
    assert all(
        morsel["path"].startswith(("/r/", "/ws/r/"))
        for name, morsel in kept.items()
        if name.split("-")[0] in ("seat", "console", "watch")
    )


def test_a_plain_line_is_led_to_https(stage: Stage, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = 365 * 24 * 3600
    for path in (stage.estado.path, "/w/main/", "/accounts/login/", "/admin/login/", "/j/x"):
        got = stage.estado.browser(1).get(path)
        assert (got.status_code, got["Location"]) == (301, f"https://testserver{path}")
    assert "max-age=31536000" in Client().get("/w/main/", secure=True)["Strict-Transport-Security"]
