"""The verbs of a running game: who is awaited, what may be handed in, and what comes of it."""

from collections.abc import Mapping
from typing import Any

from games.chance import Dice
from games.terms import Refused, Step
from roles.rules import election, jail, night, project, win, year
from roles.rules.inputs import Input, fits
from roles.rules.state import Phase, Standing, State, active_seats, exists, is_active, presiding, seat_of


def awaited(state: State) -> tuple[int, ...]:
    """Answer the seats that may hand something in before the open phase closes, in seat order.

    In the hidden phase these are all the active ones, whatever their role, so that waiting tells
    nothing. In the discussion, and when nobody is left who could act, there are none.
    """
    match state.phase:
        case Phase.PROJECT:
            president = presiding(state)
            return () if president is None else (president,)
        case Phase.COMMITTEE:
            members = () if state.committee is None else state.committee.members
            return tuple(sorted(n for n in members if is_active(state, n)))
        case Phase.DISCUSSION | None:
            return ()
    return active_seats(state)


def check(state: State, seat: int, given: Input) -> None:
    """Refuse what seat ``seat`` may not hand in now: by standing, by phase, by role, by whom it names."""
    if state.phase is None:
        raise Refused("The game is over.", seat=seat)
    _check_standing(state, seat)
    if state.phase is Phase.DISCUSSION:
        raise Refused("In the discussion there is nothing to hand in.", seat=seat)
    if not fits(state.phase, given):
        raise Refused("This form belongs to another step of the Year.", seat=seat)
    move: Any = given
    match state.phase:
        case Phase.HIDDEN:
            night.check(state, seat, move)
        case Phase.ELECTION | Phase.RUN_OFF:
            election.check(state, seat, move)
        case Phase.PROJECT:
            project.check_pick(state, seat, move)
        case Phase.COMMITTEE:
            project.check_vote(state, seat)
        case Phase.JAIL:
            jail.check(state, seat, move)


def resolve(state: State, inputs: Mapping[int, Input], dice: Dice) -> Step[State]:
    """Close the open phase with ``inputs`` by seat, and go on to the next that waits for input.

    Refuse the lowest seat at fault, whatever the others handed in, and any resolving after the end.
    """
    given: dict[int, Any] = dict(sorted(inputs.items()))
    for seat, move in given.items():
        check(state, seat, move)
    match state.phase:
        case Phase.HIDDEN:
            return _resolve_night(state, given, dice)
        case Phase.ELECTION | Phase.RUN_OFF:
            return election.resolve(state, given, dice)
        case Phase.PROJECT:
            return project.resolve_pick(state, given)
        case Phase.COMMITTEE:
            return project.resolve_committee(state, given)
        case Phase.DISCUSSION:
            return jail.open_vote(state)
        case Phase.JAIL:
            return jail.resolve(state, given)
    raise Refused("The game is over.")


def _resolve_night(state: State, given: dict[int, Any], dice: Dice) -> Step[State]:
    resolved = night.resolve(state, given)
    tested = win.judge_purges(resolved.state)
    news = [*resolved.news, *tested.news]
    if tested.state.over:
        return Step(tested.state, news)
    announced = year.announce(tested.state)
    opened = election.open_or_skip(announced.state, dice)
    return Step(opened.state, [*news, *announced.news, *opened.news])


def _check_standing(state: State, seat: int) -> None:
    if not exists(state, seat):
        raise Refused(f"There is no seat {seat}.", seat=seat)
    match seat_of(state, seat).standing:
        case Standing.JAILED:
            raise Refused("You are jailed, and sit this Year out.", seat=seat)
        case Standing.REMOVED:
            raise Refused("You are out of the game.", seat=seat)
