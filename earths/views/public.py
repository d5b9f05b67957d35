"""Pages that are the same for everybody who is not signed in: made once, and kept."""

import re
from datetime import datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from earths.board import with_time_left
from games import clock
from games.templatetags.moments import stamp

MOMENT = re.compile(r'data-now="[^"]*"')


def is_public(request: HttpRequest) -> bool:
    """Say whether nothing on the page depends on who asks: no session, no message waiting, no demo's clock."""
    alone = settings.SESSION_COOKIE_NAME not in request.COOKIES and "messages" not in request.COOKIES
    return alone and not clock.can_hop()


def public(html: str, at: datetime) -> HttpResponse:
    """Answer a kept page as one of the moment ``at``."""
    html = MOMENT.sub(f'data-now="{stamp(at)}"', with_time_left(html, at), count=1)
    return HttpResponse(html, headers={"Cache-Control": "private, no-cache", "Vary": "Cookie"})
