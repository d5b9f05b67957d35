"""The figures of Two Earths: stats, policies, crises, milestones, and the numbers in its clauses.

Data only. The order of each table is part of the rules: it is the stats' order, the menu order and
the deck order that the clauses speak of (E1.1, E4.3, E7.1).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol, TypeVar

EARTHS = ("A", "B")
FIRST_YEAR = 2027

BALLOT_SIZE = 5
LIVE_BILLS = 3
NAME_LENGTH = 80
PITCH_LENGTH = 500
FIFTH = 5
"""One voter in this many must have voted on a bill for it to pass (E6.2)."""

BALANCE = 10
"""An Earth is closed to newcomers while it has over this many per cent more citizens (E2.2)."""

ACTIVE_WEEKS = 4
"""An endorsement counts while its giver voted in one of this many last weeks (E9.3)."""
SETTLING_WEEKS = 2
"""In a world's first weeks, this many, everybody's endorsement counts (E9.3)."""

START = 5000
"""What every stat stands at in the beginning, in hundredths."""
LOWEST, HIGHEST = 0, 10000
LOW_BOUND, HIGH_BOUND = 1500, 8500
"""Beyond these, in hundredths, a change that leads further out is halved (E10.3)."""

GOLDEN_AGE_SUM = 56000
DEBT_FREE_BELOW = 2000
CURE_FROM = 9000
MARS_BASE_LAWS = 5

STAT_TITLES: Mapping[str, str] = MappingProxyType({
    "economy": "Economy",
    "jobs": "Jobs",
    "cost_of_living": "Cost of living",
    "national_debt": "National debt",
    "safety": "Safety",
    "health": "Health",
    "environment": "Environment",
    "happiness": "Happiness",
})  # fmt: skip
STATS = tuple(STAT_TITLES)
LOWER_IS_BETTER = frozenset({"cost_of_living", "national_debt"})


@dataclass(frozen=True)
class Effect:
    """A whole number of points on one stat; ``after`` counts the years until it comes."""

    stat: str
    figure: int
    after: int = 0


@dataclass(frozen=True)
class Policy:
    slug: str
    title: str
    effects: tuple[Effect, ...]
    note: str = ""


@dataclass(frozen=True)
class Response:
    letter: str
    title: str
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Crisis:
    slug: str
    title: str
    responses: tuple[Response, ...]

    def response(self, letter: str) -> Response:
        """Answer the response of that letter; refuse another letter with ``KeyError``."""
        return {response.letter: response for response in self.responses}[letter]


@dataclass(frozen=True)
class Milestone:
    slug: str
    title: str
    goal: str


class _Named(Protocol):
    @property
    def slug(self) -> str: ...


Row = TypeVar("Row", bound=_Named)


def _by_slug(rows: Iterable[Row]) -> Mapping[str, Row]:
    return MappingProxyType({row.slug: row for row in rows})


def _policy(slug: str, title: str, *effects: Effect, note: str = "") -> Policy:
    return Policy(slug, title, effects, note)


def _crisis(slug: str, title: str, **responses: tuple[str, tuple[Effect, ...]]) -> Crisis:
    return Crisis(slug, title, tuple(Response(letter, *rest) for letter, rest in responses.items()))


ECONOMY, JOBS, COST, DEBT, SAFETY, HEALTH, ENVIRONMENT, HAPPINESS = STATS

SPACE_PROGRAM = "space-program"

POLICIES = _by_slug([
    _policy("raise-taxes", "Raise taxes", Effect(DEBT, -4), Effect(ECONOMY, -2), Effect(HAPPINESS, -2)),
    _policy("cut-taxes", "Cut taxes", Effect(ECONOMY, 3), Effect(DEBT, 4), Effect(HAPPINESS, 2)),
    _policy("build-housing", "Build housing", Effect(COST, -3), Effect(DEBT, 2), Effect(HAPPINESS, 2)),
    _policy("raise-minimum-wage", "Raise minimum wage", Effect(HAPPINESS, 3), Effect(JOBS, -1),
            Effect(COST, 1)),
    _policy("universal-healthcare", "Universal healthcare", Effect(HEALTH, 4), Effect(DEBT, 3)),
    _policy("fund-police", "Fund police", Effect(SAFETY, 3), Effect(DEBT, 1)),
    _policy("green-energy-push", "Green energy push", Effect(ENVIRONMENT, 4), Effect(COST, 1),
            Effect(ECONOMY, -1)),
    _policy("drill-and-mine-more", "Drill and mine more", Effect(ECONOMY, 3), Effect(COST, -2),
            Effect(ENVIRONMENT, -4)),
    _policy("fund-schools", "Fund schools", Effect(DEBT, 2), Effect(JOBS, 2, after=2)),
    _policy("military-buildup", "Military buildup", Effect(SAFETY, 2), Effect(DEBT, 3),
            Effect(HAPPINESS, -1)),
    _policy("cut-spending", "Cut spending", Effect(DEBT, -4), Effect(HAPPINESS, -2), Effect(HEALTH, -1)),
    _policy(SPACE_PROGRAM, "Space program", Effect(HAPPINESS, 1), Effect(DEBT, 2),
            note="counts toward the Mars base"),
])  # fmt: skip

CRISES = _by_slug([
    _crisis(
        "recession", "Recession",
        A=("Stimulus", (Effect(JOBS, 3), Effect(DEBT, 4))),
        B=("Austerity", (Effect(DEBT, -2), Effect(JOBS, -3))),
        C=("Wait it out", (Effect(ECONOMY, -4),)),
    ),
    _crisis(
        "pandemic", "Pandemic",
        A=("Lockdown", (Effect(HEALTH, 2), Effect(ECONOMY, -4))),
        B=("Vaccine push", (Effect(HEALTH, 3), Effect(DEBT, 3))),
        C=("Stay open", (Effect(ECONOMY, 1), Effect(HEALTH, -5))),
    ),
    _crisis(
        "hurricane-season", "Hurricane season",
        A=("Rebuild fast", (Effect(DEBT, 3),)),
        B=("Relocate towns", (Effect(HAPPINESS, -2), Effect(SAFETY, 2))),
        C=("Do nothing", (Effect(SAFETY, -4), Effect(HAPPINESS, -3))),
    ),
    _crisis(
        "oil-shock", "Oil shock",
        A=("Subsidize gas", (Effect(DEBT, 3),)),
        B=("Go green faster", (Effect(ENVIRONMENT, 3), Effect(COST, 3))),
        C=("Drill more", (Effect(COST, -2), Effect(ENVIRONMENT, -3))),
    ),
    _crisis(
        "ai-breakthrough", "AI breakthrough",
        A=("Regulate it", (Effect(SAFETY, 2), Effect(ECONOMY, -1))),
        B=("Go all in", (Effect(ECONOMY, 4), Effect(JOBS, -3))),
        C=("Tax it", (Effect(DEBT, -3), Effect(ECONOMY, -1))),
    ),
    _crisis(
        "border-dispute", "Border dispute",
        A=("Negotiate", (Effect(HAPPINESS, 1),)),
        B=("Sanctions", (Effect(ECONOMY, -2), Effect(SAFETY, 1))),
        C=("Arm up", (Effect(SAFETY, 2), Effect(DEBT, 3))),
    ),
    _crisis(
        "lucky-break", "Lucky break",
        A=("Save it", (Effect(DEBT, -4),)),
        B=("Spend it", (Effect(HAPPINESS, 4),)),
        C=("Invest it", (Effect(ECONOMY, 3),)),
    ),
])  # fmt: skip
LETTERS = ("A", "B", "C")

MILESTONES = _by_slug([
    Milestone("golden-age", "Golden age", "Overall score above 70"),
    Milestone("debt-free", "Debt free(ish)", "National debt under 20"),
    Milestone("cure-a-disease", "Cure a disease", "Health 90 or higher"),
    Milestone("first-mars-base", "First Mars base", "Space program passed 5 times"),
])  # fmt: skip
