"""The cache: fast while its server is there, empty while it is not."""

import pytest
from django.core.cache import caches


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
