"""Estado Libre as cases: play one that is given, and write a finished game as one (see ``games.cases``)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from games.cases import MAX_STEPS, InvalidCase, check_dice, decode
from games.chance import Dice
from games.estado.rules.codec import plain
from games.estado.rules.map import Map, fault
from games.estado.rules.news import News
from games.estado.rules.orders import Orders, misfit
from games.estado.rules.play import INPUT_OF, Input, resolve, start
from games.estado.rules.state import State
from games.estado.rules.tables import (
    AID_CHANCE_SIDES,
    AID_SIDES,
    COASTAL_PROVINCES,
    FEWEST_SEATS,
    GUARD,
    MOST_SEATS,
    ODDS_SIDES,
    OFFICES,
    YEARS,
    Action,
    Office,
    Phase,
)
from games.terms import Refused

EXILE = "exile"

Shape = TypeVar("Shape")


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """The text form of a game: what each phase was given, in the order the phases came."""

    game: Literal["estado-libre"]
    seed: Annotated[str, Meta(pattern=r"\A[0-9a-fA-F]{64}\Z")]
    dice: dict[str, int]
    map: Map
    seats: list[Office]
    steps: Annotated[list[dict[str, Raw]], Meta(max_length=MAX_STEPS)]
    expect: Raw | UnsetType = UNSET


class Turn(Struct, frozen=True):
    """What one phase was given: inputs by seat, and who went into exile when it closed."""

    inputs: Mapping[int, Input]
    exiled: Sequence[int] = ()


def adjudicate(raw: bytes) -> dict[str, Any]:
    """Play the case in ``raw`` and answer what came of it.

    Raises ``InvalidCase`` for what is no case, and ``Refused`` (with ``seat`` and ``at``) for the
    first step that the rules will not carry out.
    """
    case = decode(raw, Case)
    _check_table(case)
    dice = Dice(bytes.fromhex(case.seed), case.dice)
    step = start(case.map, tuple(case.seats))
    state = step.state
    told = _dispatches(-1, step.news)
    for at, parts in enumerate(case.steps):
        path = f"$.steps[{at}]"
        try:
            if state.phase is None:
                raise Refused("The game is over.", seat=_first_named(parts, path))
            turn = _read_turn(state.phase, parts, path)
            step = resolve(state, turn.inputs, dice, exiled=turn.exiled)
        except Refused as refusal:
            raise Refused(refusal.reason, seat=refusal.seat, at=at) from None
        state = step.state
        told += _dispatches(at, step.news)
    answer: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(_answer(state, told)))
    return answer


def write(seed: bytes, country: Map, seats: Sequence[Office], turns: Sequence[Turn]) -> bytes:
    """Write a game as a case, with what came of it as its ``expect``; refuses a game that was not so played."""
    case = {
        "game": "estado-libre",
        "seed": seed.hex(),
        "dice": {},
        "map": country,
        "seats": seats,
        "steps": [{**turn.inputs, **({EXILE: list(turn.exiled)} if turn.exiled else {})} for turn in turns],
    }
    return msgspec.json.encode({**case, "expect": adjudicate(msgspec.json.encode(case))})


def _check_table(case: Case) -> None:
    """Refuse with ``InvalidCase`` a table, a country or dice that the game does not have."""
    table = OFFICES[: len(case.seats)]
    if not FEWEST_SEATS <= len(case.seats) <= MOST_SEATS or set(case.seats) != set(table):
        raise InvalidCase(
            "$.seats",
            f"{FEWEST_SEATS} to {MOST_SEATS} seats share the first offices, each held once.",
        )
    wrong = fault(case.map)
    if wrong is not None:
        raise InvalidCase(f"$.map.{wrong[0]}", wrong[1])
    year, seat = f"[1-{YEARS}]", f"[1-{len(case.seats)}]"
    ranges = {
        f"aid:{year}": AID_CHANCE_SIDES,
        f"aid-amount:{year}": AID_SIDES,
        f"landfall:{year}": COASTAL_PROVINCES,
        rf"assassin:{year}:({seat}):(?!\1){seat}": ODDS_SIDES,
    }
    check_dice(case.dice, ranges, "$.dice")


def _read_turn(phase: Phase, parts: dict[str, Raw], path: str) -> Turn:
    inputs: dict[int, Input] = {}
    exiled: list[int] = []
    for key, part in parts.items():
        here = f"{path}.{key}"
        if key == EXILE:
            exiled = _read(part, list[int], here)
            continue
        given: Input = _read(part, INPUT_OF[phase], here)
        if isinstance(given, Orders) and given.action in tuple(Action):
            field = misfit(given)
            if field is not None:
                raise InvalidCase(here, f"`{given.action}` and `{field}`: one is there without the other.")
        inputs[_seat(key, path)] = given
    return Turn(inputs, exiled)


def _read(part: Raw, shape: type[Shape], path: str) -> Shape:
    try:
        return decode(bytes(part), shape)
    except InvalidCase as invalid:
        inner = invalid.path.removeprefix("$") if invalid.path.startswith("$") else ""
        raise InvalidCase(path + inner, invalid.reason) from None


def _seat(key: str, path: str) -> int:
    digits = key.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10 and str(int(key)) == key):
        raise InvalidCase(f"{path}.{key}", "Inputs stand under the number of a seat.")
    return int(key)


def _first_named(parts: dict[str, Raw], path: str) -> int | None:
    """Name the lowest seat that a step after the end speaks of."""
    named = [_seat(key, path) for key in parts if key != EXILE]
    if EXILE in parts:
        named += _read(parts[EXILE], list[int], f"{path}.{EXILE}")
    return min(named, default=None)


def _dispatches(at: int, news: Sequence[News]) -> list[dict[str, Any]]:
    return [{"step": at, **plain(piece)} for piece in news]


def _answer(state: State, told: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "year": state.year,
        "phase": state.phase,
        "attempt": state.attempt,
        "treasury": state.treasury,
        "over": state.over,
        "winners": list(state.winners),
        "seats": [
            {"office": seat.office, "alive": seat.alive, "account": seat.account} for seat in state.seats
        ],
        "balances": dict(state.balances),
        "guard": GUARD,
        "units": state.units,
        "dispatches": told,
    }
