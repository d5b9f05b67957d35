"""What one viewer may see of a game now, built up from nothing.

A viewer is a seat, the ``public`` (the projector, a guest), or the ``moderator``. What is not added
here is not seen. News is judged one by one with ``may_read``.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from games.terms import Viewer
from roles.rules.inputs import POWERS, Input
from roles.rules.news import Alignment, All
from roles.rules.play import awaited
from roles.rules.state import (
    Committee,
    Finding,
    Offer,
    Phase,
    Protection,
    Side,
    Standing,
    State,
    Why,
    active_with,
    candidates,
    is_active,
    presiding,
    seat_of,
)
from roles.rules.tables import SUHOL_COST, Role, Targets, half
from roles.rules.talk import is_open

ALIGNMENT = Alignment.__struct_config__.tag


class SeatSight(Struct, frozen=True, kw_only=True):
    """One player as the viewer knows them; ``role`` is None while their card lies face down."""

    number: int
    standing: Standing
    strikes: int
    back: int | None
    role: Role | None


class Price(Struct, frozen=True):
    """What a hidden choice would cost its own side, and what it would leave (below 0: too little)."""

    what: Literal["suhol", "tokhang", "auto-jail"]
    cost: int
    leaves: int


class Secrets(Struct, frozen=True, kw_only=True):
    """What the viewer sees beyond the public; a player finds here only what is theirs to know."""

    role: Role | None = None
    powers: tuple[str, ...] = ()
    may_name: tuple[int, ...] = ()
    own: Input | None = None
    prices: tuple[Price, ...] = ()
    fellows: tuple[int, ...] = ()
    fund: int | None = None
    kaban: int | None = None
    offer: Offer | None = None
    protections: tuple[Protection, ...] = ()
    findings: tuple[Finding, ...] = ()
    silenced: bool = False
    choices: tuple[tuple[int, Input], ...] = ()


class Sight(Struct, frozen=True, kw_only=True):
    """The table as one viewer sees it; all but the roles in ``seats`` and ``secrets`` is public."""

    viewer: Viewer
    year: int
    phase: Phase | None
    last_year: bool
    winner: Side | None
    why: Why | None
    targets: Targets
    spending: int
    announced: int
    president: int | None
    term_ends: int | None
    seats: tuple[SeatSight, ...]
    candidates: tuple[int, ...]
    committee: Committee | None
    awaited: tuple[int, ...]
    may_act: bool
    talk_open: bool
    secrets: Secrets


def see(state: State, viewer: Viewer, inputs: Mapping[int, Input]) -> Sight:
    """Show ``viewer`` what is theirs to see of ``state`` and of the ``inputs`` handed in so far."""
    waiting = awaited(state)
    return Sight(
        viewer=viewer,
        year=state.year,
        phase=state.phase,
        last_year=state.last_year,
        winner=state.winner,
        why=state.why,
        targets=state.targets,
        spending=state.spending,
        announced=state.announced,
        president=state.president,
        term_ends=state.term_ends,
        seats=_seats(state, viewer),
        candidates=candidates(state) if state.phase in (Phase.ELECTION, Phase.RUN_OFF) else (),
        committee=state.committee,
        awaited=waiting,
        may_act=viewer in waiting,
        talk_open=is_open(state),
        secrets=_secrets(state, viewer, inputs),
    )


def may_read(state: State, viewer: Viewer, *, to: int | All, kind: str, year: int) -> bool:
    """Tell whether ``viewer`` may read a dispatch of that audience and kind, told in ``year``.

    An alignment is gone from the Ombudsperson's eyes when its Year ends (K3.4); after the end of
    the game everything is open (K9.8).
    """
    if state.over or viewer == "moderator" or to == "all":
        return True
    if kind == ALIGNMENT and year != state.year:
        return False
    return viewer == to


def _seats(state: State, viewer: Viewer) -> tuple[SeatSight, ...]:
    fellows = _fellows(state, viewer)
    seats = []
    for number, seat in enumerate(state.seats, 1):
        shown = state.over or viewer in ("moderator", number) or number in fellows
        shown = shown or seat.standing is Standing.REMOVED
        role = seat.role if shown else None
        seats.append(
            SeatSight(number=number, standing=seat.standing, strikes=seat.strikes, back=seat.back, role=role)
        )
    return tuple(seats)


def _secrets(state: State, viewer: Viewer, inputs: Mapping[int, Input]) -> Secrets:
    if viewer == "moderator" or state.over:
        return Secrets(
            role=seat_of(state, viewer).role if isinstance(viewer, int) else None,
            fund=state.fund,
            kaban=state.kaban,
            offer=state.offer,
            protections=state.protections,
            findings=state.findings,
            silenced=state.silenced,
            choices=tuple(sorted(inputs.items(), key=_by_seat)),
        )
    if viewer == "public":
        return Secrets()
    return _player_secrets(state, viewer, inputs)


def _player_secrets(state: State, viewer: int, inputs: Mapping[int, Input]) -> Secrets:
    seat = seat_of(state, viewer)
    active = seat.standing is Standing.ACTIVE
    may_act = viewer in awaited(state)
    is_president = state.phase is Phase.PROJECT and viewer == presiding(state)
    sees_fund = seat.role is Role.CORRUPT and seat.standing is not Standing.REMOVED
    return Secrets(
        role=seat.role,
        powers=POWERS[seat.role] if may_act and state.phase is Phase.HIDDEN else (),
        may_name=candidates(state) if may_act else (),
        own=inputs.get(viewer),
        prices=_prices(state, seat.role) if may_act and state.phase is Phase.HIDDEN else (),
        fellows=_fellows(state, viewer),
        fund=state.fund if sees_fund else None,
        offer=state.offer if is_president else None,
        protections=tuple(kept for kept in state.protections if kept.by == viewer),
        findings=tuple(found for found in state.findings if found.by == viewer),
        silenced=state.silenced and active and seat.role is Role.COA,
        choices=_fellow_choices(state, viewer, inputs),
    )


def _fellows(state: State, viewer: Viewer) -> tuple[int, ...]:
    if not isinstance(viewer, int) or seat_of(state, viewer).role is not Role.CORRUPT:
        return ()
    return tuple(n for n, seat in enumerate(state.seats, 1) if seat.role is Role.CORRUPT and n != viewer)


def _fellow_choices(state: State, viewer: int, inputs: Mapping[int, Input]) -> tuple[tuple[int, Input], ...]:
    if state.phase is not Phase.HIDDEN or not is_active(state, viewer):
        return ()
    free = active_with(state, Role.CORRUPT)
    if viewer not in free:
        return ()
    return tuple((n, inputs[n]) for n in free if n != viewer and n in inputs)


def _prices(state: State, role: Role) -> tuple[Price, ...]:
    if role is Role.CORRUPT:
        tokhang = half(state.targets.fund)
        return (
            Price("suhol", SUHOL_COST, state.fund - SUHOL_COST),
            Price("tokhang", tokhang, state.fund - tokhang),
        )
    if role is Role.GOOD:
        cost = half(state.targets.spending)
        return (Price("auto-jail", cost, state.spending - cost),)
    return ()


def _by_seat(entry: tuple[int, Input]) -> int:
    return entry[0]
