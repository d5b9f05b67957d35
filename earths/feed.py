"""One process's line to each world that its sockets show: one subscription, one rendering for all of them.

A feed renders when it is told of a change, when the week's next boundary comes, and every so often to
make up for words that were lost; at most once a second. Sockets are only told that there is a newer
board: each sends what is newest when it gets to it, so that the last state reaches everybody.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import structlog
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from earths import board as boards
from earths.live import group
from games import clock

log = structlog.get_logger(__name__)

PAUSE = 1.0
"""Seconds that lie between two renderings at least."""
LOOK_AGAIN = 10.0
"""Seconds after which a feed looks whether a word of a change was lost."""

Wake = Callable[[], None]
_feeds: dict[tuple[int, str], "Feed"] = {}


class Feed:
    """The newest board of one world, and the sockets to wake when there is a newer one."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.board: boards.Board | None = None
        self.ready = asyncio.Event()
        self._wakes: set[Wake] = set()
        self._asked: set[Wake] = set()
        self._changed = asyncio.Event()
        self._listens = False
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._render())]

    def join(self, wake: Wake) -> None:
        self._wakes.add(wake)

    def leave(self, wake: Wake) -> None:
        """Let a socket go; with the last one the feed ends."""
        self._wakes.discard(wake)
        self._asked.discard(wake)
        if self._wakes:
            return
        if _feeds.get(_key(self.slug)) is self:
            del _feeds[_key(self.slug)]
        listener, renderer = self._tasks
        renderer.cancel()
        # One that still subscribes ends by itself: a cancel would cut the line that all sockets of the process
        # share, or be lost, for on Python 3.11 the client misses one that comes as it has just sent.
        if self._listens:
            listener.cancel()

    def look(self, wake: Wake) -> None:
        """Look for a newer board, and wake the socket when that is done, whether or not there is one."""
        self._asked.add(wake)
        self._changed.set()

    async def _listen(self) -> None:
        layer = get_channel_layer()
        while self._wakes:
            try:
                channel = await layer.new_channel()
                await layer.group_add(group(self.slug), channel)
                self._listens = True
                if not self._wakes:
                    # Left meanwhile. The layer forgets a channel only where waiting for it is broken off.
                    self._tasks[0].cancel()
                try:
                    # What changed before the subscription stood was told to nobody here.
                    self._changed.set()
                    while True:
                        await layer.receive(channel)
                        self._changed.set()
                finally:
                    self._listens = False
                    with suppress(Exception):
                        await layer.group_discard(group(self.slug), channel)
            except Exception as error:
                log.warning("feed_subscription_lost", world=self.slug, error=type(error).__name__)
                await asyncio.sleep(PAUSE)

    async def _render(self) -> None:
        while True:
            self._changed.clear()
            asked = set(self._asked)
            try:
                board = await database_sync_to_async(boards.current)(self.slug, clock.now())
            except Exception:
                log.exception("feed_not_rendered", world=self.slug)
            else:
                self._take(board)
                for wake in asked & self._asked:
                    wake()
                self._asked -= asked
            self.ready.set()
            await asyncio.sleep(PAUSE)
            # Not ``wait_for``: on Python 3.11 it loses a cancel that comes together with a change.
            with suppress(TimeoutError):
                async with asyncio.timeout(self._patience()):
                    await self._changed.wait()

    def _take(self, board: boards.Board | None) -> None:
        if board is None or (self.board and self.board.version == board.version):
            return
        # Encoded here, once, and not by the first socket that gets to it.
        _ = board.frame
        self.board = board
        for wake in self._wakes:
            wake()

    def _patience(self) -> float:
        until = self.board and self.board.until
        left = (until - clock.now()).total_seconds() if until else LOOK_AGAIN
        return min(max(left, 0.0), LOOK_AGAIN)


def feed_of(slug: str) -> Feed:
    """Answer this process's feed of a world, started if there is none."""
    key = _key(slug)
    if key not in _feeds:
        _feeds[key] = Feed(slug)
    return _feeds[key]


def _key(slug: str) -> tuple[int, str]:
    return id(asyncio.get_running_loop()), slug
