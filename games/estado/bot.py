"""How a bot plays a seat of Estado Libre, from what that seat may see and nothing else."""

from games.chance import Dice
from games.estado.rules.orders import Orders
from games.estado.rules.play import Input
from games.estado.rules.sight import Sight
from games.estado.rules.state import Budget
from games.estado.rules.tables import Action, Phase


def choose(sight: Sight, dice: Dice) -> Input:
    """Choose what the seat that sees ``sight`` hands in for the running phase."""
    match sight.phase:
        case Phase.BUDGET:
            share = sight.treasury // len(sight.ministries)
            held = {person.office for person in sight.people}
            return Budget({office: share for office in sight.ministries if office in held}, {}, {})
        case Phase.VOTE:
            return "aye"
        case Phase.SKIM:
            return sum(sight.balances.values())
        case Phase.SUCCESSION:
            return next(person.seat for person in sight.people if person.alive)
    return Orders(action=Action.NONE)
