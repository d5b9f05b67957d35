"""The whole site: real web, worker and beat."""

import json
import urllib.request
from functools import partial

from django.core.cache import cache

from tests.conftest import Site, _answers, _wait_until


def test_site_is_ready_once_beat_and_worker_tick(site: Site) -> None:
    cache.delete("last-tick")
    _wait_until(partial(_answers, f"{site.url}/healthz/ready"), "a tick of the beat's own")
    with urllib.request.urlopen(f"{site.url}/healthz/ready") as answer:
        told = json.load(answer)
    assert told["last_tick_seconds_ago"] < 10
    assert told | {"last_tick_seconds_ago": 0} == {
        "ready": True,
        "database": True,
        "migrations": True,
        "cache": True,
        "tick": True,
        "last_tick_seconds_ago": 0,
        "rooms_set_aside": 0,
        "worlds_failing": 0,
    }


def test_page_is_shown_by_a_browser_without_breaking_the_content_policy(site: Site, page, aside) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{site.url}/accounts/login/")
    assert page.title() != ""
    assert said == []
