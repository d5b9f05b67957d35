"""Strikes and removal: the only ways the rules change how a player stands (K2)."""

from msgspec.structs import replace

from games.terms import Step
from roles.rules.news import Cause, Jailed, Removed
from roles.rules.state import Standing, State, seat_of, with_seat
from roles.rules.tables import STRIKES_TO_REMOVAL


def strike(state: State, number: int, how: Cause) -> Step[State]:
    """Give seat ``number`` a strike: the first jails, the second removes (K2.2, K2.3)."""
    seat = seat_of(state, number)
    strikes = seat.strikes + 1
    struck = with_seat(state, number, replace(seat, strikes=strikes))
    if strikes >= STRIKES_TO_REMOVAL:
        return remove(struck, number, how)
    # Those who are struck miss the rest of this Year and the whole term besides.
    back = state.year + state.jail_years + 1
    jailed = replace(seat, standing=Standing.JAILED, strikes=strikes, back=back)
    return Step(with_seat(state, number, jailed), [Jailed(seat=number, strikes=strikes, back=back)])


def remove(state: State, number: int, how: Cause) -> Step[State]:
    """Take seat ``number`` out of the game and turn its card face up (K2.6)."""
    seat = seat_of(state, number)
    gone = with_seat(state, number, replace(seat, standing=Standing.REMOVED, back=None))
    return Step(gone, [Removed(seat=number, role=seat.role, how=how)])
