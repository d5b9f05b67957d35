"""Exile: what becomes of a person the host removes from a table without bots (L12)."""

from collections.abc import Iterable

from games.estado.rules.news import Exile, News
from games.estado.rules.posts import fill, install
from games.estado.rules.state import State, bury, commander_in_capital, holder, living, ministers
from games.estado.rules.tables import Office, Phase
from games.terms import Step


def banish(state: State, seats: Iterable[int]) -> Step[State]:
    """Send the living among ``seats`` away together; once the game is over no place is filled any more."""
    gone = sorted(set(seats).intersection(living(state)))
    if not gone:
        return Step(state)
    had_president = holder(state, Office.PRESIDENT) is not None
    state = bury(state, gone)
    news: list[News] = [Exile(seat=seat) for seat in gone]
    if state.over or state.phase is Phase.SUCCESSION:
        return Step(state, news)
    if had_president and holder(state, Office.PRESIDENT) is None and ministers(state):
        commander = commander_in_capital(state)
        heir = (
            install(state, commander, "troops")
            if commander
            else install(state, ministers(state)[0], "cabinet")
        )
        state = heir.state
        news += heir.news
    filled = fill(state)
    return Step(filled.state, [*news, *filled.news])
