"""The socket of a room's page: who is let in, what it says, and how it ends."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter
from channels.sessions import CookieMiddleware

from config.sockets import sockets
from games.actions import chat, hosting
from tests.games.conftest import START, Sitting, begin

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("frozen")]


def line(sitting: Sitting, viewer: Any) -> ApplicationCommunicator:
    """Answer the socket that the page of this viewer opens."""
    cookies = {f"{name}-live": morsel.value for name, morsel in sitting.browser(viewer).cookies.items()}
    headers = [
        (b"host", b"testserver"),
        (b"origin", b"http://testserver"),
        (b"cookie", "; ".join(f"{name}={value}" for name, value in cookies.items()).encode()),
    ]
    scope = {
        "type": "websocket",
        "path": f"/ws/r/{sitting.room.public_id}/",
        "headers": headers,
        "query_string": b"",
    }
    return ApplicationCommunicator(CookieMiddleware(URLRouter(sockets)), scope)


async def knock(sitting: Sitting, viewer: Any) -> tuple[ApplicationCommunicator, dict[str, Any]]:
    """Open the socket and answer it with the first thing that the site says."""
    mine = await sync_to_async(line)(sitting, viewer)
    await mine.send_input({"type": "websocket.connect"})
    return mine, await mine.receive_output(3)


async def opened(sitting: Sitting, viewer: Any) -> ApplicationCommunicator:
    mine, answer = await knock(sitting, viewer)
    assert answer["type"] == "websocket.accept"
    return mine


async def hang_up(*lines: ApplicationCommunicator) -> None:
    for mine in lines:
        await mine.send_input({"type": "websocket.disconnect", "code": 1000})
        await mine.wait(3)


def test_a_page_is_told_to_look_and_nothing_else() -> None:
    sitting = begin("estado-libre", 4)

    async def talk() -> list[Any]:
        table, watcher = await opened(sitting, 2), await opened(sitting, "public")
        await sync_to_async(chat.say)(
            room_id=sitting.room_id, number=1, text="Good evening", to=None, at=START
        )
        told = [(await table.receive_output(3))["text"], await watcher.receive_nothing(0.3)]
        await hang_up(table, watcher)
        return told

    assert async_to_sync(talk)() == ["look", True]


def test_strangers_and_players_of_other_rooms_are_not_let_in() -> None:
    sitting, other = begin("estado-libre", 4), begin("estado-libre", 4)

    async def try_both() -> list[dict[str, Any]]:
        _, nobody = await knock(sitting, None)
        _, neighbour = await knock(Sitting(sitting.room_id, other.tokens), 1)
        return [nobody, neighbour]

    nobody, neighbour = async_to_sync(try_both)()
    assert nobody == neighbour
    assert (nobody["type"], nobody["code"]) == ("websocket.close", 4004)


def test_the_line_of_somebody_removed_ends_within_two_seconds() -> None:
    sitting = begin("estado-libre", 4)

    async def remove() -> Any:
        theirs, mine = await opened(sitting, 3), await opened(sitting, 2)
        await sync_to_async(hosting.remove)(room_id=sitting.room_id, by=1, number=3, at=START)
        ended = [await theirs.receive_output(2)]
        while ended[-1]["type"] != "websocket.close":
            ended.append(await theirs.receive_output(2))
        assert (await mine.receive_output(2))["text"] == "look"
        await hang_up(mine)
        return ended[-1]["code"]

    assert async_to_sync(remove)() == 4004
