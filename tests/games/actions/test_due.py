"""What the tick asks: it is answered by indexes alone, so that it costs the same however many rooms wait."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bench.idle import archived_worlds, idle_rooms
from earths.actions import weeks
from games.actions import due
from games.models import Room

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
DAY = timedelta(days=1)
pytestmark = pytest.mark.django_db


def test_what_is_due_is_found_by_indexes_alone() -> None:
    idle_rooms(20_000, NOW)
    archived_worlds(1_000, NOW - DAY)
    with CaptureQueriesContext(connection) as asked:
        found = [due.find_due(NOW), due.find_old(NOW)]
        weeks.advance_due(NOW)
    assert found == [[], []]
    assert [sorted(_scans(query["sql"])) for query in asked.captured_queries] == [
        [("Index Only Scan", "rooms_by_due"), ("Index Only Scan", "rooms_by_resumption")],
        [("Index Only Scan", "lobbies_by_activity"), ("Index Only Scan", "rooms_by_activity")],
        [("Index Only Scan", "worlds_by_due")],
    ]


def test_what_has_waited_longest_comes_first() -> None:
    idle_rooms(10, NOW)
    running = list(Room.objects.filter(status="running").order_by("pk"))
    paused = Room.objects.filter(status="paused").first()
    assert paused is not None
    Room.objects.filter(pk=running[0].pk).update(due_at=NOW)
    Room.objects.filter(pk=running[1].pk).update(due_at=NOW - 2 * DAY)
    Room.objects.filter(pk=paused.pk).update(resumes_at=NOW - DAY)
    assert due.find_due(NOW) == [running[1].pk, paused.pk, running[0].pk]


def test_fifty_rooms_that_are_due_at_once_are_a_crowd() -> None:
    idle_rooms(200, NOW)
    running = list(Room.objects.filter(status="running").order_by("pk").values_list("pk", flat=True))
    Room.objects.filter(pk__in=running[:49]).update(due_at=NOW)
    assert not due.is_crowded(NOW)
    Room.objects.filter(pk=running[49]).update(due_at=NOW)
    assert due.is_crowded(NOW)


def test_rooms_are_old_after_thirty_days_and_lobbies_after_one() -> None:
    idle_rooms(10, NOW)
    lobby, running = (Room.objects.filter(status=status).first() for status in ("lobby", "running"))
    assert lobby is not None
    assert running is not None
    Room.objects.filter(pk=lobby.pk).update(touched_at=NOW - DAY)
    Room.objects.filter(pk=running.pk).update(touched_at=NOW - 30 * DAY)
    assert sorted(due.find_old(NOW)) == sorted([lobby.pk, running.pk])
    assert due.find_old(NOW - timedelta(seconds=1)) == []


def _scans(sql: str) -> Iterator[tuple[str, Any]]:
    """Answer how each table of a query is read: the kind of scan, and the index it uses, if any."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}")
        (plan,) = cursor.fetchone()
    nodes = [(json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]]
    for node in nodes:
        nodes += node.get("Plans", [])
        if "Relation Name" in node:
            yield node["Node Type"], node.get("Index Name")
