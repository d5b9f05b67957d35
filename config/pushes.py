"""The channel layer: pushes through Redis or Valkey that may be lost, and are made up for once it is back."""

import asyncio
import os
import threading
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection
from redis.asyncio.client import PubSub

SENT_WITHIN = 2.0
"""Seconds that a push may take: whoever made the change waits for it."""
SPREAD = 2.0
"""Seconds over which a process has its sockets look again, so that not all of them ask at once."""

_starting = threading.Lock()


def wait_for(sending: Coroutine[Any, Any, None]) -> None:
    """Do what sends a push and return when it is done; raises what it raises.

    All of a process is sent from one loop of its own, so that the line to the server stays open: to open one
    for each push takes longer than the push.
    """
    with _starting:
        loop = _loop(os.getpid())
    asyncio.run_coroutine_threadsafe(sending, loop).result()


@cache
def _loop(process: int) -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="pushes", daemon=True).start()
    return loop


class PushLayer(RedisPubSubChannelLayer):  # type: ignore[misc]
    """Channels' own layer, which gives up a push in time, and tells its sockets when some may have been lost."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send to a group; raises ``TimeoutError`` or what the server's client raises where it cannot."""
        async with asyncio.timeout(SENT_WITHIN):
            await self._get_layer().group_send(group, message)

    def _get_layer(self) -> RedisPubSubLoopLayer:
        layer = super()._get_layer()
        layer._shards = [
            shard if isinstance(shard, _Shard) else _Shard(shard.host, layer) for shard in layer._shards
        ]
        return layer


class _Shard(RedisSingleShardConnection):  # type: ignore[misc]
    def _ensure_redis(self) -> None:
        is_new = self._redis is None
        super()._ensure_redis()
        if is_new:
            self._pubsub = _Subscription(self._redis.connection_pool, restored=self._make_up)

    def _make_up(self) -> None:
        """Have everybody in this process look again: nobody knows what was told while the line was down."""
        layer, loop = self.channel_layer, asyncio.get_running_loop()
        word = layer.channel_layer.serialize({"type": "look.again"})
        waiting = {name for names in layer.groups.values() for name in names} & set(layer.channels)
        for place, name in enumerate(sorted(waiting)):
            loop.call_later(SPREAD * place / len(waiting), _put, layer, name, word)


def _put(layer: RedisPubSubLoopLayer, name: str, word: bytes) -> None:
    if name in layer.channels:
        layer.channels[name].put_nowait(word)


class _Subscription(PubSub):
    """Redis's own, which says when its connection was lost and stands again."""

    def __init__(self, pool: Any, *, restored: Callable[[], None]) -> None:
        super().__init__(pool)
        self.restored = restored

    async def on_connect(self, connection: Any) -> None:
        await super().on_connect(connection)
        self.restored()
