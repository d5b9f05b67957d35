"""Where the bars, steps and lines of Two Earths' pictures stand, in per cents of the box they are drawn in.

Pure geometry: plain numbers in, words and coordinates out, nothing of the world or of any page.
Values are hundredths (5340 is 53.40) from 0 to 10000. Lengths and places are strings such as
"53.4%", ready for an SVG attribute. Where less is better, pictures are turned round: longer, further
right and higher always mean better.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

FULL = 100_00


class Tone(StrEnum):
    """Whether a change helps, harms, or does neither."""

    GOOD = "good"
    BAD = "bad"
    SAME = "same"


@dataclass(frozen=True)
class Change:
    """A change as it is written: "+1.20", its tone and tip (▲ better, ▼ worse), and in words."""

    figure: str
    tone: Tone
    tip: str
    words: str


@dataclass(frozen=True)
class Bar:
    """One stat as a bar: its value, its length, where it stood before, and what has changed."""

    value: str
    length: str
    before: str | None
    change: Change | None


@dataclass(frozen=True)
class Rung:
    """One step of a waterfall: the bar from where the stat stood to where it was moved to."""

    label: str
    note: str
    change: Change
    value: str
    x: str
    width: str
    end: str


@dataclass(frozen=True)
class Waterfall:
    """All that moved a stat in a year, on one scale whose left and right ends are written below."""

    before: str
    after: str
    change: Change
    start: str
    end: str
    rungs: tuple[Rung, ...]
    left: str
    right: str


def decimal(value: int, places: int = 2) -> str:
    """Write hundredths with two decimals, or with one or none, rounded half to even."""
    step = 10 ** (2 - places)
    whole, rest = divmod(abs(value), step)
    if 2 * rest > step or (2 * rest == step and whole % 2):
        whole += 1
    sign = "−" if value < 0 and whole else ""
    if not places:
        return f"{sign}{whole}"
    return f"{sign}{whole // 10**places}.{whole % 10**places:0{places}d}"


def share(part: float, whole: float) -> str:
    """Write a part of a whole as a length, never under 0 % or over 100 %; nothing of nothing is 0 %."""
    return f"{min(max(100 * part / whole, 0), 100):.4g}%" if whole else "0%"


def change(delta: int, *, lower_is_better: bool = False) -> Change:
    """Write a change of a stat, saying whether it is for the better."""
    if delta == 0:
        return Change("±0.00", Tone.SAME, "=", "unchanged")
    better = (delta < 0) if lower_is_better else (delta > 0)
    way = "up" if delta > 0 else "down"
    sign = "+" if delta > 0 else ""
    words = f"{way} {decimal(abs(delta))}, {'better' if better else 'worse'}"
    return Change(f"{sign}{decimal(delta)}", Tone.GOOD if better else Tone.BAD, "▲" if better else "▼", words)


def bar(value: int, before: int | None = None, *, lower_is_better: bool = False) -> Bar:
    """Draw a stat as a bar, with a notch where it stood before."""

    def good(amount: int) -> int:
        return FULL - amount if lower_is_better else amount

    return Bar(
        value=decimal(value),
        length=share(good(value), FULL),
        before=None if before is None else share(good(before), FULL),
        change=None if before is None else change(value - before, lower_is_better=lower_is_better),
    )


def progress(value: int, start: int, goal: int) -> str:
    """Say how far a value has come on the way from a start to a goal, which may lie below it."""
    way = goal - start
    return share((value - start) * (1 if way > 0 else -1), abs(way))


def waterfall(
    start: int, moves: Sequence[tuple[str, str, int]], *, lower_is_better: bool = False
) -> Waterfall:
    """Draw what moved a stat: each move is (label, note, what it changed after halving and clamping)."""
    stands = [start]
    for _, _, delta in moves:
        stands.append(stands[-1] + delta)
    low, high = _scale(min(stands), max(stands))

    def at(amount: int) -> float:
        part = 100 * (amount - low) / (high - low)
        return 100 - part if lower_is_better else part

    rungs = []
    for (label, note, delta), here, there in zip(moves, stands, stands[1:], strict=False):
        left, right = sorted((at(here), at(there)))
        rungs.append(
            Rung(
                label,
                note,
                change(delta, lower_is_better=lower_is_better),
                decimal(there),
                x=_place(left),
                width=_place(right - left),
                end=_place(at(there)),
            )
        )
    ends = (high, low) if lower_is_better else (low, high)
    return Waterfall(
        before=decimal(start),
        after=decimal(stands[-1]),
        change=change(stands[-1] - start, lower_is_better=lower_is_better),
        start=_place(at(start)),
        end=_place(at(stands[-1])),
        rungs=tuple(rungs),
        left=decimal(ends[0], 0),
        right=decimal(ends[1], 0),
    )


def _scale(low: int, high: int, least: int = 400) -> tuple[int, int]:
    """Widen a range by a little air to whole units, at least ``least`` wide, within 0 to 100."""
    air = max((high - low) // 10, 50, (least - (high - low)) // 2)
    bottom = max(0, math.floor((low - air) / 100) * 100)
    top = min(FULL, math.ceil((high + air) / 100) * 100)
    return bottom, top


def _place(part: float) -> str:
    return f"{round(part, 2):g}%"
