"""The year's luck: what the seed says of the crisis, of each policy and of each stat's drift.

Both Earths read the same dice, and each roll depends on nothing but the seed and its own label (E8).
"""

from collections.abc import Mapping

from earths.rules.tables import CRISES, POLICIES, STATS
from games.chance import Dice

DECK = tuple(CRISES)
LUCK_FACES = 101
DRIFT_FACES = 3
LEAST_LUCK = 50
NO_LUCK = 100
"""The luck, in hundredths, of a change that no roll multiplies."""

SIDES: Mapping[str, int] = {
    "crisis": len(DECK),
    **{f"luck:{policy}": LUCK_FACES for policy in POLICIES},
    **{f"drift:{stat}": DRIFT_FACES for stat in STATS},
}
"""Every label this game has, with the number of sides of its die."""


def crisis(dice: Dice) -> str:
    """Draw the year's crisis (E8.3)."""
    return DECK[dice.pick("crisis", len(DECK))]


def luck(dice: Dice, policy: str) -> int:
    """Roll the year's luck of ``policy`` in hundredths, 50 to 150 (E8.4)."""
    return LEAST_LUCK + dice.pick(f"luck:{policy}", LUCK_FACES)


def drift(dice: Dice, stat: str) -> int:
    """Roll the year's drift of ``stat`` in whole points: -1, 0 or 1 (E8.5)."""
    return dice.pick(f"drift:{stat}", DRIFT_FACES) - 1


def rolls(dice: Dice) -> dict[str, str | int]:
    """Answer all rolls of the year by label: the crisis' slug, luck in hundredths, drift in points."""
    return {
        "crisis": crisis(dice),
        **{f"luck:{policy}": luck(dice, policy) for policy in POLICIES},
        **{f"drift:{stat}": drift(dice, stat) for stat in STATS},
    }
