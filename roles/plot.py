"""How Corrupt bots agree without a word: by the same reckoning from what all of them see.

Each sees what its fellows have chosen so far, and goes along, since a choice of one alone is worth nothing.
"""

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from roles import memory
from roles.accord import most_suspected
from roles.chronicle import Chapter
from roles.rules.inputs import Choices, target
from roles.rules.sight import Sight
from roles.rules.state import Standing
from roles.rules.tables import half

STEERABLE = 0.1
"""By how much more suspicion a fellow may bear than somebody else and still be saved."""


def conspire(sight: Sight, past: Sequence[Chapter], odds: Mapping[int, float]) -> Choices:
    """Choose as the fellows did who chose already, else as each of them would."""
    theirs = [given for _, given in sight.secrets.choices if isinstance(given, Choices)]
    named = [victim for given in theirs if (victim := target(given.tokhang)) is not None]
    victim = named[0] if named else _victim(sight, past, odds) if not theirs else None
    hush = any(given.suhol is True for given in theirs)
    steal = all(given.nakaw is not False for given in theirs)
    return Choices(nakaw=steal, suhol=hush or UNSET, tokhang=UNSET if victim is None else victim)


def deflect(sight: Sight, gang: set[int], odds: Mapping[int, float]) -> int | None:
    """Name whom the table will name, a fellow too who is lost already; else all name the same good player instead."""
    others = [
        seat.number
        for seat in sight.seats
        if seat.standing is Standing.ACTIVE and seat.number != sight.viewer
    ]
    if not others:
        return None
    named = most_suspected(sight, odds, others)
    good = [number for number in others if number not in gang]
    if named not in gang or not good:
        return named
    instead = most_suspected(sight, odds, good)
    return named if odds[named] > odds[instead] + STEERABLE else instead


def _victim(sight: Sight, past: Sequence[Chapter], odds: Mapping[int, float]) -> int | None:
    """Remove who has spoken against the gang most, once the Fund is so full that the race still stands."""
    fund, cost = sight.secrets.fund or 0, half(sight.targets.fund)
    gang = _gang(sight)
    free = [s for s in sight.seats if s.number in gang and s.standing is Standing.ACTIVE]
    if fund + len(free) < cost or fund + len(free) >= sight.targets.fund:
        return None
    active = {seat.number for seat in sight.seats if seat.standing is Standing.ACTIVE}
    foes = {
        voter: len(named & gang)
        for voter, named in memory.accusers(past).items()
        if voter in active and voter not in gang
    }
    worst = max(foes, key=lambda number: (foes[number], -number), default=None)
    return worst if worst is not None and foes[worst] >= len(gang) else None


def _gang(sight: Sight) -> set[int]:
    assert isinstance(sight.viewer, int)
    return {sight.viewer, *sight.secrets.fellows}
