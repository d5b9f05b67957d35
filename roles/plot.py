"""How Corrupt bots agree without a word: by the same reckoning from what all of them see.

Each sees what its fellows have chosen so far, and goes along, since a choice of one alone is worth nothing.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import UNSET

from games.chance import Dice
from roles import memory
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


def deflect(
    me: int, active: Iterable[int], gang: set[int], odds: Mapping[int, float], dice: Dice
) -> int | None:
    """Name whom the table suspects most, a fellow too who is lost already; else steer it to a good player."""
    others = [number for number in active if number != me]
    most = max((odds[number] for number in others), default=0.0)
    good = [number for number in others if number not in gang]
    prey = max((odds[number] for number in good), default=0.0)
    pool = others if not good or most > prey + STEERABLE else good
    top = max(most if pool is others else prey, 0.0)
    alike = [number for number in pool if odds[number] > top - STEERABLE / 2]
    return alike[dice.pick("deflect", len(alike))] if alike else None


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
