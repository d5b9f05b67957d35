"""How likely each player is Corrupt, judged from what a player may know.

Every group of the right size that could be the Corrupt is weighed by how well it explains what all
have seen: how much was stolen and who was free that Year, whose projects failed, who named whom. What
only one player knows (an audit, a finding, who they are) then rules groups out. Seats are bits.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import exp, log

from roles.rules.tables import SUHOL_REFUND

UNLIKELY = log(0.004)
"""What is against the rules as this player knows them, yet could be, say after a moderator's correction."""

NEGLIGIBLE = log(1e-4)

STEALS, SKIPS, HUSHED = log(0.82), log(0.15), log(0.03)
FAILS_WITHOUT, FAILS_WITH = log(0.05), log(0.35)

GOOD_NAMES_BAD, GOOD_NAMES_GOOD = log(1.35), log(0.9)
BAD_NAMES_BAD, BAD_NAMES_GOOD = log(0.35), log(1.2)


@dataclass(frozen=True)
class Evidence:
    """What the whole table has seen.

    ``thefts`` holds who was active at night, and what the Kaban lost beyond the project. ``failed`` are the
    committees that voted a project down. ``named`` are pairs of who named whom for jail.
    """

    players: int
    corrupt: int
    thefts: tuple[tuple[int, int], ...] = ()
    failed: tuple[int, ...] = ()
    named: tuple[tuple[int, int], ...] = ()
    good: int = 0
    bad: int = 0


@dataclass(frozen=True)
class Private:
    """What one player knows besides: who is good, who is bad, and groups that hold one Corrupt at least."""

    good: int = 0
    bad: int = 0
    tainted: tuple[int, ...] = ()
    doubted: tuple[int, ...] = ()


Suspects = tuple[tuple[int, float], ...]
"""Each possible group of Corrupt with its probability."""


def mask(numbers: Iterable[int]) -> int:
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def suspects(evidence: Evidence, private: Private) -> Suspects:
    """Answer which groups could be the Corrupt, each with its probability; all of them if none fits."""
    weighed = _weigh(evidence)
    good, bad = private.good, private.bad
    fitting = [one for one in weighed if not one[0] & good and one[0] & bad == bad]
    for tainted in private.tainted:
        fitting = [one for one in fitting if one[0] & tainted]
    for doubted in private.doubted:
        fitting = [(group, 2 * weight if group & doubted else weight) for group, weight in fitting]
    fitting = fitting or list(weighed)
    total = sum(weight for _, weight in fitting)
    return tuple((group, weight / total) for group, weight in fitting)


def odds(evidence: Evidence, private: Private) -> dict[int, float]:
    """Answer for each seat how likely it is Corrupt."""
    seats = range(1, evidence.players + 1)
    if private == Private(good=private.good) and private.good.bit_count() <= 1:
        # Who knows but their own innocence is served from sums that are the same for the whole table.
        me = private.good.bit_length() - 1 if private.good else 0
        together = _together(evidence)
        left = together[0][0] - together[me][me] if me else together[0][0]
        if left > 0:
            return {n: (together[n][n] - (together[n][me] if me else 0.0)) / left for n in seats}
    found = dict.fromkeys(seats, 0.0)
    for group, weight in suspects(evidence, private):
        for number in _members(group):
            found[number] += weight
    return found


def any_corrupt(groups: Suspects, members: Iterable[int]) -> float:
    """Answer how likely it is that at least one of ``members`` is Corrupt."""
    bits = mask(members)
    return sum(weight for group, weight in groups if group & bits)


@lru_cache(maxsize=4096)
def _members(group: int) -> tuple[int, ...]:
    return tuple(number for number in range(group.bit_length()) if group >> number & 1)


@lru_cache(maxsize=64)
def _together(evidence: Evidence) -> list[list[float]]:
    """Add up the weights of the groups that two seats are both in; at 0, 0 those of all groups."""
    sums = [[0.0] * (evidence.players + 1) for _ in range(evidence.players + 1)]
    for group, weight in _weigh(evidence):
        members = _members(group)
        sums[0][0] += weight
        for one in members:
            row = sums[one]
            for other in members:
                row[other] += weight
    return sums


@lru_cache(maxsize=64)
def _weigh(evidence: Evidence) -> Suspects:
    seats = range(1, evidence.players + 1)
    lone, paired = _leanings(evidence)
    weighed = []
    for members in combinations(seats, evidence.corrupt):
        group = mask(members)
        if group & evidence.good or group & evidence.bad != evidence.bad:
            continue
        weight = sum(_theft(group, free, lost) for free, lost in evidence.thefts)
        weight += sum(_failure(group, committee) for committee in evidence.failed)
        weight += sum(lone[number] for number in members)
        weight += sum(paired.get(pair, 0.0) for pair in combinations(members, 2))
        weighed.append((group, weight))
    if not weighed:
        weighed = [(mask(members), 0.0) for members in combinations(seats, evidence.corrupt)]
    highest = max(weight for _, weight in weighed)
    return tuple((group, exp(weight - highest)) for group, weight in weighed if weight - highest > NEGLIGIBLE)


def _theft(group: int, free: int, lost: int) -> float:
    thieves = (group & free).bit_count()
    if lost == 0:
        return SKIPS if thieves else 0.0
    if lost == thieves:
        return STEALS
    return HUSHED if lost == thieves - SUHOL_REFUND else UNLIKELY


def _failure(group: int, committee: int) -> float:
    opposed = 2 * (group & committee).bit_count() >= committee.bit_count()
    return FAILS_WITH if opposed else FAILS_WITHOUT


def _leanings(evidence: Evidence) -> tuple[dict[int, float], dict[tuple[int, int], float]]:
    """Write what naming says about voter and named as one weight for each, and one for each pair."""
    lone = dict.fromkeys(range(1, evidence.players + 1), 0.0)
    paired: dict[tuple[int, int], float] = {}
    for voter, named in evidence.named:
        if voter == named:
            continue
        lone[named] += GOOD_NAMES_BAD - GOOD_NAMES_GOOD
        lone[voter] += BAD_NAMES_GOOD - GOOD_NAMES_GOOD
        pair = (min(voter, named), max(voter, named))
        gain = BAD_NAMES_BAD - BAD_NAMES_GOOD - GOOD_NAMES_BAD + GOOD_NAMES_GOOD
        paired[pair] = paired.get(pair, 0.0) + gain
    return lone, paired


def ranked(found: Mapping[int, float], numbers: Iterable[int]) -> list[int]:
    """Order ``numbers`` from the least suspected to the most."""
    return sorted(numbers, key=lambda number: (found[number], number))
