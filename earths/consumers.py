"""The socket of a world's pages: it says which board it has, and is sent the newer one."""

import asyncio
import json
from contextlib import suppress
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

from earths.feed import Feed, feed_of
from games.hearing import Hearing

NO_SUCH_WORLD = 4004


class WorldConsumer(AsyncWebsocketConsumer):
    """One live page. It shows what is public, so that it asks nobody who they are.

    It needs no channel of its own: the feed wakes it.
    """

    channel_layer_alias = "none"

    feed: Feed | None = None
    sender: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        self.has = ""
        self.news = asyncio.Event()
        self.hearing = Hearing()
        self.feed = feed_of(self.scope["url_route"]["kwargs"]["slug"])
        self.feed.join(self.news.set)
        await self.feed.ready.wait()
        if self.feed.board is None:
            self._leave()
            await self.close(NO_SUCH_WORLD)
            return
        self.has = self.feed.board.version
        await self.accept()
        self.sender = asyncio.create_task(self._send_news())

    async def disconnect(self, code: int) -> None:
        self._leave()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take the version that the page has; whatever else it sends is ignored, too much ends the line."""
        if code := self.hearing.refusal(text_data or bytes_data):
            await self.close(code)
        elif (version := _version(text_data)) is not None:
            self.has = version
            # A page is made anew at once, the feed's board a moment later: what the feed has may be the older one.
            if self.feed and self.feed.board and self.feed.board.version != version:
                self.feed.look(self.news.set)

    async def _send_news(self) -> None:
        """Send the newest board whenever it is not the one that the page has."""
        with suppress(asyncio.CancelledError):
            while True:
                await self.news.wait()
                self.news.clear()
                board = self.feed.board if self.feed else None
                if board is not None and board.version != self.has:
                    self.has = board.version
                    await self.send(text_data=board.frame)

    def _leave(self) -> None:
        if self.sender:
            self.sender.cancel()
        if self.feed:
            self.feed.leave(self.news.set)
            self.feed = None


def _version(text: str | None) -> str | None:
    try:
        said: Any = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    version = said.get("have") if isinstance(said, dict) else None
    return version if isinstance(version, str) else None
