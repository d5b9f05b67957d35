"""When the open phase of a room is due: once all have acted, at its deadline, or later after a pause or an outage."""

from datetime import datetime, timedelta

from games import clock, store
from games.models import Heartbeat, Room, Seat
from games.powers import is_led
from games.store import Table

OUTAGE = timedelta(minutes=10)
"""A site that stood still for longer gives rooms the time back, so that nobody loses a turn to it."""

BOTS_PAUSE = timedelta(seconds=4)
"""How long a phase that only bots act in stays open, so that people can follow it."""


def is_complete(table: Table) -> bool:
    """Say whether all who may act have acted. Where nobody may act, nobody is ready either.

    Nothing is awaited of a seat whose person was removed and that no bot plays. At a table of bots alone it
    is the moderator who closes each phase, having read and tried out what they like.
    """
    if table.room.status != Room.Status.RUNNING or table.state is None:
        return False
    if table.game.phase(table.state) is None:
        return False
    if table.game.MODERATED and all(seat.driver == Seat.Driver.BOT for seat in table.seats.values()):
        return False
    awaited = table.game.awaited(table.state)
    waiting = [
        number for number in awaited if number not in table.orders and not _is_empty(table.seats[number])
    ]
    return bool(awaited) and not waiting


def hurry_bots(table: Table, at: datetime) -> None:
    """Let a phase that waits for nobody but bots close soon; a moderator closes it when the table is ready."""
    if (
        not is_led(table)
        and is_complete(table)
        and table.phase is not None
        and table.phase.due_at is not None
    ):
        set_due(table, min(table.phase.due_at, at + BOTS_PAUSE))


def set_due(table: Table, due_at: datetime) -> None:
    """Let the open phase be due at ``due_at``."""
    assert table.phase is not None
    table.phase.due_at = due_at
    table.phase.save(update_fields=["due_at"])
    if table.room.status == Room.Status.RUNNING:
        table.room.due_at = due_at


def postpone(table: Table, by: timedelta) -> None:
    """Move the open phase's deadline back, by as long as the site stood still."""
    assert table.phase is not None
    assert table.phase.due_at is not None
    minutes = round(by / timedelta(minutes=1))
    set_due(table, table.phase.due_at + by)
    store.notify(
        table, f"The site stood still for {minutes} minutes. The deadline has been moved.", table.phase.due_at
    )


def resume(table: Table, at: datetime) -> None:
    """Let a paused room go on at ``at`` with as much time as it had left, or with none where nobody is awaited."""
    room, phase = table.room, table.phase
    assert phase is not None
    room.status = Room.Status.RUNNING
    if phase.due_at is not None and room.paused_at is not None:
        set_due(table, at + (phase.due_at - room.paused_at))
    room.paused_at = room.resumes_at = None
    if phase.due_at is not None and is_complete(table):
        set_due(table, at)
    store.notify(table, "The game goes on.", at)


def outage(at: datetime) -> timedelta:
    """Answer for how long nothing has ticked at ``at``; nothing where the site has never ticked.

    A clock that was hopped is no outage: time that was skipped has passed.
    """
    beat = Heartbeat.objects.first()
    return clock.unhopped(at) - beat.at if beat else timedelta(0)


def _is_empty(seat: Seat) -> bool:
    return seat.vacant and seat.driver == Seat.Driver.PERSON
