"""What must hold in the database whatever was killed: looked at during a storm from outside, and gone over after it.

Every function lists what is broken, in words; an empty list is what each test ends with.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec
from django.db import connection, transaction
from django.db.models import Count

from earths.models import Ballot, Bill, EarthYear, Seed, Stage, Vote, Week, World
from earths.rules import codec, year
from earths.rules.boundary import Boundary
from earths.rules.tables import EARTHS, FIRST_YEAR
from earths.store import changes_to_plain, standing_ballots, states_before
from games import registry, store
from games.chance import Dice
from games.models import Dispatch, Order, Phase, Room, Seat

STAGE_BEFORE = {
    Boundary.BALLOT: Stage.OPENED,
    Boundary.COUNT: Stage.BALLOTED,
    Boundary.LOCK: Stage.COUNTED,
    Boundary.TICK: Stage.LOCKED,
    Boundary.OPEN: Stage.TICKED,
}

# Each asks in one statement, so in one snapshot, for what a half-done resolution would show.
HALF_DONE = {
    "a running room without its one open phase": """
        SELECT room.id FROM games_room room LEFT JOIN games_phase phase
            ON phase.room_id = room.id AND phase.closed_at IS NULL
        WHERE room.status = 'running'
        GROUP BY room.id HAVING count(phase.id) <> 1""",
    "a room due at another moment than its phase": """
        SELECT room.id FROM games_room room JOIN games_phase phase
            ON phase.room_id = room.id AND phase.closed_at IS NULL
        WHERE room.status = 'running' AND room.due_at IS DISTINCT FROM phase.due_at""",
    "a phase that is missing between two others": """
        SELECT room_id FROM games_phase GROUP BY room_id HAVING count(*) <> max(serial)""",
    "an over room with an open phase": """
        SELECT room.id FROM games_room room JOIN games_phase phase ON phase.room_id = room.id
        WHERE room.status = 'over' AND phase.closed_at IS NULL""",
    "a week further on, or less far, than its world": """
        SELECT world.id FROM earths_world world JOIN earths_week week
            ON week.world_id = world.id AND week.year = world.due_year
        WHERE week.stage <> CASE world.due
            WHEN 'ballot' THEN 1 WHEN 'count' THEN 2 WHEN 'lock' THEN 3 WHEN 'tick' THEN 4 ELSE 0 END""",
    "a week that is counted in part": """
        SELECT week.id FROM earths_week week
        WHERE (week.stage >= 3) <> ALL (
            SELECT voters IS NOT NULL FROM earths_earthyear WHERE week_id = week.id
            UNION ALL SELECT yes IS NOT NULL FROM earths_bill WHERE week_id = week.id AND place IS NOT NULL)""",
    "a year that has passed on one Earth alone": """
        SELECT week.id FROM earths_week week
        WHERE (week.stage >= 5) <> ALL (SELECT state IS NOT NULL FROM earths_earthyear WHERE week_id = week.id)""",
}


def half_done(cluster: Any) -> list[str]:
    """Look once from outside, each question in a snapshot of its own."""
    return [f"{what}: {found}" for what, query in HALF_DONE.items() if (found := cluster.sql(query))]


def broken() -> list[str]:
    """Go over every room and world of the database with the rules at hand, in one snapshot: the site goes on."""
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        found = [f"room {room.pk}: {what}" for room in Room.objects.order_by("pk") for what in _in_room(room)]
        worlds = World.objects.order_by("pk")
        return found + [f"world {one.pk}: {what}" for one in worlds for what in _in_world(one)]


# --- Rooms


def _in_room(room: Room) -> Iterator[str]:
    phases = list(Phase.objects.filter(room=room).order_by("serial"))
    if not phases:
        return
    if [phase.serial for phase in phases] != list(range(1, len(phases) + 1)):
        yield f"its phases are {[phase.serial for phase in phases]}"
    still_open = [phase.serial for phase in phases if phase.closed_at is None]
    if still_open != ([len(phases)] if room.status in ("running", "paused") else []):
        yield f"it is {room.status}, and open are {still_open}"
    for before, after in pairwise(phases):
        if before.closed_at != after.opened_at:
            yield f"phase {before.serial} closed at {before.closed_at}, the next opened at {after.opened_at}"
    yield from _replay(room, [phase for phase in phases if not phase.undone])


def _replay(room: Room, phases: Sequence[Phase]) -> Iterator[str]:
    """Play the game again from its seed and what was handed in, and compare every state and all news."""
    game, dice = registry.find(room.game), store.dice(room)
    numbers: dict[int, int] = dict(Seat.objects.filter(room=room).values_list("pk", "number"))
    begun = game.start(seats=len(numbers), options=room.options, dice=dice)
    if game.encode(begun.state) != phases[0].state:
        yield "its first state is not what its seed deals"
    for before, after in pairwise(phases):
        state = game.decode(before.state)
        orders = Order.objects.filter(phase=before).order_by("seat__number")
        inputs = {numbers[o.seat_id]: game.read_input(state, msgspec.json.decode(o.given)) for o in orders}
        interventions = game.read_interventions(msgspec.json.decode(before.interventions))
        step = game.resolve(state, registry.Turn(inputs, interventions), dice)
        if game.encode(step.state) != after.state:
            yield f"phase {before.serial} does not lead to the stored phase {after.serial}"
        told = Counter(_text(one.to, one.kind, one.body) for one in map(game.plain, step.news))
        kept = Counter(
            _text(row.to, row.kind, msgspec.json.decode(row.body))
            for row in Dispatch.objects.filter(phase=before)
        )
        if before.interventions == "{}" and told != kept:
            yield f"phase {before.serial} told {sorted((kept - told).elements())} too much"
            yield f"phase {before.serial} did not tell {sorted((told - kept).elements())}"
    if Dispatch.objects.filter(phase=phases[-1]).exists() and phases[-1].closed_at is None:
        yield "an open phase has news already"


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _text(to: int | None, kind: str, body: Any) -> str:
    return msgspec.json.encode([to, kind, body], order="sorted").decode()


# --- Worlds


def _in_world(world: World) -> Iterator[str]:
    weeks = list(Week.objects.filter(world=world).order_by("year"))
    last = world.due_year - (world.due == Boundary.OPEN)
    if [week.year for week in weeks] != list(range(FIRST_YEAR, last + 1)):
        yield f"{world.due} of {world.due_year} is next, and its weeks are {[week.year for week in weeks]}"
        return
    for week in weeks:
        stage = STAGE_BEFORE[Boundary(world.due)] if week.year == world.due_year else Stage.TICKED
        if week.stage != stage:
            yield f"{week.year} is at stage {week.stage} in place of {stage}"
        for what in (*_in_count(week), *_in_year(week)):
            yield f"{week.year}: {what}"


def _in_count(week: Week) -> Iterator[str]:
    if doubled := Ballot.objects.filter(week=week).values("citizen").annotate(n=Count("pk")).filter(n__gt=1):
        yield f"{len(doubled)} citizens have more than one ballot"
    rows = {row.earth: row for row in EarthYear.objects.filter(week=week)}
    if sorted(rows) != sorted(EARTHS):
        yield f"its Earths are {sorted(rows)}"
        return
    counted = week.stage >= Stage.COUNTED
    for bill in Bill.objects.filter(week=week, place__isnull=False):
        votes = Vote.objects.filter(bill=bill)
        right = (votes.filter(yes=True).count(), votes.filter(yes=False).count()) if counted else (None, None)
        if (bill.yes, bill.no) != right:
            yield f"bill {bill.pk} has {(bill.yes, bill.no)}, its votes are {right}"
    for earth, row in rows.items():
        ballots = Ballot.objects.filter(week=week, earth=earth)
        standing = standing_ballots(Week.objects.filter(pk=week.pk)).filter(earth=earth).count()
        right = [standing, *(ballots.filter(response=letter).count() for letter in "ABC")]
        if [row.voters, row.response_a, row.response_b, row.response_c] != (right if counted else [None] * 4):
            yield f"{earth} counts {[row.voters, row.response_a, row.response_b, row.response_c]}, not {right}"


def _in_year(week: Week) -> Iterator[str]:
    """Let the year pass again from the week's seed and its laws."""
    dice = Dice(bytes(Seed.objects.get(week=week).secret))
    before = states_before(week)
    for row in EarthYear.objects.filter(week=week):
        if week.stage < Stage.TICKED:
            if row.state is not None:
                yield f"{row.earth} has a state before its year has passed"
            continue
        laws = Bill.objects.filter(week=week, earth=row.earth, is_law=True).values_list("policy", flat=True)
        ticked = year.tick(before[row.earth], week.year, list(laws), week.crisis, row.response, dice)
        if [row.state, row.changes] != _plain([codec.write(ticked.earth), changes_to_plain(ticked.changes)]):
            yield f"{row.earth} does not stand as its rules say"
