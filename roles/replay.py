"""A finished game played once more from its record, step by step, with everything hidden in it open."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import msgspec

from games.chance import Dice
from games.registry import News
from roles.game import plain
from roles.rules import cast, codec, moderator, play
from roles.rules.inputs import Input
from roles.rules.moderator import Corrections
from roles.rules.state import State
from roles.rules.tables import Role, Targets


@dataclass(frozen=True)
class Turn:
    """One step as it was played: the state before it, what was handed in, what came of it."""

    before: State
    inputs: Mapping[int, Input]
    corrections: Corrections | None
    after: State
    news: tuple[News, ...]


def replay(record: bytes) -> Iterator[Turn]:
    """Play the game in ``record``, as ``roles.game.record`` writes it, and answer it turn by turn."""
    written = msgspec.json.decode(record)
    dice = Dice(bytes.fromhex(written["seed"]))
    state = cast.start(
        [Role(role) for role in written["roles"]],
        targets=msgspec.convert(written["targets"], Targets),
        jail_years=written["jail_years"],
    ).state
    for step in written["steps"]:
        before = state
        corrections = msgspec.convert(step.get("moderator", {}), Corrections, str_keys=True)
        corrected = moderator.correct(state, corrections)
        state, news = corrected.state, list(corrected.news)
        inputs: dict[int, Input] = {}
        if state.phase is not None:
            for seat, given in step.items():
                if seat != "moderator":
                    inputs[int(seat)] = codec.decode_input(state.phase, msgspec.json.encode(given))
            resolved = play.resolve(state, inputs, dice)
            state, news = resolved.state, [*news, *resolved.news]
        yield Turn(
            before,
            inputs,
            corrections if "moderator" in step else None,
            state,
            tuple(map(plain, news)),
        )
