"""Rooms to play in, people who sit in them, and their browsers."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.test import Client, override_settings

from games import access, pages
from games.actions import lobby
from games.chance import seal
from games.models import Room, RoomSeed
from games.sight import RoomSight, see_room

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
NAMES = (
    "Ada", "Bob", "Cem", "Dot", "Eve", "Fay", "Gil", "Hal", "Ida", "Jon", "Kim", "Lea", "Max", "Nia", "Oto", "Pia",
)  # fmt: skip
SECOND = timedelta(seconds=1)
SEED = bytes(range(32))
PLAIN_PAGES = "tests.games.plain_pages"


@dataclass
class Sitting:
    """A room and the tokens of those who sit in it, by seat."""

    room_id: int
    tokens: dict[int, str]

    @property
    def room(self) -> Room:
        return Room.objects.get(pk=self.room_id)

    @property
    def path(self) -> str:
        return f"/r/{self.room.public_id}/"

    def see(self, viewer: Any) -> RoomSight:
        return see_room(self.room, viewer)

    def browser(self, viewer: Any) -> Client:
        """Answer a browser that has come in by the link of this viewer: a seat, ``moderator``, ``public`` or nobody."""
        client = Client()
        if isinstance(viewer, int):
            client.cookies[access.SEAT] = self.tokens[viewer]
        elif viewer == "moderator":
            client.cookies[access.CONSOLE] = self.tokens[0]
        elif viewer == "public":
            client.cookies[access.WATCH] = self.room.watch_token
        return client


def sit_down(
    game: str,
    people: int,
    *,
    at: datetime = START,
    moderated: bool = False,
    seed: bytes = SEED,
    **options: Any,
) -> Sitting:
    """Open a room and let ``people`` take their seats, without starting. The dice are the same in each run."""
    names = list(NAMES[:people])
    first = None if moderated else names.pop(0)
    room, token = lobby.open_room(game=game, options=options, name=first, at=at)
    RoomSeed.objects.filter(room=room).update(secret=seed)
    Room.objects.filter(pk=room.pk).update(seal=seal(seed))
    tokens = {0 if moderated else 1: token}
    for name in names:
        tokens[max(tokens) + 1] = lobby.join(room_id=room.pk, name=name, at=at)
    return Sitting(room.pk, tokens)


def begin(
    game: str, people: int, *, at: datetime = START, moderated: bool = False, **options: Any
) -> Sitting:
    """Open a room, seat ``people``, and start."""
    sitting = sit_down(game, people, at=at, moderated=moderated, **options)
    lobby.start(room_id=sitting.room_id, by="moderator" if moderated else 1, at=at)
    return sitting


@pytest.fixture
def plain_pages() -> Iterator[None]:
    """Show all games by pages without looks, so that a test is about the room and not about its game."""
    templates = copy.deepcopy(settings.TEMPLATES)
    templates[0]["DIRS"] = [*templates[0]["DIRS"], Path(__file__).parent / "templates"]
    pages.find.cache_clear()
    with override_settings(TEMPLATES=templates, ROOM_PAGES=dict.fromkeys(settings.ROOM_GAMES, PLAIN_PAGES)):
        yield
    pages.find.cache_clear()


@pytest.fixture
def frozen(settings: Any) -> Iterator[time_machine.Traveller]:
    """Let the site's clock stand at the start of the tests' games until it is moved."""
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller
