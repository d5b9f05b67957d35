"""States, inputs and news as JSON, and back: nothing malformed gets into play."""

from typing import Any

import msgspec

from roles.rules.inputs import SHAPES, Input
from roles.rules.news import Dispatch
from roles.rules.state import FORMAT, Phase, State
from roles.rules.tables import CARDS, MAX_PLAYERS, MIN_PLAYERS


def encode(state: State) -> bytes:
    """Write ``state`` as JSON that carries its format number."""
    return msgspec.json.encode(state)


def decode(raw: bytes) -> State:
    """Read a state back; raises ``ValueError`` for another format and for whatever is no state."""
    state = msgspec.json.decode(raw, type=State)
    fault = _fault(state)
    if fault is not None:
        raise ValueError(fault)
    return state


def encode_input(given: Input) -> bytes:
    """Write one seat's input as JSON, in the form that cases use."""
    return msgspec.json.encode(given)


def decode_input(phase: Phase, raw: bytes) -> Input:
    """Read one seat's input for ``phase``; raises ``ValueError`` for whatever has not its form."""
    if phase not in SHAPES:
        raise ValueError(f"the {phase} phase takes no input")
    given: Input = msgspec.json.decode(raw, type=SHAPES[phase])
    return given


def plain(dispatch: Dispatch) -> dict[str, Any]:
    """Turn a dispatch into the fields that cases and pages show."""
    fields: dict[str, Any] = msgspec.to_builtins(dispatch, str_keys=True)
    return fields


def _fault(state: State) -> str | None:
    players = len(state.seats)
    if state.format != FORMAT:
        return f"a state of format {state.format}, where {FORMAT} is read"
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        return f"a table of {players} seats"
    if min(state.spending, state.fund) < 0:
        return "a tracker below 0"
    if not (state.phase is None) == (state.winner is not None) == (state.why is not None):
        return "a phase after the end, or none before it"
    if state.phase is Phase.COMMITTEE and state.committee is None:
        return "a committee phase without a committee"
    seats = [state.president, *state.tied, *(state.committee.members if state.committee else ())]
    seats += [n for kept in state.protections for n in (kept.by, kept.seat)]
    seats += [n for found in state.findings for n in (found.by, found.seat)]
    if any(number is not None and not 1 <= number <= players for number in seats):
        return "a seat that is not at the table"
    cards = [state.audit.project, state.committee.card if state.committee else None]
    cards += [state.offer.small, state.offer.large] if state.offer else []
    if any(card is not None and card not in CARDS for card in cards):
        return "a card that is not in the game"
    return None
