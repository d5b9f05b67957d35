"""`manage.py simulate`: let bots play whole games, and print what came of them, to judge a game's balance."""

import hashlib
from argparse import ArgumentParser
from importlib import import_module
from importlib.util import find_spec
from statistics import mean
from typing import Any, ClassVar

from django.conf import settings
from django.core.management.base import BaseCommand

from games import registry
from games.chance import Dice
from games.simulation import Played, play


class Command(BaseCommand):
    help = (
        "Let bots play whole games on the rules alone, without a database, and print how they went. The "
        "same numbers of games and seats and the same seed always print the same."
    )
    requires_system_checks: ClassVar[list[str]] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=sorted(settings.ROOM_GAMES))
        parser.add_argument("--games", type=int, default=100, help="how many games (default: 100)")
        parser.add_argument("--seats", type=int, help="how many sit at the table (default: each number)")
        parser.add_argument("--seed", default="hemicycle", help="any words; others give other games")

    def handle(self, *, game: str, games: int, seats: int | None, seed: str, **options: Any) -> None:
        rules = registry.find(game)
        for number in [seats] if seats else range(rules.FEWEST, rules.MOST + 1):
            self._report(game, games, number, seed)

    def _report(self, game: str, games: int, seats: int, seed: str) -> None:
        rules = registry.find(game)
        chosen = rules.check_options({"seats": seats, "bots": True})
        played = [
            play(rules, seats=seats, options=chosen, dice=_dice(f"{game}:{seed}:{number}"))
            for number in range(games)
        ]
        self.stdout.write(f"{rules.TITLE}: {games} games of {seats} bots, seed “{seed}”.")
        for line in [*_length(played), *_summary(settings.ROOM_GAMES[game], played)]:
            self.stdout.write(line)


def _dice(words: str) -> Dice:
    return Dice(hashlib.sha256(words.encode()).digest())


def _length(played: list[Played]) -> list[str]:
    years = [game.told[-1].year for game in played]
    return [
        (
            f"Length: {mean(years):.2f} years ({min(years)} to {max(years)}), "
            f"{mean(game.phases for game in played):.1f} phases on average."
        )
    ]


def _summary(module: str, played: list[Played]) -> list[str]:
    """Answer what the game itself has to say: ``summarise`` in ``simulation`` beside its room module."""
    beside = f"{module.rpartition('.')[0]}.simulation"
    if find_spec(beside) is None:
        return []
    lines: list[str] = import_module(beside).summarise(played)
    return lines
