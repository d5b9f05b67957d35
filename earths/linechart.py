"""Where the lines of a chart over the years stand; the same units and promises as in ``charts``.

Lines are drawn in a box of 100 by 100 that is stretched to its place; dots and words keep their shape
and stand at per cents.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from earths.charts import FULL, decimal

STOPS = 24
STEPS = (100, 200, 500, 1000, 2000, 2500)


@dataclass(frozen=True)
class Dot:
    """One value of one Earth: its place, and the value as written."""

    side: str
    x: str
    y: str
    value: str


@dataclass(frozen=True)
class Stop:
    """One year that the keyboard can reach: its strip of the chart, its dots, and what they say."""

    year: int
    x: str
    left: str
    width: str
    anchor: str
    dots: tuple[Dot, ...]


@dataclass(frozen=True)
class Line:
    """One Earth's line: its points, its last value and where that stands."""

    side: str
    name: str
    points: str
    last: Dot


@dataclass(frozen=True)
class Level:
    """One line of the grid and the value that it stands for."""

    y: str
    value: str


@dataclass(frozen=True)
class YearLabel:
    """One year written under the chart."""

    year: int
    x: str
    anchor: str


@dataclass(frozen=True)
class LineChart:
    """A chart of both Earths over the years. ``dotted`` is false when there are too many years for dots."""

    lines: tuple[Line, ...]
    stops: tuple[Stop, ...]
    levels: tuple[Level, ...]
    years: tuple[YearLabel, ...]
    dotted: bool


def line_chart(
    years: Sequence[int], series: Sequence[tuple[str, str, Sequence[int]]], *, lower_is_better: bool = False
) -> LineChart:
    """Draw series of (side, name, one value a year); at most 24 years are reached by keyboard.

    Raises ``ValueError`` without a year, or when a series does not have a value for each.
    """
    if not years or any(len(values) != len(years) for _, _, values in series):
        raise ValueError("a chart needs years, and a value for each of them")
    low, high, step = _levels(min(min(v) for _, _, v in series), max(max(v) for _, _, v in series))
    last = len(years) - 1

    def across(index: int) -> float:
        return round(100 * index / last, 3) if last else 50.0

    def down(value: int) -> float:
        part = 100 * (value - low) / (high - low)
        return round(part if lower_is_better else 100 - part, 3)

    def dot(side: str, index: int, value: int) -> Dot:
        return Dot(side, f"{across(index):g}%", f"{down(value):g}%", decimal(value))

    lines = tuple(
        Line(
            side,
            name,
            " ".join(f"{across(i):g},{down(v):g}" for i, v in enumerate(values)),
            dot(side, last, values[-1]),
        )
        for side, name, values in series
    )
    picked = _spread(last, STOPS)
    half = 50 / max(1, len(picked) - 1)
    stops = tuple(
        Stop(
            year=years[i],
            x=f"{across(i):g}%",
            anchor=_anchor(across(i)),
            left=f"{across(i) - half:.4g}%",
            width=f"{2 * half:.4g}%",
            dots=tuple(dot(side, i, values[i]) for side, _, values in series),
        )
        for i in picked
    )
    return LineChart(
        lines=lines,
        stops=stops,
        levels=tuple(Level(f"{down(v):g}%", decimal(v, 0)) for v in range(low, high + 1, step)),
        years=tuple(YearLabel(years[i], f"{across(i):g}%", _anchor(across(i))) for i in _labelled(years)),
        dotted=len(years) <= STOPS,
    )


def _levels(low: int, high: int) -> tuple[int, int, int]:
    """Choose the chart's lowest and highest level and the step between, with at most six levels."""
    for step in STEPS:
        bottom = max(0, math.floor((low - 50) / step) * step)
        top = min(FULL, math.ceil((high + 50) / step) * step)
        if (top - bottom) // step <= 5:
            return bottom, top, step
    return 0, FULL, STEPS[-1]


def _labelled(years: Sequence[int]) -> list[int]:
    """Pick the indices of at most five round years, a step of 1, 2, 5, 10, 20, 50 … apart."""
    step = next(s for s in (a * 10**e for e in range(5) for a in (1, 2, 5)) if len(years) <= 5 * s)
    return [i for i, year in enumerate(years) if year % step == 0]


def _spread(last: int, most: int) -> list[int]:
    """Pick at most so many indices from 0 to ``last``, evenly, always with both ends."""
    if last < most:
        return list(range(last + 1))
    return [round(last * i / (most - 1)) for i in range(most)]


def _anchor(part: float) -> str:
    return "start" if part < 4 else "end" if part > 96 else "middle"
