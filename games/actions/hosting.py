"""What a host, a moderator or an admin does to a running room; each is told to the table."""

from datetime import datetime, timedelta

from django.db.models import Q

from games import bots, store
from games.actions.lobby import empty_lobby_seat
from games.actions.passes import issue, revoke
from games.actions.play import require_running
from games.commit import close_phase, commit
from games.deadlines import hurry_bots, resume, set_due
from games.live import show_out
from games.models import Message, Room, Seat
from games.names import TAKEN, clean_name
from games.powers import heir, is_host, is_led, may_claim, require_host, seat_of
from games.store import Table
from games.terms import Refused, Viewer
from games.text import fold

LONGEST_PAUSE = timedelta(hours=24)
LONGEST_EXTENSION = timedelta(days=7)
ADMIN = "admin"
By = Viewer | str
"""Who does it: a seat's number, the moderator, or ``ADMIN``."""


def pause(*, room_id: int, by: By, at: datetime, pass_id: int | None = None) -> None:
    """Pause the running phase; the room goes on by itself after 24 hours."""
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        _require_power(table, by)
        if table.room.status == Room.Status.PAUSED:
            return
        require_running(table)
        table.room.status, table.room.due_at = Room.Status.PAUSED, None
        table.room.paused_at, table.room.resumes_at = at, at + LONGEST_PAUSE
        store.notify(table, f"{_title(table, by)} paused the game. It goes on by itself after 24 hours.", at)


def unpause(*, room_id: int, by: By, at: datetime, pass_id: int | None = None) -> None:
    """Let a paused room go on with as much time as it had left."""
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        _require_power(table, by)
        if table.room.status == Room.Status.PAUSED:
            resume(table, at)


def extend(
    *,
    room_id: int,
    by: By,
    minutes: int,
    serial: int,
    due_at: datetime | None,
    at: datetime,
    pass_id: int | None = None,
) -> None:
    """Give the running phase, due at ``due_at``, ``minutes`` more; refuse a phase that is closed already.

    One that is due later by now has been extended by the same click, or by another console: nothing more
    is done then. Without ``due_at`` the phase is extended however long it lasts already.
    """
    with commit(room_id=room_id, at=at, serial=serial, pass_id=pass_id) as table:
        _require_power(table, by)
        more = timedelta(minutes=minutes)
        if not timedelta(0) < more <= LONGEST_EXTENSION:
            raise Refused("A phase can be extended by a minute at least and by seven days at most.")
        assert table.phase is not None
        assert table.phase.due_at is not None
        if due_at is not None and table.phase.due_at != due_at:
            return
        set_due(table, table.phase.due_at + more)
        store.notify(table, f"{_title(table, by)} extended this phase by {_length(minutes)}.", at)


def end_phase(*, room_id: int, by: By, serial: int, at: datetime, pass_id: int | None = None) -> None:
    """Close the running phase now, with what has been handed in; the moderator's and the admin's power."""
    with commit(room_id=room_id, at=at, serial=serial, pass_id=pass_id) as table:
        if by not in ("moderator", ADMIN):
            raise Refused("Only the moderator can end a phase early.")
        store.notify(table, f"{_title(table, by)} ended this phase early.", at)
        close_phase(table, at)


def remove(
    *, room_id: int, by: By, number: int, who: str = "", at: datetime, pass_id: int | None = None
) -> None:
    """Remove whoever sits in a seat, publicly: a bot takes it over, or the game's own rule of removal follows.

    What they handed in for the running phase is void, and their passes are revoked. Where ``who`` is named,
    refuses a seat in which somebody else sits by now. Whom a rewind brought back into the game is removed again.
    """
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        _require_power(table, by)
        seat = seat_of(table, number)
        if who and who != seat.name:
            raise Refused("Somebody else sits in this seat by now, so nobody was removed.")
        if table.room.status == Room.Status.LOBBY:
            empty_lobby_seat(table, number)
            return
        require_running(table)
        if seat.vacant and not _is_brought_back(table, seat):
            return
        revoke(room=table.room, seat=seat, at=at)
        store.drop_order(table, number)
        seat.vacant, seat.missed = True, 0
        if table.room.options.get("bots"):
            seat.driver = Seat.Driver.BOT
            store.notify(
                table,
                f"{_title(table, by)} removed {seat.name}. A bot plays on until somebody takes over.",
                at,
            )
        else:
            store.notify(table, f"{_title(table, by)} removed {seat.name} from the table.", at)
        seat.save(update_fields=["vacant", "missed", "driver"])
        _hand_over_hosting_of(table, seat)
        if table.room.options.get("bots"):
            bots.act(table, at)
            hurry_bots(table, at)
        else:
            store.intervene(table, table.game.removal(number), at)


def substitute(
    *, room_id: int, by: By, number: int, name: str, before: str, at: datetime, pass_id: int | None = None
) -> str:
    """Give the seat of ``before`` to somebody else under ``name`` and answer their token; the passes so far die.

    A bot that played the seat hands it over. What was handed in for the running phase is void. The second
    click on the same button only answers one more token; a seat that changed hands otherwise is refused.
    """
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        _require_power(table, by)
        require_running(table)
        seat = seat_of(table, number)
        name = clean_name(name)
        folded = fold(name)
        if before != seat.name:
            if seat.folded_name == folded and not seat.vacant:
                return issue(room=table.room, seat=seat, at=at)
            raise Refused("This seat has changed hands meanwhile.")
        if any(other.folded_name == folded for other in table.seats.values() if other.pk != seat.pk):
            raise Refused(TAKEN)
        revoke(room=table.room, seat=seat, at=at)
        store.drop_order(table, number)
        seat.name, seat.folded_name, seat.driver = name, folded, Seat.Driver.PERSON
        seat.vacant, seat.missed, seat.joined_at = False, 0, at
        seat.save()
        store.notify(table, f"{_title(table, by)} handed the seat of {before} to {name}.", at)
        return issue(room=table.room, seat=seat, at=at)


def hand_over(*, room_id: int, by: Viewer, number: int, at: datetime, pass_id: int | None = None) -> None:
    """Make somebody else at the table its host. A game led from a console has none: a link hands that on."""
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        require_host(table, by)
        if is_led(table):
            raise Refused("This game is led from the console, so it has no host.")
        seat = seat_of(table, number)
        if seat.driver == Seat.Driver.BOT or seat.vacant:
            raise Refused("A bot cannot be the host.")
        if table.room.host_id == seat.pk:
            return
        table.room.host = seat
        store.notify(table, f"{seat.name} is now the host of this room.", at)


def claim_hosting(*, room_id: int, number: int, at: datetime, pass_id: int | None = None) -> None:
    """Become the host in place of one who missed two phases; the right of whoever has sat here longest."""
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        if is_host(table, number):
            return
        if not may_claim(table, number):
            raise Refused(
                "A host who misses two phases can be replaced by whoever has sat here longest; not so now."
            )
        table.room.host = table.seats[number]
        store.notify(table, f"{table.seats[number].name} took over as the host of this room.", at)


def close(*, room_id: int, by: By, at: datetime, pass_id: int | None = None) -> None:
    """Close the room for good; a game that is not over stays unfinished."""
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        _require_power(table, by)
        if table.room.status == Room.Status.CLOSED:
            return
        table.room.status = Room.Status.CLOSED
        table.room.due_at = table.room.resumes_at = table.room.paused_at = None
        store.notify(table, f"{_title(table, by)} closed this room.", at)
        for viewer in store.everybody(table):
            show_out(table.room.pk, viewer)


def hide_message(*, room_id: int, by: By, handle: str, at: datetime, pass_id: int | None = None) -> None:
    """Hide what was said at the table for good; a whisper that the host did not hear is not theirs to hide."""
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        _require_power(table, by)
        heard = Q(to=None)
        if isinstance(by, int):
            heard |= Q(to=table.seats[by]) | Q(seat=table.seats[by])
        message = Message.objects.filter(heard, room=table.room, handle=handle, hidden_at=None).first()
        if message is None:
            return
        message.hidden_at = at
        message.save(update_fields=["hidden_at"])
        if message.to_id is None:
            store.notify(table, f"{_title(table, by)} hid a message.", at)
        else:
            numbers = {seat.pk: number for number, seat in table.seats.items()}
            table.nudged |= {numbers[message.seat_id], numbers[message.to_id]}


def _is_brought_back(table: Table, seat: Seat) -> bool:
    """Say whether somebody who was removed is in the game all the same, after a rewind, and no bot plays for them."""
    if seat.driver == Seat.Driver.BOT:
        return False
    try:
        without = table.game.intervened(table.state, table.game.removal(seat.number)).state
    except Refused:
        return False
    return table.game.encode(without) != table.game.encode(table.state)


def _require_power(table: Table, by: By) -> None:
    if by != ADMIN:
        require_host(table, by)  # type: ignore[arg-type]


def _title(table: Table, by: By) -> str:
    return {"moderator": "The moderator", ADMIN: "An admin"}.get(str(by), "The host")


def _length(minutes: int) -> str:
    if minutes % 60:
        return f"{minutes} minute{'s' if minutes > 1 else ''}"
    return f"{minutes // 60} hour{'s' if minutes > 60 else ''}"


def _hand_over_hosting_of(table: Table, seat: Seat) -> None:
    if table.room.host_id == seat.pk:
        after = heir(table)
        table.room.host = table.seats[after] if after is not None else None
