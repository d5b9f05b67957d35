"""Games of Kaban as cases: a text to adjudicate, and a finished game written as one."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from games.cases import MAX_STEPS, InvalidCase, check_dice, decode
from games.chance import Dice
from games.terms import Refused
from roles.rules import cast, moderator, play
from roles.rules.codec import plain
from roles.rules.inputs import Choices, Input, Pick, fits
from roles.rules.moderator import Corrections
from roles.rules.news import Dispatch
from roles.rules.state import Phase, State
from roles.rules.tables import LARGE, SMALL, Role, Targets

SEAT = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")
SEED = re.compile(r"[0-9a-fA-F]{64}")
YEAR = "[1-9][0-9]{0,8}"


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    """A case as it is written; what a step holds is read step by step."""

    game: Literal["kaban"]
    seed: str
    roles: list[Role]
    dice: dict[str, int]
    steps: list[dict[str, Any]]
    targets: Targets | UnsetType = UNSET
    jail_years: int | UnsetType = UNSET
    expect: Any = None


class Turn(Struct, frozen=True):
    """One step: what the seats handed in, and what the moderator corrected before."""

    inputs: Mapping[int, Input]
    corrections: Corrections | None = None


class CaseDice(Dice):
    """The dice of a case: a fixed number that the die cannot show at that moment makes the case invalid."""

    def pick(self, label: str, n: int) -> int:
        picked = super().pick(label, n)
        if picked >= n:
            raise InvalidCase(f"$.dice.{label}", f"This die shows 0 to {n - 1} here.")
        return picked


def adjudicate(raw: bytes) -> dict[str, Any]:
    """Play the case in ``raw`` and answer what came of it, as plain JSON values.

    Raise ``InvalidCase`` for what is no case, and ``Refused`` with the step in ``at`` for a move
    that the rules do not allow; its ``seat`` is None where no seat is at fault.
    """
    text = decode(raw, Text)
    if not SEED.fullmatch(text.seed):
        raise InvalidCase("$.seed", "A seed has 64 hex digits.")
    if len(text.steps) > MAX_STEPS:
        raise InvalidCase("$.steps", f"A case may have at most {MAX_STEPS:,} steps.")
    check_dice(text.dice, _ranges(len(text.roles)), "$.dice")
    steps = [_read_step(step, f"$.steps[{index}]") for index, step in enumerate(text.steps)]
    state, opening = _start(text)
    dice = CaseDice(bytes.fromhex(text.seed), text.dice)
    told: list[tuple[int, Dispatch]] = [(-1, dispatch) for dispatch in opening]
    for index, step in enumerate(steps):
        try:
            state, news = _play(state, step, dice, f"$.steps[{index}]")
        except Refused as refusal:
            raise Refused(refusal.reason, seat=refusal.seat, at=index) from None
        told += [(index, dispatch) for dispatch in news]
    return answer(state, told)


def answer(state: State, told: Iterable[tuple[int, Dispatch]]) -> dict[str, Any]:
    """Write a state, and the dispatches with the step each was told in, as the answer to a case."""
    outcome = {
        "year": state.year,
        "phase": state.phase,
        "over": state.over,
        "winner": state.winner,
        "why": state.why,
        "spending": state.spending,
        "fund": state.fund,
        "kaban": state.kaban,
        "announced": state.announced,
        "president": state.president,
        "term_ends": state.term_ends,
        "seats": state.seats,
        "silenced": state.silenced,
        "offer": state.offer,
        "dispatches": [{"step": step, **plain(dispatch)} for step, dispatch in told],
    }
    answered: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(outcome))
    return answered


def write(
    seed: bytes, roles: Sequence[Role], turns: Sequence[Turn], *, targets: Targets, jail_years: int
) -> bytes:
    """Write a game as a case, with what came of it as its ``expect``; refuse a game that was not so played."""
    case = {
        "game": "kaban",
        "seed": seed.hex(),
        "dice": {},
        "roles": roles,
        "targets": targets,
        "jail_years": jail_years,
        "steps": [_write_turn(turn) for turn in turns],
    }
    return msgspec.json.encode({**case, "expect": adjudicate(msgspec.json.encode(case))})


def _start(text: Text) -> tuple[State, list[Dispatch]]:
    targets = None if text.targets is UNSET else text.targets
    jail_years = cast.USUAL_JAIL_YEARS if text.jail_years is UNSET else text.jail_years
    if targets is not None and min(targets.spending, targets.fund) < 1:
        raise InvalidCase("$.targets", "A target must be at least 1.")
    if jail_years not in cast.JAIL_YEARS:
        raise InvalidCase("$.jail_years", "A first strike costs one, two or three Years.")
    try:
        begun = cast.start(text.roles, targets=targets, jail_years=jail_years)
    except Refused as refusal:
        raise InvalidCase("$.roles", refusal.reason) from None
    return begun.state, list(begun.news)


def _play(state: State, step: Turn, dice: Dice, path: str) -> tuple[State, list[Dispatch]]:
    news: list[Dispatch] = []
    if state.over:
        raise Refused("The game is over.", seat=min(step.inputs, default=None))
    if step.corrections is not None:
        corrected = moderator.correct(state, step.corrections)
        state, news = corrected.state, list(corrected.news)
        if state.over:
            return state, news
    if state.phase is not None and state.phase is not Phase.DISCUSSION:
        for seat, given in step.inputs.items():
            if not fits(state.phase, given):
                raise InvalidCase(f"{path}.{seat}", f"The {state.phase} phase takes another kind of input.")
    resolved = play.resolve(state, step.inputs, dice)
    return resolved.state, [*news, *resolved.news]


def _ranges(players: int) -> dict[str, int]:
    deal = {f"deal:{i}": i + 1 for i in range(1, players)}
    return {
        f"small:{YEAR}": len(SMALL),
        f"large:{YEAR}": len(LARGE),
        f"lot:{YEAR}": players,
        **deal,
    }


def _read_step(step: dict[str, Any], path: str) -> Turn:
    inputs: dict[int, Input] = {}
    corrections = None
    for key, value in step.items():
        here = f"{path}.{key}"
        if key == "moderator":
            corrections = _convert(value, Corrections, here)
        elif SEAT.fullmatch(key):
            inputs[int(key)] = _read_input(value, here)
        else:
            raise InvalidCase(here, "A step holds seat numbers and the moderator, nothing else.")
    return Turn(inputs, corrections)


def _read_input(value: Any, path: str) -> Input:
    """Read what a seat handed in, by its looks alone: which phase it meets is known only in play."""
    shape: Any = bool | int | None
    if isinstance(value, dict):
        is_pick = "card" in value or "committee" in value
        shape = Pick if is_pick else Choices
    given: Input = _convert(value, shape, path)
    return given


def _convert(value: Any, shape: Any, path: str) -> Any:
    try:
        return msgspec.convert(value, shape, str_keys=True)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at ")
        inner = place.rpartition("$")[2].rstrip("`")
        raise InvalidCase(path + inner, message.rstrip(".") + ".") from None


def _write_turn(turn: Turn) -> dict[str, Any]:
    inputs = {str(seat): given for seat, given in sorted(turn.inputs.items())}
    return inputs if turn.corrections is None else {**inputs, "moderator": turn.corrections}
