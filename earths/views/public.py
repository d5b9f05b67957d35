"""Pages that are the same for everybody who is not signed in: made once, and kept."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config import tick
from earths import board as boards
from earths.views.frame import answer
from games.templatetags.moments import stamp

MOMENT = re.compile(r'data-now="[^"]*"')


def answer_all(
    request: HttpRequest, template: str, at: datetime, slug: str, make: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """Answer a page that shows the world ``slug``: for who is signed in anew, for all others as it is kept.

    What is kept is good as long as the world's board is. ``make`` gathers the context, with the board.
    """
    if not _is_public(request) or tick.is_overdue(at):
        return answer(request, template, at, make())
    key = f"{template}:{slug}"
    generation, html = boards.kept_page(key, slug, at)
    if html is None:
        context = make()
        html = answer(request, template, at, context).text
        board = context["board"]
        # A page with a token in it (the demo's bar has a form) is its reader's own.
        if not request.META.get("CSRF_COOKIE_NEEDS_UPDATE"):
            boards.keep_page(key, generation, board.until if board else None, html)
    html = MOMENT.sub(f'data-now="{stamp(at)}"', boards.with_time_left(html, at), count=1)
    return HttpResponse(html, headers={"Cache-Control": "private, no-cache", "Vary": "Cookie"})


def _is_public(request: HttpRequest) -> bool:
    """Say whether nothing on the page depends on who asks: no session, and no message waiting."""
    return settings.SESSION_COOKIE_NAME not in request.COOKIES and "messages" not in request.COOKIES
