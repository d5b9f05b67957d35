"""The figures of Kaban: who sits at a table of each size, the targets, the project cards (K1)."""

from enum import StrEnum
from types import MappingProxyType

from msgspec import Struct

MIN_PLAYERS = 9
MAX_PLAYERS = 16
STRIKES_TO_REMOVAL = 2
TERM_YEARS = 2
SUHOL_COST = 3
SUHOL_REFUND = 3
PRESIDENT_JAIL_VOTES = 2
KABAN_PER_PLAYER = 2
LATEST_YEAR = 99
"""The latest Year that can be set as the last."""


class Role(StrEnum):
    GOOD = "good"
    CORRUPT = "corrupt"
    LAWYER = "lawyer"
    OMBUDSPERSON = "ombudsperson"
    COA = "coa"
    CITIZEN = "citizen"


class Targets(Struct, frozen=True, forbid_unknown_fields=True):
    """What Public Spending and the Corruption Fund must reach for their side to win."""

    spending: int
    fund: int


class Setup(Struct, frozen=True):
    """The usual table for one number of players: the targets, and how many hold each role."""

    targets: Targets
    composition: tuple[tuple[Role, int], ...]


class Card(Struct, frozen=True):
    """One project: what it costs the Kaban, what it pays into the Fund, how many sit on its committee."""

    id: str
    name: str
    cost: int
    kickback: int
    size: int


def half(target: int) -> int:
    """Answer what a Tokhang or an Auto Jail costs: half of ``target``, rounded up (K1.4)."""
    return (target + 1) // 2


def _setup(spending: int, fund: int, good: int, corrupt: int, citizens: int) -> Setup:
    counts = (good, corrupt, 1, 1, 1, citizens)
    return Setup(Targets(spending, fund), tuple(zip(Role, counts, strict=True)))


SETUPS = MappingProxyType(
    {
        9: _setup(16, 14, 2, 3, 1),
        10: _setup(16, 14, 2, 3, 2),
        11: _setup(20, 17, 2, 3, 3),
        12: _setup(20, 17, 2, 3, 4),
        13: _setup(24, 20, 2, 3, 5),
        14: _setup(24, 20, 2, 3, 6),
        15: _setup(28, 23, 3, 4, 5),
        16: _setup(28, 23, 3, 4, 6),
    }
)

SMALL = (
    Card("S1", "Market roof", 2, 1, 1),
    Card("S2", "Footbridge", 2, 1, 3),
    Card("S3", "School wells", 3, 1, 3),
    Card("S4", "Street lamps", 2, 2, 1),
    Card("S5", "Ferry landing", 3, 2, 3),
    Card("S6", "Seed bank", 3, 1, 1),
    Card("S7", "Night clinic", 2, 2, 3),
    Card("S8", "Flood gates", 3, 2, 3),
)
LARGE = (
    Card("L1", "Harbour wall", 5, 4, 7),
    Card("L2", "Ring road", 4, 3, 5),
    Card("L3", "Island railway", 6, 5, 7),
    Card("L4", "Teaching hospital", 5, 3, 5),
    Card("L5", "River dam", 4, 3, 5),
    Card("L6", "New airport", 6, 5, 7),
    Card("L7", "Power grid", 5, 4, 7),
    Card("L8", "Housing quarter", 4, 3, 5),
)
CARDS = MappingProxyType({card.id: card for card in SMALL + LARGE})
