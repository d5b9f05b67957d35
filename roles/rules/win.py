"""Who has won, and by what (K8). Good is always asked before Bad."""

from msgspec.structs import replace

from games.terms import Step
from roles.rules.news import Over
from roles.rules.state import Side, Standing, State, Why
from roles.rules.tables import Role


def judge_purges(state: State) -> Step[State]:
    """End the game if one side's politicians are all removed; else leave it as it is (K8.1, K8.2)."""
    if _purged(state, Role.CORRUPT):
        return _end(state, Side.GOOD, Why.CORRUPT_PURGE)
    if _purged(state, Role.GOOD):
        return _end(state, Side.BAD, Why.GOOD_PURGE)
    return Step(state)


def judge_year_end(state: State) -> Step[State]:
    """End the game if a purge, a target or the last Year does; else leave it as it is (K8.3, K8.4)."""
    purged = judge_purges(state)
    if purged.state.over:
        return purged
    if state.spending >= state.targets.spending:
        return _end(state, Side.GOOD, Why.SPENDING)
    if state.fund >= state.targets.fund:
        return _end(state, Side.BAD, Why.FUND)
    if state.last_year:
        # Shares are compared crosswise, so that nothing is rounded.
        good_leads = state.spending * state.targets.fund >= state.fund * state.targets.spending
        return _end(state, Side.GOOD if good_leads else Side.BAD, Why.LAST_YEAR)
    return Step(state)


def _purged(state: State, role: Role) -> bool:
    return all(seat.standing is Standing.REMOVED for seat in state.seats if seat.role is role)


def _end(state: State, winner: Side, why: Why) -> Step[State]:
    return Step(replace(state, phase=None, winner=winner, why=why), [Over(winner=winner, why=why)])
