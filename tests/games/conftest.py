"""Rooms to play in, and people who sit in them."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from games.actions import lobby
from games.models import Room
from games.sight import RoomSight, see_room

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
NAMES = (
    "Ada", "Bob", "Cem", "Dot", "Eve", "Fay", "Gil", "Hal", "Ida", "Jon", "Kim", "Lea", "Max", "Nia", "Oto", "Pia",
)  # fmt: skip
SECOND = timedelta(seconds=1)


@dataclass
class Sitting:
    """A room and the tokens of those who sit in it, by seat."""

    room_id: int
    tokens: dict[int, str]

    @property
    def room(self) -> Room:
        return Room.objects.get(pk=self.room_id)

    def see(self, viewer: Any) -> RoomSight:
        return see_room(self.room, viewer)


def sit_down(
    game: str, people: int, *, at: datetime = START, moderated: bool = False, **options: Any
) -> Sitting:
    """Open a room and let ``people`` take their seats, without starting."""
    names = list(NAMES[:people])
    first = None if moderated else names.pop(0)
    room, token = lobby.open_room(game=game, options=options, name=first, at=at)
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
