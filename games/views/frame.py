"""What every page of a room is answered with, and how a button's action is carried out."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.debug import sensitive_variables

from config import tick
from games import access, clock, pages, registry
from games.access import Visit
from games.actions import play
from games.actions.due import catch_up_room
from games.forms import EXTENSIONS
from games.models import Pass, Room
from games.sight import RoomSight, see_room
from games.terms import Refused

PRIVATE = "private, no-store"
SOON = timedelta(hours=1)
Inside = Callable[..., HttpResponse]


def closed_door(view: Inside) -> Inside:
    """Answer alike whatever ``view`` does not find, for whatever reason, and with DEBUG on too."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (Http404, Room.DoesNotExist, Pass.DoesNotExist):
            # What was there at the beginning may be deleted meanwhile.
            return private(render(request, "404.html", status=404))

    return wrapped


def inside(view: Inside) -> Inside:
    """Let ``view(request, visit, at)`` answer only those whose passes open the room, which is carried on first."""

    @closed_door
    @wraps(view)
    def wrapped(request: HttpRequest, public_id: str, **kwargs: Any) -> HttpResponse:
        at = clock.now()
        visit = access.visit(public_id, request.COOKIES)
        if catch_up_room(visit.room, at):
            visit = access.visit(public_id, request.COOKIES)
        if isinstance(visit.viewer, int) and _is_sign_of_life(request):
            play.note_presence(room_id=visit.room.pk, number=visit.viewer, at=at)
        return private(view(request, visit, at, **kwargs))

    return wrapped


def _is_sign_of_life(request: HttpRequest) -> bool:
    """Say whether a person asks, rather than a page that looks again by itself, perhaps before an empty chair."""
    return request.method == "POST" or not request.htmx or "Reader-Stirred" in request.headers


def button(view: Inside) -> Inside:
    """Let ``view`` do what its button says and send the browser back; a refusal is shown on the room's page."""

    @inside
    @wraps(view)
    def wrapped(request: HttpRequest, visit: Visit, at: datetime, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            return go(reverse("rooms:room", args=[visit.room.public_id]))
        try:
            answer = view(request, visit, at, **kwargs)
        except Refused as refused:
            # Meanwhile the pass may have come to open something else, or nothing any more.
            visit = access.visit(visit.room.public_id, request.COOKIES)
            return show(request, visit, at, refusal=refused.reason, status=409)
        return answer or done(request, visit, at)

    return wrapped


def verb(act: Callable[..., object], form: type[Form] = Form) -> Inside:
    """Make the button of an action: the visitor does it, and the form's fields are its further arguments."""

    @button
    @wraps(act)
    def view(request: HttpRequest, visit: Visit, at: datetime) -> None:
        act(room_id=visit.room.pk, by=visit.viewer, pass_id=visit.pass_id, at=at, **read(form(request.POST)))

    return view


def hand_in(
    request: HttpRequest,
    visit: Visit,
    at: datetime,
    form: Form,
    act: Callable[[], None],
    *,
    name: str = "bound",
) -> HttpResponse | None:
    """Call ``act`` if the form is valid; show a form that is wrong or refused again, as it was filled in.

    ``name`` is the form's name in the template.
    """
    if not form.is_valid():
        return show(request, visit, at, status=422, **{name: form})
    try:
        act()
    except Refused as refused:
        # Meanwhile the pass may have come to open something else, or nothing any more.
        visit = access.visit(visit.room.public_id, request.COOKIES)
        form.add_error(None, refused.reason)
        return show(request, visit, at, status=409, **{name: form})
    return None


def read(form: Form) -> dict[str, Any]:
    """Answer what a form holds; refuse one that no page of ours sends."""
    if not form.is_valid():
        raise Refused("This form was incomplete. Please try again.")
    return form.cleaned_data


def done(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse:
    """Answer a button that did what it says: with the room's changed parts, or with its page."""
    if request.htmx:
        return look(request, Visit(Room.objects.get(pk=visit.room.pk), visit.viewer, visit.pass_id), at)
    return go(reverse("rooms:room", args=[visit.room.public_id]))


def show(
    request: HttpRequest,
    visit: Visit,
    at: datetime,
    *,
    bound: Form | None = None,
    status: int = 200,
    **extra: Any,
) -> HttpResponse:
    """Show the room to its visitor: as a whole page, or only its changing parts where a script asks.

    ``bound`` is a refused form, shown again as it was filled in; ``extra`` goes to the template.
    """
    if request.htmx:
        return look(request, visit, at, bound=bound, status=status, **extra)
    template, context = _page(request, visit, at, bound, extra)
    return private(render(request, template, context, status=status))


def look(
    request: HttpRequest,
    visit: Visit,
    at: datetime,
    *,
    bound: Form | None = None,
    status: int = 200,
    **extra: Any,
) -> HttpResponse:
    """Answer the parts of a room's page that change, each an element that takes the place of its namesake."""
    template, context = _page(request, visit, at, bound, extra)
    due = render_to_string("rooms/parts/due.html", context, request)
    live = render_to_string(f"{template}#live", context, request)
    said = render_to_string("rooms/parts/refusal.html", context, request)
    return private(
        HttpResponse(f'{due}{said}<div id="live" data-page="{template}">{live}</div>', status=status)
    )


def private(response: HttpResponse) -> HttpResponse:
    """Let nobody between the site and this reader keep the answer, and no other site learn its address."""
    response["Cache-Control"] = PRIVATE
    response["Referrer-Policy"] = "no-referrer" if "Location" in response else "same-origin"
    return response


def go(address: str) -> HttpResponse:
    """Send the browser on with a GET."""
    return private(HttpResponseRedirect(address, status=303))


@sensitive_variables()
def _page(
    request: HttpRequest, visit: Visit, at: datetime, bound: Form | None, extra: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    template, context = _status_page(request, visit, at, bound)
    return template, {"refusal": "", **context, "template": template, **extra}


@sensitive_variables()
def _status_page(
    request: HttpRequest, visit: Visit, at: datetime, bound: Form | None
) -> tuple[str, dict[str, Any]]:
    """Choose the page of the lobby, of a room set aside, or of the game, and gather what it shows."""
    seen = see_room(visit.room, visit.viewer)
    game = pages.find(seen.game)
    context = room_context(seen, at) | {"origin": request.build_absolute_uri("/")[:-1]}
    if seen.status == Room.Status.LOBBY:
        options = game.OPEN_FORM(initial=seen.options, game=registry.find(seen.game), paces=game.PACES)
        context |= {"options_form": options, "missing": seen.fewest - len(seen.seats)}
        return "rooms/lobby.html", context
    if seen.status == Room.Status.SET_ASIDE:
        return "rooms/set_aside.html", context
    context |= game.context(seen, bound=bound)
    if seen.has_acted:
        context["stored"] = game.describe(seen, seen.own)
    kind = seen.viewer if isinstance(seen.viewer, str) else "seat"
    return game.TEMPLATES[kind], context


def room_context(seen: RoomSight, at: datetime) -> dict[str, Any]:
    """Name what the frame of a room's pages needs beside the sight."""
    game = pages.find(seen.game)
    return {
        "seen": seen,
        "at": at,
        "theme": game.THEME,
        "phase_name": game.PHASES.get(seen.phase or "", ""),
        "pace_name": game.PACES.get(seen.options.get("pace", ""), ""),
        "soon": seen.due_at is not None and seen.due_at - at < SOON,
        "ticked_late": tick.is_overdue(at),
        "socket": f"/ws/r/{seen.public_id}/",
        "look": reverse("rooms:look", args=[seen.public_id]),
        "extensions": EXTENSIONS,
        "openings": [
            (phase.serial, f"Year {phase.year}: {game.PHASES.get(phase.name, phase.name)}")
            for phase in seen.phases_latest_first
        ],
    }
