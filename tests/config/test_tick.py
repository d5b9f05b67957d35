"""The tick: one reading of the clock, every game, whatever fails."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from celery.signals import before_task_publish
from django.core.cache import cache
from django.test import override_settings

from config import tick
from config.celery import app

NOON = datetime(2026, 3, 8, 12, tzinfo=UTC)
CALLS: list[tuple[str, datetime]] = []


def advance_one(at: datetime) -> None:
    CALLS.append(("one", at))
    raise ValueError("this game is broken")


def advance_two(at: datetime) -> None:
    CALLS.append(("two", at))


@pytest.fixture
def two_games():
    CALLS.clear()
    with override_settings(ADVANCES=[f"{__name__}.advance_one", "no.such.game", f"{__name__}.advance_two"]):
        yield


def test_tick_hands_one_moment_to_every_game_though_one_fails(two_games, fresh_cache, db, caplog) -> None:
    with time_machine.travel(NOON, tick=True):
        tick.tick()
    moments = {at for _, at in CALLS}
    assert [name for name, _ in CALLS] == ["one", "two"]
    assert len(moments) == 1
    assert tick.last_tick_at() in moments
    assert len([record for record in caplog.records if record.levelname == "ERROR"]) == 2


def test_calendar_stands_still_a_minute_after_the_last_tick(fresh_cache) -> None:
    assert tick.is_overdue(NOON)
    cache.set("last-tick", NOON)
    assert not tick.is_overdue(NOON + timedelta(seconds=60))
    assert tick.is_overdue(NOON + timedelta(seconds=61))


def test_tick_goes_on_without_a_cache(two_games, db, settings) -> None:
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1"}}
    tick.tick()
    assert [name for name, _ in CALLS] == ["one", "two"]
    assert tick.last_tick_at() is None


def a_crowd(at: datetime) -> bool:
    return True


def test_where_much_is_due_one_more_tick_is_sent_at_once(fresh_cache, db, settings) -> None:
    sent = []

    def note(sender: str, **kwargs: object) -> None:
        sent.append((sender, kwargs["routing_key"]))

    settings.ADVANCES = []
    before_task_publish.connect(note)
    try:
        tick.tick()
        assert sent == []
        settings.CROWDED = f"{__name__}.a_crowd"
        tick.tick()
        tick.tick()
    finally:
        before_task_publish.disconnect(note)
    assert sent == [("config.tick.tick", "calendar")]


def test_beat_sends_the_tick_every_two_seconds_to_a_queue_of_its_own() -> None:
    (entry,) = app.conf.beat_schedule.values()
    assert (entry["task"], entry["schedule"], entry["options"]["queue"]) == (
        "config.tick.tick",
        2.0,
        "calendar",
    )
    assert entry["options"]["expires"] > 0
    assert app.conf.task_acks_late
    assert app.conf.task_ignore_result


def test_a_queue_that_is_away_is_tried_again_every_two_seconds() -> None:
    waits: list[float] = []

    def note(_: Exception, seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 2:
            raise LookupError

    away = app.connection_for_write("redis+socket:///nowhere/valkey.sock")
    with pytest.raises(LookupError):
        away.ensure_connection(note)
    assert waits == [1, 2]
