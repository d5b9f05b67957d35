"""What a moderator alone does: act for a seat, correct, rewind, and let others into the console."""

from datetime import datetime
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games import pages
from games.access import Visit
from games.actions import moderating, passes, play
from games.forms import LinkForm, PhaseForm, RewindForm
from games.powers import require_moderator
from games.sight import see_room
from games.views.frame import button, go, hand_in, read, show, verb


@button
def act(request: HttpRequest, visit: Visit, at: datetime, number: int) -> HttpResponse | None:
    """Hand in for seat ``number`` what its player says at the table."""
    require_moderator(visit.viewer)
    serial = read(PhaseForm(request.POST))["serial"]
    seen = see_room(visit.room, "moderator")
    if seen.serial != serial or seen.phase is None:
        play.refuse_stale(visit.room)
    given, form = pages.find_moderated(visit.room.game).read_for(seen, number, request.POST)
    acting = {
        "pass_id": visit.pass_id,
        "by": visit.viewer,
        "number": number,
        "serial": serial,
        "given": given,
        "at": at,
    }
    return hand_in(request, visit, at, form, partial(moderating.act_for, room_id=visit.room.pk, **acting))


@button
def take_back(request: HttpRequest, visit: Visit, at: datetime, number: int) -> None:
    """Take back what was handed in for seat ``number``."""
    require_moderator(visit.viewer)
    serial = read(PhaseForm(request.POST))["serial"]
    moderating.take_back_for(
        room_id=visit.room.pk, by=visit.viewer, number=number, serial=serial, at=at, pass_id=visit.pass_id
    )


@button
def correct(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse | None:
    """Set a figure or a standing right."""
    require_moderator(visit.viewer)
    serial = read(PhaseForm(request.POST))["serial"]
    seen = see_room(visit.room, "moderator")
    given, form = pages.find_moderated(visit.room.game).read_correction(seen, request.POST)
    act = partial(
        moderating.correct,
        room_id=visit.room.pk,
        by=visit.viewer,
        serial=serial,
        given=given,
        at=at,
        pass_id=visit.pass_id,
    )
    return hand_in(request, visit, at, form, act)


@button
def plan(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse | None:
    """Change what is planned for the years to come."""
    require_moderator(visit.viewer)
    serial = read(PhaseForm(request.POST))["serial"]
    seen = see_room(visit.room, "moderator")
    given, form = pages.find_moderated(visit.room.game).read_plan(seen, request.POST)
    act = partial(
        moderating.plan,
        room_id=visit.room.pk,
        by=visit.viewer,
        serial=serial,
        given=given,
        at=at,
        pass_id=visit.pass_id,
    )
    return hand_in(request, visit, at, form, act)


rewind = verb(moderating.rewind, RewindForm)


@button
def link(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse:
    """Make a link to the console, for a helper or for who takes it over, shown this once."""
    takes_over = read(LinkForm(request.POST))["takes_over"]
    token = passes.console_link(
        room_id=visit.room.pk, by=visit.viewer, takes_over=takes_over, at=at, pass_id=visit.pass_id
    )
    link = request.build_absolute_uri(reverse("rooms:enter_resume", args=[token]))
    if takes_over:
        words = "Whoever opens it first leads the game from then on, and this console closes. Show it to nobody else."
    else:
        words = "Whoever opens it sees every secret of this game and can do all that you can. Show it to nobody else."
    return show(request, visit, at, link=link, link_title="A link to the console", link_words=words)


@button
def leave(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse:
    """Leave the console to those who lead the game too."""
    require_moderator(visit.viewer)
    assert visit.pass_id is not None  # a moderator comes in by a pass alone
    passes.leave_console(room_id=visit.room.pk, pass_id=visit.pass_id, at=at)
    return go("/")
