"""Who holds which office: succession to the presidency, and the chain of vacant ministries (L9)."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from games.estado.rules.news import NewPresident, News, Post
from games.estado.rules.state import (
    State,
    commander_in_capital,
    holder,
    living,
    ministers,
    ministries,
    seat_in,
)
from games.estado.rules.tables import RANK, YEARS, Office, Phase
from games.terms import Refused, Step


def install(state: State, seat: int, how: Literal["troops", "cabinet"]) -> Step[State]:
    """Make ``seat`` President; the post left behind is vacant."""
    return Step(seat_in(state, {seat: Office.PRESIDENT}), [NewPresident(seat=seat, how=how)])


def succeed(state: State) -> Step[State]:
    """Fill the place of a President who died in this year's orders, or ask the cabinet to (L9.1 - L9.3)."""
    if holder(state, Office.PRESIDENT) is not None or state.year == YEARS or len(living(state)) <= 1:
        return Step(state)
    commander = commander_in_capital(state)
    if commander is not None:
        return install(state, commander, "troops")
    return Step(replace(state, phase=Phase.SUCCESSION))


def check_name(state: State, seat: int, name: int) -> None:
    """Refuse to name anybody but a living minister (L9.2)."""
    if name not in ministers(state):
        raise Refused("Name a living minister.", seat=seat)


def elect(state: State, names: Mapping[int, int]) -> Step[State]:
    """Install the minister most named; where that is equal, or nobody is named, the most senior (L9.2)."""
    named = Counter(names.values())
    return install(state, max(ministers(state), key=named.__getitem__), "cabinet")


def fill(state: State) -> Step[State]:
    """Move junior ministers up into vacant ministries, then seat a deposed President (L9.4, L9.5).

    The post a successor came from never falls to the person deposed: a command ranks above at
    least one other ministry, so the lowest vacancy is another one.
    """
    moves: dict[int, Office | None] = {}
    for office in ministries(state):
        if holder(state, office) is None and (remaining := ministers(state)):
            junior = state.seats[remaining[-1] - 1].office
            assert junior is not None
            if RANK[junior] > RANK[office]:
                moves[remaining[-1]] = office
                state = seat_in(state, {remaining[-1]: office})
    for seat in living(state):
        if state.seats[seat - 1].office is None:
            moves[seat] = [office for office in ministries(state) if holder(state, office) is None][-1]
            state = seat_in(state, moves)
    news: list[News] = [Post(seat=seat, office=office) for seat, office in moves.items() if office]
    return Step(state, news)
