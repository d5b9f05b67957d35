"""The deal: who holds which card, and the state in which a game begins (K1)."""

from collections.abc import Sequence

from games.chance import Dice
from games.terms import Refused, Step
from roles.rules import year
from roles.rules.news import Dispatch, Recognition
from roles.rules.state import Seat, State
from roles.rules.tables import KABAN_PER_PLAYER, MAX_PLAYERS, MIN_PLAYERS, SETUPS, Role, Targets

JAIL_YEARS = (1, 2, 3)
USUAL_JAIL_YEARS = 3


def usual_cards(players: int) -> tuple[Role, ...]:
    """List the cards of the usual table in the order they are shuffled from; refuse a wrong number (K1.1)."""
    if players not in SETUPS:
        raise Refused(f"Kaban is played by {MIN_PLAYERS} to {MAX_PLAYERS}.")
    return tuple(role for role, count in SETUPS[players].composition for _ in range(count))


def deal(cards: Sequence[Role], dice: Dice) -> tuple[Role, ...]:
    """Shuffle ``cards`` with one die for each place: seat 1 gets the first, and so on (K1.2)."""
    shuffled = list(cards)
    for i in range(len(shuffled) - 1, 0, -1):
        j = dice.pick(f"deal:{i}", i + 1)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return tuple(shuffled)


def start(
    roles: Sequence[Role], *, targets: Targets | None = None, jail_years: int = USUAL_JAIL_YEARS
) -> Step[State]:
    """Open Year 1 for the dealt ``roles``; refuse a table that no game could be played at (K1.1, K1.3).

    ``targets`` are the usual ones of that many players unless the moderator chose others.
    """
    if len(roles) not in SETUPS:
        raise Refused(f"Kaban is played by {MIN_PLAYERS} to {MAX_PLAYERS}.")
    if not {Role.GOOD, Role.CORRUPT} <= set(roles):
        raise Refused("There must be a Good Politician and a Corrupt Politician at least.")
    if jail_years not in JAIL_YEARS:
        raise Refused("A first strike costs one, two or three Years.")
    aims = SETUPS[len(roles)].targets if targets is None else targets
    if aims.spending < 1 or aims.fund < 1:
        raise Refused("A target must be at least 1.")
    state = State(
        targets=aims,
        jail_years=jail_years,
        seats=tuple(Seat(Role(role)) for role in roles),
        kaban=KABAN_PER_PLAYER * len(roles),
    )
    opened = year.open_year(state)
    return Step(opened.state, [*_recognitions(state), *opened.news])


def _recognitions(state: State) -> list[Dispatch]:
    corrupt = [n for n, seat in enumerate(state.seats, 1) if seat.role is Role.CORRUPT]
    return [Recognition(to=n, seats=tuple(m for m in corrupt if m != n)) for n in corrupt]
