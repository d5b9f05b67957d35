"""What a viewer may see of a room now: built up from nothing, and all that pages and exports get to show.

A viewer is a seat's number, ``public`` (whoever has the watch link, or a projector), or the ``moderator``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Q

from games.actions.due import deleted_on
from games.actions.hosting import heir, host_is_gone
from games.actions.lobby import seat_limit
from games.models import Dispatch, Message, Notice, Room, RoomSeed, Seat
from games.registry import News, Viewer
from games.store import Table, load
from games.terms import Refused

LATEST_MESSAGES = 200


@dataclass(frozen=True)
class SeatSight:
    """Who sits where; whether they have acted in the running phase is nobody's to see here."""

    number: int
    name: str
    is_bot: bool
    is_vacant: bool
    is_host: bool
    is_me: bool


@dataclass(frozen=True)
class DispatchSight:
    """News that this viewer was told; ``to`` is None where everybody was."""

    year: int
    to: int | None
    kind: str
    body: Mapping[str, Any]
    at: datetime


@dataclass(frozen=True)
class MessageSight:
    """``text`` is empty once the message is hidden; ``to`` is the seat whispered to, or None."""

    id: int
    seat: int
    name: str
    to: int | None
    to_name: str
    text: str
    hidden: bool
    at: datetime


@dataclass(frozen=True)
class NoticeSight:
    text: str
    at: datetime


@dataclass(frozen=True)
class RoomSight:
    """A room as one viewer sees it. ``play`` is the game's own sight, None before the start.

    ``own`` is what the viewer's seat has stored for the running phase, in plain form, None for nothing.
    ``seed`` (hex) is empty until the game is over.
    """

    public_id: str
    game: str
    title: str
    viewer: Viewer
    status: str
    options: Mapping[str, Any]
    serial: int
    phase: str | None
    phase_opened_at: datetime | None
    due_at: datetime | None
    paused_at: datetime | None
    resumes_at: datetime | None
    deletes_at: datetime
    seal: str
    seed: str
    seats: tuple[SeatSight, ...]
    seat_limit: int
    fewest: int
    is_host: bool
    may_claim_hosting: bool
    may_talk: bool
    play: Any
    own: Any
    has_acted: bool
    dispatches: tuple[DispatchSight, ...]
    messages: tuple[MessageSight, ...]
    notices: tuple[NoticeSight, ...]

    @property
    def me(self) -> SeatSight | None:
        return next((seat for seat in self.seats if seat.is_me), None)

    @property
    def others(self) -> tuple[SeatSight, ...]:
        return tuple(seat for seat in self.seats if not seat.is_me)


def see_room(room: Room, viewer: Viewer) -> RoomSight:
    """Show the room to one viewer."""
    table = load(room)
    phase, own = table.phase, table.orders.get(viewer) if isinstance(viewer, int) else None
    started = phase is not None
    over = room.status == Room.Status.OVER
    return RoomSight(
        public_id=room.public_id,
        game=room.game,
        title=table.game.TITLE,
        viewer=viewer,
        status=room.status,
        options=room.options,
        serial=phase.serial if phase else 0,
        phase=table.game.phase(table.state) if started else None,
        phase_opened_at=phase.opened_at if phase else None,
        due_at=room.due_at,
        paused_at=room.paused_at,
        resumes_at=room.resumes_at,
        deletes_at=deleted_on(room),
        seal=room.seal,
        seed=_seed(room) if over else "",
        seats=tuple(_seat(table, seat, viewer) for seat in table.seats.values()),
        seat_limit=seat_limit(table),
        fewest=table.game.FEWEST,
        is_host=_is_host(table, viewer),
        may_claim_hosting=isinstance(viewer, int)
        and started
        and host_is_gone(table)
        and heir(table) == viewer,
        may_talk=_may_talk(table, viewer),
        play=table.game.see(table.state, viewer, table.inputs) if started else None,
        own=msgspec.json.decode(own.given) if own else None,
        has_acted=own is not None,
        dispatches=tuple(_dispatches(table, viewer)) if started else (),
        messages=tuple(_messages(table, viewer)),
        notices=tuple(
            NoticeSight(notice.text, notice.at) for notice in Notice.objects.filter(room=room).order_by("pk")
        ),
    )


def _seed(room: Room) -> str:
    return bytes(RoomSeed.objects.get(room=room).secret).hex()


def _seat(table: Table, seat: Seat, viewer: Viewer) -> SeatSight:
    return SeatSight(
        number=seat.number,
        name=seat.name,
        is_bot=seat.driver == Seat.Driver.BOT,
        is_vacant=seat.vacant,
        is_host=seat.pk == table.room.host_id,
        is_me=seat.number == viewer,
    )


def _is_host(table: Table, viewer: Viewer) -> bool:
    return viewer == "moderator" or any(
        seat.number == viewer for seat in table.seats.values() if seat.pk == table.room.host_id
    )


def _may_talk(table: Table, viewer: Viewer) -> bool:
    """Say whether the viewer may say something to the whole table now."""
    if not isinstance(viewer, int) or table.room.status == Room.Status.CLOSED:
        return False
    if table.state is None:
        return True
    try:
        table.game.check_talk(table.state, viewer, None)
    except Refused:
        return False
    return True


def _dispatches(table: Table, viewer: Viewer) -> Iterator[DispatchSight]:
    """Show what the viewer was told, judged piece by piece by the game's own rule."""
    rows = Dispatch.objects.filter(room=table.room).exclude(phase__undone=True).order_by("pk")
    if isinstance(viewer, int) and table.room.status != Room.Status.OVER:
        rows = rows.filter(Q(to=None) | Q(to=viewer))
    elif viewer == "public" and table.room.status != Room.Status.OVER:
        rows = rows.filter(to=None)
    for row in rows:
        news = News(row.to, row.kind, msgspec.json.decode(row.body))
        if table.game.may_read(table.state, viewer, news, row.year):
            yield DispatchSight(row.year, row.to, row.kind, news.body, row.at)


def _messages(table: Table, viewer: Viewer) -> list[MessageSight]:
    """Show the table's talk to those who sit at it (and the moderator), and whispers to the two they are between."""
    if viewer == "public":
        return []
    rows = Message.objects.filter(room=table.room).select_related("seat", "to")
    heard = Q(to=None)
    if isinstance(viewer, int):
        mine = table.seats[viewer]
        heard |= Q(to=mine) | Q(seat=mine, to__isnull=False)
    latest = list(rows.filter(heard).order_by("-pk")[:LATEST_MESSAGES])
    return [
        MessageSight(
            id=row.pk,
            seat=row.seat.number,
            name=row.seat.name,
            to=row.to.number if row.to else None,
            to_name=row.to.name if row.to else "",
            text="" if row.hidden_at else row.text,
            hidden=row.hidden_at is not None,
            at=row.at,
        )
        for row in reversed(latest)
    ]
