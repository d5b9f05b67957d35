"""Labelled draws from a sealed seed.

A draw depends on nothing but the seed and its label, so adding a draw never moves another, and
anybody who is shown the seed afterwards can repeat every roll.
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field

SEED_BYTES = 32

_BLOCK = 64
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def seal(seed: bytes) -> str:
    """Answer the SHA-256 (hex) that is published while ``seed`` itself is still secret."""
    return hashlib.sha256(seed).hexdigest()


@dataclass(frozen=True)
class Dice:
    """Draws from one seed; ``fixed`` gives the answer of single labels, as a case file may."""

    seed: bytes = field(repr=False)
    fixed: Mapping[str, int] = field(default_factory=dict)
    _inner: bytes = field(init=False, repr=False, compare=False)
    _outer: bytes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # HMAC spelt out, with the seed's two blocks made once: a draw, which rules do most, takes half as long.
        seed = self.seed if len(self.seed) <= _BLOCK else hashlib.sha256(self.seed).digest()
        block = seed.ljust(_BLOCK, b"\0")
        object.__setattr__(self, "_inner", block.translate(_INNER))
        object.__setattr__(self, "_outer", block.translate(_OUTER))

    def pick(self, label: str, n: int) -> int:
        """Answer a number from 0 to n - 1 for ``label``: the same each time it is asked."""
        if label in self.fixed:
            return self.fixed[label]
        sha256 = hashlib.sha256
        digest = sha256(self._outer + sha256(self._inner + label.encode()).digest()).digest()
        return (int.from_bytes(digest[:8], "big") * n) >> 64

    def fork(self, label: str) -> "Dice":
        """Answer other dice, whose seed tells nothing of this one's."""
        return Dice(hmac.digest(self.seed, f"fork:{label}".encode(), "sha256"))
