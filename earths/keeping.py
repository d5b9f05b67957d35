"""What was made from a world's public board, kept in the cache while the board stays the same.

It is good while the word under ``live.generation_key`` stays the same, until the week's next boundary, and for a
minute at most, so that a word lost with the cache's server does no lasting harm.
"""

import secrets
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.core.cache import cache

from earths.live import generation_key
from earths.models import World

FOR = timedelta(minutes=1)
FORMAT = 1
"""Part of every key: raise it when the fields of a board change, so that old and new code can run at once."""


class Kept(NamedTuple):
    """The world's present generation, and what is kept for it and until when; None where nothing is."""

    generation: str
    until: datetime | None
    value: Any


def keep(key: str, generation: str, until: datetime | None, value: Any) -> None:
    """Keep what was made while ``generation`` was the world's."""
    cache.set(f"{key}:{FORMAT}", (generation, until, value), timeout=FOR.total_seconds())


def find(key: str, slug: str, at: datetime) -> Kept:
    """Answer what is kept under ``key`` of the world at ``slug`` and still good at ``at``."""
    key = f"{key}:{FORMAT}"
    found = cache.get_many([generation_key(slug), key])
    generation = found.get(generation_key(slug))
    if generation is None and slug and not World.objects.filter(slug=slug).exists():
        # Nothing is kept for addresses that somebody made up: there is no end of them.
        return Kept("", None, None)
    if generation is None:
        # Nobody has told a change since the cache was last empty: from now on every change is one.
        generation = secrets.token_hex(8)
        cache.add(generation_key(slug), generation, timeout=None)
        return Kept(cache.get(generation_key(slug)) or generation, None, None)
    made, until, value = found.get(key, (None, None, None))
    if made != generation or (until is not None and until <= at):
        return Kept(generation, None, None)
    return Kept(generation, until, value)
