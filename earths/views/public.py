"""Pages that are the same for everybody who is not signed in: made once, and kept."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config import tick
from earths import board as boards
from earths import keeping
from earths.views.frame import answer
from games.templatetags.moments import stamp

MOMENT = re.compile(r'data-now="[^"]*"')


AT_HAND = 1.0
"""Seconds for which a process shows a page again without asking whether it is still good."""
MOST_AT_HAND = 64


@dataclass(frozen=True)
class _Kept:
    asked_at: float
    until: datetime | None
    html: str


_at_hand: dict[str, _Kept] = {}


def answer_all(
    request: HttpRequest,
    template: str,
    at: datetime,
    *,
    address: str,
    find: Callable[[], str],
    make: Callable[[], dict[str, Any]],
) -> HttpResponse:
    """Answer a page that shows a world: for who is signed in anew, for all others as it is kept.

    What is kept under ``address`` is good as long as the board of the world that ``find`` names; ``make``
    gathers the context, with the board.
    """
    if not _is_public(request):
        return answer(request, template, at, make())
    kept = _at_hand.get(address)
    if kept is None or time.monotonic() - kept.asked_at > AT_HAND or (kept.until and kept.until <= at):
        if tick.is_overdue(at):
            return answer(request, template, at, make())
        kept = _ask(request, template, at, address=address, slug=find(), make=make)
    html = MOMENT.sub(f'data-now="{stamp(at)}"', boards.with_time_left(kept.html, at), count=1)
    return HttpResponse(html, headers={"Cache-Control": "private, no-cache", "Vary": "Cookie"})


def _ask(
    request: HttpRequest,
    template: str,
    at: datetime,
    *,
    address: str,
    slug: str,
    make: Callable[[], dict[str, Any]],
) -> _Kept:
    """Answer the page that is kept for all, or make it; keep it unless it is its reader's own."""
    asked_at = time.monotonic()
    key = f"earths:page:{address}:{slug}"
    generation, until, html = keeping.find(key, slug, at)
    if html is not None:
        kept = _Kept(asked_at, until, html)
    else:
        context = make()
        until = context["board"].until if context["board"] else None
        kept = _Kept(asked_at, until, answer(request, template, at, context).text)
        # A page with a token in it (the demo's bar has a form) is nobody else's.
        if request.META.get("CSRF_COOKIE_NEEDS_UPDATE"):
            return kept
        keeping.keep(key, generation, until, kept.html)
    if len(_at_hand) >= MOST_AT_HAND:
        _at_hand.clear()
    _at_hand[address] = kept
    return kept


def _is_public(request: HttpRequest) -> bool:
    """Say whether nothing on the page depends on who asks: no session, and no message waiting."""
    return settings.SESSION_COOKIE_NAME not in request.COOKIES and "messages" not in request.COOKIES
