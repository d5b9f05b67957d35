"""The cache: fast while its server is there, empty while it is not."""

import signal
import time

import pytest
from django.core.cache import caches

from config import cache as module


@pytest.fixture
def absent(settings):
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1"}}
    return caches["default"]


def test_cache_keeps_what_it_is_given(servers, fresh_cache) -> None:
    cache = caches["default"]
    cache.set("week", 12, timeout=30)
    assert (cache.get("week"), cache.add("week", 13), cache.incr("week"), cache.has_key("week")) == (
        12,
        False,
        13,
        True,
    )


def test_absent_cache_is_an_empty_one(absent) -> None:
    absent.set("week", 12)
    absent.set_many({"week": 12})
    absent.delete("week")
    assert absent.get("week") is None
    assert absent.get("week", "none") == "none"
    assert absent.get("week", default="none") == "none"
    assert absent.get_many(["week"]) == {}
    assert absent.get_or_set("week", 12) == 12
    assert absent.add("week", 12)
    assert not absent.has_key("week")


def test_server_that_stands_still_is_waited_for_once(servers, fresh_cache, settings, monkeypatch) -> None:
    if not servers.processes:
        pytest.skip("a configured server is nobody's to stop")
    short = {"socket_connect_timeout": 0.3, "socket_timeout": 0.3}
    settings.CACHES = {"default": settings.CACHES["default"] | {"OPTIONS": short}}
    monkeypatch.setattr(module, "_asked_again_at", 0.0)
    cache = caches["default"]
    cache.set("week", 12)
    servers.processes["Valkey"].send_signal(signal.SIGSTOP)
    try:
        began = time.monotonic()
        assert [cache.get("week", "none") for _ in range(20)] == ["none"] * 20
        assert time.monotonic() - began < 2
    finally:
        servers.processes["Valkey"].send_signal(signal.SIGCONT)
    assert cache.get("week", "none") == "none"
    monkeypatch.setattr(module, "_asked_again_at", 0.0)
    assert cache.get("week") == 12
