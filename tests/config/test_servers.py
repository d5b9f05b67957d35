"""The private servers: real engines, reached by nobody else."""

import pytest
from django.core.cache import cache
from django.db import connection


@pytest.mark.django_db
def test_database_is_postgresql_with_utc() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW timezone")
        assert cursor.fetchone() == ("UTC",)
    cache.set("a", "b")
    assert cache.get("a") == "b"
