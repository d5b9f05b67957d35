"""After the end: the record for everybody who may see the room, and the same people once more."""

from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.access import Visit
from games.actions import rematch as acts
from games.models import Room
from games.sight import see_record
from games.views.entrance import offer
from games.views.frame import button, inside


@require_safe
@inside
def record(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse:
    """Hand out a finished game in the form that ``manage.py adjudicate --check`` confirms."""
    if visit.room.status != Room.Status.OVER:
        raise Http404
    name = f"{visit.room.game}-{visit.room.seal[:8]}.json"
    return HttpResponse(
        see_record(visit.room),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@button
def rematch(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse:
    """Open a room for the same people, or follow into the one that is open already."""
    return offer(*acts.rematch(room_id=visit.room.pk, by=visit.viewer, at=at, pass_id=visit.pass_id))


@button
def follow(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse:
    """Take the seat that is kept for this player in the next room."""
    return offer(*acts.follow(room_id=visit.room.pk, by=visit.viewer, at=at, pass_id=visit.pass_id))
