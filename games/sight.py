"""What a viewer may see of a room now: built up from nothing, and all that pages and exports get to show.

A viewer is a seat's number, ``public`` (whoever has the watch link, or a projector), or the ``moderator``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

import msgspec
from django.db.models import Q

from games.models import Dispatch, Message, Notice, Order, Phase, Room, RoomSeed, Seat
from games.powers import deleted_on, is_host, may_claim, may_talk, seat_limit
from games.registry import News, find
from games.store import Table, load, turns
from games.terms import Refused, Viewer

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
    """``text`` is empty once the message is hidden; ``to`` is the seat whispered to, or None.

    ``handle`` names the message to whoever may hide it.
    """

    handle: str
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
class PhaseSight:
    """A phase that a moderator may go back to the opening of."""

    serial: int
    name: str
    year: int
    opened_at: datetime


@dataclass(frozen=True)
class ClosedSight:
    """What each seat handed in for a phase that is closed, in plain form."""

    name: str
    year: int
    given: Mapping[int, Any]


@dataclass(frozen=True)
class RoomSight:
    """A room as one viewer sees it. ``play`` is the game's own sight, None before the start.

    ``scenery`` is what the game has drawn once for everybody. ``join_path`` and ``watch_path`` are the links
    to hand on, empty for those who have none to give. ``deletes_at`` is when the room will be
    deleted, at the earliest: it does not move when somebody does something in secret. ``own`` is what the viewer's
    seat has stored for the running phase, in plain form, None for nothing. ``lately`` is the moderator's alone: the
    closed phases of the running year and of the year before, in their order. ``seed`` (hex) is empty until the
    game is over.
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
    join_path: str
    watch_path: str
    scenery: str
    seal: str
    seed: str
    record: bytes
    seats: tuple[SeatSight, ...]
    seat_limit: int
    fewest: int
    is_host: bool
    may_claim_hosting: bool
    may_talk: bool
    may_whisper_to: tuple[SeatSight, ...]
    play: Any
    own: Any
    has_acted: bool
    dispatches: tuple[DispatchSight, ...]
    messages: tuple[MessageSight, ...]
    notices: tuple[NoticeSight, ...]
    phases: tuple[PhaseSight, ...]
    lately: tuple[ClosedSight, ...]
    has_rematch: bool

    @property
    def me(self) -> SeatSight | None:
        return next((seat for seat in self.seats if seat.is_me), None)

    @property
    def notices_newest_first(self) -> tuple[NoticeSight, ...]:
        return self.notices[::-1]

    @property
    def phases_latest_first(self) -> tuple[PhaseSight, ...]:
        return self.phases[::-1]

    @property
    def others(self) -> tuple[SeatSight, ...]:
        return tuple(seat for seat in self.seats if not seat.is_me)


def see_room(room: Room, viewer: Viewer) -> RoomSight:
    """Show the room to one viewer."""
    table = load(room)
    phase, own = table.phase, table.orders.get(viewer) if isinstance(viewer, int) else None
    started = table.state is not None
    seats = tuple(_seat(table, seat, viewer) for seat in table.seats.values())
    inside = viewer != "public"
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
        join_path=f"/j/{room.join_token}" if inside and room.status == Room.Status.LOBBY else "",
        watch_path=f"/watch/{room.watch_token}" if inside else "",
        scenery=room.scenery,
        seal=room.seal,
        seed=_seed(room) if room.status == Room.Status.OVER else "",
        record=see_record(room) if room.status == Room.Status.OVER else b"",
        seats=seats,
        seat_limit=seat_limit(table),
        fewest=table.game.FEWEST,
        is_host=is_host(table, viewer),
        may_claim_hosting=isinstance(viewer, int) and may_claim(table, viewer),
        may_talk=_may_talk(table, viewer, None),
        may_whisper_to=tuple(
            seat for seat in seats if started and not seat.is_me and _may_talk(table, viewer, seat.number)
        ),
        play=table.game.see(table.state, viewer, table.inputs) if started else None,
        own=msgspec.json.decode(own.given) if own else None,
        has_acted=own is not None,
        dispatches=tuple(_dispatches(table, viewer)) if started else (),
        messages=tuple(_messages(table, viewer)),
        notices=tuple(
            NoticeSight(notice.text, notice.at) for notice in Notice.objects.filter(room=room).order_by("pk")
        ),
        phases=tuple(_phases(table)) if viewer == "moderator" else (),
        lately=tuple(_lately(table)) if viewer == "moderator" and started else (),
        has_rematch=inside and room.rematch_id is not None,
    )


def see_record(room: Room) -> bytes:
    """Write a finished game as a case, with everything in it; refuse one that is not over."""
    if room.status != Room.Status.OVER:
        raise Refused("This game is not over yet.")
    game, seed = find(room.game), bytes(RoomSeed.objects.get(room=room).secret)
    seats = Seat.objects.filter(room=room).count()
    return game.record(seed, room.options, seats, turns(room))


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


def _may_talk(table: Table, viewer: Viewer, to: int | None) -> bool:
    """Say whether the viewer may say something now, to one seat or to the whole table."""
    is_closed = table.room.status == Room.Status.CLOSED
    return isinstance(viewer, int) and not is_closed and may_talk(table, viewer, to)


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


def _phases(table: Table) -> Iterator[PhaseSight]:
    for phase in Phase.objects.filter(room=table.room, undone=False).defer("state").order_by("serial"):
        yield PhaseSight(phase.serial, phase.name, phase.year, phase.opened_at)


def _lately(table: Table) -> Iterator[ClosedSight]:
    handed_in = Order.objects.filter(
        phase__room=table.room,
        phase__undone=False,
        phase__closed_at__isnull=False,
        phase__year__gte=table.game.year(table.state) - 1,
    )
    rows = handed_in.order_by("phase__serial", "seat__number").values_list(
        "phase__serial", "phase__name", "phase__year", "seat__number", "given"
    )
    for (_, name, year), given in groupby(rows, key=itemgetter(0, 1, 2)):
        yield ClosedSight(name, year, {number: msgspec.json.decode(one) for *_, number, one in given})


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
            handle=row.handle,
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
