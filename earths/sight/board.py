"""A world's board: the same for everybody who looks."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from earths.models import Bill, EarthYear, Notice, Presidency, Stage, Week, World
from earths.rules import boundary, codec, year
from earths.rules.calendar import Phase, phase_of
from earths.rules.tables import (
    CRISES,
    EARTHS,
    FIRST_YEAR,
    LOWER_IS_BETTER,
    MILESTONES,
    POLICIES,
    STAT_TITLES,
    Crisis,
    Milestone,
)
from earths.sight.bills import BillSight, see_bills
from earths.store import (
    changes_from_plain,
    count_citizens,
    earth_names,
    responses_of,
    running_week,
    states_before,
)

NOTICES = 10


@dataclass(frozen=True)
class StatSight:
    """One stat in hundredths, with what the last year did to it (None before the first results)."""

    slug: str
    title: str
    lower_is_better: bool
    value: int
    change: int | None


@dataclass(frozen=True)
class EarthSight:
    """One Earth as its last results left it, scores in hundredths.

    ``bills`` are those proposed, and once the ballots stand those on them; ``voters``, ``responses`` and
    ``response`` are those of the running week, from the count on.
    """

    letter: str
    name: str
    citizens: int
    score: int
    score_change: int | None
    stats: tuple[StatSight, ...]
    space: int
    milestones: dict[str, int]
    president: str | None
    bills: tuple[BillSight, ...]
    voters: int | None = None
    responses: dict[str, int] | None = None
    response: str | None = None

    @property
    def ballot(self) -> tuple[BillSight, ...]:
        """The bills on the ballot, or while proposing those that would be on it now."""
        return tuple(bill for bill in self.bills if bill.place is not None)


@dataclass(frozen=True)
class WeekSight:
    """The running week. ``stage_is_late`` while the clock is ahead of what has been worked off."""

    year: int
    phase: Phase
    opens_at: datetime
    ballot_at: datetime
    count_at: datetime
    lock_at: datetime
    results_at: datetime
    closes_at: datetime
    next_at: datetime
    crisis: Crisis
    seal: str
    counted: bool
    ticked: bool
    stage_is_late: bool


@dataclass(frozen=True)
class RaceSight:
    """The race for one milestone: each Earth's year or None, and who won it (both: shared)."""

    milestone: Milestone
    years: dict[str, int | None]
    won_by: tuple[str, ...]
    won_in: int | None


@dataclass(frozen=True)
class NoticeSight:
    at: datetime
    text: str


@dataclass(frozen=True)
class LawSight:
    """A law of the last finished year, its luck in hundredths."""

    earth: str
    name: str
    author: str
    policy_title: str
    policy: str
    luck: int


@dataclass(frozen=True)
class BoardSight:
    slug: str
    name: str
    starts_at: datetime
    archived_at: datetime | None
    week: WeekSight | None
    earths: tuple[EarthSight, EarthSight]
    races: tuple[RaceSight, ...]
    notices: tuple[NoticeSight, ...]
    last_year: int | None
    last_laws: tuple[LawSight, ...]

    def earth(self, letter: str) -> EarthSight:
        return self.earths[EARTHS.index(letter)]


def see_board(world: World, at: datetime) -> BoardSight:
    """Show a world as it stands at ``at`` to anybody; the queries are the same few however large it is."""
    week = running_week(world_id=world.pk, at=at)
    rows = {row.earth: row for row in week.earth_years.all()} if week else {}
    bills = see_bills(week, rows.values(), others=False) if week else ()
    finished = last_finished(world)
    states = {row.earth: codec.read(row.state) for row in finished} or dict.fromkeys(EARTHS, year.START)
    before = states_before(finished[0].week) if finished else {}
    citizens = count_citizens(world_id=world.pk)
    presidents = _presidents(week)
    earths = tuple(
        EarthSight(
            letter=letter,
            name=earth_names(world)[letter],
            citizens=citizens[letter],
            bills=tuple(bill for bill in bills if bill.earth == letter),
            **_standing(states[letter], before.get(letter)),
            president=presidents.get(letter),
            **_count(rows.get(letter)),
        )
        for letter in EARTHS
    )
    return BoardSight(
        slug=world.slug,
        name=world.name,
        starts_at=boundary.instant(world.starts_on, FIRST_YEAR, boundary.Boundary.OPEN),
        archived_at=world.archived_at,
        week=see_week(week, at) if week else None,
        earths=earths,  # type: ignore[arg-type]
        races=see_races(states),
        notices=tuple(
            NoticeSight(notice.at, notice.words)
            for notice in Notice.objects.filter(world=world)
            .select_related("citizen")
            .order_by("-at", "-pk")[:NOTICES]
        ),
        last_year=finished[0].week.year if finished else None,
        last_laws=_laws(finished),
    )


def see_week(week: Week, at: datetime) -> WeekSight:
    """Show the week's boundaries and crisis, and where ``at`` falls in it."""
    phase = phase_of(week, at)
    ends = dict(
        zip(
            Phase, [week.ballot_at, week.count_at, week.lock_at, week.results_at, week.closes_at], strict=True
        )
    )
    phase = phase or Phase.RESULTS
    return WeekSight(
        year=week.year,
        phase=phase,
        opens_at=week.opens_at,
        ballot_at=week.ballot_at,
        count_at=week.count_at,
        lock_at=week.lock_at,
        results_at=week.results_at,
        closes_at=week.closes_at,
        next_at=ends[phase],
        crisis=CRISES[week.crisis],
        seal=week.seal,
        counted=week.stage >= Stage.COUNTED,
        ticked=week.stage >= Stage.TICKED,
        stage_is_late=week.stage < tuple(Phase).index(phase) + 1,
    )


def see_races(states: Mapping[str, year.Earth]) -> tuple[RaceSight, ...]:
    """Show how far the race for each milestone has come."""
    won = year.races(states["A"], states["B"])
    return tuple(
        RaceSight(
            milestone=milestone,
            years={letter: states[letter].milestones.get(slug) for letter in EARTHS},
            won_by=race.earths if (race := won[slug]) else (),
            won_in=race.year if race else None,
        )
        for slug, milestone in MILESTONES.items()
    )


def last_finished(world: World) -> list[EarthYear]:
    """Answer both Earths' rows of the last year with results, or none."""
    rows = EarthYear.objects.filter(week__world=world, week__stage=Stage.TICKED).select_related("week")
    return list(rows.order_by("-week__year", "earth")[: len(EARTHS)])


def _standing(state: year.Earth, before: year.Earth | None) -> dict[str, Any]:
    score = year.score(state.stats)
    return {
        "score": score,
        "score_change": score - year.score(before.stats) if before else None,
        "space": state.space,
        "milestones": dict(state.milestones),
        "stats": tuple(
            StatSight(
                slug=slug,
                title=title,
                lower_is_better=slug in LOWER_IS_BETTER,
                value=state.stats[slug],
                change=state.stats[slug] - before.stats[slug] if before else None,
            )
            for slug, title in STAT_TITLES.items()
        ),
    }


def _count(row: EarthYear | None) -> dict[str, Any]:
    if row is None or row.voters is None:
        return {}
    return {
        "voters": row.voters,
        "responses": responses_of(row),
        "response": row.response,
    }


def _presidents(week: Week | None) -> dict[str, str]:
    if week is None:
        return {}
    held = Presidency.objects.filter(week=week, left_at=None).select_related("citizen")
    return {row.earth: row.citizen.name for row in held}


def _laws(finished: list[EarthYear]) -> tuple[LawSight, ...]:
    if not finished:
        return ()
    lucks = {
        (row.earth, change.source): change.luck
        for row in finished
        for change in changes_from_plain(row.changes)
        if change.kind == "law"
    }
    laws = Bill.objects.filter(week=finished[0].week, is_law=True)
    laws = laws.select_related("author").order_by("earth", "place")
    return tuple(
        LawSight(
            earth=law.earth,
            name=law.name,
            author=law.author.name,
            policy=law.policy,
            policy_title=POLICIES[law.policy].title,
            luck=lucks[law.earth, law.policy],
        )
        for law in laws
    )
