"""What monitors are told."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from games import clock


@pytest.mark.django_db
def test_site_without_a_tick_is_alive_but_not_ready(client: Client, fresh_cache: None) -> None:
    assert client.get("/healthz/live").json() == {"live": True}
    answer = client.get("/healthz/ready")
    assert (answer.status_code, answer.json()) == (
        503,
        {"ready": False, "database": True, "cache": True, "tick": False, "last_tick_seconds_ago": None},
    )


@pytest.mark.django_db
def test_site_with_a_recent_tick_is_ready(client: Client, fresh_cache: None) -> None:
    cache.set("last-tick", clock.now())
    answer = client.get("/healthz/ready")
    assert (answer.status_code, answer.json()["ready"]) == (200, True)
    assert answer["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"


@pytest.mark.django_db
def test_site_without_cache_says_so(client: Client, settings) -> None:
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1"}}
    answer = client.get("/healthz/ready")
    assert (answer.status_code, answer.json()["database"], answer.json()["cache"]) == (503, True, False)


@pytest.mark.django_db(transaction=True)
def test_site_whose_database_connection_was_cut_finds_a_new_one(client: Client, fresh_cache: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (mine,) = cursor.fetchone()
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    connection.close()
    assert mine > 0
    assert client.get("/healthz/ready").json()["database"]
