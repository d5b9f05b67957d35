"""Handing in what the running phase asks for, and taking it back."""

from datetime import datetime, timedelta
from typing import Any, NoReturn

from django.db.models import Q

from games import bots, store
from games.commit import PAUSED, STALE, commit
from games.models import Room, Seat
from games.powers import seat_of
from games.store import Table
from games.terms import Refused

SEEN_EVERY = timedelta(seconds=15)


def submit(
    *, room_id: int, number: int, serial: int, given: Any, at: datetime, pass_id: int | None = None
) -> None:
    """Keep what a seat hands in (in plain form) for the phase ``serial``, in place of anything before.

    Refuses what the rules refuse, a phase that is closed, and whose ``pass_id`` no longer opens the seat. When
    nobody else is awaited the phase closes.
    A bot that played for the seat hands it back, and bots who see the choice may change theirs.
    """
    with commit(room_id=room_id, at=at, serial=serial, pass_id=pass_id) as table:
        _require_seated(table, number)
        decided = table.game.read_input(table.state, given)
        table.game.check(table.state, number, decided)
        come_back(table, number, at)
        before = bots.sights(table)
        store.keep_order(table, number, decided, at)
        bots.reconsider(table, before, at)


def take_back(*, room_id: int, number: int, serial: int, at: datetime, pass_id: int | None = None) -> None:
    """Take back what a seat has handed in; the phase then waits for it again."""
    with commit(room_id=room_id, at=at, serial=serial, pass_id=pass_id) as table:
        _require_seated(table, number)
        come_back(table, number, at)
        store.drop_order(table, number)


def _require_seated(table: Table, number: int) -> None:
    if seat_of(table, number).vacant:
        raise Refused("You were removed from this table, so nothing was changed.")


def come_back(table: Table, number: int, at: datetime) -> None:
    """Give a seat that a bot played back to its person."""
    seat = table.seats[number]
    if seat.driver == Seat.Driver.BOT:
        seat.driver = Seat.Driver.PERSON
        store.notify(table, f"{seat.name} is back and plays again.", at)
    elif not seat.missed:
        return
    seat.missed = 0
    seat.save(update_fields=["driver", "missed"])


def note_presence(*, room_id: int, number: int, at: datetime) -> None:
    """Note that who sits in a seat is there; more than once in a while there is nothing to write."""
    seats = Seat.objects.filter(room=room_id, number=number)
    seats.filter(Q(seen_at=None) | Q(seen_at__lte=at - SEEN_EVERY)).update(seen_at=at)


def refuse_stale(room: Room) -> NoReturn:
    """Refuse a form that was drawn for a phase that is no longer open."""
    raise Refused(PAUSED if room.status == Room.Status.PAUSED else STALE)


def require_running(table: Table) -> None:
    """Refuse in a room whose game has not started or is at an end."""
    if table.room.status not in (Room.Status.RUNNING, Room.Status.PAUSED):
        raise Refused("There is no game running in this room.")
