"""Who has a say at a table: its host, whoever may follow them, the moderator."""

from datetime import datetime, timedelta

from games.models import Room, Seat
from games.registry import Viewer
from games.store import Table
from games.terms import Refused

HOST_GONE_AFTER = 2
"""Phases that a host misses running before somebody else may take over."""

LOBBY_KEPT = timedelta(hours=24)
ROOM_KEPT = timedelta(days=30)


def seat_limit(table: Table) -> int:
    """Answer how many seats the table has room for."""
    limit: int = table.room.options.get("seats", table.game.MOST)
    return limit


def is_led(table: Table) -> bool:
    """Say whether a moderator leads the game, so that it has no host and goes at the moderator's pace."""
    return table.game.MODERATED and table.room.host_id is None


def is_host(table: Table, by: Viewer) -> bool:
    """Say whether ``by`` is the room's host or its moderator."""
    return by == "moderator" or any(
        seat.number == by for seat in table.seats.values() if seat.pk == table.room.host_id
    )


def require_host(table: Table, by: Viewer) -> None:
    """Refuse whoever is neither the room's host nor its moderator."""
    if not is_host(table, by):
        raise Refused("Only the host of this room can do this.")


def host_is_gone(table: Table) -> bool:
    """Say whether the host has missed two phases running, or no longer sits here."""
    seat = next((seat for seat in table.seats.values() if seat.pk == table.room.host_id), None)
    return seat is None or seat.vacant or seat.missed >= HOST_GONE_AFTER


def heir(table: Table) -> int | None:
    """Answer the seat of the person who has sat here longest, the present host aside."""
    people = [
        seat
        for seat in table.seats.values()
        if seat.driver == Seat.Driver.PERSON and not seat.vacant and seat.pk != table.room.host_id
    ]
    return min(people, key=lambda seat: (seat.joined_at, seat.number)).number if people else None


def may_claim(table: Table, by: Viewer) -> bool:
    """Say whether ``by`` may become the host now. Where a moderator leads there is no host to follow."""
    return not is_led(table) and table.phase is not None and host_is_gone(table) and heir(table) == by


def deleted_on(room: Room) -> datetime:
    """Answer when the room will be deleted if nobody touches it again."""
    return room.touched_at + (LOBBY_KEPT if room.status == Room.Status.LOBBY else ROOM_KEPT)
