"""Who may talk when (K2.7, K7.2)."""

from games.terms import Refused
from roles.rules.state import Phase, Standing, State, exists, seat_of
from roles.rules.tables import Role


def is_open(state: State) -> bool:
    """Tell whether the table may talk: in every public step, and after the end."""
    return state.phase is not Phase.HIDDEN


def check_talk(state: State, seat: int) -> None:
    """Refuse a message in the hidden phase, from who is not active, and from a silenced COA.

    After the end everybody talks. The reason is for the sender alone: told to anybody else, it
    would tell who the COA is.
    """
    if not exists(state, seat):
        raise Refused(f"There is no seat {seat}.", seat=seat)
    if state.over:
        return
    if not is_open(state):
        raise Refused("Nobody talks in the hidden phase.", seat=seat)
    player = seat_of(state, seat)
    if player.standing is not Standing.ACTIVE:
        raise Refused("Only active players talk.", seat=seat)
    if state.silenced and player.role is Role.COA:
        raise Refused("You have been silenced: this Year you cannot speak at the table.", seat=seat)
