"""The one write path of a room: lock it, catch it up, change it, and tell those who see a difference."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial

import structlog
from django.db import InterfaceError, OperationalError, transaction

from config import metrics
from games import bots, clock, sql, store
from games.deadlines import OUTAGE, hurry_bots, is_complete, outage, postpone, resume, set_due
from games.live import announce_changes, watch_changes
from games.models import Pass, Room, Seat
from games.registry import Turn
from games.store import Table
from games.terms import Refused

log = structlog.get_logger(__name__)

UNTOUCHED = ("scenery",)
"""Columns of a room that are long, and that no phase changes: they are neither read nor written with it."""
MOVED = ("status", "due_at", "paused_at", "resumes_at", "failures")
"""Columns of a room that the passing of time changes."""

DUE = "(status = 'running' AND due_at <= %s OR status = 'paused' AND resumes_at <= %s)"
HOLD = "FOR NO KEY UPDATE"

MISSED_BEFORE_BOT = 2

STALE = "This phase is closed, so nothing was changed. Look at what has come of it."
HANDED_ON = "This seat is no longer yours, so nothing was changed."
LED_ON = "This console is no longer yours, so nothing was changed."
PAUSED = "The game is paused, so nothing was changed. What was handed in before is kept."


@contextmanager
def commit(
    *, room_id: int, at: datetime, serial: int | None = None, pass_id: int | None = None
) -> Iterator[Table]:
    """Yield the room's table for one change at ``at``, its row held, after everything due before is done.

    ``serial`` names the phase that the change was made for: refuses one that is no longer open, or paused.
    ``pass_id`` names the pass by which somebody acts, at a seat or the console: refuses one that has ended since.
    When the change makes everybody awaited have acted, the phase closes in the same transaction; where the rules
    cannot close it, the change is kept and the phase left due. Pages that see a difference, and no others, are
    told once it is committed.
    """
    catch_up(room_id=room_id, at=at)
    with transaction.atomic():
        table = _hold(room_id)
        if pass_id is not None:
            _require_pass(pass_id)
        if serial is not None:
            require_open(table, serial)
        before, phase, was_complete = watch_changes(table), table.phase, is_complete(table)
        yield table
        if table.phase is phase and is_complete(table) and not was_complete:
            table = _close_or_leave_due(table, at)
        table.room.touched_at = at
        table.room.save()
        announce_changes(table, before)


def _require_pass(pass_id: int) -> None:
    used = Pass.objects.filter(pk=pass_id).first()
    if used is None or used.revoked_at is not None:
        raise Refused(LED_ON if used is not None and used.kind == Pass.Kind.MODERATOR else HANDED_ON)


def require_open(table: Table, serial: int) -> None:
    """Refuse where another phase than ``serial`` is open, or none, or while the game is paused."""
    if table.phase is None or table.phase.serial != serial or table.phase.closed_at is not None:
        raise Refused(STALE)
    if table.room.status == Room.Status.PAUSED:
        raise Refused(PAUSED)
    if table.room.status != Room.Status.RUNNING:
        raise Refused(STALE)


def catch_up(*, room_id: int, at: datetime) -> None:
    """Do whatever of the room is due at ``at``."""
    while advance(room_id=room_id, at=at):
        pass


def advance(*, room_id: int, at: datetime, wait: bool = True, lost: timedelta | None = None) -> bool:
    """Do the one next thing that is due in the room at ``at``, as of its own instant; say whether more is due.

    The room's row is held meanwhile; without ``wait``, a room held by somebody else has nothing due here.
    ``lost`` is the ``outage`` at ``at``, from a caller that has asked already.
    """
    with transaction.atomic(durable=True):
        hold = HOLD if wait else f"{HOLD} SKIP LOCKED"
        found = sql.read(Room, f"id = %s AND {DUE} {hold}", room_id, at, at, without=UNTOUCHED)
        if not found:
            return False
        [room] = found
        table = store.hold(room)
        before = watch_changes(table)
        if room.status == Room.Status.PAUSED:
            resume(table, room.resumes_at or at)
        else:
            lost = outage(at) if lost is None else lost
            if lost > OUTAGE:
                postpone(table, lost)
            else:
                due_at = room.due_at or at
                close_phase(table, due_at)
                transaction.on_commit(partial(_measure_lateness, room.game, due_at))
        table.room.failures = 0
        sql.change([table.room], *MOVED)
        announce_changes(table, before)
        return room.due_at is not None and room.due_at <= at


def close_phase(table: Table, at: datetime) -> None:
    """Resolve the open phase as of ``at`` with what was handed in, and open the next one (or end the game)."""
    phase, game = table.phase, table.game
    assert phase is not None
    _drop_void_orders(table)
    _mark_missed(table, at)
    transaction.on_commit(partial(_count, game.SLUG, len(table.orders)))
    year = game.year(table.state)
    step = game.resolve(
        game.decode(phase.state), Turn(table.inputs, table.interventions), store.dice(table.room)
    )
    phase.closed_at = at
    sql.change([phase], "closed_at")
    table.state = step.state
    # The news belong to the phase they come of, so that rewinding to its opening takes them back.
    store.tell(table, step.news, at, year=year)
    store.open_phase(table, step.state, at)
    bots.act(table, at)
    hurry_bots(table, at)


def _hold(room_id: int) -> Table:
    found = sql.read(Room, f"id = %s {HOLD}", room_id, without=UNTOUCHED)
    if not found:
        raise Room.DoesNotExist
    return store.hold(found[0])


def _close_or_leave_due(table: Table, at: datetime) -> Table:
    """Close the phase that is complete. Where that fails leave it due: the tick tries again, counts and reports."""
    table.room.save()
    try:
        with transaction.atomic():
            close_phase(table, at)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.exception("phase_not_closed", room=table.room.pk)
        nudged, table = table.nudged, _hold(table.room.pk)
        table.nudged = nudged
        set_due(table, at)
    return table


def _drop_void_orders(table: Table) -> None:
    """Forget what may no longer be carried out after an intervention, so that the record holds what was done."""
    for number, given in table.inputs.items():
        try:
            table.game.check(table.state, number, given)
        except Refused:
            store.drop_order(table, number)


def _mark_missed(table: Table, at: datetime) -> None:
    """Count who missed the phase, and let a bot play for who missed two running, where bots are allowed."""
    changed = []
    for number in table.game.awaited(table.state):
        seat = table.seats[number]
        missed = 0 if number in table.orders else seat.missed + 1
        if seat.driver == Seat.Driver.BOT or missed == seat.missed:
            continue
        seat.missed = missed
        if missed >= MISSED_BEFORE_BOT and table.room.options.get("bots"):
            seat.driver = Seat.Driver.BOT
            store.notify(
                table, f"{seat.name} missed two phases. A bot plays for them until they act again.", at
            )
        changed.append(seat)
    sql.change(changed, "missed", "driver")


def _count(game: str, orders: int) -> None:
    metrics.count("hemicycle_resolutions", game=game)
    metrics.count("hemicycle_orders", orders, game=game)


def _measure_lateness(game: str, due_at: datetime) -> None:
    metrics.observe("hemicycle_lateness_seconds", (clock.now() - due_at).total_seconds(), game=game)
