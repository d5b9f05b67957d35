"""How much a page may say over its socket. Pages of ours say next to nothing."""

import asyncio

LONGEST = 200
"""Characters of one message; the longest that a page sends has some forty."""
MOST, SPAN = 30, 10.0
"""At most this many messages in so many seconds."""

TOO_MANY, TOO_LONG = 4008, 4009
"""The codes with which a socket is closed that says more."""


class Hearing:
    """What one socket has said lately."""

    def __init__(self) -> None:
        self._heard: list[float] = []

    def refusal(self, said: str | bytes | None) -> int | None:
        """Note a message, and answer the code to close the socket with if it is too long, or one too many."""
        now = asyncio.get_running_loop().time()
        self._heard = [moment for moment in self._heard if moment > now - SPAN] + [now]
        if len(self._heard) > MOST:
            return TOO_MANY
        return TOO_LONG if len(said or "") > LONGEST else None
