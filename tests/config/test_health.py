"""What monitors are told."""

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from earths.models import World
from games import clock
from games.models import Room
from tests.earths.conftest import make_world
from tests.games.conftest import begin


@pytest.mark.django_db
def test_site_without_a_tick_is_alive_but_not_ready(client: Client, fresh_cache: None) -> None:
    assert client.get("/healthz/live").json() == {"live": True}
    answer = client.get("/healthz/ready")
    assert (answer.status_code, answer.json()) == (
        503,
        {
            "ready": False,
            "database": True,
            "migrations": True,
            "cache": True,
            "tick": False,
            "last_tick_seconds_ago": None,
            "rooms_set_aside": 0,
            "worlds_failing": 0,
        },
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


@pytest.mark.django_db
def test_rooms_set_aside_and_failing_worlds_are_counted_and_leave_the_site_ready(
    client: Client, fresh_cache: None
) -> None:
    cache.set("last-tick", clock.now())
    make_world("failing")
    World.objects.update(failures=2)
    make_world("well")
    for _ in range(2):
        sitting = begin("estado-libre", 4)
        Room.objects.filter(pk=sitting.room_id).update(status=Room.Status.SET_ASIDE, due_at=None)
    answer = client.get("/healthz/ready")
    told = answer.json()
    assert (answer.status_code, told["rooms_set_aside"], told["worlds_failing"]) == (200, 2, 1)
    assert {type(value) for value in told.values()} == {bool, int, float}


@pytest.mark.django_db
def test_counting_rooms_set_aside_reads_no_others() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    assert "rooms_set_aside" in Room.objects.filter(status=Room.Status.SET_ASIDE).order_by().explain()


@pytest.mark.django_db
def test_site_whose_tables_are_older_than_its_code_says_so(client: Client, fresh_cache: None) -> None:
    cache.set("last-tick", clock.now())
    for leaf in MigrationLoader(None).graph.leaf_nodes("games"):
        MigrationRecorder(connection).record_unapplied(*leaf)
    answer = client.get("/healthz/ready")
    told = answer.json()
    assert (answer.status_code, told["database"], told["migrations"]) == (503, True, False)
    assert (told["rooms_set_aside"], told["worlds_failing"]) == (None, None)


@pytest.mark.django_db
def test_tables_newer_than_the_code_are_well(client: Client, fresh_cache: None) -> None:
    cache.set("last-tick", clock.now())
    MigrationRecorder(connection).record_applied("games", "9999_of_a_later_version")
    assert client.get("/healthz/ready").status_code == 200


@pytest.mark.django_db
def test_site_without_database_says_so(client: Client, fresh_cache: None) -> None:
    cache.set("last-tick", clock.now())

    def fail(*asked: object) -> None:
        raise OperationalError("the connection is lost")

    with connection.execute_wrapper(fail):
        answer = client.get("/healthz/ready")
    told = answer.json()
    assert (answer.status_code, told["database"], told["migrations"], told["cache"]) == (
        503,
        False,
        False,
        True,
    )


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
