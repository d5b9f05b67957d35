"""The turn of the Year: what closes one and opens the next, and the announcements (K3.2, K4)."""

from msgspec.structs import replace

from games.terms import Step
from roles.rules.news import AuditReport, Decrease, Dispatch, Released, Revenue
from roles.rules.state import (
    Audit,
    Phase,
    Standing,
    State,
    active_seats,
    active_with,
    has_corrupt,
    with_seat,
)
from roles.rules.tables import Role


def open_year(state: State) -> Step[State]:
    """Release whose term is over, then hand the audit to each active COA (K2.2, K3.2)."""
    news: list[Dispatch] = []
    for number, seat in enumerate(state.seats, 1):
        if seat.standing is Standing.JAILED and seat.back is not None and seat.back <= state.year:
            state = with_seat(state, number, replace(seat, standing=Standing.ACTIVE, back=None))
            news.append(Released(seat=number))
    for number in active_with(state, Role.COA):
        news.append(AuditReport(to=number, project=state.audit.project, kickback=state.audit.kickback))
    return Step(replace(state, phase=Phase.HIDDEN), news)


def next_year(state: State) -> Step[State]:
    """Close the Year that is over and open the next: what lasts for one Year goes, its audit stays."""
    return open_year(
        replace(
            state,
            year=state.year + 1,
            unannounced=state.decrease,
            decrease=0,
            audit=_audit(state),
            protections=(),
            findings=(),
            silenced=False,
            tied=(),
            offer=None,
            committee=None,
            last_year=False,
        )
    )


def announce(state: State) -> Step[State]:
    """Read out last Year's decrease, from Year 2 on, and add the revenue of the active (K4.1, K4.3)."""
    revenue = len(active_seats(state))
    news: list[Dispatch] = [Revenue(amount=revenue)]
    if state.year > 1:
        news.insert(0, Decrease(amount=state.unannounced))
    return Step(replace(state, kaban=state.kaban + revenue, unannounced=0), news)


def _audit(state: State) -> Audit:
    if state.committee is None or not state.committee.passed:
        return Audit()
    return Audit(state.committee.card, has_corrupt(state, state.committee.members))
