"""States stored by other versions of the site: older ones are brought up to date, newer ones are left alone.

A state carries the number of its format. Whoever changes how a game's states or inputs are written raises the
game's ``FORMAT`` by one and says in its ``UPGRADES`` how the format before is turned into the new one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec


class Newer(Exception):  # noqa: N818  not a fault: another version of the site goes on with this room
    """What is stored was written by a newer version of the site, so that this one must not touch it."""


def as_it_is(plain: Any) -> Any:
    """Leave what a format did not change."""
    return plain


def given_as_it_is(phase: str, plain: Any) -> Any:
    """Leave inputs, which a format did not change."""
    return plain


@dataclass(frozen=True)
class Upgrade:
    """How what is stored in one format is written in the next, as plain JSON values.

    ``state`` need not touch the number; ``given`` is told for which phase an input was.
    """

    state: Callable[[Any], Any]
    given: Callable[[str, Any], Any] = given_as_it_is
    interventions: Callable[[Any], Any] = as_it_is


class _Numbered(msgspec.Struct):
    format: int


def number_of(state: str) -> int:
    """Answer the format that a stored state says it has; raises ``ValueError`` where it says none."""
    return msgspec.json.decode(state, type=_Numbered).format


def steps(found: int, wanted: int, upgrades: Mapping[int, Upgrade]) -> list[Upgrade]:
    """Answer what leads from one format to another, in order; raises ``Newer``, or ``ValueError`` for a gap."""
    if found > wanted:
        raise Newer(f"a state of format {found}, where {wanted} is the newest known")
    missing = [number for number in range(found, wanted) if number not in upgrades]
    if missing:
        raise ValueError(f"nothing leads from format {missing[0]} to the next")
    return [upgrades[number] for number in range(found, wanted)]


def upgrade_state(state: str, wanted: int, path: list[Upgrade]) -> str:
    """Write a stored state in the format ``wanted``, to which ``path`` leads."""
    plain = msgspec.json.decode(state)
    for step in path:
        plain = step.state(plain)
    return msgspec.json.encode({**plain, "format": wanted}).decode()


def upgrade_given(phase: str, given: str, path: list[Upgrade]) -> str:
    """Write a stored input for ``phase`` as the last of ``path`` has it."""
    plain = msgspec.json.decode(given)
    for step in path:
        plain = step.given(phase, plain)
    return msgspec.json.encode(plain).decode()


def upgrade_interventions(interventions: str, path: list[Upgrade]) -> str:
    """Write stored interventions as the last of ``path`` has them."""
    plain = msgspec.json.decode(interventions)
    for step in path:
        plain = step.interventions(plain)
    return msgspec.json.encode(plain).decode()
