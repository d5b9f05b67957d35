"""Murder: its exact odds, and what comes of it (L7.4 - L7.7)."""

from collections import defaultdict
from collections.abc import Mapping

from msgspec import UNSET

from games.chance import Dice
from games.estado.rules.map import marches
from games.estado.rules.news import Assassinated, Attempt, AttemptFailed, News
from games.estado.rules.orders import Orders
from games.estado.rules.state import State, bury, garrison, pay, place
from games.estado.rules.tables import ODDS_CEILING, ODDS_PER_DOLLAR, ODDS_PER_UNIT, ODDS_SIDES
from games.terms import Step


def odds(state: State, killer: int, victim: int, spend: int) -> int:
    """Tell, in basis points, the chance of ``killer`` spending ``spend`` dollars on ``victim`` (L7.4).

    It holds for troops as they stand in ``state``, and depends on public things alone.
    """
    return _chance(spend, *_hindrances(state, killer, victim))


def odds_by_dollar(state: State, killer: int, victim: int, most: int) -> tuple[int, ...]:
    """List the ``odds`` of spending $1, $2 … up to ``most``."""
    hindrances = _hindrances(state, killer, victim)
    return tuple([_chance(spend, *hindrances) for spend in range(1, most + 1)])


def _hindrances(state: State, killer: int, victim: int) -> tuple[int, int]:
    """Count the borders between the two, and those who guard the victim."""
    scene = place(state, victim)
    return marches(state.map)[place(state, killer)][scene], garrison(state, scene)


def _chance(spend: int, borders: int, guards: int) -> int:
    bought = min(ODDS_PER_DOLLAR * spend, ODDS_CEILING) >> borders
    return max(0, bought - ODDS_PER_UNIT * guards)


def strike(state: State, orders: Mapping[int, Orders], dice: Dice) -> Step[State]:
    """Carry out every assassination at one moment: nobody's death saves another (L7.5 - L7.7)."""
    plots = [
        (killer, order.target, order.spend)
        for killer, order in sorted(orders.items())
        if order.target is not UNSET and order.spend is not UNSET
    ]
    if not plots:
        return Step(state)
    spent = pay(state, [(killer, -spend) for killer, _, spend in plots])
    chances = [odds(state, *plot) for plot in plots]
    killers_of: dict[int, list[int]] = defaultdict(list)
    for (killer, victim, _), chance in zip(plots, chances, strict=True):
        if dice.pick(f"assassin:{state.year}:{killer}:{victim}", ODDS_SIDES) < chance:
            killers_of[victim].append(killer)

    shares = {
        victim: spent.seats[victim - 1].account // 2 // len(killers) for victim, killers in killers_of.items()
    }
    news: list[News] = []
    gains = []
    for (killer, victim, spend), chance in zip(plots, chances, strict=True):
        killed = killer in killers_of.get(victim, ())
        gained = shares[victim] if killed and killer not in killers_of else 0
        gains.append((killer, gained))
        news.append(Attempt(to=killer, target=victim, spent=spend, odds=chance, killed=killed, gained=gained))
    for victim in sorted({victim for _, victim, _ in plots}):
        news.append(Assassinated(seat=victim) if victim in killers_of else AttemptFailed(seat=victim))
    return Step(bury(pay(spent, gains), killers_of), news)
