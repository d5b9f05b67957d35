"""What a host, a moderator or an admin does to a running room; each is told to the table."""

from datetime import datetime, timedelta

from games import bots, store
from games.actions.lobby import empty_lobby_seat, require_host
from games.actions.passes import issue, revoke
from games.actions.play import require_running
from games.commit import close_phase, commit, hurry_bots, resume, set_due
from games.models import Message, Room, Seat
from games.names import clean_name
from games.registry import Viewer
from games.store import Table
from games.terms import Refused
from games.text import fold

LONGEST_PAUSE = timedelta(hours=24)
LONGEST_EXTENSION = timedelta(days=7)
HOST_GONE_AFTER = 2
ADMIN = "admin"
By = Viewer | str
"""Who does it: a seat's number, the moderator, or ``ADMIN``."""


def pause(*, room_id: int, by: By, at: datetime) -> None:
    """Pause the running phase; the room goes on by itself after 24 hours."""
    with commit(room_id=room_id, at=at) as table:
        _require_power(table, by)
        if table.room.status == Room.Status.PAUSED:
            return
        require_running(table)
        table.room.status, table.room.due_at = Room.Status.PAUSED, None
        table.room.paused_at, table.room.resumes_at = at, at + LONGEST_PAUSE
        store.notify(table, f"{_title(table, by)} paused the game. It goes on by itself after 24 hours.", at)


def unpause(*, room_id: int, by: By, at: datetime) -> None:
    """Let a paused room go on with as much time as it had left."""
    with commit(room_id=room_id, at=at) as table:
        _require_power(table, by)
        if table.room.status == Room.Status.PAUSED:
            resume(table, at)


def extend(*, room_id: int, by: By, minutes: int, serial: int, at: datetime) -> None:
    """Give the running phase ``minutes`` more; a phase that is closed already is refused."""
    with commit(room_id=room_id, at=at, serial=serial) as table:
        _require_power(table, by)
        more = timedelta(minutes=minutes)
        if not timedelta(0) < more <= LONGEST_EXTENSION:
            raise Refused("A phase can be extended by a minute at least and by seven days at most.")
        assert table.phase is not None
        assert table.phase.due_at is not None
        set_due(table, table.phase.due_at + more)
        store.notify(table, f"{_title(table, by)} extended this phase by {minutes} minutes.", at)


def end_phase(*, room_id: int, by: By, serial: int, at: datetime) -> None:
    """Close the running phase now, with what has been handed in; the moderator's and the admin's power."""
    with commit(room_id=room_id, at=at, serial=serial) as table:
        if by not in ("moderator", ADMIN):
            raise Refused("Only the moderator can end a phase early.")
        store.notify(table, f"{_title(table, by)} ended this phase early.", at)
        close_phase(table, at)


def remove(*, room_id: int, by: By, number: int, at: datetime) -> None:
    """Remove whoever sits in a seat, publicly: a bot takes it over, or the game's own rule of removal follows.

    What they handed in for the running phase is void, and their passes are revoked.
    """
    with commit(room_id=room_id, at=at) as table:
        _require_power(table, by)
        seat = _seat(table, number)
        revoke(room=table.room, seat=seat, at=at)
        if table.room.status == Room.Status.LOBBY:
            empty_lobby_seat(table, number)
            return
        if seat.vacant:
            raise Refused(f"{seat.name} has been removed already.")
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
        if table.room.status in (Room.Status.RUNNING, Room.Status.PAUSED):
            if table.room.options.get("bots"):
                bots.act(table, at)
                hurry_bots(table, at)
            else:
                store.intervene(table, table.game.removal(number), at)


def substitute(*, room_id: int, by: By, number: int, name: str, at: datetime) -> str:
    """Give a seat to somebody else under ``name`` and answer their token; the passes so far die.

    A bot that played the seat hands it over. What was handed in for the running phase is void.
    """
    with commit(room_id=room_id, at=at) as table:
        _require_power(table, by)
        require_running(table)
        seat = _seat(table, number)
        before, name = seat.name, clean_name(name)
        folded = fold(name)
        if any(other.folded_name == folded for other in table.seats.values() if other.pk != seat.pk):
            raise Refused("Somebody at this table has this name already, or one that looks like it.")
        revoke(room=table.room, seat=seat, at=at)
        store.drop_order(table, number)
        seat.name, seat.folded_name, seat.driver = name, folded, Seat.Driver.PERSON
        seat.vacant, seat.missed, seat.joined_at = False, 0, at
        seat.save()
        store.notify(table, f"{_title(table, by)} handed the seat of {before} to {name}.", at)
        return issue(room=table.room, seat=seat, at=at)


def hand_over(*, room_id: int, by: Viewer, number: int, at: datetime) -> None:
    """Make somebody else at the table its host."""
    with commit(room_id=room_id, at=at) as table:
        require_host(table, by)
        seat = _seat(table, number)
        if seat.driver == Seat.Driver.BOT or seat.vacant:
            raise Refused("A bot cannot be the host.")
        table.room.host = seat
        store.notify(table, f"{seat.name} is now the host of this room.", at)


def claim_hosting(*, room_id: int, number: int, at: datetime) -> None:
    """Become the host in place of one who missed two phases; the right of whoever has sat here longest."""
    with commit(room_id=room_id, at=at) as table:
        host = table.room.host
        if host is not None and not host_is_gone(table):
            raise Refused("The host is still here.")
        if number != heir(table):
            raise Refused("Whoever has sat at this table longest can take over as its host.")
        table.room.host = table.seats[number]
        store.notify(table, f"{table.seats[number].name} took over as the host of this room.", at)


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


def close(*, room_id: int, by: By, at: datetime) -> None:
    """Close the room for good; a game that is not over stays unfinished."""
    with commit(room_id=room_id, at=at) as table:
        _require_power(table, by)
        if table.room.status == Room.Status.CLOSED:
            return
        table.room.status = Room.Status.CLOSED
        table.room.due_at = table.room.resumes_at = table.room.paused_at = None
        store.notify(table, f"{_title(table, by)} closed this room.", at)


def hide_message(*, room_id: int, by: By, message_id: int, at: datetime) -> None:
    """Hide a message from the table for good."""
    with commit(room_id=room_id, at=at) as table:
        _require_power(table, by)
        if Message.objects.filter(pk=message_id, room=table.room, hidden_at=None).update(hidden_at=at):
            store.notify(table, f"{_title(table, by)} hid a message.", at)


def _require_power(table: Table, by: By) -> None:
    if by != ADMIN:
        require_host(table, by)  # type: ignore[arg-type]


def _title(table: Table, by: By) -> str:
    return {"moderator": "The moderator", ADMIN: "An admin"}.get(str(by), "The host")


def _seat(table: Table, number: int) -> Seat:
    if number not in table.seats:
        raise Refused("There is no such seat.")
    return table.seats[number]


def _hand_over_hosting_of(table: Table, seat: Seat) -> None:
    if table.room.host_id == seat.pk:
        after = heir(table)
        table.room.host = table.seats[after] if after is not None else None
