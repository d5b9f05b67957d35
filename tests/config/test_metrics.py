"""Figures for operators: of all processes together, for whoever shows the token, and never of anybody's vote."""

import os
import re
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.db import connection

from config import children, metrics, metrics_page
from earths.actions import ballots
from games.actions import play
from games.models import Phase
from tests.conftest import METRICS_TOKEN, VAR_DIR, Site, _servers, _wait_until
from tests.earths.conftest import make_bill, still
from tests.earths.test_processes import new_world, now, wait_for_stage
from tests.games.conftest import begin

SECOND = timedelta(seconds=1)
LABELS = {
    "check": {"database", "migrations", "cache", "tick"},
    "game": {"estado-libre", "kaban", "two-earths"},
    "kind": {*metrics_page.REFUSALS.values(), "room", "world"},
    "page": {"world", "room"},
}


@pytest.fixture
def pages(site: Site) -> Iterator[str]:
    """Run a web of two processes that speaks WSGI beside the site's own, and answer its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {
        **os.environ,
        "DATABASE_NAME": connection.settings_dict["NAME"],
        "DATABASE_POOL": "2",
        "METRICS_TOKEN": METRICS_TOKEN,
    }
    args = [sys.executable, "-m", "granian", "--interface", "wsgi", "--workers", "2", "--port", str(port)]
    with (VAR_DIR / "log" / "pages.log").open("wb") as output:
        process = children.spawn(
            [*args, "--log-level", "warning", "config.wsgi:application"],
            ledger=_servers.ledger,
            env=env,
            output=output,
        )
    url = f"http://127.0.0.1:{port}"
    _wait_until(lambda: ask(f"{url}/healthz/live")[0] == 200, "the web of two processes")
    # What the site counted in the test before comes in up to a second later.
    time.sleep(1.5 * metrics.HAND_OVER)
    metrics.valkey().delete(metrics.SUMS)
    yield url
    process.terminate()
    children.end(process, ledger=_servers.ledger, seconds=10)


def ask(url: str, token: str | None = None) -> tuple[int, str]:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError:
        return 0, ""


def figures(url: str) -> dict[str, float]:
    status, text = ask(f"{url}/metrics", METRICS_TOKEN)
    assert status == 200
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return {name: float(number) for name, number in (line.rsplit(" ", 1) for line in lines)}


def eventually(url: str, holds: Callable[[dict[str, float]], bool], what: str) -> dict[str, float]:
    _wait_until(lambda: holds(figures(url)), what, 20)
    return figures(url)


def open_line(url: str, path: str, origin: str) -> socket.socket:
    """Open a socket as a browser does and answer its line once the site has answered."""
    host = url.removeprefix("http://")
    line = socket.create_connection(host.split(":"), timeout=10)
    line.sendall(
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    line.recv(1000)
    return line


def test_one_look_tells_of_all_processes(site: Site, pages: str) -> None:
    world, plan = new_world("main")
    sitting = begin("estado-libre", 4, at=now(), bots=False)
    president = next(one.seat for one in sitting.see("public").play.people if one.office == "president")
    budget = {"allocations": {"defence": 6}, "grants": {}, "withhold": {}}
    for url in (site.url, pages, pages, pages):
        assert ask(f"{url}/no-such-page")[0] == 404
    line = open_line(site.url, "/ws/w/main/", site.url)
    open_line(site.url, "/ws/w/main/", "http://elsewhere.example").close()
    # The whole site's figures are the same wherever one asks.
    seen = eventually(
        pages,
        lambda seen: (
            seen['hemicycle_sockets{page="world"}'] == 1
            and seen['hemicycle_refusals_total{kind="nothing there"}'] == 4
        ),
        "what three processes counted",
    )
    assert seen['hemicycle_refusals_total{kind="forbidden"}'] == 1
    assert (seen["hemicycle_rooms_set_aside"], seen["hemicycle_worlds_failing"]) == (0, 0)
    assert {seen[f'hemicycle_check{{check="{name}"}}'] for name in LABELS["check"]} == {1}
    assert seen['hemicycle_orders_total{game="estado-libre"}'] == 0
    line.close()

    play.submit(room_id=sitting.room_id, number=president, serial=1, given=budget, at=now())
    play.submit(room_id=sitting.room_id, number=1, serial=2, given="aye", at=now())
    play.submit(room_id=sitting.room_id, number=2, serial=2, given="nay", at=now())
    time.sleep(1.5 * metrics.HAND_OVER)
    assert figures(pages)['hemicycle_orders_total{game="estado-libre"}'] == 0, (
        "nobody is told who has handed in"
    )
    site.hop(now() + timedelta(minutes=2))
    seen = eventually(
        site.url,
        lambda seen: seen['hemicycle_orders_total{game="estado-libre"}'] > 0,
        "the phase to be counted",
    )
    assert seen['hemicycle_orders_total{game="estado-libre"}'] == 2
    closed = Phase.objects.filter(room=sitting.room_id, closed_at__isnull=False).count() - 1
    assert seen['hemicycle_resolutions_total{game="estado-libre"}'] == closed
    assert seen['hemicycle_lateness_seconds_count{game="estado-libre"}'] == closed
    assert seen['hemicycle_sockets{page="world"}'] == 0
    assert seen["hemicycle_tick_seconds_count"] > 0
    assert (
        seen['hemicycle_tick_lateness_seconds_bucket{le="+Inf"}']
        == seen["hemicycle_tick_lateness_seconds_count"]
    )

    site.hop(plan.opens_at + SECOND)
    wait_for_stage(world, 1)
    ada = world.citizens.get(name="Ada")
    bill = make_bill(ada, at=now())
    site.hop(plan.ballot_at + SECOND)
    wait_for_stage(world, 2)
    ballots.cast(citizen_id=ada.pk, year=2027, votes={bill.pk: True}, response="B", now=still(now()))
    time.sleep(1.5 * metrics.HAND_OVER)
    assert figures(site.url)["hemicycle_votes_total"] == 0, "how many have voted is not told while they do"
    site.hop(plan.count_at + SECOND)
    wait_for_stage(world, 3)
    seen = eventually(pages, lambda seen: seen["hemicycle_votes_total"] > 0, "the votes to be counted")
    assert seen["hemicycle_votes_total"] == 2
    assert seen['hemicycle_resolutions_total{game="two-earths"}'] == 3

    found: dict[str, set[str]] = {}
    for name in seen:
        for label, value in re.findall(r'(\w+)="([^"]*)"', name):
            found.setdefault(label, set()).add(value)
    del found["le"]
    assert {label: values - LABELS[label] for label, values in found.items()} == {
        key: set() for key in LABELS
    }


def test_who_does_not_show_the_token_finds_nothing_there(site: Site) -> None:
    nothing = ask(f"{site.url}/no-such-page")
    for token in (None, "", METRICS_TOKEN[:-1], f"{METRICS_TOKEN[:-1]}8"):
        assert ask(f"{site.url}/metrics", token)[0] == nothing[0] == 404
    assert ask(f"{site.url}/metrics", METRICS_TOKEN)[0] == 200


def test_counts_wait_while_valkey_is_away(
    fresh_cache: None, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.METRICS_TOKEN = METRICS_TOKEN
    monkeypatch.setattr(metrics, "HAND_OVER", 3600.0)
    away = settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1"}
    here = settings.CACHES
    settings.CACHES = {"default": away}
    metrics.valkey.cache_clear()
    metrics.count("hemicycle_failures", kind="room")
    metrics.hand_over()
    settings.CACHES = here
    metrics.valkey.cache_clear()
    metrics.count("hemicycle_failures", kind="room")
    metrics.hand_over()
    assert metrics.sums() == {("hemicycle_failures", (("kind", "room"),), ""): 2.0}


def test_nothing_is_kept_where_nobody_asked_for_figures(fresh_cache: None, settings) -> None:
    settings.METRICS_TOKEN = ""
    metrics.count("hemicycle_failures", kind="room")
    metrics.hand_over()
    assert metrics.sums() == {}
