"""The written form of an Earth, as cases and stored years hold it: plain data, figures as text.

Reading is strict: what is not a state an Earth can be in never gets into play.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any

import msgspec

from earths.rules.figures import from_text, to_text
from earths.rules.tables import MILESTONES, POLICIES, STATS
from earths.rules.year import Due, Earth, in_order

# Nothing a game can reach comes near these bounds; they keep every sum printable.
MOST = 10**12
MOST_DUE = 100
"""Effects that may wait at once. A game never has more than two; each waits in every year's answer."""
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Year = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
StatText = Annotated[str, msgspec.Meta(pattern=r"\A(100\.00|[0-9]{1,2}\.[0-9]{2})\Z")]
DeltaText = Annotated[str, msgspec.Meta(pattern=r"\A-?[0-9]{1,9}\.[0-9]{2}\Z")]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Plain data that holds the keys named and no others."""


class WrittenStats(Strict, frozen=True):
    economy: StatText
    jobs: StatText
    cost_of_living: StatText
    national_debt: StatText
    safety: StatText
    health: StatText
    environment: StatText
    happiness: StatText


class WrittenDue(Strict, frozen=True):
    year: Year
    passed: Year
    policy: str
    stat: str
    delta: DeltaText

    def __post_init__(self) -> None:
        if self.policy not in POLICIES:
            raise ValueError("There is no such policy.")
        if self.stat not in STATS:
            raise ValueError("There is no such stat.")


class WrittenEarth(Strict, frozen=True):
    stats: WrittenStats
    space: Count
    due: Annotated[tuple[WrittenDue, ...], msgspec.Meta(max_length=MOST_DUE)]
    milestones: dict[str, Year]

    def __post_init__(self) -> None:
        if not self.milestones.keys() <= MILESTONES.keys():
            raise ValueError("There is no such milestone.")


def write(earth: Earth) -> dict[str, Any]:
    """Write ``earth`` as plain data, its hundredths as text, what is due in the order it will come in."""
    return {
        "stats": {stat: to_text(earth.stats[stat]) for stat in STATS},
        "space": earth.space,
        "due": [_write_due(due) for due in earth.due],
        "milestones": dict(earth.milestones),
    }


def read(data: Mapping[str, Any]) -> Earth:
    """Read what ``write`` wrote; refuse with ``msgspec.ValidationError`` whatever is no state of an Earth."""
    return from_written(msgspec.convert(data, WrittenEarth))


def from_written(written: WrittenEarth) -> Earth:
    """Turn the written form, already checked, into the Earth it means."""
    return Earth(
        MappingProxyType({stat: from_text(getattr(written.stats, stat)) for stat in STATS}),
        written.space,
        in_order(
            Due(due.year, due.passed, due.policy, due.stat, from_text(due.delta)) for due in written.due
        ),
        MappingProxyType(dict(written.milestones)),
    )


def _write_due(due: Due) -> dict[str, Any]:
    return {
        "year": due.year,
        "passed": due.passed,
        "policy": due.policy,
        "stat": due.stat,
        "delta": to_text(due.delta),
    }
