"""How a bot plays a seat of Kaban, from what that seat may see and nothing else."""

from collections.abc import Sequence

from games.chance import Dice
from games.registry import Told
from roles.rules.inputs import Choices, Input, Pick
from roles.rules.sight import Sight
from roles.rules.state import Phase
from roles.rules.tables import CARDS


def choose(sight: Sight, told: Sequence[Told], dice: Dice) -> Input:
    """Choose what the seat that sees ``sight`` hands in for the running step."""
    match sight.phase:
        case Phase.HIDDEN:
            return Choices()
        case Phase.COMMITTEE:
            return True
        case Phase.JAIL:
            return None
        case Phase.PROJECT:
            offer = sight.secrets.offer
            kind = "small" if offer and offer.small else "large"
            card = CARDS[(offer.small or offer.large) if offer else ""]
            return Pick(
                kind, tuple(seat.number for seat in sight.seats if seat.standing == "active")[: card.size]
            )
    return sight.candidates[dice.pick("name", len(sight.candidates))]
