"""The socket of a room's page: who is let in, what it says, and how it ends."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter
from channels.sessions import CookieMiddleware

from config.sockets import sockets
from games.actions import chat, due, hosting, lobby, passes
from games.powers import LOBBY_KEPT
from tests.games.conftest import START, Sitting, begin, sit_down

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


async def told(mine: ApplicationCommunicator) -> list[dict[str, Any]]:
    """Answer all that the site says until it ends the line, which it does within two seconds."""
    heard = [await mine.receive_output(2)]
    while heard[-1]["type"] != "websocket.close":
        heard.append(await mine.receive_output(2))
    return heard


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
        ended = await told(theirs)
        assert (await mine.receive_output(2))["text"] == "look"
        await hang_up(mine)
        return ended[-1]["code"]

    assert async_to_sync(remove)() == 4004


def test_who_moves_up_at_the_start_hears_what_is_theirs() -> None:
    sitting = sit_down("estado-libre", 5, bots=False)

    async def move_up() -> list[Any]:
        stays, moves, leaves = await opened(sitting, 4), await opened(sitting, 5), await opened(sitting, 2)
        await sync_to_async(lobby.leave_lobby)(room_id=sitting.room_id, number=2, at=START)
        ended = [(await told(leaves))[-1]["code"]]
        await sync_to_async(lobby.start)(room_id=sitting.room_id, by=1, at=START)
        ended.append((await told(moves))[-1]["code"])
        anew = await opened(sitting, 5)
        while not await stays.receive_nothing(0.3):
            await stays.receive_output()
        await sync_to_async(chat.say)(room_id=sitting.room_id, number=1, text="Psst", to=2, at=START)
        heard = [(await anew.receive_output(3))["text"], await stays.receive_nothing(0.3)]
        await hang_up(stays, anew)
        return [*ended, *heard]

    assert async_to_sync(move_up)() == [4004, 4004, "look", True]


def test_the_line_of_a_room_that_is_cleared_away_ends() -> None:
    sitting = sit_down("estado-libre", 2)

    async def clear_away() -> list[Any]:
        lines = [await opened(sitting, viewer) for viewer in (1, 2, "public")]
        await sync_to_async(due.purge)(START + LOBBY_KEPT)
        return [(await told(mine))[-1]["code"] for mine in lines]

    assert async_to_sync(clear_away)() == [4004, 4004, 4004]


def test_the_line_of_a_watcher_ends_with_their_link() -> None:
    sitting = begin("estado-libre", 4)
    before = sitting.room.watch_token

    async def renew() -> list[Any]:
        watcher, player = await opened(sitting, "public"), await opened(sitting, 2)
        await sync_to_async(passes.renew_links)(room_id=sitting.room_id, by=1, before=before, at=START)
        ended = (await told(watcher))[-1]["code"]
        heard = (await player.receive_output(2))["text"]
        await hang_up(player)
        return [ended, heard]

    assert async_to_sync(renew)() == [4004, "look"]
