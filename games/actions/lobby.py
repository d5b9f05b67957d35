"""Opening a room, coming in, and starting its game."""

import itertools
import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from games import bots, registry, store
from games.actions.passes import issue
from games.chance import SEED_BYTES, seal
from games.commit import commit
from games.deadlines import hurry_bots
from games.live import show_out
from games.models import Room, RoomSeed, Seat
from games.names import TAKEN, clean_name
from games.powers import require_host, seat_limit
from games.store import Table, everybody
from games.terms import Refused, Viewer
from games.text import fold
from games.tokens import new_token

BOT_NAMES = (
    "Aurelio",
    "Benedicta",
    "Casimiro",
    "Dolores",
    "Evaristo",
    "Fortunata",
    "Gumersindo",
    "Hortensia",
)


def open_room(*, game: str, options: Mapping[str, Any], name: str | None, at: datetime) -> tuple[Room, str]:
    """Open a room for ``game`` and answer it with its opener's token.

    The opener takes seat 1 under ``name``; without one, in a game with a moderator, they take the console.
    Refuses options that the game does not have.
    """
    rules = registry.find(game)
    if name is None and not rules.MODERATED:
        raise Refused("Please say under which name you will play.")
    seed = secrets.token_bytes(SEED_BYTES)
    with transaction.atomic():
        room = Room.objects.create(
            public_id=new_token()[:22],
            game=game,
            options=rules.check_options(options),
            join_token=new_token(),
            watch_token=new_token(),
            seal=seal(seed),
            created_at=at,
            touched_at=at,
        )
        RoomSeed.objects.create(room=room, secret=seed)
        if name is None:
            return room, issue(room=room, seat=None, at=at, used=True)
        seat = take_seat(room, 1, name, at)
        room.host = seat
        room.save(update_fields=["host"])
        return room, issue(room=room, seat=seat, at=at, used=True)


def join(*, room_id: int, name: str, at: datetime) -> str:
    """Take the next free seat of a lobby under ``name`` and answer its token; refuse a full or started room."""
    with commit(room_id=room_id, at=at) as table:
        _require_free_seat(table)
        seat = take_seat(table.room, _free_number(table), name, at)
        table.seats[seat.number] = seat
        if table.room.host_id is None and not table.game.MODERATED:
            table.room.host = seat
        return issue(room=table.room, seat=seat, at=at, used=True)


def add_player(*, room_id: int, by: Viewer, name: str, at: datetime, pass_id: int | None = None) -> None:
    """Seat somebody who sits at a real table and needs no screen: the moderator acts for them."""
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        if by != "moderator":
            raise Refused("Only the moderator can seat somebody else.")
        _require_free_seat(table)
        seat = take_seat(table.room, _free_number(table), name, at)
        table.seats[seat.number] = seat


def change_options(
    *, room_id: int, by: Viewer, options: Mapping[str, Any], at: datetime, pass_id: int | None = None
) -> None:
    """Change how the game will be played, before it starts; refuse fewer seats than are taken."""
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        require_host(table, by)
        if table.room.status != Room.Status.LOBBY:
            raise Refused("The game has started, so its options stay as they are.")
        chosen = table.game.check_options(options)
        if chosen.get("seats", table.game.MOST) < len(table.seats):
            raise Refused(f"{len(table.seats)} people sit at this table already.")
        if chosen != table.room.options:
            table.room.options = chosen
            table.nudged |= everybody(table)


def leave_lobby(*, room_id: int, number: int, at: datetime, pass_id: int | None = None) -> None:
    """Give a seat up before the game starts; the host's place goes to whoever has sat here longest."""
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        if table.room.status != Room.Status.LOBBY:
            raise Refused("The game has started.")
        empty_lobby_seat(table, number)


def empty_lobby_seat(table: Table, number: int) -> None:
    """Take a seat out of a lobby's table, with its passes. Everybody else keeps their number."""
    seat = table.seats.pop(number, None)
    if seat is None:
        raise Refused("There is no such seat.")
    was_host = table.room.host_id == seat.pk
    seat.delete()
    show_out(table.room.pk, number)
    if was_host:
        longest = min(table.seats.values(), key=lambda other: (other.joined_at, other.number), default=None)
        table.room.host = longest


def start(*, room_id: int, by: Viewer, at: datetime, pass_id: int | None = None) -> None:
    """Start the game with those who are there, bots in the empty seats where the room wants them."""
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        require_host(table, by)
        if table.room.status != Room.Status.LOBBY:
            return
        _close_gaps(table)
        if table.room.options.get("bots"):
            _fill_with_bots(table, at)
        if len(table.seats) < table.game.FEWEST:
            missing = table.game.FEWEST - len(table.seats)
            raise Refused(
                f"{table.game.TITLE} needs {table.game.FEWEST} players at least; {missing} are missing."
            )
        dice = store.dice(table.room)
        begun = table.game.start(seats=len(table.seats), options=table.room.options, dice=dice)
        table.room.scenery = table.game.scenery(dice)
        table.state = begun.state
        # What is told at the very start belongs to no phase, so that no rewinding takes it back.
        store.tell(table, begun.news, at)
        store.open_phase(table, begun.state, at)
        bots.act(table, at)
        hurry_bots(table, at)


def _require_free_seat(table: Table) -> None:
    if table.room.status != Room.Status.LOBBY:
        raise Refused("This game has started, so nobody can take a seat any more. You can still watch it.")
    if len(table.seats) >= seat_limit(table):
        raise Refused("Every seat at this table is taken. You can still watch.")


def _free_number(table: Table) -> int:
    return next(number for number in itertools.count(1) if number not in table.seats)


def _close_gaps(table: Table) -> None:
    """Let the last ones sit down where somebody left, so that seats are numbered from 1 on as games want it.

    A number goes from nobody to somebody, never from one person to another: what was clicked before does not
    hit the wrong one.
    """
    for last in sorted(table.seats, reverse=True):
        free = _free_number(table)
        if free > last:
            break
        seat = table.seats.pop(last)
        seat.number = free
        seat.save(update_fields=["number"])
        table.seats[free] = seat
        show_out(table.room.pk, last)
    table.seats = dict(sorted(table.seats.items()))


def take_seat(room: Room, number: int, name: str, at: datetime, driver: str = Seat.Driver.PERSON) -> Seat:
    """Put somebody into a seat that is free; refuse a name that the table has already."""
    name = clean_name(name)
    try:
        with transaction.atomic():
            return Seat.objects.create(
                room=room, number=number, name=name, folded_name=fold(name), driver=driver, joined_at=at
            )
    except IntegrityError:
        raise Refused(TAKEN) from None


def _fill_with_bots(table: Table, at: datetime) -> None:
    taken = {seat.folded_name for seat in table.seats.values()}
    names = [name for name in BOT_NAMES if fold(name) not in taken]
    names += [f"Bot {number}" for number in range(1, 20) if fold(f"Bot {number}") not in taken]
    for name in names[: max(seat_limit(table) - len(table.seats), 0)]:
        seat = take_seat(table.room, len(table.seats) + 1, name, at, Seat.Driver.BOT)
        table.seats[seat.number] = seat
