"""The public parts of a world's pages by themselves, for pages that have been away."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from earths import board as boards
from games import clock


@require_safe
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the board as it is, or 304 where the reader's copy shows the same; no query when it is kept."""
    at = clock.now()
    found = boards.current(slug, at)
    if found is None:
        raise Http404
    tag = quote_etag(found.version)
    headers = {"ETag": tag, "Cache-Control": "no-cache", "X-Phase": found.phase}
    if request.headers.get("If-None-Match") == tag:
        return HttpResponse(status=304, headers=headers)
    return HttpResponse(boards.with_time_left(found.html, at), headers=headers)
