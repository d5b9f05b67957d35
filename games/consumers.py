"""The socket of a room's page: it says "look again" to whoever would see a difference, and nothing else."""

from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import Http404

from games import access
from games.access import Visit
from games.hearing import Hearing
from games.live import group

NOT_YOURS = 4004


class RoomConsumer(AsyncWebsocketConsumer):
    """One live page, as the viewer whose pass its browser keeps; with ``?public=1`` as anybody there."""

    seen: Visit | None = None
    looks_at: frozenset[str] = frozenset()
    """The groups that this page is told to look again in."""
    joined: frozenset[str] = frozenset()

    async def connect(self) -> None:
        """Let in whoever the room's page would be shown to; every other room is the same to a stranger."""
        self.hearing = Hearing()
        public_id = self.scope["url_route"]["kwargs"]["public_id"]
        cookies = self.scope.get("cookies", {})
        try:
            self.seen = await database_sync_to_async(access.visit)(public_id, cookies, suffix="-live")
        except Http404:
            await self.close(NOT_YOURS)
            return
        viewer = "public" if b"public=1" in self.scope.get("query_string", b"") else self.seen.viewer
        room_id = self.seen.room.pk
        self.looks_at = frozenset({group(room_id, viewer), group(room_id, "everybody")})
        # Whose pass dies is told as the viewer they really are, wherever they look from.
        self.joined = self.looks_at | {group(room_id, self.seen.viewer)}
        for name in self.joined:
            await self.channel_layer.group_add(name, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        for name in self.joined:
            await self.channel_layer.group_discard(name, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore what a page sends; too much of it ends the line."""
        if code := self.hearing.refusal(text_data or bytes_data):
            await self.close(code)

    async def look_again(self, event: dict[str, Any]) -> None:
        """Tell the page to look again."""
        if event.get("group") in {None, *self.looks_at}:
            await self.send(text_data="look")

    async def check_pass(self, event: dict[str, Any]) -> None:
        """End the line if the pass it was opened with no longer opens anything."""
        if self.seen is None or not await database_sync_to_async(access.still_opens)(self.seen):
            await self.close(NOT_YOURS)
