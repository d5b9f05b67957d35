"""One year of one Earth: the tick, the score, the milestones and their races (E10 to E12).

All figures are whole hundredths, so that both Earths, and everybody who checks, reckon exactly alike.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType
from typing import Literal

import msgspec

from earths.rules.figures import half_even
from earths.rules.luck import NO_LUCK, drift, luck
from earths.rules.tables import (
    CRISES,
    CURE_FROM,
    DEBT_FREE_BELOW,
    EARTHS,
    GOLDEN_AGE_SUM,
    HIGH_BOUND,
    HIGHEST,
    LOW_BOUND,
    LOWER_IS_BETTER,
    LOWEST,
    MARS_BASE_LAWS,
    MILESTONES,
    POLICIES,
    SPACE_PROGRAM,
    STATS,
)
from earths.rules.tables import START as STARTING_STAT
from games.chance import Dice

MENU_ORDER: Mapping[str, int] = {policy: place for place, policy in enumerate(POLICIES)}

Kind = Literal["due", "law", "crisis", "drift"]


@dataclass(frozen=True)
class Due:
    """An effect still to come in ``year``, its delta with the luck of the year that its law ``passed`` in."""

    year: int
    passed: int
    policy: str
    stat: str
    delta: int


@dataclass(frozen=True)
class Earth:
    """One Earth between two ticks: stats, Space program laws so far, what is due, each milestone's year."""

    stats: Mapping[str, int]
    space: int
    due: tuple[Due, ...]
    milestones: Mapping[str, int]


START = Earth(MappingProxyType(dict.fromkeys(STATS, STARTING_STAT)), 0, (), MappingProxyType({}))


class Change(msgspec.Struct, frozen=True):
    """One step of a tick: what moved a stat, by how much, and where it then stood.

    ``source`` is the slug of the policy, crisis or stat; ``figure`` is in points, everything else in
    hundredths: ``luck`` (100 where none), ``full`` before halving, ``delta`` after it and before the clamp.
    """

    kind: Kind
    source: str
    stat: str
    figure: int
    luck: int
    full: int
    delta: int
    before: int
    after: int


@dataclass(frozen=True)
class Ticked:
    """A year gone by: the Earth afterwards, and every change in the order in which it was made."""

    earth: Earth
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Race:
    """A milestone won in ``year`` by the Earths named, by both when they share it."""

    year: int
    earths: tuple[str, ...]


class _Push(msgspec.Struct, frozen=True):
    """A change not yet made."""

    kind: Kind
    source: str
    stat: str
    figure: int
    luck: int
    full: int


def tick(  # noqa: PLR0917  in the order in which a week makes them
    earth: Earth, year: int, laws: Iterable[str], crisis: str, response: str, dice: Dice
) -> Ticked:
    """Let ``year`` pass with the policies in ``laws`` and the ``response`` chosen to ``crisis`` (E10).

    The order of ``laws`` is without meaning. An unknown policy, crisis or response raises ``KeyError``.
    """
    in_force = sorted(set(laws), key=MENU_ORDER.__getitem__)
    rolled = {policy: luck(dice, policy) for policy in in_force}
    stats = dict(earth.stats)
    changes = []
    for push in chain(
        _fallen_due(earth, year), _enacted(rolled), _responded(crisis, response), _drifted(dice)
    ):
        before = stats[push.stat]
        delta = _damped(before, push.full)
        after = stats[push.stat] = min(max(before + delta, LOWEST), HIGHEST)
        changes.append(
            Change(push.kind, push.source, push.stat, push.figure, push.luck, push.full, delta, before, after)
        )
    space = earth.space + (SPACE_PROGRAM in rolled)
    due = in_order((*(one for one in earth.due if one.year != year), *_postponed(year, rolled)))
    reached = dict.fromkeys(_reached(stats, space), year)
    milestones = {**reached, **earth.milestones}
    ordered = {slug: milestones[slug] for slug in MILESTONES if slug in milestones}
    return Ticked(Earth(MappingProxyType(stats), space, due, MappingProxyType(ordered)), tuple(changes))


def in_order(due: Iterable[Due]) -> tuple[Due, ...]:
    """Put what is due in the order in which it will be applied (E10.2)."""
    return tuple(sorted(due, key=lambda one: (one.year, one.passed, MENU_ORDER[one.policy])))


def score_sum(stats: Mapping[str, int]) -> int:
    """Add the eight stats in hundredths, those turned round in which less is better (E11.1)."""
    return sum(HIGHEST - stats[stat] if stat in LOWER_IS_BETTER else stats[stat] for stat in STATS)


def score(stats: Mapping[str, int]) -> int:
    """Average the eight stats in hundredths, half to even (E11.2)."""
    return half_even(score_sum(stats), len(STATS))


def races(a: Earth, b: Earth) -> dict[str, Race | None]:
    """Answer who won the race for each milestone, None while nobody has (E12.6)."""
    return {slug: _race(slug, a, b) for slug in MILESTONES}


def _fallen_due(earth: Earth, year: int) -> Iterator[_Push]:
    for due in in_order(one for one in earth.due if one.year == year):
        figure, its_luck = _rolled_then(due)
        yield _Push("due", due.policy, due.stat, figure, its_luck, due.delta)


def _enacted(rolled: Mapping[str, int]) -> Iterator[_Push]:
    for policy, its_luck in rolled.items():
        for effect in POLICIES[policy].effects:
            if not effect.after:
                yield _Push("law", policy, effect.stat, effect.figure, its_luck, effect.figure * its_luck)


def _responded(crisis: str, response: str) -> Iterator[_Push]:
    for effect in CRISES[crisis].response(response).effects:
        yield _Push("crisis", crisis, effect.stat, effect.figure, NO_LUCK, effect.figure * NO_LUCK)


def _drifted(dice: Dice) -> Iterator[_Push]:
    for stat in STATS:
        figure = drift(dice, stat)
        yield _Push("drift", stat, stat, figure, NO_LUCK, figure * NO_LUCK)


def _postponed(year: int, rolled: Mapping[str, int]) -> Iterator[Due]:
    for policy, its_luck in rolled.items():
        for effect in POLICIES[policy].effects:
            if effect.after:
                yield Due(year + effect.after, year, policy, effect.stat, effect.figure * its_luck)


def _rolled_then(due: Due) -> tuple[int, int]:
    """Answer the figure and luck ``due`` was made of, or 0 and 100 for one from a case that no roll gives."""
    for effect in POLICIES[due.policy].effects:
        if effect.after and effect.stat == due.stat and due.delta % effect.figure == 0:
            return effect.figure, due.delta // effect.figure
    return 0, NO_LUCK


def _damped(stands: int, delta: int) -> int:
    """Halve a change that leads further out from beyond a bound (E10.3, E10.4)."""
    outward = (stands > HIGH_BOUND and delta > 0) or (stands < LOW_BOUND and delta < 0)
    return half_even(delta, 2) if outward else delta


def _reached(stats: Mapping[str, int], space: int) -> Iterator[str]:
    if score_sum(stats) > GOLDEN_AGE_SUM:
        yield "golden-age"
    if stats["national_debt"] < DEBT_FREE_BELOW:
        yield "debt-free"
    if stats["health"] >= CURE_FROM:
        yield "cure-a-disease"
    if space >= MARS_BASE_LAWS:
        yield "first-mars-base"


def _race(slug: str, a: Earth, b: Earth) -> Race | None:
    years = [
        (earth.milestones[slug], name)
        for name, earth in zip(EARTHS, (a, b), strict=True)
        if slug in earth.milestones
    ]
    if not years:
        return None
    first, _ = min(years)
    return Race(first, tuple(name for year, name in years if year == first))
