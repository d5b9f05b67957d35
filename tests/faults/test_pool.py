"""A process that has many connections of its pool idle when PostgreSQL restarts: it goes on as soon as that is back."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connections

from config.postgresql.base import DatabaseWrapper
from tests.conftest import OWN_SERVERS
from tests.faults.cluster import Cluster, wait_until
from tests.faults.storm import ask

pytestmark = [
    pytest.mark.servers,
    pytest.mark.skipif(not OWN_SERVERS, reason="configured servers are nobody's to stop"),
]
OPTIONS = dict(settings.DATABASES["default"]["OPTIONS"])
IDLE = 8
AT_ONCE = 1.0
"""Seconds. The pool's own check takes seven for four dead connections, and gives up after five."""


@pytest.fixture
def pooled(cluster: Cluster) -> Iterator[Any]:
    """Call ``pooled()`` for a connection of this process to the site's database, out of one pool."""
    options = {**OPTIONS, "pool": {**OPTIONS["pool"], "max_size": IDLE}}
    here = {
        **connections.settings["default"],
        **cluster.place(),
        "CONN_HEALTH_CHECKS": False,
        "OPTIONS": options,
    }
    opened: list[DatabaseWrapper] = []

    def open_one() -> DatabaseWrapper:
        opened.append(DatabaseWrapper(here, alias="pooled"))
        opened[-1].inc_thread_sharing()
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()
    opened[0].close_pool()


def answer(connection: DatabaseWrapper) -> int:
    """Ask a question as a request does: with a connection out of the pool, and back into it."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            return int(cursor.fetchone()[0])
    finally:
        connection.close()


def fill(pooled: Any) -> None:
    """Have eight threads hold a connection each at the same time, and give them all back."""
    met = Barrier(IDLE)

    def hold(one: DatabaseWrapper) -> int:
        one.ensure_connection()
        met.wait(10)
        return answer(one)

    with ThreadPoolExecutor(IDLE) as threads:
        assert len(set(threads.map(hold, [pooled() for _ in range(IDLE)]))) == IDLE


def restart(cluster: Cluster) -> None:
    cluster.kill("PostgreSQL")
    cluster.revive("PostgreSQL")


def test_with_eight_dead_connections_the_next_request_succeeds_at_once(cluster: Cluster, pooled: Any) -> None:
    fill(pooled)
    connection = pooled()
    before = answer(connection)
    assert connection.pool.get_stats()["pool_available"] == IDLE
    restart(cluster)
    began = time.monotonic()
    assert answer(connection) != before
    assert time.monotonic() - began < AT_ONCE


def test_eight_requests_at_once_after_a_restart_all_succeed(cluster: Cluster, pooled: Any) -> None:
    fill(pooled)
    restart(cluster)
    began = time.monotonic()
    with ThreadPoolExecutor(IDLE) as threads:
        assert all(threads.map(answer, [pooled() for _ in range(IDLE)]))
    assert time.monotonic() - began < 2 * AT_ONCE


def test_requests_that_wait_while_it_is_away_go_on_when_it_is_back(cluster: Cluster, pooled: Any) -> None:
    fill(pooled)
    # However slowly it starts: what counts is how soon they notice.
    pooled().pool.timeout = 60
    cluster.kill("PostgreSQL")
    with ThreadPoolExecutor(IDLE) as threads:
        waiting = [threads.submit(answer, pooled()) for _ in range(IDLE)]
        time.sleep(1.5)
        assert not any(one.done() for one in waiting)
        cluster.revive("PostgreSQL")
        back = time.monotonic()
        assert all(one.result() for one in waiting)
    assert time.monotonic() - back < 2 * AT_ONCE


def test_requests_are_refused_in_time_while_it_is_away(cluster: Cluster, pooled: Any) -> None:
    fill(pooled)
    cluster.kill("PostgreSQL")
    began = time.monotonic()
    with pytest.raises(OperationalError):
        answer(pooled())
    assert time.monotonic() - began < OPTIONS["pool"]["timeout"] + AT_ONCE
    cluster.revive("PostgreSQL")
    assert answer(pooled())


def test_every_page_of_a_web_is_there_as_soon_as_postgresql_is_back(cluster: Cluster) -> None:
    port, threads = cluster.ports["web-1"], 4
    blocked = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"

    def ready() -> Any:
        page = ask(port, "GET", "/healthz/ready", "")
        assert page is not None
        return '"database": true' in page.text

    with ThreadPoolExecutor(threads) as browsers:
        with cluster.locked("django_migrations"):
            asked = [browsers.submit(ready) for _ in range(threads)]
            wait_until(
                lambda: cluster.sql(blocked) == [(threads,)], "all threads of a web to hold a connection"
            )
        assert all(one.result() for one in asked)
        restart(cluster)
        began = time.monotonic()
        assert all(one.result() for one in [browsers.submit(ready) for _ in range(threads)])
    assert time.monotonic() - began < 2 * AT_ONCE
