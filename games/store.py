"""Rows <-> states: a room read as one table, and the rows that a step of its game makes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec

from games import formats, registry, sql
from games.chance import Dice
from games.models import Dispatch, Notice, Order, Phase, Room, RoomSeed, Seat
from games.registry import Game, News, Told, Turn
from games.terms import Viewer


@dataclass
class Table:
    """A room with its seats by number and, once it has started, its open phase and everything handed in for it.

    ``state`` is the state at the phase's opening with the interventions since then. ``nudged`` holds the
    viewers to whom something was told during the running change.
    """

    room: Room
    game: Game
    seats: dict[int, Seat]
    phase: Phase | None = None
    state: Any = None
    orders: dict[int, Order] = field(default_factory=dict)
    nudged: set[Viewer] = field(default_factory=set)

    @property
    def inputs(self) -> dict[int, Any]:
        """What was handed in, in the game's own types."""
        return {
            number: self.game.read_input(self.state, msgspec.json.decode(order.given))
            for number, order in sorted(self.orders.items())
        }

    @property
    def interventions(self) -> Any:
        return self.game.read_interventions(
            msgspec.json.decode(self.phase.interventions if self.phase else "{}")
        )

    def length(self, phase: str) -> timedelta:
        """How long a phase lasts at this room's pace."""
        lengths = self.room.options.get("lengths", {})
        if phase in lengths:
            return timedelta(seconds=lengths[phase])
        return self.game.PACES[self.room.options["pace"]][phase]


def seated(room: Room) -> Table:
    """Read who sits where in a room, and nothing of its game."""
    found = sql.read(Seat, "room_id = %s ORDER BY number", room.pk)
    return Table(room, registry.find(room.game), {seat.number: seat for seat in found})


def load(room: Room) -> Table:
    """Read a room and its open phase, or its last one, in the form of today; raises ``formats.Newer``.

    Of a room that was set aside the state stays unread: it may be what cannot be worked out.
    """
    return _load(room)[0]


def hold(room: Room) -> Table:
    """Read a room as ``load`` does, whose row the caller holds, and keep it in the form of today.

    So a phase, what was handed in for it and its interventions are always of one format, and a worker that does
    not know it yet leaves the whole room alone.
    """
    table, is_older = _load(room)
    if is_older and table.phase is not None:
        table.phase.save(update_fields=["state", "interventions"])
        Order.objects.bulk_update(table.orders.values(), ["given"])
    return table


def _load(room: Room) -> tuple[Table, bool]:
    table, is_older = seated(room), False
    latest = sql.read(Phase, "room_id = %s AND NOT undone ORDER BY serial DESC LIMIT 1", room.pk)
    table.phase = latest[0] if latest else None
    if table.phase is not None and room.status != Room.Status.SET_ASIDE:
        numbers = {seat.pk: number for number, seat in table.seats.items()}
        handed_in = sql.read(Order, "phase_id = %s", table.phase.pk)
        table.orders = {numbers[order.seat_id]: order for order in handed_in}
        is_older = bring_up(table.game, table.phase, table.orders.values())
        opening = table.game.decode(table.phase.state)
        table.state = table.game.intervened(opening, table.interventions).state
    return table, is_older


def bring_up(game: Game, phase: Phase, orders: Iterable[Order]) -> bool:
    """Bring a phase that was read, with its orders, to today's format; say whether it was in an older one.

    Nothing is stored. Raises ``formats.Newer`` for what a newer version has written.
    """
    path = formats.steps(formats.number_of(phase.state), game.FORMAT, game.UPGRADES)
    if path:
        phase.state = formats.upgrade_state(phase.state, game.FORMAT, path)
        phase.interventions = formats.upgrade_interventions(phase.interventions, path)
        for order in orders:
            order.given = formats.upgrade_given(phase.name, order.given, path)
    return bool(path)


def dice(room: Room) -> Dice:
    """Answer the dice of a room's game; nobody but the rules may throw them."""
    [seed] = sql.read(RoomSeed, "room_id = %s", room.pk)
    return Dice(bytes(seed.secret))


def open_phase(table: Table, state: Any, at: datetime) -> None:
    """Keep ``state`` as the table's next open phase; when the game is over in it, as its last, closed one.

    What the room's options ask for as it opens is carried out and told.
    """
    name = table.game.phase(state)
    serial = table.phase.serial + 1 if table.phase else 1
    due_at = at + table.length(name) if name else None
    asked = table.game.opening(state, table.room.options)
    table.phase = Phase(
        room=table.room,
        serial=serial,
        name=name or "over",
        year=table.game.year(state),
        state=table.game.encode(state),
        interventions=msgspec.json.encode(table.game.write_interventions(asked)).decode(),
        opened_at=at,
        due_at=due_at,
        closed_at=None if name else at,
    )
    sql.add([table.phase])
    table.state, table.orders = table.game.intervened(state, asked).state, {}
    table.room.due_at = due_at
    if name is None:
        # An intervention can end a game that is paused, and nothing goes on from there.
        table.room.paused_at = table.room.resumes_at = None
    table.room.status = Room.Status.RUNNING if name else Room.Status.OVER
    for words in table.game.announce(asked):
        notify(table, f"The moderator {words}.", at)


def keep_order(table: Table, number: int, given: Any, at: datetime) -> None:
    """Keep what a seat hands in for the open phase, in place of what it handed in before."""
    keep_orders(table, {number: given}, at)


def keep_orders(table: Table, given: Mapping[int, Any], at: datetime) -> None:
    """Keep what several seats hand in for the open phase, in place of what they handed in before."""
    orders = [
        Order(
            phase=table.phase,
            seat=table.seats[number],
            given=msgspec.json.encode(table.game.write_input(one)).decode(),
            at=at,
        )
        for number, one in given.items()
    ]
    Order.objects.bulk_create(
        orders, update_conflicts=True, unique_fields=["phase", "seat"], update_fields=["given", "at"]
    )
    table.orders.update(zip(given, orders, strict=True))


def drop_order(table: Table, number: int) -> bool:
    """Take back what a seat handed in, and say whether there was something."""
    order = table.orders.pop(number, None)
    if order is not None:
        order.delete()
    return order is not None


def intervene(table: Table, later: Any, at: datetime) -> None:
    """Add ``later`` to the phase's interventions and tell what follows from it at once, be it the end."""
    assert table.phase is not None
    merged = table.game.merge(table.state, table.interventions, later)
    step = table.game.intervened(table.state, later)
    plain = table.game.write_interventions(merged)
    table.phase.interventions = msgspec.json.encode(plain).decode()
    table.state = step.state
    if table.game.phase(step.state) is None:
        table.phase.closed_at = at
    table.phase.save(update_fields=["interventions", "closed_at"])
    tell(table, step.news, at)
    if table.phase.closed_at is not None:
        open_phase(table, step.state, at)


def tell(table: Table, news: Iterable[Any], at: datetime, *, year: int | None = None) -> None:
    """Keep the game's dispatches with their audiences, as news of the table's phase.

    ``year`` is the one that the step began in, where it may have gone on to the next.
    """
    after = table.game.year(table.state)
    told = list(
        registry.date(table.game, after if year is None else year, after, map(table.game.plain, news))
    )
    sql.add(
        [
            Dispatch(
                room=table.room,
                phase=table.phase,
                year=one.year,
                to=one.news.to,
                kind=one.news.kind,
                body=msgspec.json.encode(one.news.body).decode(),
                at=at,
            )
            for one in told
        ]
    )
    for one in told:
        table.nudged |= everybody(table) if one.news.to is None else {one.news.to}


def told(table: Table) -> list[Told]:
    """Answer all the news of the game so far, whoever it was for."""
    found = Dispatch.objects.filter(room=table.room).exclude(phase__undone=True).order_by("pk")
    return [Told(one.year, News(one.to, one.kind, msgspec.json.decode(one.body))) for one in found]


def notify(table: Table, text: str, at: datetime) -> None:
    """Publish a notice to the table."""
    Notice.objects.create(room=table.room, text=text, at=at)
    table.nudged |= everybody(table)


def everybody(table: Table) -> set[Viewer]:
    """Answer all who may look at the room."""
    return {*table.seats, "public", *(["moderator"] if table.game.MODERATED else [])}  # type: ignore[list-item]


def turns(room: Room) -> list[Turn]:
    """Answer what each phase of the record was given, in the order the phases came."""
    game = registry.find(room.game)
    numbers: Mapping[int, int] = dict(Seat.objects.filter(room=room).values_list("pk", "number"))
    found = []
    for phase in Phase.objects.filter(room=room, undone=False).order_by("serial").prefetch_related("orders"):
        if phase.name == "over":
            continue
        orders = list(phase.orders.all())
        bring_up(game, phase, orders)
        state = game.decode(phase.state)
        inputs = {
            numbers[order.seat_id]: game.read_input(state, msgspec.json.decode(order.given))
            for order in sorted(orders, key=lambda order: numbers[order.seat_id])
        }
        found.append(Turn(inputs, game.read_interventions(msgspec.json.decode(phase.interventions))))
    return found
