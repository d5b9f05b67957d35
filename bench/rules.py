"""The rules alone: a year of Estado Libre beside a phase of Diplomacy, a map, Kaban's night, the bots."""

import gc
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import islice, takewhile
from statistics import median
from typing import Any

from bench.site import VAR
from bench.table import Row
from bench.timing import processor_ms

ROUNDS, GAMES, PHASES, YEARS, MAPS = 11, 3, 30, 5_000, 2_000
LEAST = 10
MOST_MAP = 50.0
DIPLOMACY = "diplomacy==1.1.2"
PEER = """
import random, time
from diplomacy import Game
random.seed(42)
taken, phases = {"M": 0.0, "R": 0.0, "A": 0.0}, {"M": 0, "R": 0, "A": 0}
while phases["M"] < 180:
    game = Game()
    while not game.is_game_done and phases["M"] < 180:
        can = game.get_all_possible_orders()
        for power in game.powers:
            game.set_orders(power, [random.choice(can[place]) for place in game.get_orderable_locations(power)
                                    if can[place]])
        kind, begun = game.phase_type, time.process_time()
        game.process()
        taken[kind] += time.process_time() - begun
        phases[kind] += 1
print(phases["M"] / taken["M"], sum(phases.values()) / sum(taken.values()))
"""
"""Answers how many phases a second: those in which all seven powers move, and all, in processor time."""


def measure() -> list[Row]:
    """Measure the rules without database, page or network."""
    return [*_year_beside_diplomacy(), *_maps(), _night(), *_bots()]


def _year_beside_diplomacy() -> list[Row]:
    """Resolve whole years of seven, and phases of Diplomacy's seven powers with random orders, in turn.

    In a phase of retreats or builds few powers have orders to give, so it takes less than one of moves.
    """
    from games.chance import Dice

    peer = _peer()
    years = [(*year, Dice(bytes([n]) * 32)) for n in range(GAMES) for year in _chosen_years(n)]
    # The other has a process to itself: the collector is not to go over what this one holds besides the rules.
    gc.collect()
    gc.freeze()
    ours, moves, phases = [], [], []
    for _ in range(ROUNDS):
        ours.append(_years_a_second(years))
        answered = subprocess.check_output([peer, "-c", PEER], text=True).split()
        moves.append(float(answered[0]))
        phases.append(float(answered[1]))
    gc.unfreeze()
    what = "Estado Libre: years of seven by the rules, beside diplomacy 1.1.2"
    return [
        _beside(f"{what}, phases of moves", ours, moves, LEAST),
        _beside(f"{what}, all phases", ours, phases, LEAST),
    ]


def _beside(what: str, ours: list[float], bare: list[float], least: float) -> Row:
    ratio = median(one / other for one, other in zip(ours, bare, strict=True))
    return Row(
        what,
        f"{median(ours):,.0f}/s",
        f"{median(bare):,.0f}/s",
        f"{ratio:.1f}",
        f"≥ {least:.0f}",
        ratio >= least,
    )


def _peer() -> str:
    """Install the package to compare with where nothing else sees it, once, and answer its Python."""
    place = VAR.parent / "bench-diplomacy"
    python = place / "bin" / "python"
    if not (place / "complete").exists():
        subprocess.check_call([sys.executable, "-m", "venv", "--clear", str(place)])
        subprocess.check_call([str(python), "-m", "pip", "install", "-qq", DIPLOMACY])
        (place / "complete").touch()
    return str(python)


def _years_a_second(years: list[tuple[Any, list[Any], Any]]) -> float:
    """Answer how many years the rules resolve in a second of processor time, each phase with what bots handed in."""
    from games.estado.rules import play

    begun, done = time.process_time(), 0
    while done < YEARS:
        for state, turns, dice in years:
            now = state
            for inputs in turns:
                now = play.resolve(now, inputs, dice).state
            done += 1
    return done / (time.process_time() - begun)


def _chosen_years(number: int) -> list[tuple[Any, list[Any]]]:
    """Play one game of bots, and answer the state at each year's opening with the inputs of its phases."""
    from games.chance import Dice
    from games.estado import game

    years: list[tuple[Any, list[Any]]] = []
    for state, inputs in played(game, 7, Dice(bytes([number]) * 32)):
        if not years or game.year(state) != years[-1][0].year:
            years.append((state, []))
        years[-1][1].append(inputs)
    # The game may end in the middle of its last year.
    return years[:-1]


def played(
    game: Any, seats: int, dice: Any, *, choosing: Callable[..., dict[int, Any]] | None = None
) -> list[tuple[Any, dict[int, Any]]]:
    """Let bots play the first phases of a game and answer each one's state with what was handed in."""
    from games.simulation import follow

    moments = follow(game, seats=seats, options=game.check_options({}), dice=dice, ask=choosing)
    opened = takewhile(lambda moment: game.phase(moment.state) is not None, moments)
    return [(moment.state, moment.inputs) for moment in islice(opened, PHASES)]


def _maps() -> list[Row]:
    """Draw the countries of two thousand seeds; the slow ones again, since the machine may have stood still."""
    from games.chance import Dice
    from games.estado.rules.drawing import draw

    def took(number: int) -> float:
        return processor_ms(lambda: draw(Dice(number.to_bytes(32, "big"))))

    took(0)
    times = [took(number) for number in range(MAPS)]
    times = [
        min(one, took(number), took(number)) if one > MOST_MAP else one for number, one in enumerate(times)
    ]
    slowest = max(times)
    return [
        Row(f"map of Estado Libre, median of {MAPS:,} seeds", f"{median(times):.1f} ms"),
        Row(
            f"map of Estado Libre, slowest of {MAPS:,} seeds",
            f"{slowest:.1f} ms",
            target=f"< {MOST_MAP:.0f} ms",
            held=slowest < MOST_MAP,
        ),
    ]


def _night() -> Row:
    """Resolve Kaban's hidden phase with sixteen seats."""
    from games.chance import Dice
    from games.registry import Turn
    from roles import game

    dice = Dice(b"n" * 32)
    nights = [(state, inputs) for state, inputs in played(game, 16, dice) if game.phase(state) == "hidden"]
    nothing = game.read_interventions({})
    times = [
        processor_ms(lambda s=s, i=i: game.resolve(s, Turn(i, nothing), dice))
        for s, i in nights
        for _ in range(20)
    ]
    return Row("Kaban's hidden phase, 16 seats", f"{median(times):.2f} ms")


def _bots() -> list[Row]:
    """Let bots play whole games, and take the time of their moves: the seat's sight, the choice, the check."""
    from games.chance import Dice
    from games.estado import game as estado
    from games.simulation import choose
    from roles import game as kaban

    rows = []
    for game, seats in ((estado, 7), (kaban, 16)):
        times: list[float] = []

        def timed(*args: Any, times: list[float] = times) -> dict[int, Any]:
            begun = time.process_time()
            moves = choose(*args)
            times += [(time.process_time() - begun) * 1000 / max(1, len(moves))] * len(moves)
            return moves

        played(game, seats, Dice(b"b" * 32), choosing=timed)
        rows.append(Row(f"{game.TITLE}, {seats} seats: a bot's move", f"{sum(times) / len(times):.2f} ms"))
    return rows
