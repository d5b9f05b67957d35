"""A room's page, its changing parts, its public view for a projector, and its past years."""

from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import pages
from games.access import Visit, is_invited
from games.models import Room
from games.sight import see_room
from games.views import frame
from games.views.frame import inside


@require_safe
def room(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the room as its visitor may see it; who was only invited so far is asked to sit down."""
    answer = _room(request, public_id)
    if answer.status_code == 404 and is_invited(public_id, request.COOKIES):
        return frame.go(reverse("rooms:join", args=[public_id]))
    return answer


@inside
def _room(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse:
    return frame.show(request, visit, at)


@require_safe
@inside
def look(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse:
    """Answer the parts of the page that change."""
    return frame.look(request, visit, at)


@require_safe
@inside
def public(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse:
    """Show whoever may see the room what everybody there may see, as on a wall."""
    return frame.show(request, Visit(visit.room, "public"), at, **_on_the_wall(visit))


@require_safe
@inside
def public_look(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse:
    """Answer the parts of the public view that change."""
    return frame.look(request, Visit(visit.room, "public"), at, **_on_the_wall(visit))


@require_safe
@inside
def past(request: HttpRequest, visit: Visit, at: datetime, year: int) -> HttpResponse:
    """Show again what this visitor was told in an earlier year."""
    seen = see_room(visit.room, visit.viewer)
    told = [dispatch for dispatch in seen.dispatches if dispatch.year == year]
    # Whether there is such a page is the same for all: else its being there would say who was told something.
    years = sorted({dispatch.year for dispatch in seen.dispatches if dispatch.to is None})
    if year not in years:
        raise Http404
    context = frame.room_context(seen, at) | pages.find(seen.game).context(seen)
    context |= {"year": year, "dispatches": told, "years": years}
    return render(request, pages.find(seen.game).TEMPLATES["past"], context)


def _on_the_wall(visit: Visit) -> dict[str, object]:
    address = f"/r/{visit.room.public_id}/public"
    waiting = visit.room.status == Room.Status.LOBBY
    return {
        "projected": True,
        # Whoever may invite may show the invitation on a wall too.
        "invitation": see_room(visit.room, visit.viewer).join_path if waiting else "",
        "socket": f"/ws/r/{visit.room.public_id}/?public=1",
        "look": f"{address}/look",
    }
