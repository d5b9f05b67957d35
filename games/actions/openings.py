"""A table for one: a room full of bots, running at once."""

from datetime import datetime

from games import registry
from games.actions import lobby
from games.models import Room

QUICK_NAME = "Guest"


def open_quickly(*, game: str, name: str | None, at: datetime) -> tuple[Room, str]:
    """Open a room whose other seats are bots, start it, and answer it with the pass of who plays or leads it.

    With ``name`` its bearer plays in seat 1, and nobody leads; without, they lead a table of bots.
    """
    rules = registry.find(game)
    options = {"bots": True, "pace": next(iter(rules.PACES))}
    room, token = lobby.open_room(game=game, options=options, name=name, at=at)
    lobby.start(room_id=room.pk, by="moderator" if name is None else 1, at=at)
    return Room.objects.get(pk=room.pk), token
