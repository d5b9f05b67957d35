"""Thousands of live pages in one process: sockets that note what they were sent last, and when."""

import asyncio
import socket
import time
from collections.abc import Sequence

BARE_PATH, BARE_GROUP = "/ws/bare/", "bench.bare"
AT_ONCE = 100
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: YmVuY2hiZW5jaGJlbmNoIQ==\r\n\r\n"
)
DROP = b"\1\0\0\0\0\0\0\0"
"""A socket closed like this is gone at once, so that no round uses up the ports of the next."""


class Listener(asyncio.Protocol):
    """One page. It takes whole frames as they come, keeps the last, and never says anything."""

    def __init__(self, path: str, port: int) -> None:
        self.hello = HANDSHAKE.format(path=path, port=port).encode()
        self.opened = asyncio.get_running_loop().create_future()
        self.last, self.at = b"", 0.0
        self._waiting = bytearray()
        self._is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, DROP)
        transport.write(self.hello)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        self._waiting += data
        if not self._is_open:
            head, end, rest = bytes(self._waiting).partition(b"\r\n\r\n")
            if not end:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(head.decode()))
                return
            self._is_open, self._waiting = True, bytearray(rest)
            self.opened.set_result(None)
        while frame := _frame_in(self._waiting):
            start, end_at = frame
            if self._waiting[0] == 0x81:
                self.last, self.at = bytes(self._waiting[start:end_at]), time.monotonic()
            del self._waiting[:end_at]


def _frame_in(data: bytearray) -> tuple[int, int] | None:
    """Answer where the payload of the first whole frame begins and ends."""
    if len(data) < 2:
        return None
    start, length = 2, data[1]
    if length >= 126:
        start = 4 if length == 126 else 10
        length = int.from_bytes(data[2:start], "big")
    return (start, start + length) if len(data) >= start + length else None


async def connect(path: str, port: int, count: int) -> tuple[list[Listener], float]:
    """Open so many sockets, some at a time, and answer them and how many seconds it took."""
    turn, begun = asyncio.Semaphore(AT_ONCE), time.monotonic()

    async def one() -> Listener:
        async with turn:
            _, listener = await asyncio.get_running_loop().create_connection(
                lambda: Listener(path, port), "127.0.0.1", port
            )
            await listener.opened
            return listener

    listeners = await asyncio.gather(*(one() for _ in range(count)))
    return listeners, time.monotonic() - begun


async def last_receipt(listeners: Sequence[Listener], marker: bytes, patience: float) -> float:
    """Answer when the last of them was sent a frame with ``marker`` in it; raises ``TimeoutError``."""
    waiting = list(listeners)
    async with asyncio.timeout(patience):
        while waiting:
            await asyncio.sleep(0.01)
            waiting = [one for one in waiting if marker not in one.last]
    return max(one.at for one in listeners)


async def drop(listeners: Sequence[Listener]) -> None:
    """Drop all of them."""
    for one in listeners:
        one.transport.abort()
    await asyncio.sleep(0.5)
