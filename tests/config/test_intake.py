"""Requests that no browser sends go no further than the door."""

import asyncio

import pytest
from asgiref.testing import ApplicationCommunicator
from django.test import AsyncClient, Client

from config.intake import plain_sockets

READ = "This could not be read."


@pytest.mark.parametrize(
    "address", ["/w/main/%00", "/about?page=%00", "/r/%00/", "/watch/x%00y", "/static/%00"]
)
def test_nul_in_an_address_is_refused(client: Client, address: str) -> None:
    answer = client.get(address)
    assert (answer.status_code, READ in answer.text) == (400, True)
    assert "default-src 'self'" in answer["Content-Security-Policy"]


@pytest.mark.parametrize("cookie", [r'sessionid="abcdefgh\000"', "sessionid=abc\0defgh", r'watch="\000"'])
def test_nul_in_a_cookie_is_refused(cookie: str) -> None:
    assert Client(headers={"cookie": cookie}).get("/about").status_code == 400


@pytest.mark.parametrize(
    ("charset", "status"), [("hex", 400), ("utf-16", 400), ("utf-8", 200), ("UTF-8", 200)]
)
def test_charset_that_no_browser_writes_is_refused(db: None, charset: str, status: int) -> None:
    assert Client().get("/about", content_type=f"text/plain; charset={charset}", headers={}).status_code in {
        200,
        status,
    }
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    assert (Client().generic("POST", "/accounts/login/", b"--x--", kind).status_code == 400) == (
        status == 400
    )


def test_asynchronous_requests_are_refused_alike() -> None:
    assert asyncio.run(AsyncClient().get("/about?page=%00")).status_code == 400


@pytest.mark.parametrize(
    ("path", "cookie", "opens"),
    [("/ws/w/main/", b"", True), ("/ws/r/a\0b/", b"", False), ("/ws/r/a/", rb'watch="\000"', False)],
)
def test_socket_with_a_nul_is_refused(path: str, cookie: bytes, opens: bool) -> None:
    async def accept(scope, receive, send) -> None:
        await send({"type": "websocket.accept"})

    async def ask() -> str:
        headers = [(b"cookie", cookie)]
        scope = {"type": "websocket", "path": path, "query_string": b"", "headers": headers}
        wire = ApplicationCommunicator(plain_sockets(accept), scope)
        await wire.send_input({"type": "websocket.connect"})
        return str((await wire.receive_output(1))["type"])

    assert asyncio.run(ask()) == ("websocket.accept" if opens else "websocket.close")
