"""A page's socket without a browser: it hears what a page hears, and comes back as a page does."""

import base64
import os
import re
import socket
import struct
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field

from tests.conftest import ROOT
from tests.faults.draws import Draws

_SCRIPT = (ROOT / "games/static/rooms/js/room.js").read_text()
LONGEST_WAIT = float((re.search(r"LONGEST_WAIT = ([\d_]+)", _SCRIPT) or [0, "0"])[1].replace("_", "")) / 1000
"""Seconds that a page waits at most before it tries again."""

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


@dataclass
class Line:
    """One socket kept open: when it was opened and lost, and what it heard, by ``time.monotonic()``."""

    port: int
    path: str
    cookies: str = ""
    opened: list[float] = field(default_factory=list)
    lost: list[float] = field(default_factory=list)
    heard: list[tuple[float, str]] = field(default_factory=list)
    is_open: bool = False

    def __post_init__(self) -> None:
        self._chance = Draws(f"{self.port}{self.path}{self.cookies}")
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._keep, daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._over.set()
        self._thread.join(5)

    def heard_since(self, moment: float) -> list[str]:
        return [text for at, text in list(self.heard) if at >= moment]

    def _keep(self) -> None:
        tries = 0
        while not self._over.is_set():
            with suppress(OSError, EOFError), socket.create_connection(("127.0.0.1", self.port), 5) as wire:
                _shake_hands(wire, self.port, self.path, self.cookies)
                self.opened.append(time.monotonic())
                self.is_open, tries = True, 0
                self._listen(wire)
            if self.is_open:
                self.lost.append(time.monotonic())
            self.is_open = False
            wait = min(LONGEST_WAIT, 2**tries)
            tries += 1
            self._over.wait(wait * (0.25 + 0.75 * self._chance.share()))

    def _listen(self, wire: socket.socket) -> None:
        wire.settimeout(0.25)
        held = b""
        while not self._over.is_set():
            try:
                got = wire.recv(65536)
            except TimeoutError:
                continue
            if not got:
                return
            held += got
            while (frame := _take_frame(held)) is not None:
                kind, body, held = frame
                if kind == CLOSE:
                    return
                if kind == PING:
                    wire.sendall(bytes([0x80 | PONG, 0x80 | len(body)]) + b"\0\0\0\0" + body)
                elif kind == TEXT:
                    self.heard.append((time.monotonic(), body.decode()))


def _shake_hands(wire: socket.socket, port: int, path: str, cookies: str) -> None:
    host = f"127.0.0.1:{port}"
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}",
        f"Origin: http://{host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        *([f"Cookie: {cookies}"] if cookies else []),
    ]
    wire.settimeout(10)
    wire.sendall("\r\n".join([*lines, "", ""]).encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        got = wire.recv(1)
        if not got:
            raise EOFError
        answer += got
    if b" 101 " not in answer.split(b"\r\n", 1)[0]:
        raise EOFError


def _take_frame(held: bytes) -> tuple[int, bytes, bytes] | None:
    """Take one whole, unmasked frame off what was received: its kind, its body, and the rest."""
    if len(held) < 2:
        return None
    kind, length, start = held[0] & 15, held[1] & 127, 2
    for mark, size, shape in ((126, 2, "!H"), (127, 8, "!Q")):
        if length == mark:
            if len(held) < 2 + size:
                return None
            length, start = struct.unpack(shape, held[2 : 2 + size])[0], 2 + size
            break
    if len(held) < start + length:
        return None
    return kind, held[start : start + length], held[start + length :]
