"""Whatever is sent to an address, however much and however broken, is answered and breaks nothing."""

import asyncio
from collections.abc import Awaitable, Callable
from time import process_time
from typing import Any

from asgiref.testing import ApplicationCommunicator
from django.test import Client
from django.urls import resolve

from config.intake import small_bodies
from tests.attacks.conftest import Stage

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=x"
PART = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
FILE = b'--x\r\nContent-Disposition: form-data; name="name"; filename="%s"\r\nContent-Type: image/png\r\n\r\n%s\r\n'
FILLED_IN = (
    b"serial=1&number=2&to=1&minutes=60&pace=live&seats=4&policy=fund-police&earth=A&once=1&action=none&"
)
HEAD_ENDS = b"\r\n\r\n"
BASE64 = b"\r\nContent-Transfer-Encoding: base64" + HEAD_ENDS

BODIES: dict[str, tuple[str, bytes]] = {
    "4 KB in a field": (FORM, FILLED_IN + b"name=%s&text=%s" % (b"x" * 4_096, b"y" * 4_096)),
    "1 MB in a field": (FORM, b"text=" + b"x" * 999_000),
    "more than 1 MB": (FORM, b"text=" + b"x" * 1_000_001),
    "too many fields": (FORM, b"&".join(b"f%d=1" % number for number in range(600))),
    "a field many times": (FORM, b"&".join([b"number=1"] * 499)),
    "NUL and half an é": (FORM, FILLED_IN + b"name=%00%C3&text=%00&serial=%00&handle=%00&candidate=%00"),
    "surrogates": (FORM, FILLED_IN + b"name=%ED%A0%80&text=%ED%B0%80&login=%ED%A0%80&username=%ED%A0%80"),
    "figures that are none": (FORM, b"serial=%C2%B2&number=%D9%A3&to=1e9&minutes=NaN&figure=--&seat=%EF%BC%91&year=+1"),
    "figures without end": (FORM, b"serial=9e999&number=%s&to=%s&figure=%s" % (b"9" * 5_000, b"-" * 99, b"1" * 4_301)),
    "parts without end": (MULTIPART, b"".join(PART % (b"f%d" % number, b"") for number in range(600)) + b"--x--"),
    "files without end": (MULTIPART, b"".join(FILE % (b"%d.png" % number, b"") for number in range(150)) + b"--x--"),
    "a file": (MULTIPART, FILE % (b"../../x.png", b"\x89PNG" * 9) + PART % (b"text", b"Hello") + b"--x--"),
    "half a part": (MULTIPART, (PART % (b"text", b"Hello"))[:-9]),
    "a part in base64": (MULTIPART, (PART % (b"a", b"=")).replace(HEAD_ENDS, BASE64) + b"--x--"),
    "no boundary": ("multipart/form-data", b"--x--"),
    "an endless boundary": ("multipart/form-data; boundary=" + "x" * 9_000, b"--x--"),
    "deep JSON": ("application/json", b'{"a":' * 50_000),
    "another alphabet": (f"{FORM}; charset=utf-7", b"text=+AGE-"),
    "bytes": ("application/octet-stream", bytes(range(256)) * 4),
    "no kind at all": ("", b"text=Hello"),
    "a kind that is none": ("é/\r\nx: y; q", b"text=Hello"),
}  # fmt: skip
FAR_TOO_MUCH = 100_000_000


def daring(client: Client) -> Client:
    client.raise_request_exception = False
    return client


EVERYWHERE = ("4 KB in a field", "1 MB in a field", "figures that are none")
SOON = 2.0
"""Seconds of work that no answer may take."""


def test_no_address_breaks_on_any_body(stage: Stage) -> None:
    broken, slow = {}, {}
    # Of the three tables each address is asked at one.
    asked = [
        one for number, one in enumerate(stage.asked()) if not one[1].startswith("/r/") or number % 3 == 0
    ]
    asked += [(Client(), path) for path in ("/accounts/login/", "/accounts/signup/", "/admin/login/")]
    assert {resolve(path).route for _, path in asked} == {resolve(path).route for _, path in stage.asked()}
    others = [kind for kind in BODIES if kind not in EVERYWHERE]
    for number, (client, path) in enumerate(asked):
        # Every kind to every address would take minutes: each meets these, and one of the others by turns.
        for kind in (*EVERYWHERE, others[number % len(others)]):
            content_type, body = BODIES[kind]
            begun = process_time()
            got = daring(client).generic("POST", path, body, content_type)
            if got.status_code >= 500 or "Traceback" in got.text:
                broken[path, kind] = got.status_code
            if process_time() - begun > SOON:
                slow[path, kind] = process_time() - begun
    assert (broken, slow) == ({}, {})


def test_a_body_that_is_too_long_is_turned_away_unread(stage: Stage) -> None:
    class Endless:
        """A body that would be read for ever."""

        def read(self, *args: int) -> bytes:
            raise AssertionError("nobody reads this")

        readline = read

    for path in (
        "/accounts/login/",
        "/play/kaban/",
        f"{stage.estado.path}say",
        "/w/main/bills/propose",
        "/nowhere",
    ):
        for kind in (FORM, MULTIPART):
            got = Client().post(
                path,
                content_type=kind,
                **{"CONTENT_LENGTH": str(FAR_TOO_MUCH), "wsgi.input": Endless()},  # type: ignore[arg-type]
            )
            assert (got.status_code, "could not be read" in got.text) == (413, True)
    for length in ("-1", "1e9", "x", "9" * 5_000):
        assert Client().post("/accounts/login/", CONTENT_LENGTH=length).status_code == 413


def test_a_body_of_unknown_length_is_cut_off_while_it_comes() -> None:
    async def read_all(
        scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        while (message := await receive())["type"] == "http.request" and message["more_body"]:
            pass
        if message["type"] == "http.request":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b""})

    async def ask(pieces: int) -> int:
        wire = ApplicationCommunicator(small_bodies(read_all), {"type": "http", "headers": []})
        for number in range(pieces):
            await wire.send_input(
                {"type": "http.request", "body": b"x" * 100_000, "more_body": number < pieces - 1}
            )
        return int((await wire.receive_output(1))["status"])

    assert [asyncio.run(ask(pieces)) for pieces in (1, 10, 11, 50)] == [200, 200, 413, 413]
