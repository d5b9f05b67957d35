"""Labelled draws from a sealed seed.

A draw depends on nothing but the seed and its label, so adding a draw never moves another, and
anybody who is shown the seed afterwards can repeat every roll.
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field

SEED_BYTES = 32


def seal(seed: bytes) -> str:
    """Answer the SHA-256 (hex) that is published while ``seed`` itself is still secret."""
    return hashlib.sha256(seed).hexdigest()


@dataclass(frozen=True)
class Dice:
    """Draws from one seed; ``fixed`` gives the answer of single labels, as a case file may."""

    seed: bytes = field(repr=False)
    fixed: Mapping[str, int] = field(default_factory=dict)
    _keyed: hmac.HMAC = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # To take the key in is half of a draw's time, and rules do nothing more often than draw.
        object.__setattr__(self, "_keyed", hmac.new(self.seed, digestmod="sha256"))

    def pick(self, label: str, n: int) -> int:
        """Answer a number from 0 to n - 1 for ``label``: the same each time it is asked."""
        if label in self.fixed:
            return self.fixed[label]
        drawn = self._keyed.copy()
        drawn.update(label.encode())
        return (int.from_bytes(drawn.digest()[:8], "big") * n) >> 64

    def fork(self, label: str) -> "Dice":
        """Answer other dice, whose seed tells nothing of this one's."""
        return Dice(hmac.digest(self.seed, f"fork:{label}".encode(), "sha256"))
