"""What a moderator does inside the game; all but acting for a seat is told to the table."""

from datetime import datetime
from typing import Any

from games import bots, store
from games.commit import STALE, commit, require_open
from games.deadlines import hurry_bots
from games.models import Phase, Room
from games.powers import require_moderator, seat_of
from games.store import Table
from games.terms import Refused, Viewer


def act_for(
    *,
    room_id: int,
    by: Viewer,
    number: int,
    serial: int,
    given: Any,
    at: datetime,
    pass_id: int | None = None,
) -> None:
    """Hand in for a seat what its player says at the table; refuse what the rules refuse."""
    with commit(room_id=room_id, at=at, serial=serial, pass_id=pass_id) as table:
        require_moderator(by)
        seat_of(table, number)
        decided = table.game.read_input(table.state, given)
        table.game.check(table.state, number, decided)
        before = bots.sights(table)
        store.keep_order(table, number, decided, at)
        bots.reconsider(table, before, at)


def take_back_for(
    *, room_id: int, by: Viewer, number: int, serial: int, at: datetime, pass_id: int | None = None
) -> None:
    """Take back what was handed in for a seat."""
    with commit(room_id=room_id, at=at, serial=serial, pass_id=pass_id) as table:
        require_moderator(by)
        store.drop_order(table, number)


def correct(
    *, room_id: int, by: Viewer, serial: int, given: Any, at: datetime, pass_id: int | None = None
) -> None:
    """Set something right in the running phase, in the plain form of the game's record, and tell the table.

    Works while the game is paused too. What is as it should be already is not told again.
    """
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        require_moderator(by)
        _require_phase(table, serial)
        later = table.game.read_interventions(given)
        before = table.game.encode(table.state)
        if table.game.encode(table.game.intervened(table.state, later).state) == before:
            return
        for words in table.game.announce(later):
            store.notify(table, f"The moderator {words}.", at)
        store.intervene(table, later, at)
        bots.act(table, at)
        hurry_bots(table, at)


def plan(
    *, room_id: int, by: Viewer, serial: int, given: Any, at: datetime, pass_id: int | None = None
) -> None:
    """Change what the options hold for the years to come, and tell the table; refuse what the game leaves as it is.

    What is so already is not told again.
    """
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        require_moderator(by)
        _require_phase(table, serial)
        options, now, words = table.game.replan(table.state, table.room.options, given)
        changes_now = table.game.write_interventions(now) != table.game.write_interventions(
            table.game.read_interventions({})
        )
        if options == table.room.options and not changes_now:
            return
        table.room.options = options
        store.notify(table, f"The moderator {words}.", at)
        if changes_now:
            store.intervene(table, now, at)
            bots.act(table, at)


def rewind(
    *, room_id: int, by: Viewer, serial: int, to: int, at: datetime, pass_id: int | None = None
) -> None:
    """Go back from the phase ``serial`` to the opening of the earlier (or the same) phase ``to``.

    What happened since is no part of the record, and the news of it are gone. A game that is over stays so:
    everything in it has been opened.
    """
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        require_moderator(by)
        _require_phase(table, serial)
        target = Phase.objects.filter(room=table.room, undone=False, serial=to).first()
        if target is None or to > serial:
            raise Refused("There is no such phase to go back to.")
        phases = Phase.objects.filter(room=table.room, undone=False, serial__gte=to)
        phases.filter(closed_at=None).update(closed_at=at)
        phases.update(undone=True)
        was_paused = table.room.status == Room.Status.PAUSED
        store.bring_up(table.game, target, ())
        store.open_phase(table, table.game.decode(target.state), at)
        if was_paused:
            table.room.status, table.room.due_at, table.room.paused_at = Room.Status.PAUSED, None, at
        step = f"{table.game.STEPS[target.name]} of Year {target.year}"
        again = (
            f"opened {step} anew" if to == serial else f"went back to the opening of an earlier phase: {step}"
        )
        store.notify(table, f"The moderator {again}.", at)
        bots.act(table, at)
        hurry_bots(table, at)


def _require_phase(table: Table, serial: int) -> None:
    if table.room.status != Room.Status.PAUSED:
        require_open(table, serial)
    elif table.phase is None or table.phase.serial != serial:
        raise Refused(STALE)
