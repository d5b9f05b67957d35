"""Which boundary of a world's weeks comes after which (E3)."""

from datetime import date, datetime
from enum import StrEnum

from earths.rules import calendar


class Boundary(StrEnum):
    """The five instants of a week at which something is worked off."""

    OPEN = "open"
    BALLOT = "ballot"
    COUNT = "count"
    LOCK = "lock"
    TICK = "tick"


ORDER = tuple(Boundary)


def instant(starts_on: date, year: int, boundary: Boundary) -> datetime:
    """Answer the UTC instant of ``boundary`` in ``year`` of a world whose first Sunday is ``starts_on``."""
    week = calendar.Week(calendar.sunday_of(starts_on, year))
    return {
        Boundary.OPEN: week.opens_at,
        Boundary.BALLOT: week.ballot_at,
        Boundary.COUNT: week.count_at,
        Boundary.LOCK: week.lock_at,
        Boundary.TICK: week.results_at,
    }[boundary]


def following(year: int, boundary: Boundary) -> tuple[int, Boundary]:
    """Answer the year and boundary that come next."""
    if boundary is Boundary.TICK:
        return year + 1, Boundary.OPEN
    return year, ORDER[ORDER.index(boundary) + 1]
