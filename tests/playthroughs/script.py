"""Whole games as text: every step, what each viewer sees before it, what is handed in, and what is told to whom.

Who sees the same stands in one line, and a line stands only where something is seen otherwise than before.

The files beside this one are written by ``make golden`` alone. A change of theirs is read like code: it is
the list of what each player now sees otherwise.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from games import registry
from games.chance import Dice
from games.registry import Game, Told, Turn
from games.simulation import choose
from games.terms import Viewer

FOLDER = Path(__file__).parent
PLAYTHROUGHS = {
    "estado-libre": {"estado-libre-5": (5, "48"), "estado-libre-7": (7, "48")},
    "kaban": {"kaban-9": (9, "1"), "kaban-13": (13, "1"), "kaban-16": (16, "1")},
}
"""The files of each game: how many sit at the table, and a word for the dice under which much happens."""


def write(slug: str, name: str, seats: int, word: str) -> str:
    """Play one game with bots, always the same, and write it down."""
    dice = Dice(hashlib.sha256(f"playthrough:{name}-{word}".encode()).digest())
    return "\n".join(_play(registry.find(slug), name, seats, dice)) + "\n"


def _play(game: Game, name: str, seats: int, dice: Dice) -> Iterator[str]:
    options = game.check_options({"seats": seats})
    begun = game.start(seats=seats, options=options, dice=dice)
    state, told = begun.state, list(_dated(game, begun.state, begun.news))
    viewers = [*range(1, seats + 1), "public", *(["moderator"] if game.MODERATED else [])]
    yield f"# {game.TITLE}: {name}. Written by `make golden`."
    yield from _tell(told)
    serial, shown = 1, {viewer: {} for viewer in viewers}
    while game.phase(state) is not None:
        yield ""
        yield f"== step {serial}: {game.phase(state)}, year {game.year(state)}, awaited {list(game.awaited(state))}"
        yield from _sights(game, state, {}, viewers, shown)
        inputs = choose(game, state, told, serial, dice)
        for seat, given in sorted(inputs.items()):
            yield f"   {seat} hands in {_text(game.write_input(given))}"
        yield from _sights(game, state, inputs, viewers, shown)
        step = game.resolve(state, Turn(inputs, game.read_interventions({})), dice)
        state, news = step.state, list(_dated(game, step.state, step.news))
        told += news
        yield from _tell(news)
        serial += 1
    yield ""
    yield f"== over after {serial - 1} steps"
    yield from _sights(game, state, {}, viewers, shown)


def _dated(game: Game, state: Any, news: Sequence[Any]) -> Iterator[Told]:
    return (Told(game.year(state), game.plain(one)) for one in news)


def _sights(
    game: Game,
    state: Any,
    inputs: dict[int, Any],
    viewers: Sequence[Viewer],
    shown: dict[Viewer, dict[str, str]],
) -> Iterator[str]:
    """Write what viewers now see otherwise than when they were last asked, those together who see the same."""
    changed: dict[tuple[str, str], list[Viewer]] = {}
    for viewer in viewers:
        seen = dict(_leaves("", _plain(game.see(state, viewer, inputs))))
        for key in [*seen, *(key for key in shown[viewer] if key not in seen)]:
            if shown[viewer].get(key) != seen.get(key):
                changed.setdefault((key, seen.get(key, "nothing")), []).append(viewer)
        shown[viewer] = seen
    for (key, value), those in changed.items():
        yield f"   {_named(those)} {'see' if len(those) > 1 else 'sees'} {key} = {value}"


def _leaves(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """Take a sight apart, down to what holds no further names; the things of a list count from 1."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _leaves(f"{path}.{key}" if path else key, inner)
    elif isinstance(value, list | tuple) and value and all(isinstance(inner, dict) for inner in value):
        for place, inner in enumerate(value, start=1):
            yield from _leaves(f"{path}.{place}", inner)
    else:
        yield path, _text(value)


def _named(viewers: Sequence[Viewer]) -> str:
    """Name viewers, seats that follow one another as from one to the last."""
    numbers = [viewer for viewer in viewers if isinstance(viewer, int)]
    gaps = groupby(enumerate(numbers), key=lambda placed: placed[1] - placed[0])
    runs = [[number for _, number in run] for _, run in gaps]
    seats = [f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs]
    return ", ".join([*seats, *(viewer for viewer in viewers if isinstance(viewer, str))])


def _tell(told: Sequence[Told]) -> Iterator[str]:
    for _, news in told:
        yield f"   told to {'all' if news.to is None else news.to}: {news.kind} {_text(news.body)}"


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value, str_keys=True, order="deterministic")


def _text(value: Any) -> str:
    return json.dumps(_plain(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
