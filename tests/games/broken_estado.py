"""Estado Libre with a fault in its rules: votes cannot be counted."""

from collections.abc import Mapping
from typing import Any

from games.estado import game
from games.estado.game import *  # noqa: F403  all that a game offers, but for what is said below


def resolve(state: Any, turn: Any, dice: Any) -> Any:
    if state.phase == "vote":
        faults: Mapping[str, str] = {}
        return faults["votes"]
    return game.resolve(state, turn, dice)
