"""Coming in: the links that hand out a pass, and taking a seat."""

from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import access, clock, pages
from games import qr as codes
from games.access import Visit
from games.actions import lobby, passes
from games.forms import NameForm
from games.models import Room
from games.sight import see_room
from games.terms import Refused
from games.views.frame import closed_door, go, inside, private


@require_safe
@closed_door
def enter_join(request: HttpRequest, token: str) -> HttpResponse:
    """Take in an invitation, and go on to an address without it."""
    room = Room.objects.filter(join_token=token).exclude(status=Room.Status.CLOSED).first()
    if room is None:
        raise Http404
    return access.keep(go(reverse("rooms:join", args=[room.public_id])), room, access.JOIN, token)


@require_safe
@closed_door
def enter_watch(request: HttpRequest, token: str) -> HttpResponse:
    """Take in a watcher's pass, and go on to an address without it."""
    room = Room.objects.filter(watch_token=token).exclude(status=Room.Status.CLOSED).first()
    if room is None:
        raise Http404
    return access.keep(go(_room(room)), room, access.WATCH, token)


@require_safe
@closed_door
def enter_resume(request: HttpRequest, token: str) -> HttpResponse:
    """Take in a pass to a seat or to the console, and go on to an address without it.

    Nobody gets both in one room: not a seat after the console, nor the console after a seat. Only at the address
    without the pass does the browser send the cookies that tell.
    """
    found = passes.find(token)
    if found is None:
        raise Http404
    return offer(found.room, token)


def offer(room: Room, token: str) -> HttpResponse:
    """Send a browser with a pass to a seat or to the console of ``room`` to where it is let in, or not."""
    return access.keep(go(reverse("rooms:admit", args=[room.public_id])), room, access.OFFERED, token)


@closed_door
def admit(request: HttpRequest, public_id: str) -> HttpResponse:
    """Exchange the pass that was offered by a link for the seat or the console it opens."""
    found = passes.find(request.COOKIES.get(access.OFFERED, ""))
    if found is None or found.room.public_id != public_id:
        return go(reverse("rooms:room", args=[public_id]))
    room, is_console = found.room, found.seat is None
    if access.has_sat(room, request.COOKIES) if is_console else access.knows_secrets(room, request.COOKIES):
        context = {"is_console": is_console, "theme": pages.find(room.game).THEME}
        response = render(request, "rooms/not_both.html", context, status=403)
        return private(access.forget(response, room, access.OFFERED))
    passes.use(pass_id=found.pk, at=clock.now())
    name = access.CONSOLE if is_console else access.SEAT
    response = access.keep(go(_room(room)), room, name, request.COOKIES[access.OFFERED])
    if is_console:
        access.keep(response, room, access.KNOWS, "1")
    return access.forget(response, room, access.OFFERED)


@closed_door
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let somebody with the join link choose a name and take a seat, or watch."""
    at = clock.now()
    room = access.invited(public_id, request.COOKIES)
    if _has_seat(public_id, request):
        return go(_room(room))
    status = 200
    form = NameForm(request.POST or None)
    barred = access.knows_secrets(room, request.COOKIES)
    if request.method == "POST" and not barred:
        status = 422
        if form.is_valid():
            try:
                token = lobby.join(room_id=room.pk, name=form.cleaned_data["name"], at=at)
            except Refused as refused:
                form.add_error("name", refused.reason)
                status = 409
            else:
                return access.keep(go(_room(room)), room, access.SEAT, token)
    seen = see_room(room, "public")
    context = {
        "seen": seen,
        "form": form,
        "barred": barred,
        "free": seen.seat_limit - len(seen.seats),
        "theme": pages.find(room.game).THEME,
        "at": at,
    }
    return private(render(request, "rooms/join.html", context, status=status))


@closed_door
def watch_instead(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let somebody with the join link watch."""
    room = access.invited(public_id, request.COOKIES)
    if request.method != "POST":
        return go(reverse("rooms:join", args=[public_id]))
    return access.keep(go(_room(room)), room, access.WATCH, room.watch_token)


@require_safe
@inside
def qr(request: HttpRequest, visit: Visit, at: datetime, which: str) -> HttpResponse:
    """Draw the join or the watch link as a QR code, for those who are shown the link itself."""
    seen = see_room(visit.room, visit.viewer)
    path = {"join": seen.join_path, "watch": seen.watch_path}.get(which, "")
    if not path:
        raise Http404
    return HttpResponse(codes.draw(request.build_absolute_uri(path)), content_type="image/svg+xml")


def _room(room: Room) -> str:
    return reverse("rooms:room", args=[room.public_id])


def _has_seat(public_id: str, request: HttpRequest) -> bool:
    try:
        return isinstance(access.visit(public_id, request.COOKIES).viewer, int)
    except Http404:
        return False
