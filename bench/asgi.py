"""The site's sockets as they are served, and beside them the least consumer that could send the same."""

import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.settings")

from channels.generic.websocket import AsyncWebsocketConsumer

from bench.listeners import BARE_GROUP, BARE_PATH
from config.asgi import application as site


class BareConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Send whatever its group is told."""

    async def connect(self) -> None:
        await self.channel_layer.group_add(BARE_GROUP, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(BARE_GROUP, self.channel_name)

    async def frame(self, event: dict[str, Any]) -> None:
        await self.send(text_data=event["text"])


_bare = BareConsumer.as_asgi()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await (_bare if scope["path"] == BARE_PATH else site)(scope, receive, send)
