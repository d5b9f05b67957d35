"""What games of Kaban played by bots came to: which side won, by what, and how long it took."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.simulation import Played
from roles.rules.state import Why
from roles.words import SIDES

ENDS = {
    Why.SPENDING: "public spending reached its target",
    Why.FUND: "the Fund reached its target",
    Why.CORRUPT_PURGE: "all Corrupt Politicians were removed",
    Why.GOOD_PURGE: "all Good Politicians were removed",
    Why.LAST_YEAR: "the moderator called the last Year",
}


def summarise(played: Sequence[Played]) -> list[str]:
    """Report the share of games that each side won, and in how many each way of winning was the one."""
    endings = [game.ending for game in played]
    lines = [f"{name} won {_share(endings, 'winner', side)}." for side, name in SIDES.items()]
    ways = Counter(ending.why for ending in endings)
    return lines + [f"In {_share(endings, 'why', why)} {ENDS[why]}." for why, _ in ways.most_common()]


def _share(endings: Sequence[Any], field: str, value: str) -> str:
    count = sum(1 for ending in endings if getattr(ending, field) == value)
    return f"{100 * count / len(endings):.1f} %"
