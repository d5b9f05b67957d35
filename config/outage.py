"""When the database or another server is away: one page that says so, and keeps what was sent."""

import sys
from typing import Any

import structlog
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin
from django.views import defaults
from kombu.exceptions import OperationalError as QueueError
from redis.exceptions import ConnectionError as CacheError

from games.formats import Newer

log = structlog.get_logger(__name__)

AWAY = (OperationalError, InterfaceError, QueueError, CacheError, Newer)
"""What passes by itself. ``Newer`` does too: this process is about to be replaced by one of the new version."""
AGAIN_IN = 5
"""Seconds after which a program may ask again."""
SECRET = ("/accounts/", "/admin/")
"""Where people type passwords, which no page ever gives back."""


class Outages(MiddlewareMixin):
    """Answer 503 in place of a page that could not be made because a server was away."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return try_again(request, exception) if isinstance(exception, AWAY) else None


def server_error(request: HttpRequest) -> Any:
    """Answer 503 where a server was away before any page was reached, and 500 for a fault of our own."""
    error = sys.exc_info()[1]
    return try_again(request, error) if isinstance(error, AWAY) else defaults.server_error(request)


def try_again(request: HttpRequest, error: BaseException) -> HttpResponse:
    """Ask for a little patience, with a form that sends once more what was sent."""
    match = request.resolver_match
    log.warning("a server is away", error=type(error).__name__, route=match.route if match else "unknown")
    context = {"address": request.get_full_path(), "posted": request.method == "POST", "sent": _sent(request)}
    headers = {"Retry-After": str(AGAIN_IN), "Cache-Control": "private, no-store"}
    return HttpResponse(render_to_string("outage.html", context), status=503, headers=headers)


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    if request.method != "POST" or request.path.startswith(SECRET):
        return []
    try:
        return [(name, value) for name, values in request.POST.lists() for value in values]
    except (RequestDataTooBig, TooManyFieldsSent, UnreadablePostError):
        return []
