"""All years of a world: what each came to, and how both Earths went over time."""

from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator

from earths.models import Bill, EarthYear, Presidency, Stage, Week, World
from earths.rules import year
from earths.rules.figures import from_text
from earths.rules.tables import CRISES, EARTHS, FIRST_YEAR, MILESTONES, POLICIES, STATS, Crisis, Milestone
from earths.store import earth_names

YEARS = 25
"""How many years stand on one page."""


@dataclass(frozen=True)
class WorldSight:
    """What every page of a world says of it."""

    slug: str
    name: str
    names: dict[str, str]
    archived: bool


@dataclass(frozen=True)
class HistorySight:
    """Every finished year, oldest first, with one figure in hundredths for each and each Earth.

    ``milestones`` holds the year in which an Earth reached each of those it has.
    """

    years: tuple[int, ...]
    scores: dict[str, tuple[int, ...]]
    stats: dict[str, dict[str, tuple[int, ...]]]
    milestones: dict[str, dict[str, int]]

    def score(self, letter: str, of_year: int) -> int:
        """Answer an Earth's score at the end of a year; before the first it is where it started."""
        return self.scores[letter][of_year - FIRST_YEAR] if of_year >= FIRST_YEAR else year.score(_START)


@dataclass(frozen=True)
class ReachedSight:
    """A milestone that was reached in a year, by one Earth or by both, and who had it before."""

    milestone: Milestone
    earths: tuple[str, ...]
    earlier: int | None

    @property
    def shared(self) -> bool:
        return self.earths == EARTHS


@dataclass(frozen=True)
class LawSight:
    """A law of a past year: the name it was given, and its policy."""

    name: str
    policy_title: str


@dataclass(frozen=True)
class YearRowSight:
    """One year in the archive's table; scores are None while it runs."""

    year: int
    opens_at: datetime
    counted: bool
    finished: bool
    crisis: Crisis
    scores: dict[str, int | None]
    changes: dict[str, int | None]
    laws: dict[str, tuple[LawSight, ...]]
    reached: tuple[ReachedSight, ...]

    @property
    def running(self) -> bool:
        return not self.finished


@dataclass(frozen=True)
class PresidentSight:
    """Somebody's hold of the office during a year; ``left_at`` is None for who held it to the end."""

    earth: str
    name: str
    how: str
    took_at: datetime
    left_at: datetime | None


def see_world(world: World) -> WorldSight:
    """Show the names of a world and of its Earths."""
    return WorldSight(world.slug, world.name, earth_names(world), world.archived_at is not None)


def see_history(world: World) -> HistorySight:
    """Show the course of both Earths over all finished years, in two queries."""
    rows = EarthYear.objects.filter(week__world=world, week__stage=Stage.TICKED).order_by("week__year")
    stats: dict[str, dict[str, list[int]]] = {stat: {letter: [] for letter in EARTHS} for stat in STATS}
    scores: dict[str, list[int]] = {letter: [] for letter in EARTHS}
    years = []
    for of_year, letter, written in rows.values_list("week__year", "earth", "state__stats"):
        figures = {stat: from_text(written[stat]) for stat in STATS}
        scores[letter].append(year.score(figures))
        for stat, figure in figures.items():
            stats[stat][letter].append(figure)
        if letter == EARTHS[0]:
            years.append(of_year)
    last = rows.order_by("-week__year").values_list("earth", "state__milestones")[: len(EARTHS)]
    return HistorySight(
        years=tuple(years),
        scores={letter: tuple(values) for letter, values in scores.items()},
        stats={
            stat: {letter: tuple(values) for letter, values in both.items()} for stat, both in stats.items()
        },
        milestones={**{letter: {} for letter in EARTHS}, **dict(last)},
    )


def see_years(world: World, history: HistorySight, number: object, size: int = YEARS) -> Page:
    """Show one page of the world's years, newest first; a page that is not there is the nearest that is."""
    page = Paginator(Week.objects.filter(world=world).order_by("-year"), size).get_page(number)
    page.object_list = _rows(list(page.object_list), history)
    return page


def _rows(weeks: list[Week], history: HistorySight) -> tuple[YearRowSight, ...]:
    laws: dict[tuple[int, str], list[LawSight]] = {}
    named = Bill.objects.filter(week__in=weeks, is_law=True).order_by("place")
    for week_id, letter, name, policy in named.values_list("week_id", "earth", "name", "policy"):
        laws.setdefault((week_id, letter), []).append(LawSight(name, POLICIES[policy].title))
    return tuple(_row(week, history, laws) for week in weeks)


def see_reached(of_year: int, milestones: dict[str, dict[str, int]]) -> tuple[ReachedSight, ...]:
    """Show which milestones were reached in a year, given each Earth's own; a second comer is told of the first."""
    found = []
    for slug, milestone in MILESTONES.items():
        when = {letter: milestones[letter].get(slug) for letter in EARTHS}
        earths = tuple(letter for letter in EARTHS if when[letter] == of_year)
        earlier = [known for known in when.values() if known is not None and known < of_year]
        if earths:
            found.append(ReachedSight(milestone, earths, min(earlier, default=None)))
    return tuple(found)


def see_presidents(week: Week) -> tuple[PresidentSight, ...]:
    """Show who held office during a week, in the order in which they took it."""
    held = Presidency.objects.filter(week=week).select_related("citizen").order_by("earth", "took_at", "pk")
    return tuple(
        PresidentSight(row.earth, row.citizen.name, row.how, row.took_at, row.left_at) for row in held
    )


def see_neighbours(week: Week) -> tuple[int | None, int | None]:
    """Answer the years before and after a week for which there is a page."""
    beside = Week.objects.filter(world=week.world_id, year__in=(week.year - 1, week.year + 1))
    years = set(beside.values_list("year", flat=True))
    return (
        week.year - 1 if week.year - 1 in years else None,
        week.year + 1 if week.year + 1 in years else None,
    )


_START = year.START.stats


def _row(week: Week, history: HistorySight, laws: dict[tuple[int, str], list[LawSight]]) -> YearRowSight:
    finished = week.stage >= Stage.TICKED
    scores = {letter: history.score(letter, week.year) if finished else None for letter in EARTHS}
    return YearRowSight(
        year=week.year,
        opens_at=week.opens_at,
        counted=week.stage >= Stage.COUNTED,
        finished=finished,
        crisis=CRISES[week.crisis],
        scores=scores,
        changes={
            letter: None if now is None else now - history.score(letter, week.year - 1)
            for letter, now in scores.items()
        },
        laws={letter: tuple(laws.get((week.pk, letter), ())) for letter in EARTHS},
        reached=see_reached(week.year, history.milestones) if finished else (),
    )
