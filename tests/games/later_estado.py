"""Estado Libre as a later version of the site might have it: format 2, with a field renamed and votes in a form.

The game itself is today's. It stands in for the newer of two versions that run at once.
"""

from typing import Any

import msgspec

from games.estado import game
from games.estado.game import *  # noqa: F403  all that a game offers, but for what is said below
from games.formats import Upgrade

FORMAT = 2


def encode(state: Any) -> str:
    return _newer(game.encode(state))


def decode(text: str) -> Any:
    plain = msgspec.json.decode(text)
    assert plain["format"] == 2
    plain["treasury"] = plain.pop("chest")
    return game.decode(msgspec.json.encode({**plain, "format": 1}).decode())


def read_input(state: Any, plain: Any) -> Any:
    return game.read_input(state, plain["says"] if state.phase == "vote" else plain)


def write_input(given: Any) -> Any:
    plain = game.write_input(given)
    return {"says": plain} if isinstance(plain, str) else plain


def _newer(text: str) -> str:
    plain = _rename(msgspec.json.decode(text))
    return msgspec.json.encode({**plain, "format": 2}).decode()


def _rename(plain: Any) -> Any:
    return {"chest" if key == "treasury" else key: value for key, value in plain.items()}


UPGRADES = {
    1: Upgrade(
        state=_rename,
        given=lambda phase, plain: {"says": plain} if phase == "vote" else plain,
    )
}
