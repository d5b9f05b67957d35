"""The chart of a finished game: everybody's account over the years, as lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 720.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 196.0, 14.0, 30.0
LABEL_GAP = 17.0
STEPS = (5, 10, 20, 25, 50, 100, 200, 500, 1000)


@dataclass(frozen=True)
class Curve:
    """One person's account; ``sums`` has None from the year of their death on."""

    seat: int
    name: str
    line: str
    dots: tuple[tuple[float, float], ...]
    label_y: float
    sums: tuple[int | None, ...]
    won: bool


@dataclass(frozen=True)
class Chart:
    """Curves with their scales: dollars by height, years by place."""

    curves: tuple[Curve, ...]
    dollars: tuple[tuple[int, float], ...]
    years: tuple[tuple[str, float], ...]
    width: float
    height: float
    left: float
    right: float


def chart(
    accounts: Sequence[Sequence[int | None]], names: Mapping[int, str], winners: Sequence[int]
) -> Chart:
    """Draw accounts at the start and at the end of each year, by seat."""
    most = max((sum_ or 0) for year in accounts for sum_ in year)
    step = next((step for step in STEPS if most <= 5 * step), STEPS[-1])
    top = step * max(1, -(-most // step))

    def x(year: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * year / max(1, len(accounts) - 1), 1)

    def y(dollars: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * dollars / top, 1)

    columns = list(zip(*accounts, strict=True))
    ends = {}
    lines = {}
    for seat, sums in enumerate(columns, 1):
        dots = [(x(year), y(sum_)) for year, sum_ in enumerate(sums) if sum_ is not None]
        lines[seat], ends[seat] = dots, dots[-1][1]
    labels = _spread({seat: ends[seat] for seat in lines if columns[seat - 1][-1] is not None})
    return Chart(
        curves=tuple(
            Curve(
                seat=seat,
                name=names[seat],
                line="M" + "L".join(f"{px:g} {py:g}" for px, py in dots),
                dots=tuple(dots),
                label_y=labels.get(seat, 0.0),
                sums=tuple(columns[seat - 1]),
                won=seat in winners,
            )
            for seat, dots in lines.items()
        ),
        dollars=tuple((sum_, y(sum_)) for sum_ in range(0, top + 1, step)),
        years=tuple(("Start" if year == 0 else f"Year {year}", x(year)) for year in range(len(accounts))),
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
    )


def _spread(ends: Mapping[int, float]) -> dict[int, float]:
    """Move labels apart that would lie on one another, from the top down and back up from the bottom."""
    placed: dict[int, float] = {}
    for seat in sorted(ends, key=lambda one: ends[one]):
        above = max(placed.values(), default=-LABEL_GAP)
        placed[seat] = max(ends[seat], above + LABEL_GAP)
    limit = HEIGHT - BOTTOM + LABEL_GAP / 2
    for seat in sorted(placed, key=lambda one: -placed[one]):
        placed[seat] = min(placed[seat], limit)
        limit = placed[seat] - LABEL_GAP
    return {seat: round(height, 1) for seat, height in placed.items()}
