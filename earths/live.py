"""Nudges: telling the live pages of a world that its public board changed."""

import secrets
from functools import partial

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import transaction


def board_changed(slug: str) -> None:
    """Once the running transaction is committed, make the board anew and tell the pages that show it.

    Votes never come here: during voting not even the moment of a vote may be told.
    """
    transaction.on_commit(partial(_announce, slug), robust=True)


def generation_key(slug: str) -> str:
    """Answer the cache key of the word that changes whenever the board does."""
    return f"earths:board:{slug}:generation"


def group(slug: str) -> str:
    """Answer the name of the channel group of a world's live pages."""
    return f"earths.board.{slug}"


def _announce(slug: str) -> None:
    cache.set(generation_key(slug), secrets.token_hex(8), timeout=None)
    async_to_sync(get_channel_layer().group_send)(group(slug), {"type": "board.changed", "world": slug})
