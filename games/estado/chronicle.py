"""A finished game opened: played again from its record, with everything that was secret year by year."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from games.chance import Dice
from games.estado.fortunes import Chart, chart
from games.estado.rules.case import EXILE, Case
from games.estado.rules.drawing import draw
from games.estado.rules.news import AidReceived, AidSeized, Attempt, BudgetVote, News
from games.estado.rules.orders import Orders
from games.estado.rules.play import INPUT_OF, resolve, start
from games.estado.rules.state import State
from games.estado.rules.tables import AYE, NAY, Phase
from games.estado.words import listing, order_words, per_cent, title

Names = Mapping[int, str]
Inputs = Mapping[int, Any]


@dataclass(frozen=True)
class Ballot:
    """One budget: what was withheld of it in secret, and who voted how."""

    attempt: int
    withheld: str
    ayes: str
    nays: str
    silent: str
    passed: bool


@dataclass(frozen=True)
class Deed:
    """What one person did in a year; ``account`` is what they held at its end."""

    name: str
    office: str
    skimmed: int | None
    order: str
    account: int
    alive: bool


@dataclass
class Year:
    """A year with its secrets open."""

    number: int
    ballots: list[Ballot] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    aid: str = ""
    plots: list[str] = field(default_factory=list)
    succession: str = ""


@dataclass(frozen=True)
class Chronicle:
    """A whole game: its years, everybody's fortune, and who killed whom."""

    years: tuple[Year, ...]
    fortunes: Chart
    kills: tuple[str, ...]


def tell(record: bytes, names: Names) -> Chronicle:
    """Play a finished game's record again and tell all of it."""
    case = msgspec.json.decode(record, type=Case)
    dice = Dice(bytes.fromhex(case.seed), case.dice)
    places = {province.id: province.name for province in draw(dice).provinces}
    state = start(case.map, tuple(case.seats)).state
    accounts: list[list[int | None]] = [[seat.account for seat in state.seats]]
    years, kills = [], []
    opened, told = state, {}
    for step in case.steps:
        if not years or years[-1].number != state.year:
            years.append(Year(state.year))
            opened, told = state, {}
        phase, year = state.phase, years[-1]
        assert phase is not None
        inputs = {
            int(k): msgspec.json.decode(part, type=INPUT_OF[phase]) for k, part in step.items() if k != EXILE
        }
        exiled = msgspec.json.decode(step[EXILE], type=list[int]) if EXILE in step else []
        done = resolve(state, inputs, dice, exiled=exiled)
        told[phase] = inputs
        _open(year, state, inputs, done.news, names)
        kills += [f"Year {year.number}: {_plot(one, names)}" for one in done.news if _is_kill(one)]
        state = done.state
        if state.year != year.number or state.over:
            accounts.append([seat.account if seat.alive else None for seat in state.seats])
            year.deeds = _deeds(opened, state, told, names, places)
    return Chronicle(tuple(years), chart(accounts, names, state.winners), tuple(kills))


def _open(year: Year, state: State, inputs: Inputs, news: Sequence[News], names: Names) -> None:
    """Add what the phase that opened in ``state`` kept secret."""
    phase = state.phase
    if phase is Phase.VOTE:
        passed = any(isinstance(one, BudgetVote) and one.passed for one in news)
        year.ballots.append(_ballot(state, inputs, names, passed=passed))
    elif phase is Phase.ORDERS:
        year.aid = next((_aid(one, names) for one in news if isinstance(one, AidReceived | AidSeized)), "")
        year.plots = [_plot(one, names) for one in news if isinstance(one, Attempt)]
    elif phase is Phase.SUCCESSION and inputs:
        year.succession = listing(f"{names[seat]} named {names[name]}" for seat, name in inputs.items())


def _ballot(state: State, votes: Inputs, names: Names, *, passed: bool) -> Ballot:
    assert state.announced is not None
    kept = [
        f"${amount} from {title(office)}" for office, amount in state.announced.withhold.items() if amount
    ]
    cast = {choice: [names[seat] for seat, vote in votes.items() if vote == choice] for choice in (AYE, NAY)}
    silent = [names[seat] for seat, one in enumerate(state.seats, 1) if one.alive and seat not in votes]
    return Ballot(
        attempt=state.attempt,
        withheld=listing(kept) if kept else "nothing",
        ayes=listing(cast[AYE]) if cast[AYE] else "nobody",
        nays=listing(cast[NAY]) if cast[NAY] else "nobody",
        silent=listing(silent) if silent else "",
        passed=passed,
    )


def _aid(one: AidReceived | AidSeized, names: Names) -> str:
    if isinstance(one, AidReceived):
        return f"${one.amount} of foreign aid reached {names[one.to]}, the President."
    return f"${one.amount} of foreign aid was seized at sea by {names[one.to]}."


def _is_kill(one: News) -> bool:
    return isinstance(one, Attempt) and one.killed


def _plot(one: News, names: Names) -> str:
    assert isinstance(one, Attempt)
    said = f"{names[one.to]} spent ${one.spent} on {names[one.target]} at {per_cent(one.odds)}"
    return f"{said}, killed, and gained ${one.gained}" if one.killed else f"{said}, in vain"


def _deeds(
    opened: State, ended: State, told: Mapping[Phase, Inputs], names: Names, places: Mapping[str, str]
) -> list[Deed]:
    orders: Mapping[int, Orders] = told.get(Phase.ORDERS, {})
    return [
        Deed(
            name=names[seat],
            office=title(person.office),
            skimmed=told.get(Phase.SKIM, {}).get(seat),
            order=order_words(msgspec.to_builtins(orders[seat]), names, places)
            if seat in orders
            else "nothing sent",
            account=ended.seats[seat - 1].account,
            alive=ended.seats[seat - 1].alive,
        )
        for seat, person in enumerate(opened.seats, 1)
        if person.alive
    ]
