"""The orders of a bot: what a murder, a revolt, a patrol or a march looks worth from its seat, in dollars."""

from msgspec import UNSET, UnsetType

from games.chance import Dice
from games.estado.judgement import View
from games.estado.rules.map import around_capital, marches
from games.estado.rules.orders import March, Orders
from games.estado.rules.tables import COMMANDS, ODDS_SIDES, REVENUE_PER_HEAD, Action, Office
from games.estado.sight import Sight, guards_at

LEAST_PROFIT = 1.5
"""What a crime must promise before it is worth the trouble."""


def plan(sight: Sight, view: View, dice: Dice) -> Orders:
    """Give the year's orders: the crime that promises most, or else the duty of one's office."""
    assert sight.choices is not None
    crimes = [*_murders(sight, view, dice), *_revolts(sight, view, dice)]
    worth, order = max(crimes, key=lambda crime: crime[0], default=(0.0, Orders()))
    if worth < LEAST_PROFIT:
        order = _duty(sight, view, dice)
    if order.action == Action.REVOLT:
        return order
    return Orders(
        action=order.action,
        target=order.target,
        spend=order.spend,
        province=order.province,
        march=_march(sight, view),
    )


def _murders(sight: Sight, view: View, dice: Dice) -> list[tuple[float, Orders]]:
    """Weigh half of a guessed fortune, and a rival less, against the price, for each victim and sum."""
    assert sight.choices is not None
    found = []
    for victim, odds in sight.choices.odds.items():
        believed = view.fortunes[victim] * (0.75 + 0.1 * dice.pick(f"hunch:{victim}", 6))
        loot = believed / 2
        ahead = max(0.0, believed - view.account)
        if view.years_left == 0 and believed >= max(view.fortunes[seat] for seat in view.alive) * 0.9:
            loot += ahead * 0.6
        elif victim == view.president:
            # He who pays well is worth more alive, and whoever follows is in the same danger.
            loot -= REVENUE_PER_HEAD * (0.4 + 0.6 * view.content) * min(view.years_left, 3)
        for spend, chance in enumerate(odds, start=1):
            worth = chance / ODDS_SIDES * loot - spend
            found.append((worth, Orders(action=Action.ASSASSINATE, target=victim, spend=spend)))
    return found


def _revolts(sight: Sight, view: View, dice: Dice) -> list[tuple[float, Orders]]:
    """Weigh the years of a presidency against half an army, by what the other commander might do."""
    assert sight.choices is not None
    if Action.REVOLT not in sight.choices.actions or view.office not in COMMANDS:
        return []
    mine, theirs = strength(sight, view.office), strength(sight, _other(view.office))
    if mine > sight.guard + theirs or (mine > sight.guard and view.holder(_other(view.office)) is None):
        chance = 1.0
    elif mine > sight.guard:
        chance = 0.35
    elif mine + theirs > sight.guard and mine >= theirs:
        chance = 0.1
    else:
        return []
    prize = REVENUE_PER_HEAD * view.years_left * (1.4 - 0.6 * view.content)
    boldness = 0.6 + 0.2 * dice.pick("boldness", 4)
    return [(chance * prize * boldness - (1 - chance) * mine / 2, Orders(action=Action.REVOLT))]


def _duty(sight: Sight, view: View, dice: Dice) -> Orders:
    assert sight.choices is not None
    match view.office:
        case Office.NAVY:
            coast = sight.choices.patrols
            return Orders(action=Action.PATROL, province=coast[dice.pick("patrol", len(coast))])
        case Office.PRESIDENT:
            return Orders()
        case Office.DEFENCE | Office.INTERIOR:
            loyal = dice.pick("loyalty", 10) < 2 + 6 * view.content
            return Orders(action=Action.SUPPORT if loyal else Action.NONE)
    return Orders(action=Action.SUPPORT if dice.pick("loyalty", 2) else Action.NONE)


def _march(sight: Sight, view: View) -> March | UnsetType:
    """Move troops off the barracks' table: to guard the President when content, else to within reach of the palace.

    One unit stays where the minister stands.
    """
    assert sight.choices is not None
    country = sight.map
    ring, way = around_capital(country), marches(country)
    wanted = {country.capital} if view.content > 0.5 else ring - {country.barracks, country.capital}
    for origin, (units, goals) in sight.choices.marches.items():
        spare = units - (origin == sight.people[view.seat - 1].place)
        if spare < 1 or origin in wanted or (view.office is Office.INTERIOR and origin == country.capital):
            continue
        reached = [goal for goal in goals if goal in wanted]
        nearer = [goal for goal in goals if way[goal][country.capital] < way[origin][country.capital]]
        goal = min(reached or nearer, key=lambda place: (guards_at(sight, place), place), default=None)
        if goal is not None:
            return March(origin=origin, goal=goal, units=spare)
    return UNSET


def strength(sight: Sight, command: Office) -> int:
    """Count a command's units in the capital and the provinces bordering it."""
    ring = around_capital(sight.map)
    return sum(units for province, units in sight.units[command].items() if province in ring)


def _other(command: Office) -> Office:
    return Office.INTERIOR if command is Office.DEFENCE else Office.DEFENCE
