"""Who holds which office: succession to the presidency, and the chain of vacant ministries (L9)."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from games.estado.rules.news import NewPresident, Post
from games.estado.rules.state import (
    State,
    commander_in_capital,
    holder,
    holders,
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
    posts, held = ministries(state), holders(state)
    staying = [office for office in posts if office in held]
    moves: dict[int, Office] = {}
    for office in posts:
        if office not in held and staying and RANK[staying[-1]] > RANK[office]:
            held[office] = held.pop(staying.pop())
            moves[held[office]] = office
    for seat, person in enumerate(state.seats, 1):
        if person.alive and person.office is None:
            moves[seat] = [office for office in posts if office not in held][-1]
            held[moves[seat]] = seat
    if not moves:
        return Step(state)
    return Step(seat_in(state, moves), [Post(seat=seat, office=office) for seat, office in moves.items()])
