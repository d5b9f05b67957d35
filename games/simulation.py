"""Whole games played by bots alone, on the rules without a database, to judge how a game plays."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any, NamedTuple

from games import registry
from games.chance import Dice
from games.registry import Game, Told, Turn
from games.terms import Refused

MOST_PHASES = 2_000
LOOKS = 3
"""How often bots may choose anew in a phase because what the others chose changed what they see."""


class EndlessGameError(Exception):
    """A game that did not come to its end; the message says where it stood."""


class Played(NamedTuple):
    """A finished game: what everybody could see when it began and when it ended, and all that was told."""

    seats: int
    phases: int
    opening: Any
    ending: Any
    told: Sequence[Told]


class Moment(NamedTuple):
    """A phase that has opened, what was told before, and what the bots hand in; at the end they hand in nothing."""

    serial: int
    state: Any
    told: Sequence[Told]
    inputs: Mapping[int, Any]


def play(game: Game, *, seats: int, options: Mapping[str, Any], dice: Dice) -> Played:
    """Play one game to its end with a bot in every seat; raises ``EndlessGameError`` where it goes on without end."""
    for serial, state, told, _ in islice(follow(game, seats=seats, options=options, dice=dice), MOST_PHASES):
        seen = game.see(state, "public", {})
        if serial == 1:
            opening = seen
        if game.phase(state) is None:
            return Played(seats, serial - 1, opening, seen, told)
    raise EndlessGameError(
        f"{MOST_PHASES} phases, and still in {game.phase(state)} of year {game.year(state)}"
    )


def follow(
    game: Game,
    *,
    seats: int,
    options: Mapping[str, Any],
    dice: Dice,
    ask: Callable[..., Mapping[int, Any]] | None = None,
) -> Iterator[Moment]:
    """Play a game phase by phase and give each moment of it, the end as the last one.

    ``ask`` takes the place of ``choose``, with the same arguments.
    """
    step, told, before = game.start(seats=seats, options=options, dice=dice), list[Told](), 0
    for serial in count(1):
        state = step.state
        if serial == 1:
            told += [Told(game.year(state), game.plain(news)) for news in step.news]
        else:
            told += registry.date(game, before, game.year(state), map(game.plain, step.news))
        is_over = game.phase(state) is None
        inputs = {} if is_over else (ask or choose)(game, state, told, serial, dice)
        yield Moment(serial, state, tuple(told), inputs)
        if is_over:
            return
        before = game.year(state)
        step = game.resolve(state, Turn(inputs, game.read_interventions({})), dice)


def choose(game: Game, state: Any, told: Sequence[Told], serial: int, dice: Dice) -> dict[int, Any]:
    """Ask every bot that is awaited for its input, as a room does; raises ``Refused`` for a wrong one."""
    inputs: dict[int, Any] = {}
    seen: dict[int, Any] = {}
    for _ in range(LOOKS):
        sights = {seat: game.see(state, seat, inputs) for seat in game.awaited(state)}
        again = [seat for seat, sight in sights.items() if sight != seen.get(seat)]
        for seat in again:
            heard = [one for one in told if game.may_read(state, seat, one.news, one.year)]
            inputs[seat] = game.bot(sights[seat], heard, dice.fork(f"bot:{serial}:{seat}"))
            try:
                game.check(state, seat, inputs[seat])
            except Refused as refused:
                raise Refused(f"A bot's input was refused: {refused.reason}", seat=seat) from None
        seen = sights
    return inputs
