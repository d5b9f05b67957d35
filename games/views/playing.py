"""What somebody in a seat does: hand in, take back, talk, leave, take along a link."""

from datetime import datetime
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games import access, pages
from games.access import Visit
from games.actions import chat, lobby, passes, play
from games.forms import PhaseForm, SayForm
from games.sight import see_room
from games.terms import Refused
from games.views.frame import button, go, hand_in, read, show


@button
def submit(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse | None:
    """Keep what the seat hands in; where it is refused, show the form again as it was filled in."""
    number = _seat(visit)
    serial = read(PhaseForm(request.POST))["serial"]
    seen = see_room(visit.room, number)
    if seen.serial != serial or seen.phase is None:
        # The form on the page is another phase's, so there is nothing to fill in again.
        play.refuse_stale(visit.room)
    given, form = pages.find(visit.room.game).read(seen, request.POST)
    handed_in = {"serial": serial, "given": given, "at": at, "pass_id": visit.pass_id}
    act = partial(play.submit, room_id=visit.room.pk, number=number, **handed_in)
    return hand_in(request, visit, at, form, act)


@button
def take_back(request: HttpRequest, visit: Visit, at: datetime) -> None:
    """Take back what the seat has handed in."""
    serial = read(PhaseForm(request.POST))["serial"]
    play.take_back(room_id=visit.room.pk, number=_seat(visit), serial=serial, at=at, pass_id=visit.pass_id)


@button
def say(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse | None:
    """Say something at the table or to one neighbour; a refused message is there to be changed."""
    said = read(SayForm(request.POST))
    try:
        chat.say(
            room_id=visit.room.pk,
            number=_seat(visit),
            text=said["text"],
            to=said["to"],
            at=at,
            pass_id=visit.pass_id,
        )
    except Refused as refused:
        visit = access.visit(visit.room.public_id, request.COOKIES)
        return show(
            request, visit, at, refusal=refused.reason, status=409, draft=said["text"], draft_to=said["to"]
        )
    return None


@button
def leave(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse:
    """Give the seat up before the game begins."""
    lobby.leave_lobby(room_id=visit.room.pk, number=_seat(visit), at=at, pass_id=visit.pass_id)
    return access.forget(go(reverse("rooms:play", args=[visit.room.game])), visit.room, access.SEAT)


@button
def resume_link(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse:
    """Make a link with which the same person comes in on another device, shown this once."""
    token = passes.resume_link(room_id=visit.room.pk, by=visit.viewer, at=at, pass_id=visit.pass_id)
    link = request.build_absolute_uri(reverse("rooms:enter_resume", args=[token]))
    words = "Open it on your other device. Whoever has this link plays in your place, so show it to nobody."
    if isinstance(visit.viewer, int):
        words += " A link that you made before and nobody has opened no longer works."
    return show(request, visit, at, link=link, link_title="Your link", link_words=words)


def _seat(visit: Visit) -> int:
    if not isinstance(visit.viewer, int):
        raise Refused("Only somebody with a seat at this table can do this.")
    return visit.viewer
