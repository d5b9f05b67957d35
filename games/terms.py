"""The words that every game shares: a refusal, a step, and who is looking.

Pure Python without I/O, so that rules may import it.
"""

from collections.abc import Sequence
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

State = TypeVar("State")

Viewer = int | Literal["public", "moderator"]
"""A seat's number, anybody who only watches, or the moderator."""


class Refused(Exception):  # noqa: N818  a refusal is an answer, not an error
    """A move that the rules or an action will not carry out.

    ``reason`` is a whole sentence for the player. ``seat`` names who was at fault, and ``at`` the
    index of the step, where a replay of a finished game can tell them.
    """

    def __init__(self, reason: str, *, seat: int | str | None = None, at: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.seat = seat
        self.at = at


# Frozen, and never part of a cycle, so Python's collector need not look at it.
class Step(Struct, Generic[State], frozen=True, gc=False):
    """What a move came to: the next state, and the news to tell, each piece with its audience."""

    state: State
    news: Sequence[Any] = ()
