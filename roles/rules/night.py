"""The hidden phase: what each role may choose there, and how it is resolved (K3)."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from games.terms import Refused, Step
from roles.rules import strikes
from roles.rules.inputs import POWERS, Choices, named, target
from roles.rules.news import Alignment, Blocked, Dispatch, Lacking, Nakaw, Silenced
from roles.rules.state import (
    Finding,
    Protection,
    Standing,
    State,
    active_with,
    is_active,
    is_good,
    is_protected,
    seat_of,
)
from roles.rules.tables import SUHOL_COST, SUHOL_REFUND, Role, half

NOTHING = Choices()


def check(state: State, seat: int, choices: Choices) -> None:
    """Refuse a power of somebody else's role, and a target that is not an active player."""
    role = seat_of(state, seat).role
    for name in named(choices):
        if name not in POWERS[role]:
            raise Refused("Your role does not have this power.", seat=seat)
    for choice in (choices.tokhang, choices.protect, choices.investigate, choices.jail):
        number = target(choice)
        if number is not None and not is_active(state, number):
            raise Refused(f"Seat {number} is not an active player.", seat=seat)


def resolve(state: State, inputs: Mapping[int, Choices]) -> Step[State]:
    """Carry out all hidden choices in the order of the rules (K3.8 to K3.13).

    Who is free, and what they chose, is what stood when the phase closed: nobody loses a choice to
    another one resolved before it (K3.15).
    """
    free = active_with(state, Role.CORRUPT)
    held = [inputs.get(number, NOTHING) for number in free]
    politicians = [(n, target(inputs.get(n, NOTHING).jail)) for n in active_with(state, Role.GOOD)]
    news: list[Dispatch] = []

    state, told = _look_and_protect(state, inputs)
    news += told
    fund_before = state.fund
    stolen = len(free) if free and all(choices.nakaw is True for choices in held) else 0
    state = replace(
        state, fund=state.fund + stolen, kaban=state.kaban - stolen, decrease=state.decrease + stolen
    )
    news += [Nakaw(to=number, stolen=stolen) for number in free]
    if free and all(choices.suhol is True for choices in held):
        state, told = _suhol(state, free, stolen, fund_before)
        news += told
    victims = {target(choices.tokhang) for choices in held}
    victim = victims.pop() if len(victims) == 1 else None
    if victim is not None:
        state, told = _tokhang(state, free, victim)
        news += told
    state, told = _auto_jails(state, [(n, prey) for n, prey in politicians if prey is not None])
    return Step(state, news + told)


def _look_and_protect(state: State, inputs: Mapping[int, Choices]) -> tuple[State, list[Dispatch]]:
    protections, findings = [], []
    for number in active_with(state, Role.LAWYER):
        client = target(inputs.get(number, NOTHING).protect)
        if client is not None:
            protections.append(Protection(number, client))
    for number in active_with(state, Role.OMBUDSPERSON):
        suspect = target(inputs.get(number, NOTHING).investigate)
        if suspect is not None:
            findings.append(Finding(number, suspect, is_good(seat_of(state, suspect))))
    state = replace(state, protections=tuple(protections), findings=tuple(findings))
    return state, [Alignment(to=found.by, seat=found.seat, good=found.good) for found in findings]


def _suhol(
    state: State, free: tuple[int, ...], stolen: int, fund_before: int
) -> tuple[State, list[Dispatch]]:
    # What was stolen a moment ago does not help to pay: only what the fund held before counts.
    if fund_before < SUHOL_COST:
        return state, _lacking(free, "suhol")
    refund = min(SUHOL_REFUND, stolen)
    state = replace(
        state,
        fund=state.fund - SUHOL_COST,
        kaban=state.kaban + refund,
        decrease=state.decrease - refund,
        silenced=True,
    )
    return state, [Silenced(to=number) for number in active_with(state, Role.COA)]


def _tokhang(state: State, free: tuple[int, ...], victim: int) -> tuple[State, list[Dispatch]]:
    cost = half(state.targets.fund)
    if state.fund < cost:
        return state, _lacking(free, "tokhang")
    state = replace(state, fund=state.fund - cost)
    if is_protected(state, victim):
        return state, [Blocked(to=number, what="tokhang", seat=victim) for number in free]
    gone = strikes.remove(state, victim, "tokhang")
    return gone.state, list(gone.news)


def _auto_jails(state: State, asked: list[tuple[int, int]]) -> tuple[State, list[Dispatch]]:
    cost = half(state.targets.spending)
    news: list[Dispatch] = []
    for number, prey in asked:
        if state.spending < cost:
            news += _lacking((number,), "auto-jail")
            continue
        state = replace(state, spending=state.spending - cost)
        if is_protected(state, prey):
            news.append(Blocked(to=number, what="auto-jail", seat=prey))
        elif seat_of(state, prey).standing is Standing.ACTIVE:
            # Who is no longer active was struck or removed a moment ago, and takes no second blow.
            struck = strikes.strike(state, prey, "auto-jail")
            state = struck.state
            news += struck.news
    return state, news


def _lacking(seats: tuple[int, ...], what: Literal["suhol", "tokhang", "auto-jail"]) -> list[Dispatch]:
    return [Lacking(to=number, what=what) for number in seats]
