"""What a proxy or a monitor asks: is this process alive, and can the site do its work?

Anybody may ask, so the answers name states and numbers of the site as a whole, and nothing of anybody.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import cache as once
from typing import NamedTuple

from django.core.cache import cache
from django.db import Error as DatabaseError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import tick
from earths.models import World
from games import clock
from games.models import Room

FIGURES = {
    "last_tick_seconds_ago": "Seconds since the last tick of the calendar",
    "rooms_set_aside": "Rooms whose phase failed three times, which wait for an admin",
    "worlds_failing": "Worlds whose last boundary failed, which is tried again at each tick",
}


class Seen(NamedTuple):
    """How the site stands: what must hold, and figures to watch, None where they cannot be told."""

    checks: Mapping[str, bool]
    figures: Mapping[str, float | None]


@never_cache
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """Answer as long as this process can answer at all."""
    return JsonResponse({"live": True})


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Answer 503 unless database, tables, cache and calendar are as they should be, and say which is not."""
    seen = look()
    well = all(seen.checks.values())
    return JsonResponse({"ready": well, **seen.checks, **seen.figures}, status=200 if well else 503)


def look() -> Seen:
    """Look how the site stands now. Rooms set aside and worlds that fail do not make it unready for all others."""
    at = clock.now()
    database = _database_answers()
    checks = {
        "database": database,
        "migrations": database and _migrations_are_applied(),
        "cache": _cache_answers(),
        "tick": not tick.is_overdue(at),
    }
    return Seen(checks, {"last_tick_seconds_ago": _tick_age(at), **_failing(checks["migrations"])})


def _tick_age(at: datetime) -> float | None:
    last = tick.last_tick_at()
    return None if last is None else max(0.0, round((at - last).total_seconds(), 1))


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _migrations_are_applied() -> bool:
    """Say whether the tables are at least as new as this code; newer ones are, while versions change."""
    try:
        return _newest_migrations() <= set(MigrationRecorder(connection).applied_migrations())
    except DatabaseError:
        return False


@once
def _newest_migrations() -> set[tuple[str, str]]:
    return set(MigrationLoader(None).graph.leaf_nodes())


def _failing(readable: bool) -> dict[str, float | None]:
    try:
        if readable:
            return {
                "rooms_set_aside": Room.objects.filter(status=Room.Status.SET_ASIDE).count(),
                "worlds_failing": World.objects.filter(archived_at=None, failures__gt=0).count(),
            }
    except DatabaseError:
        pass
    return {"rooms_set_aside": None, "worlds_failing": None}


def _cache_answers() -> bool:
    cache.set("health", "well", timeout=60)
    return bool(cache.get("health") == "well")
