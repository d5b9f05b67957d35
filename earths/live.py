"""Nudges: telling the live pages of a world that its public board changed."""

import secrets
from collections.abc import Callable
from functools import cache

from channels.layers import get_channel_layer
from django.core.cache import caches
from django.db import transaction

from config import pushes


def board_changed(slug: str) -> None:
    """Once the running transaction is committed, make the board anew and tell the pages that show it.

    Votes never come here: during voting not even the moment of a vote may be told.
    """
    announce = _announcement(slug)
    if all(waiting is not announce for _, waiting, _ in transaction.get_connection().run_on_commit):
        transaction.on_commit(announce, robust=True)


def generation_key(slug: str) -> str:
    """Answer the cache key of the word that changes whenever the board does."""
    return f"earths:board:{slug}:generation"


def group(slug: str) -> str:
    """Answer the name of the channel group of a world's live pages."""
    return f"earths.board.{slug}"


@cache
def _announcement(slug: str) -> Callable[[], None]:
    """Answer what announces a world's change: one function a world, so that a transaction does it once."""

    def announce() -> None:
        caches["default"].set(generation_key(slug), secrets.token_hex(8), timeout=None)
        message = {"type": "board.changed", "world": slug}
        pushes.wait_for(get_channel_layer().group_send(group(slug), message))

    return announce
