"""What comes over a socket that no page of ours sends: the line ends, and the site goes on."""

import base64
import os
import socket
import struct
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter
from channels.sessions import CookieMiddleware
from django.utils.regex_helper import normalize

from config.sockets import sockets
from games import clock
from games.actions import chat, lobby
from tests.conftest import Site
from tests.earths.conftest import make_world
from tests.games.conftest import START, Sitting, begin, sit_down

ORIGIN = b"http://testserver"
FOREIGN = (
    b"https://elsewhere.example", b"http://testserver.elsewhere.example", b"http://testserver:81", b"null", b"",
    b"http://elsewhere.example#testserver", b"http://testserver@elsewhere.example", b"file://", None,
)  # fmt: skip


def line(
    table: Sitting, viewer: Any, *, origin: bytes | None = ORIGIN, **more: Any
) -> ApplicationCommunicator:
    """Answer a socket with the passes that the browser of this viewer keeps."""
    kept = {f"{name}-live": one.value for name, one in table.browser(viewer).cookies.items()}
    headers = [(b"host", b"testserver"), (b"cookie", "; ".join(f"{k}={v}" for k, v in kept.items()).encode())]
    headers += [(b"origin", origin)] if origin is not None else []
    path = more.pop("path", f"/ws/r/{table.room.public_id}/")
    scope = {"type": "websocket", "path": path, "headers": headers, "query_string": more.pop("query", b"")}
    return ApplicationCommunicator(CookieMiddleware(URLRouter(sockets)), scope)


async def opens(wire: ApplicationCommunicator) -> bool:
    await wire.send_input({"type": "websocket.connect"})
    return bool((await wire.receive_output(3))["type"] == "websocket.accept")


def played(story: Callable[..., Any], *given: Any) -> Any:
    return async_to_sync(story)(*given)


@pytest.fixture
def table(transactional_db: None, fresh_cache: None) -> Sitting:
    return begin("estado-libre", 4, seats=4)


def test_a_rooms_socket_opens_for_its_own_pages_alone(table: Sitting) -> None:
    async def knock(origin: bytes | None) -> bool:
        wire = await sync_to_async(line)(table, 1, origin=origin)
        opened = await opens(wire)
        if opened:
            await wire.send_input({"type": "websocket.disconnect", "code": 1000})
            await wire.wait(3)
        return opened

    assert played(knock, ORIGIN)
    assert [played(knock, origin) for origin in FOREIGN] == [False] * len(FOREIGN)


@pytest.mark.parametrize("number", range(len(sockets)))
def test_no_socket_opens_for_another_sites_page(table: Sitting, number: int) -> None:
    ((form, names), *_) = normalize(sockets[number].pattern.regex.pattern)
    path = "/" + form % dict.fromkeys(names, table.room.public_id)

    async def knock(origin: bytes | None) -> dict[str, Any]:
        wire = await sync_to_async(line)(table, 1, origin=origin, path=path)
        await wire.send_input({"type": "websocket.connect"})
        return dict(await wire.receive_output(3))

    # Whoever is let in, or told that there is nothing, has got past the door.
    got = played(knock, ORIGIN)
    assert got.get("code", 4004) == 4004
    assert [played(knock, origin) for origin in FOREIGN] == [{"type": "websocket.close"}] * len(FOREIGN)


def test_another_rooms_or_kinds_pass_opens_no_socket(table: Sitting) -> None:
    other = sit_down("estado-libre", 2)
    there = f"/ws/r/{other.room.public_id}/"
    wires = [
        line(table, 1, path=there),
        line(table, "public", path=there),
        line(table, None),
        line(Sitting(table.room_id, {1: table.room.join_token}), 1),
        line(Sitting(table.room_id, {1: table.room.watch_token}), 1),
        line(Sitting(table.room_id, {1: other.tokens[1]}), 1),
        line(table, 1, path=f"/ws/r/{'A' * 22}/"),
    ]

    async def knock(wire: ApplicationCommunicator) -> dict[str, Any]:
        await wire.send_input({"type": "websocket.connect"})
        return dict(await wire.receive_output(3))

    told = [played(knock, wire) for wire in wires]
    assert told == [{"type": "websocket.close", "code": 4004}] * len(wires)


NONSENSE: list[dict[str, Any]] = [
    *(
        {"text": text}
        for text in ("", "{", "[]", "null", '{"have": 5}', "[" * 190, "\x00", "look", "\ud7ff\u202e")
    ),
    *({"bytes": raw} for raw in (b"", b"\xff\xfe", bytes(range(200)))),
    {"text": '{"type": "check.pass"}'},
]


def test_a_rooms_socket_ignores_what_makes_no_sense_and_ends_on_too_much(table: Sitting) -> None:
    async def talk() -> list[Any]:
        wires = [await sync_to_async(line)(table, seat) for seat in (1, 2, 3)]
        assert [await opens(wire) for wire in wires] == [True] * 3
        calm, long, flood = wires
        for said in NONSENSE:
            await calm.send_input({"type": "websocket.receive", **said})
        await sync_to_async(chat.say)(room_id=table.room_id, number=1, text="Good evening", to=None, at=START)
        heard = [(await wire.receive_output(3)).get("text") for wire in wires]
        await long.send_input({"type": "websocket.receive", "bytes": b"x" * 100_000})
        heard.append((await long.receive_output(3))["code"])
        for _ in range(31):
            await flood.send_input({"type": "websocket.receive", "text": ""})
        heard.append((await flood.receive_output(3))["code"])
        for wire in wires:
            await wire.send_input({"type": "websocket.disconnect", "code": 1000})
            await wire.wait(3)
        return heard

    assert played(talk) == ["look", "look", "look", 4009, 4008]


# --- On the wire, to real processes


class Wire:
    """A socket to the running site, by hand, so that it can say what no browser says."""

    def __init__(
        self, site: Site, path: str, *, origin: str | None = None, cookie: str = "", key: str = ""
    ) -> None:
        host = urlsplit(site.url).netloc
        self.peer = socket.create_connection((host.split(":")[0], int(host.split(":")[1])), timeout=10)
        key = key or base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Origin: {site.url if origin is None else origin}",
            f"Cookie: {cookie}",
        ]
        self.peer.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.opened = self.peer.recv(4_096).startswith(b"HTTP/1.1 101")

    def frame(self, opcode: int, payload: bytes, *, masked: bool = True, length: int | None = None) -> None:
        claimed = len(payload) if length is None else length
        head = bytes([opcode])
        if claimed < 126:
            head += bytes([claimed | 128 * masked])
        else:
            head += bytes([127 | 128 * masked]) + struct.pack(">Q", claimed)
        mask = b"\0\0\0\0" if masked else b""
        self.peer.sendall(head + mask + payload)

    def is_ended(self) -> bool:
        """Say whether the site has ended the line."""
        try:
            while got := self.peer.recv(65_536):
                if got[0] & 15 == 8:
                    return True
        except TimeoutError:
            return False
        except OSError:
            return True
        return True


MALFORMED: dict[str, Callable[[Wire], None]] = {
    "a text that is none": lambda wire: wire.frame(0x81, b"\xff\xfe\xed\xa0\x80"),
    "not masked": lambda wire: wire.frame(0x81, b"Hello", masked=False),
    "a reserved kind": lambda wire: wire.frame(0x83, b"Hello"),
    "reserved bits": lambda wire: wire.frame(0xF1, b"Hello"),
    "a ping in pieces": lambda wire: wire.frame(0x09, b"Hello"),
    "a long ping": lambda wire: wire.frame(0x89, b"x" * 126),
    "a continuation of nothing": lambda wire: wire.frame(0x80, b"Hello"),
    "a length without end": lambda wire: wire.frame(0x82, b"x", length=2**63 - 1),
    "a close without sense": lambda wire: wire.frame(0x88, b"\x00"),
    "one megabyte": lambda wire: wire.frame(0x82, b"x" * 1_000_000),
    "no frames at all": lambda wire: wire.peer.sendall(b"GET / HTTP/1.1\r\n\r\n" * 9),
}


def test_real_lines_end_on_malformed_frames_and_the_others_go_on(site: Site) -> None:
    make_world()
    calm = Wire(site, "/ws/w/main/")
    assert calm.opened
    assert not Wire(site, "/ws/w/main/", origin="https://elsewhere.example").opened
    still_open = {}
    for name, say in MALFORMED.items():
        wire = Wire(site, "/ws/w/main/")
        assert wire.opened, name
        wire.peer.settimeout(3)
        try:
            say(wire)
        except OSError:
            continue
        if not wire.is_ended():
            still_open[name] = True
        wire.peer.close()
    assert still_open == {}
    calm.peer.settimeout(3)
    calm.frame(0x81, b'{"have": "older"}')
    assert b'"version"' in calm.peer.recv(65_536)
    calm.peer.close()


def test_a_flood_of_real_lines_is_cut_off_and_a_page_is_answered_meanwhile(site: Site) -> None:
    options = {"seats": 4, "bots": False, "pace": "live"}
    room, token = lobby.open_room(game="estado-libre", options=options, name="Ada", at=clock.now())
    path, cookie = f"/ws/r/{room.public_id}/", f"seat-live={token}"
    assert not Wire(site, path, cookie=f"seat-live={token[:-1]}").opened
    wires = [Wire(site, path, cookie=cookie) for _ in range(10)]
    assert all(wire.opened for wire in wires)
    for wire in wires:
        try:
            for _ in range(300):
                wire.frame(0x81, b"{}")
        except OSError:
            pass
    late = Wire(site, path, cookie=cookie)
    assert late.opened
    assert all(wire.is_ended() for wire in wires)
    late.peer.close()
