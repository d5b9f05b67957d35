"""The verbs of a game: start, check, resolve, and who is awaited. Rooms and cases come in here alone."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, cast

from games.chance import Dice
from games.estado.rules import budget, orders, posts, year
from games.estado.rules.exile import banish
from games.estado.rules.map import Map
from games.estado.rules.orders import Orders
from games.estado.rules.state import FORMAT, Budget, Seat, State, holder, living, ministers
from games.estado.rules.tables import (
    FEWEST_SEATS,
    MINISTRIES,
    MOST_SEATS,
    OFFICES,
    OPENING_ACCOUNT,
    OPENING_DEFENCE_UNITS,
    OPENING_INTERIOR_UNITS,
    Office,
    Phase,
)
from games.terms import Refused, Step

Input = Budget | str | int | Orders

INPUT_OF: dict[Phase, type[Budget] | type[str] | type[int] | type[Orders]] = {
    Phase.BUDGET: Budget,
    Phase.VOTE: str,
    Phase.SKIM: int,
    Phase.ORDERS: Orders,
    Phase.SUCCESSION: int,
}
CHECKS: dict[Phase, Callable[[State, int, Any], None]] = {
    Phase.BUDGET: budget.check_budget,
    Phase.VOTE: budget.check_vote,
    Phase.SKIM: budget.check_skim,
    Phase.ORDERS: orders.check_orders,
    Phase.SUCCESSION: posts.check_name,
}


def deal(seats: int, dice: Dice) -> tuple[Office, ...]:
    """Shuffle the first ``seats`` offices; seat i gets the i-th (L1.2)."""
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise Refused(f"Estado Libre is for {FEWEST_SEATS} to {MOST_SEATS} players.")
    dealt = list(OFFICES[:seats])
    for i in range(seats - 1, 0, -1):
        j = dice.pick(f"deal:{i}", i + 1)
        dealt[i], dealt[j] = dealt[j], dealt[i]
    return tuple(dealt)


def start(country: Map, dealt: tuple[Office, ...]) -> Step[State]:
    """Seat everybody in their offices, place the troops, and open the first year (L1)."""
    state = State(
        format=FORMAT,
        map=country,
        year=1,
        phase=Phase.BUDGET,
        attempt=1,
        treasury=0,
        seats=tuple(Seat(office=office, alive=True, account=OPENING_ACCOUNT) for office in dealt),
        balances=dict.fromkeys(MINISTRIES[: len(dealt) - 1], 0),
        units={
            Office.DEFENCE: {country.barracks: OPENING_DEFENCE_UNITS},
            Office.INTERIOR: {country.capital: OPENING_INTERIOR_UNITS},
        },
        announced=None,
        winners=(),
    )
    return year.open_year(state)


def awaited(state: State) -> tuple[int, ...]:
    """List the seats that may act in the running phase, whatever they have at their disposal (L5.3)."""
    match state.phase:
        case None:
            return ()
        case Phase.BUDGET:
            president = holder(state, Office.PRESIDENT)
            return () if president is None else (president,)
        case Phase.SKIM:
            return tuple(sorted(ministers(state)))
        case _:
            return tuple(living(state))


def check(state: State, seat: int, given: Input) -> None:
    """Refuse what ``seat`` may not send in the running phase, with a sentence for the player."""
    _check_input(state, seat, given, awaited(state))


def _check_seat(state: State, seat: int) -> None:
    """Refuse a game that is over, and a seat that is not at the table."""
    if state.phase is None:
        raise Refused("The game is over.", seat=seat)
    if not 1 <= seat <= len(state.seats):
        raise Refused("There is no such seat at this table.", seat=seat)


def _check_input(state: State, seat: int, given: Input, entitled: Collection[int]) -> None:
    phase = state.phase
    if phase is None or seat not in entitled:
        _check_seat(state, seat)
        raise Refused("It is not for you to act in this phase.", seat=seat)
    if type(given) is not INPUT_OF[phase]:
        raise Refused("This is not what the phase asks for.", seat=seat)
    CHECKS[phase](state, seat, given)


def resolve(
    state: State, inputs: Mapping[int, Input], dice: Dice, *, exiled: Iterable[int] = ()
) -> Step[State]:
    """Close the running phase on ``inputs`` by seat (a seat may be missing), then send ``exiled`` away.

    Refuses what ``check`` refuses, lowest seat first, and an exile who does not sit at the table.
    The input of a living person to be exiled is void (L12.2).
    """
    leaving, entitled = set(exiled), awaited(state)
    counted: dict[int, Input] = {}
    for seat in sorted({*leaving, *inputs}):
        if seat in leaving:
            _check_seat(state, seat)
            if state.seats[seat - 1].alive:
                continue
        if seat in inputs:
            _check_input(state, seat, inputs[seat], entitled)
            counted[seat] = inputs[seat]
    closed = _close_phase(state, counted, dice)
    over = closed.state.over
    if leaving:
        parted = banish(closed.state, leaving)
        closed = Step(parted.state, [*closed.news, *parted.news])
        over = over or len(living(parted.state)) <= 1
    if over:
        ended = year.crown(closed.state)
        return Step(ended.state, [*closed.news, *ended.news])
    return closed


def _close_phase(state: State, inputs: Mapping[int, Input], dice: Dice) -> Step[State]:
    match state.phase:
        case Phase.BUDGET:
            return budget.announce(state, cast(Mapping[int, Budget], inputs))
        case Phase.VOTE:
            return budget.count(state, cast(Mapping[int, str], inputs))
        case Phase.SKIM:
            return budget.skim(state, cast(Mapping[int, int], inputs))
        case Phase.ORDERS:
            return year.carry_out(state, cast(Mapping[int, Orders], inputs), dice)
        case Phase.SUCCESSION:
            return year.follow(state, cast(Mapping[int, int], inputs))
        case None:
            raise Refused("The game is over.")
