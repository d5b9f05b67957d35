"""Revolt: who fights, who wins the palace, and what losing costs (L8)."""

from collections.abc import Mapping

from games.estado.rules.news import NewPresident, News, Revolt
from games.estado.rules.orders import Orders
from games.estado.rules.state import State, holder, near_capital, seat_in, station
from games.estado.rules.tables import COMMANDS, GUARD, Action, Office
from games.terms import Step


def rise(state: State, orders: Mapping[int, Orders]) -> Step[State]:
    """Fight this year's revolt among living commanders, if there is one.

    When it is won, the rebel with most units is President, and a living President who was
    overthrown is left without an office until ``posts.fill`` finds one.
    """
    rebels = _commands_that(Action.REVOLT, state, orders)
    if not rebels:
        return Step(state)
    attacking = {command: near_capital(state, command) for command in rebels}
    strength = {command: sum(troops.values()) for command, troops in attacking.items()}
    defenders = GUARD + sum(
        sum(near_capital(state, command).values())
        for command in _commands_that(Action.SUPPORT, state, orders)
    )
    attackers = sum(strength.values())
    won = attackers > defenders
    news: list[News] = [
        Revolt(rebels=tuple(rebels.values()), attackers=attackers, defenders=defenders, won=won)
    ]
    if not won:
        for command, troops in attacking.items():
            lost = (strength[command] + 1) // 2
            state = station(state, command, state.units[command] | _without(troops, lost))
        return Step(state, news)
    for command, troops in attacking.items():
        left = {province: n for province, n in state.units[command].items() if province not in troops}
        state = station(state, command, {**left, state.map.capital: strength[command]})
    leader = rebels[max(strength, key=strength.__getitem__)]
    deposed = holder(state, Office.PRESIDENT)
    changes: dict[int, Office | None] = {leader: Office.PRESIDENT}
    if deposed is not None:
        changes[deposed] = None
    return Step(seat_in(state, changes), [*news, NewPresident(seat=leader, how="revolt")])


def _commands_that(action: Action, state: State, orders: Mapping[int, Orders]) -> dict[Office, int]:
    """Map the commands whose holder ordered ``action`` to that seat, in order of precedence."""
    return {
        command: seat
        for command in COMMANDS
        if (seat := holder(state, command)) is not None and seat in orders and orders[seat].action == action
    }


def _without(troops: dict[str, int], lost: int) -> dict[str, int]:
    """Take ``lost`` units away, province by province in id order."""
    left = {}
    for province, units in sorted(troops.items()):
        taken = min(units, lost)
        left[province] = units - taken
        lost -= taken
    return left
