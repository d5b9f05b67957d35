"""States and inputs as JSON, and back: nothing malformed gets into play."""

from typing import Any

import msgspec

from games.estado.rules.news import News
from games.estado.rules.play import INPUT_OF, Input
from games.estado.rules.state import FORMAT, State
from games.estado.rules.tables import Phase


def encode(state: State) -> bytes:
    """Write ``state`` as JSON that carries its format number."""
    return msgspec.json.encode(state)


def decode(raw: bytes) -> State:
    """Read a state back; raises ``ValueError`` for another format and for whatever is no state."""
    state = msgspec.json.decode(raw, type=State)
    if state.format != FORMAT:
        raise ValueError(f"a state of format {state.format}, where {FORMAT} is read")
    return state


def encode_input(given: Input) -> bytes:
    """Write one seat's input for one phase as JSON, in the form that cases use."""
    return msgspec.json.encode(given)


def decode_input(phase: Phase, raw: bytes) -> Input:
    """Read one seat's input for ``phase``; raises ``ValueError`` for whatever has not its form."""
    given: Input = msgspec.json.decode(raw, type=INPUT_OF[phase])
    return given


def plain(news: News) -> dict[str, Any]:
    """Turn a dispatch into the fields that cases and pages show."""
    fields: dict[str, Any] = msgspec.to_builtins(news, str_keys=True)
    return fields
