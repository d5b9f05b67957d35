"""The week on New York's wall clock: which phase an instant belongs to, and which year a week is (E3, E1.3).

Instants are aware and in UTC, intervals half-open: whoever comes at the closing instant is late.
Nothing here reads a clock.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Protocol
from zoneinfo import ZoneInfo

from earths.rules.tables import FIRST_YEAR

ZONE = ZoneInfo("America/New_York")
SUNDAY = 6
A_WEEK = timedelta(days=7)


class Phase(StrEnum):
    PROPOSING = "proposing"
    VOTING = "voting"
    COUNT = "count"
    LOCKED = "locked"
    RESULTS = "results"


@dataclass(frozen=True, order=True)
class Week:
    """The week that opens on ``sunday``, 00:00 New York time; refuse another weekday with ``ValueError``."""

    sunday: date

    def __post_init__(self) -> None:
        if self.sunday.weekday() != SUNDAY:
            raise ValueError(f"A week starts on a Sunday, and {self.sunday} is none.")

    @property
    def opens_at(self) -> datetime:
        return self._instant(0)

    @property
    def ballot_at(self) -> datetime:
        return self._instant(3)

    @property
    def count_at(self) -> datetime:
        return self._instant(4)

    @property
    def lock_at(self) -> datetime:
        return self._instant(5)

    @property
    def results_at(self) -> datetime:
        return self._instant(6, hour=12)

    @property
    def closes_at(self) -> datetime:
        return self._instant(7)

    @property
    def spans(self) -> tuple[tuple[Phase, datetime, datetime], ...]:
        """Each phase in order with the instants at which it opens and closes (E3.1)."""
        starts = (self.opens_at, self.ballot_at, self.count_at, self.lock_at, self.results_at)
        ends = (*starts[1:], self.closes_at)
        return tuple(zip(Phase, starts, ends, strict=True))

    @property
    def next(self) -> "Week":
        return Week(self.sunday + A_WEEK)

    def _instant(self, days: int, hour: int = 0) -> datetime:
        # New York changes its clocks at two in the night, so neither midnight nor noon is ever
        # skipped or repeated, and the wall time names exactly one instant.
        wall = datetime.combine(self.sunday + timedelta(days=days), time(hour), tzinfo=ZONE)
        return wall.astimezone(UTC)


class Boundaries(Protocol):
    """The instants at which the phases of a week begin, and its end: of a ``Week``, or as it was opened with."""

    @property
    def opens_at(self) -> datetime: ...
    @property
    def ballot_at(self) -> datetime: ...
    @property
    def count_at(self) -> datetime: ...
    @property
    def lock_at(self) -> datetime: ...
    @property
    def results_at(self) -> datetime: ...
    @property
    def closes_at(self) -> datetime: ...


def phase_of(week: Boundaries, at: datetime) -> Phase | None:
    """Answer the phase of ``week`` that ``at`` falls in, or None outside the week (E3.2)."""
    if not week.opens_at <= at < week.closes_at:
        return None
    begun = (week.ballot_at, week.count_at, week.lock_at, week.results_at)
    return tuple(Phase)[sum(boundary <= at for boundary in begun)]


def week_at(at: datetime) -> Week:
    """Answer the week that the aware instant ``at`` belongs to; refuse a naive one with ``ValueError``."""
    if at.tzinfo is None:
        raise ValueError("An instant needs its zone.")
    today = at.astimezone(ZONE).date()
    return Week(today - timedelta(days=(today.weekday() - SUNDAY) % 7))


def year_of(starts_on: date, sunday: date) -> int:
    """Answer the year of the week of ``sunday`` in a world that starts on ``starts_on`` (E1.3).

    Refuse with ``ValueError`` a day that is no Sunday, and a week before the world's first.
    """
    weeks = (Week(sunday).sunday - Week(starts_on).sunday) // A_WEEK
    if weeks < 0:
        raise ValueError(f"The world starts on {starts_on}, after {sunday}.")
    return FIRST_YEAR + weeks


def sunday_of(starts_on: date, year: int) -> date:
    """Answer the Sunday on which ``year`` opens in a world that starts on ``starts_on`` (E1.3).

    Refuse with ``ValueError`` a start that is no Sunday, and a year before the first.
    """
    if year < FIRST_YEAR:
        raise ValueError(f"The first year is {FIRST_YEAR}.")
    return Week(starts_on).sunday + (year - FIRST_YEAR) * A_WEEK
