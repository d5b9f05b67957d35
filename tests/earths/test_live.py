"""The live pages of a world: what they are sent, what they may send, and that none misses the last state."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
import redis
import time_machine
from asgiref.sync import async_to_sync, sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.core.cache import cache
from django.db import transaction

from config.asgi import application
from earths import board as boards
from earths import feed
from earths.actions import ballots, bills, citizens
from earths.live import generation_key
from earths.models import Citizen, World
from tests.earths.conftest import make_bill, make_citizen, moments, reach, still
from tests.earths.views.asking import at

WEEK = moments()
HERE = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
SOON = 3.0

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_cache")]


class Page:
    """One live page, speaking to the site's own ASGI application."""

    def __init__(self, path: str = "/ws/w/main/", headers: list[tuple[bytes, bytes]] = HERE) -> None:
        scope = {
            "type": "websocket",
            "path": path,
            "query_string": b"",
            "headers": headers,
            "subprotocols": [],
        }
        self.wire = ApplicationCommunicator(application, scope)

    async def open(self) -> bool:
        await self.wire.send_input({"type": "websocket.connect"})
        return bool((await self.wire.receive_output(SOON))["type"] == "websocket.accept")

    async def say(self, text: str) -> None:
        await self.wire.send_input({"type": "websocket.receive", "text": text})

    async def has(self, version: str) -> None:
        await self.say(json.dumps({"have": version}))

    async def hear(self, seconds: float = SOON) -> dict[str, Any]:
        output = await self.wire.receive_output(seconds)
        return dict(json.loads(output["text"])) if output["type"] == "websocket.send" else output

    async def hears_nothing(self) -> bool:
        return await self.wire.receive_nothing(1.5)

    async def leave(self) -> None:
        await self.wire.send_input({"type": "websocket.disconnect", "code": 1001})
        with suppress(asyncio.CancelledError):
            await self.wire.wait(SOON)


def played(story: Callable[[], Awaitable[None]]) -> None:
    """Tell a story on an event loop of its own, and see that it leaves no feed behind."""

    async def whole() -> None:
        await story()
        assert feed._feeds == {}

    with at(WEEK.proposing):
        async_to_sync(whole)()


do = sync_to_async


def upvote(citizen: Citizen, bill_id: int) -> None:
    bills.upvote(citizen_id=citizen.pk, bill_id=bill_id, at=WEEK.proposing)


def shown(world: World) -> boards.Board:
    found = boards.current(world.slug, WEEK.proposing)
    assert found is not None
    return found


def test_a_page_is_sent_what_it_does_not_have(world: World) -> None:
    make_bill(make_citizen(world, "Ada"), at=WEEK.proposing)

    async def story() -> None:
        page = Page()
        assert await page.open()
        await page.has("older")
        frame = await page.hear()
        now = await do(shown)(world)
        assert frame == json.loads(now.frame)
        assert (frame["version"], frame["phase"]) == (now.version, "proposing")
        await page.has(now.version)
        assert await page.hears_nothing()
        await page.leave()

    played(story)


def test_a_page_that_is_ahead_of_the_feed_is_sent_nothing_older(world: World) -> None:
    ada = make_citizen(world, "Ada")

    async def story() -> None:
        page = Page()
        assert await page.open()
        # Written past the actions: the page is loaded before the feed, which pauses, has heard of it.
        await do(change_silently)(ada)
        ahead = (await do(shown)(world)).version
        await page.has(ahead)
        assert await page.hears_nothing()
        await page.has("older")
        assert (await page.hear())["version"] == ahead
        await page.leave()

    played(story)


def test_an_upvote_reaches_the_other_pages(world: World) -> None:
    ada, bob = make_citizen(world, "Ada"), make_citizen(world, "Bob")
    bill = make_bill(ada, at=WEEK.proposing)

    async def story() -> None:
        pages = [Page(), Page(), Page()]
        for page in pages:
            assert await page.open()
        await do(upvote)(bob, bill.pk)
        heard = [await page.hear() for page in pages]
        assert [frame["upvotes"] for frame in heard] == [{str(bill.pk): 1}] * 3
        for page in pages:
            await page.leave()

    played(story)


def test_a_vote_reaches_no_page(world: World) -> None:
    ada = make_citizen(world, "Ada")
    bill = make_bill(ada, at=WEEK.proposing)
    reach(world, WEEK.voting)

    async def story() -> None:
        page = Page()
        assert await page.open()
        await page.has((await do(boards.current)("main", WEEK.voting)).version)
        await do(ballots.cast)(
            citizen_id=ada.pk, year=2027, votes={bill.pk: True}, response="A", now=still(WEEK.voting)
        )
        assert await page.hears_nothing()
        # The line is not dead: what is public does come.
        await do(citizens.ban)(citizen_id=ada.pk, reason="Spam", at=WEEK.voting)
        assert "Spam" in (await page.hear())["html"]
        await page.leave()

    with at(WEEK.voting):
        async_to_sync(story)()


def test_no_page_misses_the_last_state_of_a_storm(world: World) -> None:
    ada = make_citizen(world, "Ada")
    bill = make_bill(ada, at=WEEK.proposing)
    crowd = [make_citizen(world, f"Voter {n}") for n in range(60)]

    async def story() -> None:
        pages = [Page() for _ in range(20)]
        for page in pages:
            assert await page.open()
        for citizen in crowd:
            await do(upvote)(citizen, bill.pk)
        for page in pages:
            frames = [await page.hear()]
            while frames[-1]["upvotes"][str(bill.pk)] < len(crowd):
                frames.append(await page.hear())
            assert len(frames) < 10
            await page.leave()

    played(story)


def test_a_word_that_is_lost_is_made_up_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = make_citizen(world, "Ada")
    monkeypatch.setattr(feed, "LOOK_AGAIN", 0.2)

    async def story() -> None:
        page = Page()
        assert await page.open()
        # Written past the actions, and only the cache is told, as when the layer drops the nudge.
        await do(change_silently)(ada)
        assert "Ada the First" in (await page.hear())["html"]
        await page.leave()

    played(story)


def change_silently(citizen: Citizen) -> None:
    with transaction.atomic():
        World.objects.filter(pk=citizen.world_id).update(earth_a="Ada the First")
    cache.set(generation_key("main"), "another", timeout=None)


def test_a_phase_that_begins_is_told_without_a_nudge(world: World) -> None:
    reach(world, WEEK.proposing)
    last = WEEK.plan.ballot_at - timedelta(seconds=1)

    async def story() -> None:
        page = Page()
        assert await page.open()
        await page.has((await do(boards.current)("main", last)).version)
        traveller.shift(1.0)
        frame = await page.hear()
        assert (frame["phase"], frame["said"]) == ("voting", "Voting is open")
        await page.leave()

    with time_machine.travel(last, tick=False) as traveller:
        async_to_sync(story)()


@pytest.mark.parametrize(
    "origin",
    [
        "https://elsewhere.example",
        "http://testserver.elsewhere.example",
        "http://testserver:81",
        "null",
        "",
        None,
    ],
)
def test_a_page_from_elsewhere_is_refused(world: World, origin: str | None) -> None:
    async def story() -> None:
        headers = [(b"host", b"testserver")]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        assert not await Page(headers=headers).open()
        home = Page()
        assert await home.open()
        await home.leave()

    played(story)


def test_a_world_that_is_not_there_has_no_line(world: World) -> None:
    async def story() -> None:
        assert not await Page("/ws/w/nowhere/").open()

    played(story)


def test_a_feed_that_is_left_just_when_something_changes_ends(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "PAUSE", 0.0)

    async def story() -> None:
        left = feed.feed_of("main")
        left.join(print)
        await left.ready.wait()
        await asyncio.sleep(0.3)
        left._changed.set()
        await asyncio.sleep(0)
        left.leave(print)
        ended, running = await asyncio.wait(left._tasks, timeout=SOON)
        assert (len(ended), running) == (2, set())

    played(story)


def test_leaving_at_any_moment_ends_the_feed_and_leaves_the_line_of_all_others_alone(world: World) -> None:
    async def story() -> None:
        kept = Page()
        assert await kept.open()
        lines = await do(lines_to_valkey)()
        assert lines
        for moment in range(150):
            left = feed.Feed("main")
            left.join(print)
            await asyncio.sleep(moment / 20_000)
            left.leave(print)
            ended, running = await asyncio.wait(left._tasks, timeout=SOON)
            assert (len(ended), running) == (2, set())
        assert await do(lines_to_valkey)() == lines
        await kept.leave()

    played(story)


def lines_to_valkey() -> list[str]:
    """List the connections by which pushes are heard."""
    with redis.Redis.from_url(settings.CACHES["default"]["LOCATION"]) as client:
        return sorted(line["id"] for line in client.client_list(_type="pubsub"))


NONSENSE = [
    "",
    "{",
    "[]",
    "null",
    '{"have": 5}',
    '{"have": null}',
    '"have"',
    "[" * 190,
    "\x00",
    '{"do": "x"}',
]


def test_what_makes_no_sense_is_ignored(world: World) -> None:
    async def story() -> None:
        page = Page()
        assert await page.open()
        now = (await do(shown)(world)).version
        await page.has(now)
        for said in NONSENSE:
            await page.say(said)
        await page.wire.send_input({"type": "websocket.receive", "bytes": b"\xff\xfe"})
        assert await page.hears_nothing()
        await page.has("older")
        assert (await page.hear())["version"] == now
        await page.leave()

    played(story)


def test_too_much_at_once_ends_the_line(world: World) -> None:
    async def story() -> None:
        page = Page()
        assert await page.open()
        await page.say("x" * 5_000)
        closed = await page.hear()
        assert (closed["type"], closed["code"]) == ("websocket.close", 4009)
        await page.leave()

    played(story)


def test_a_flood_ends_the_line(world: World) -> None:
    async def story() -> None:
        page = Page()
        assert await page.open()
        for _ in range(31):
            await page.say("{}")
        closed = await page.hear()
        assert (closed["type"], closed["code"]) == ("websocket.close", 4008)
        await page.leave()

    played(story)
