"""How a bot plays a seat of Estado Libre, from what that seat may see and was told, and nothing else."""

from collections.abc import Sequence

from games.chance import Dice
from games.estado.judgement import View, judge
from games.estado.plots import plan
from games.estado.rules.play import Input
from games.estado.rules.state import Budget
from games.estado.rules.tables import ATTEMPTS, AYE, COMMANDS, NAY, YEARS, Phase
from games.estado.sight import Sight
from games.registry import Told


def choose(sight: Sight, told: Sequence[Told], dice: Dice) -> Input:
    """Choose what the seat that sees ``sight`` hands in for the running phase."""
    view = judge(sight, told)
    match sight.phase:
        case Phase.BUDGET:
            return propose(sight, view, dice)
        case Phase.VOTE:
            return vote(sight, view, dice)
        case Phase.SKIM:
            return sum(sight.balances.values())
        case Phase.SUCCESSION:
            return name_president(sight, view, dice)
    return plan(sight, view, dice)


def propose(sight: Sight, view: View, dice: Dice) -> Budget:
    """Pay well as many ministers as it takes to pass, soldiers first, and keep a double share; be meeker when refused.

    From two of five something is withheld on the quiet.
    """
    ministers = [seat for seat in sight.fillable if seat != view.seat]
    needed = (len(view.alive) + 1) // 2 - 1 + sight.attempt
    soldiers = {
        seat for seat in ministers if view.offices[seat] in COMMANDS and dice.pick(f"soldier:{seat}", 3)
    }
    by_liking = sorted(ministers, key=lambda seat: view.fortunes[seat] + dice.pick(f"liking:{seat}", 9))
    friends = sorted(by_liking, key=lambda seat: seat not in soldiers)[:needed]
    own = min(sight.treasury, round(view.fair * (2.4 - 0.4 * sight.attempt + 0.1 * dice.pick("greed", 6))))
    weights = {seat: 3 if seat in friends else sight.attempt for seat in ministers}
    allocations, withhold = {}, {}
    for seat in ministers:
        amount = (sight.treasury - own) * weights[seat] // sum(weights.values())
        allocations[str(view.offices[seat])] = amount
        if amount > 2 and dice.pick(f"withhold:{seat}", 5) < 2:
            withhold[str(view.offices[seat])] = 1 + dice.pick(f"how-much:{seat}", amount // 3)
    return Budget(allocations, {view.seat: own} if own else {}, withhold)


def vote(sight: Sight, view: View, dice: Dice) -> str:
    """Vote by what one would get, believing less of it after having been short-changed."""
    proposal = sight.proposal
    if proposal is None or view.seat == view.president:
        return AYE
    trust = max(0.5, 1 - 0.12 * view.cheated)
    mine = proposal.allocations.get(view.office, 0) * trust + proposal.grants.get(view.seat, 0)
    hoped = view.fair * (0.85 - 0.15 * (sight.attempt - 1)) * (0.85 + 0.05 * dice.pick("mood", 7))
    if view.president is not None and proposal.grants.get(view.president, 0) > 2 * view.fair:
        hoped *= 1.3
    if sight.year == YEARS and sight.attempt == ATTEMPTS:
        # What is not paid out now never will be.
        hoped /= 3
    return AYE if mine >= hoped else NAY


def name_president(sight: Sight, view: View, dice: Dice) -> int:
    """Name oneself, or whoever looks too poor to be dangerous."""
    if view.seat in sight.nameable and dice.pick("ambition", 2):
        return view.seat
    return min(sight.nameable, key=lambda seat: (view.fortunes[seat], seat))
