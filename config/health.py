"""What a proxy or a monitor asks: is this process alive, and can the site do its work?"""

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import tick
from games import clock


@never_cache
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """Answer as long as this process can answer at all."""
    return JsonResponse({"live": True})


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Answer 503 unless database and cache answer and the last tick is recent, and say which is not."""
    at = clock.now()
    last = tick.last_tick_at()
    checks = {"database": _database_answers(), "cache": _cache_answers(), "tick": not tick.is_overdue(at)}
    age = None if last is None else max(0, round((at - last).total_seconds(), 1))
    return JsonResponse(
        {"ready": all(checks.values()), **checks, "last_tick_seconds_ago": age},
        status=200 if all(checks.values()) else 503,
    )


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _cache_answers() -> bool:
    cache.set("health", "well", timeout=60)
    return bool(cache.get("health") == "well")
