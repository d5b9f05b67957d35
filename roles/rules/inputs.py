"""What a player can hand in, and the shape each phase takes it in."""

from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from roles.rules.state import Phase
from roles.rules.tables import Role


class Choices(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The hidden choices of one player: what is not named, or named as None or no, is "nothing" (K3.1)."""

    nakaw: bool | UnsetType = UNSET
    suhol: bool | UnsetType = UNSET
    tokhang: int | UnsetType | None = UNSET
    protect: int | UnsetType | None = UNSET
    investigate: int | UnsetType | None = UNSET
    jail: int | UnsetType | None = UNSET


class Pick(Struct, frozen=True, forbid_unknown_fields=True):
    """The President's project: ``small`` or ``large``, and who sits on its committee."""

    card: str
    committee: tuple[int, ...]


Input = Choices | Pick | bool | int | None

SHAPES: MappingProxyType[Phase, Any] = MappingProxyType(
    {
        Phase.HIDDEN: Choices,
        Phase.ELECTION: int,
        Phase.RUN_OFF: int,
        Phase.PROJECT: Pick,
        Phase.COMMITTEE: bool,
        Phase.JAIL: int | None,
    }
)

POWERS = MappingProxyType(
    {
        Role.GOOD: ("jail",),
        Role.CORRUPT: ("nakaw", "suhol", "tokhang"),
        Role.LAWYER: ("protect",),
        Role.OMBUDSPERSON: ("investigate",),
        Role.COA: (),
        Role.CITIZEN: (),
    }
)


def named(choices: Choices) -> tuple[str, ...]:
    """Answer the names of the powers that ``choices`` speak of, be it only to say no."""
    return tuple(name for name in choices.__struct_fields__ if getattr(choices, name) is not UNSET)


def target(choice: int | UnsetType | None) -> int | None:
    return None if choice is UNSET else choice


def fits(phase: Phase, given: Input) -> bool:
    """Tell whether ``given`` has the shape that ``phase`` takes; the discussion takes none."""
    if phase not in SHAPES:
        return False
    try:
        msgspec.convert(given, SHAPES[phase])
    except msgspec.ValidationError:
        return False
    return True
