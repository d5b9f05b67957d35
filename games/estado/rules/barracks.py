"""The barracks: what troops at home cost, who deserts, and the yearly recruits (L10)."""

from games.estado.rules.news import News, Upkeep
from games.estado.rules.state import State, holder, pay, station
from games.estado.rules.tables import COMMANDS, UNITS_FED_PER_DOLLAR, YEARLY_RECRUITS, Office
from games.terms import Step


def feed(state: State) -> Step[State]:
    """Charge commanders for the units they keep at the barracks, then raise Defence's recruits."""
    home = state.map.barracks
    news: list[News] = []
    for command in COMMANDS:
        commander, units = holder(state, command), state.units[command].get(home, 0)
        due = units // UNITS_FED_PER_DOLLAR
        if commander is None or not due:
            continue
        paid = min(due, state.seats[commander - 1].account)
        deserted = UNITS_FED_PER_DOLLAR * (due - paid)
        state = pay(state, [(commander, -paid)])
        if deserted:
            state = station(state, command, {**state.units[command], home: units - deserted})
        news.append(Upkeep(to=commander, paid=paid, deserted=deserted))
    if holder(state, Office.DEFENCE) is not None:
        troops = state.units[Office.DEFENCE]
        state = station(state, Office.DEFENCE, {**troops, home: troops.get(home, 0) + YEARLY_RECRUITS})
    return Step(state, news)
