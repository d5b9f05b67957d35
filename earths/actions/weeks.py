"""Working off the boundaries of a world's weeks, each once, in order, as of its own instant (E3).

A click and the tick use the same verbs; how late they come changes nothing but when the news is out.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial

import structlog
from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q

from config import metrics
from earths.actions import tallies
from earths.actions.locks import lock_alone
from earths.live import board_changed
from earths.models import (
    Bill,
    Citizen,
    EarthYear,
    Presidency,
    Seed,
    Stage,
    Week,
    World,
)
from earths.rules import boundary as boundaries
from earths.rules import calendar, codec, count, luck, year
from earths.rules.boundary import Boundary
from earths.rules.tables import ACTIVE_WEEKS, EARTHS, FIRST_YEAR
from earths.store import changes_to_plain, standing_ballots, states_before
from games import clock
from games.chance import SEED_BYTES, Dice, seal

log = structlog.get_logger(__name__)

MOST_FAILURES = 10_000
"""Where the count of a world's failures ends: it has a column of its own size, and has said enough."""


def advance_due(at: datetime) -> None:
    """Bring every world that is due up to ``at``, the longest due first.

    A world that another worker holds is left to it; one that fails is reported and does not hold up the rest.
    """
    due = World.objects.filter(archived_at=None, due_at__lte=at).order_by("due_at")
    for world_id in list(due.values_list("pk", flat=True)):
        try:
            while advance(world_id=world_id, at=at, wait=False):
                pass
        except Exception:
            failed = World.objects.filter(pk=world_id, failures__lt=MOST_FAILURES)
            failed.update(failures=F("failures") + 1)
            log.exception("world_failed", world=world_id)
            metrics.count("hemicycle_failures", kind="world")


def catch_up(*, world_id: int, at: datetime) -> None:
    """Work off whatever of the world is due at ``at``, so that what follows finds it as it should be."""
    while World.objects.filter(pk=world_id, archived_at=None, due_at__lte=at).exists():
        advance(world_id=world_id, at=at)


def advance(*, world_id: int, at: datetime, wait: bool = True) -> bool:
    """Work off the next boundary of the world if it is due at ``at``, and say whether it did.

    The world's row is held meanwhile; without ``wait``, a world held by somebody else is not due here.
    """
    with transaction.atomic(durable=True):
        worlds = World.objects.select_for_update(no_key=True, skip_locked=not wait)
        world = worlds.filter(pk=world_id, archived_at=None, due_at__lte=at).first()
        if world is None:
            return False
        boundary, due_at = Boundary(world.due), world.due_at
        WORK[boundary](world)
        world.due_year, world.due = boundaries.following(world.due_year, boundary)
        world.due_at = boundaries.instant(world.starts_on, world.due_year, Boundary(world.due))
        world.failures = 0
        world.save(update_fields=["due_year", "due", "due_at", "failures"])
        board_changed(world.slug)
    log.info("boundary", world=world_id, boundary=boundary.value)
    metrics.count("hemicycle_resolutions", game="two-earths")
    metrics.observe("hemicycle_lateness_seconds", (clock.now() - due_at).total_seconds(), game="two-earths")
    return True


def open_week(world: World) -> None:
    """Open the due week: move citizens, let the Presidents take office, draw the seed and its crisis (E13.8)."""
    movers = Citizen.objects.filter(world=world).exclude(moves_to="")
    movers.update(earth=F("moves_to"), moves_to="", endorses=None, standing_since=None)
    plan = calendar.Week(calendar.sunday_of(world.starts_on, world.due_year))
    seed = secrets.token_bytes(SEED_BYTES)
    week = Week.objects.create(
        world=world,
        year=world.due_year,
        opens_at=plan.opens_at,
        ballot_at=plan.ballot_at,
        count_at=plan.count_at,
        lock_at=plan.lock_at,
        results_at=plan.results_at,
        closes_at=plan.closes_at,
        crisis=luck.crisis(Dice(seed)),
        seal=seal(seed),
    )
    Seed.objects.create(week=week, secret=seed)
    EarthYear.objects.bulk_create([EarthYear(week=week, earth=earth) for earth in EARTHS])
    _let_presidents_take_office(week)


def fix_ballot(world: World) -> None:
    """Fix both ballots by upvotes, so that voting can open (E5.1)."""
    with _due_week(world, Stage.BALLOTED) as week:
        for earth in EARTHS:
            live = Bill.objects.filter(week=week, earth=earth, withdrawn_at=None, struck_at=None)
            bills = list(live.annotate(upvoted=Count("upvotes")).order_by("proposed_at", "pk"))
            places = count.ballot([count.Candidate(bill.pk, bill.policy, bill.upvoted) for bill in bills])
            for bill in bills:
                bill.final_upvotes = bill.upvoted
                bill.place = places.index(bill.pk) + 1 if bill.pk in places else None
            Bill.objects.bulk_update(bills, ["final_upvotes", "place"], batch_size=500)


def count_votes(world: World) -> None:
    """Count the votes that stand, and say which bills have passed and which response was chosen (E6)."""
    with _due_week(world, Stage.COUNTED) as week:
        turnout = tallies.count_turnout(week)
        votes = tallies.count_votes(week)
        ballot = list(Bill.objects.filter(week=week, place__isnull=False))
        for bill in ballot:
            bill.yes, bill.no = votes.get((bill.pk, True), 0), votes.get((bill.pk, False), 0)
            passed = count.passes(bill.yes, bill.no, turnout.voters[bill.earth])
            bill.passed = bill.struck_at is None and passed
        Bill.objects.bulk_update(ballot, ["yes", "no", "passed"])
        for earth in EARTHS:
            chosen = turnout.responses[earth]
            EarthYear.objects.filter(week=week, earth=earth).update(
                voters=turnout.voters[earth],
                response_a=chosen["A"],
                response_b=chosen["B"],
                response_c=chosen["C"],
                response=count.response(chosen),
            )
        # Not before: how many have voted is nobody's to know while they do.
        answered = sum(sum(letters.values()) for letters in turnout.responses.values())
        transaction.on_commit(partial(metrics.count, "hemicycle_votes", sum(votes.values()) + answered))


def lock_laws(world: World) -> None:
    """Make laws of the bills that passed and were neither vetoed nor struck (E6.4, E9.6)."""
    with _due_week(world, Stage.LOCKED) as week:
        vetoed = EarthYear.objects.filter(week=week, veto__isnull=False).values("veto")
        ballot = Bill.objects.filter(week=week, place__isnull=False)
        ballot.update(is_law=False)
        ballot.filter(passed=True, struck_at=None).exclude(pk__in=vetoed).update(is_law=True)


def tick_year(world: World) -> None:
    """Let the year pass on both Earths, and open its seed (E10)."""
    with _due_week(world, Stage.TICKED) as week:
        dice = Dice(bytes(Seed.objects.get(week=week).secret))
        before = states_before(week)
        for row in EarthYear.objects.filter(week=week):
            laws = Bill.objects.filter(week=week, earth=row.earth, is_law=True)
            ticked = year.tick(
                before[row.earth],
                week.year,
                list(laws.values_list("policy", flat=True)),
                week.crisis,
                row.response,
                dice,
            )
            row.state = codec.write(ticked.earth)
            row.changes = changes_to_plain(ticked.changes)
            row.save(update_fields=["state", "changes"])


WORK = {
    Boundary.OPEN: open_week,
    Boundary.BALLOT: fix_ballot,
    Boundary.COUNT: count_votes,
    Boundary.LOCK: lock_laws,
    Boundary.TICK: tick_year,
}


@contextmanager
def _due_week(world: World, stage: Stage) -> Iterator[Week]:
    """Hold the due week alone while it is brought to ``stage``."""
    lock_alone(world.pk)
    week = Week.objects.get(world=world, year=world.due_year)
    yield week
    week.stage = stage
    week.save(update_fields=["stage"])


def _let_presidents_take_office(week: Week) -> None:
    """Let the best-endorsed candidate of each Earth take office for the week (E9.2 to E9.5)."""
    number = week.year - FIRST_YEAR + 1
    recent = Week.objects.filter(world=week.world_id, year__gte=week.year - ACTIVE_WEEKS, year__lt=week.year)
    voted = Exists(standing_ballots(recent).filter(citizen=OuterRef("pk")))
    citizens = Citizen.objects.filter(world=week.world_id, banned_at=None, left_at=None)
    endorsers = citizens.filter(endorses__isnull=False).annotate(own=Q(endorses=F("pk")), active=voted)
    endorsed = list(
        endorsers.values_list("earth", "endorses", "own", "active").annotate(Count("pk")).order_by()
    )
    for earth in EARTHS:
        standing = citizens.filter(earth=earth, standing_since__isnull=False).order_by("standing_since", "pk")
        held = Presidency.objects.filter(
            week__world=week.world_id, week__year=week.year - 1, earth=earth, left_at=None
        )
        incumbent: int | None = held.values_list("citizen", flat=True).first()
        chosen = count.president(
            list(standing.values_list("pk", flat=True)),
            [count.Endorsements(*alike) for by, *alike in endorsed if by == earth],
            incumbent=incumbent,
            week=number,
        )
        if chosen is not None:
            Presidency.objects.create(
                week=week, earth=earth, citizen_id=chosen, how=Presidency.How.ENDORSED, took_at=week.opens_at
            )
