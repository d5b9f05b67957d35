"""What a viewer may know of a state, built up from nothing, piece by piece (L13.2 - L13.4).

The only thing pages, pushes, exports and bots get to show. A viewer is a seat's number, or ``None``
for anybody with the watch link.
"""

from msgspec import Struct

from games.estado.rules.assassination import odds_by_dollar
from games.estado.rules.map import Map, neighbours
from games.estado.rules.news import Everybody
from games.estado.rules.play import awaited
from games.estado.rules.state import State, living, ministers, ministries, near_capital, place
from games.estado.rules.tables import COMMANDS, GUARD, ODDS_CEILING, ODDS_PER_DOLLAR, Action, Office, Phase

MOST_USEFUL = ODDS_CEILING // ODDS_PER_DOLLAR
"""Dollars beyond these buy no better odds."""


class Person(Struct, frozen=True):
    """Somebody at the table; ``account`` is ``None`` where the viewer may not know it."""

    seat: int
    office: Office | None
    alive: bool
    place: str | None
    account: int | None


class Proposal(Struct, frozen=True):
    """The budget before the house; ``withhold`` only for the President."""

    allocations: dict[str, int]
    grants: dict[int, int]
    withhold: dict[str, int] | None


class Sight(Struct, frozen=True):
    """The game as one viewer may know it; ``balances`` holds the ministries whose money they may see."""

    viewer: int | None
    year: int
    phase: Phase | None
    attempt: int
    treasury: int
    over: bool
    winners: tuple[int, ...]
    map: Map
    guard: int
    units: dict[Office, dict[str, int]]
    people: tuple[Person, ...]
    ministries: tuple[Office, ...]
    awaited: tuple[int, ...]
    proposal: Proposal | None
    balances: dict[Office, int]


class Choices(Struct, frozen=True):
    """What a seat's orders may say as things stand.

    ``odds`` maps each target to the chance, in basis points, of spending $1, $2 … as far as one's account
    goes and more dollars buy more;
    ``marches`` maps each province with own units to how many stand there and where they may go.
    """

    actions: tuple[Action, ...]
    odds: dict[int, tuple[int, ...]]
    patrols: tuple[str, ...]
    marches: dict[str, tuple[int, tuple[str, ...]]]


def see(state: State, viewer: int | None) -> Sight:
    """Show ``viewer`` what is public and what is their own; after the end, everybody everything."""
    own = state.seats[viewer - 1] if viewer is not None else None
    return Sight(
        viewer=viewer,
        year=state.year,
        phase=state.phase,
        attempt=state.attempt,
        treasury=state.treasury,
        over=state.over,
        winners=state.winners,
        map=state.map,
        guard=GUARD,
        units=state.units,
        people=tuple(_person(state, seat, viewer) for seat in range(1, len(state.seats) + 1)),
        ministries=ministries(state),
        awaited=awaited(state),
        proposal=_proposal(state, viewer),
        balances={
            office: state.balances[office]
            for office in ministries(state)
            if state.over or (own is not None and own.office is office)
        },
    )


def _person(state: State, seat: int, viewer: int | None) -> Person:
    person = state.seats[seat - 1]
    return Person(
        seat=seat,
        office=person.office,
        alive=person.alive,
        place=place(state, seat) if person.office else None,
        account=person.account if state.over or seat == viewer else None,
    )


def _proposal(state: State, viewer: int | None) -> Proposal | None:
    budget = state.announced
    if budget is None:
        return None
    own = viewer is not None and state.seats[viewer - 1].office is Office.PRESIDENT
    return Proposal(
        allocations=budget.allocations, grants=budget.grants, withhold=budget.withhold if own else None
    )


def choices(state: State, seat: int) -> Choices | None:
    """List what ``seat`` may order this year, with the exact odds of every murder; ``None`` when not asked."""
    if state.phase is not Phase.ORDERS or seat not in awaited(state):
        return None
    office, account = state.seats[seat - 1].office, state.seats[seat - 1].account
    troops = state.units[office] if office in COMMANDS else {}
    actions = [Action.NONE]
    if office is not Office.PRESIDENT:
        actions.append(Action.SUPPORT)
    if office in COMMANDS and near_capital(state, office):
        actions.append(Action.REVOLT)
    if account:
        actions.append(Action.ASSASSINATE)
    if office is Office.NAVY:
        actions.append(Action.PATROL)
    return Choices(
        actions=tuple(actions),
        odds={
            target: odds_by_dollar(state, seat, target, min(account, MOST_USEFUL))
            for target in living(state)
            if target != seat
        },
        patrols=tuple(sorted(state.map.coast)) if office is Office.NAVY else (),
        marches={
            province: (units, tuple(sorted(neighbours(state.map)[province])))
            for province, units in sorted(troops.items())
        },
    )


def nameable(state: State) -> tuple[int, ...]:
    """List whom the cabinet may name President, most senior first (L9.2)."""
    return tuple(ministers(state)) if state.phase is Phase.SUCCESSION else ()


def may_read(state: State, viewer: int | None, *, to: int | Everybody) -> bool:
    """Tell whether ``viewer`` may read a dispatch of that audience; after the end everybody reads all (L13.1)."""
    return state.over or to in ("all", viewer)
