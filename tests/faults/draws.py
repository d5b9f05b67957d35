"""Chance for storms: the same seed kills the same processes in the same order."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from games.chance import Dice

Item = TypeVar("Item")


class Draws:
    """One draw after the other from a seed."""

    def __init__(self, seed: str) -> None:
        self._dice, self._drawn = Dice(hashlib.sha256(seed.encode()).digest()), 0

    def share(self) -> float:
        """Answer a number from 0 to less than 1."""
        return self._pick(1_000_000) / 1_000_000

    def one(self, of: Sequence[Item]) -> Item:
        return of[self._pick(len(of))]

    def shuffled(self, all_of: Sequence[Item]) -> list[Item]:
        left = list(all_of)
        return [left.pop(self._pick(len(left))) for _ in all_of]

    def _pick(self, number: int) -> int:
        self._drawn += 1
        return self._dice.pick(str(self._drawn), number)
