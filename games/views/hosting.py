"""What a host or a moderator does to the room."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games import pages, registry
from games.access import Visit
from games.actions import hosting as acts
from games.actions import lobby
from games.forms import ExtendForm, MessageForm, NameForm, PhaseForm, SeatForm, SubstituteForm
from games.terms import Refused
from games.views.frame import button, go, read, show


@button
def options(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse | None:
    """Change how the game will be played, before it starts."""
    page = pages.find(visit.room.game)
    form = page.OPEN_FORM(request.POST, game=registry.find(visit.room.game), paces=page.PACES)
    if not form.is_valid():
        return show(request, visit, at, options_form=form, status=422)
    try:
        lobby.change_options(room_id=visit.room.pk, by=visit.viewer, options=form.options(), at=at)
    except Refused as refused:
        form.add_error(None, refused.reason)
        return show(request, visit, at, options_form=form, status=409)
    return None


@button
def add_player(request: HttpRequest, visit: Visit, at: datetime) -> None:
    """Seat somebody at the moderator's real table."""
    name = read(NameForm(request.POST))["name"]
    lobby.add_player(room_id=visit.room.pk, by=visit.viewer, name=name, at=at)


@button
def start(request: HttpRequest, visit: Visit, at: datetime) -> None:
    """Start the game."""
    lobby.start(room_id=visit.room.pk, by=visit.viewer, at=at)


@button
def pause(request: HttpRequest, visit: Visit, at: datetime) -> None:
    """Pause the game."""
    acts.pause(room_id=visit.room.pk, by=visit.viewer, at=at)


@button
def unpause(request: HttpRequest, visit: Visit, at: datetime) -> None:
    """Let the game go on."""
    acts.unpause(room_id=visit.room.pk, by=visit.viewer, at=at)


@button
def extend(request: HttpRequest, visit: Visit, at: datetime) -> None:
    """Give the running phase more time."""
    given = read(ExtendForm(request.POST))
    acts.extend(
        room_id=visit.room.pk,
        by=visit.viewer,
        minutes=given["minutes"],
        serial=given["serial"],
        due_at=given["due"],
        at=at,
    )


@button
def end_phase(request: HttpRequest, visit: Visit, at: datetime) -> None:
    """End the running phase now."""
    serial = read(PhaseForm(request.POST))["serial"]
    acts.end_phase(room_id=visit.room.pk, by=visit.viewer, serial=serial, at=at)


@button
def remove(request: HttpRequest, visit: Visit, at: datetime) -> None:
    """Remove somebody from their seat."""
    number = read(SeatForm(request.POST))["number"]
    acts.remove(room_id=visit.room.pk, by=visit.viewer, number=number, at=at)


@button
def substitute(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse:
    """Hand a seat to somebody else and show the link for them, this once."""
    given = read(SubstituteForm(request.POST))
    token = acts.substitute(
        room_id=visit.room.pk,
        by=visit.viewer,
        number=given["number"],
        name=given["name"],
        before=given["before"],
        at=at,
    )
    link = request.build_absolute_uri(reverse("rooms:enter_resume", args=[token]))
    words = (
        "Send it to them and to nobody else. It is shown only now; the links to this seat so far are void."
    )
    return show(request, visit, at, link=link, link_title="The substitute's link", link_words=words)


@button
def hand_over(request: HttpRequest, visit: Visit, at: datetime) -> None:
    """Make somebody else the host."""
    number = read(SeatForm(request.POST))["number"]
    acts.hand_over(room_id=visit.room.pk, by=visit.viewer, number=number, at=at)


@button
def claim(request: HttpRequest, visit: Visit, at: datetime) -> None:
    """Take over from a host who is gone."""
    if not isinstance(visit.viewer, int):
        raise Refused("Only somebody with a seat at this table can do this.")
    acts.claim_hosting(room_id=visit.room.pk, number=visit.viewer, at=at)


@button
def hide(request: HttpRequest, visit: Visit, at: datetime) -> None:
    """Hide a message from the table."""
    handle = read(MessageForm(request.POST))["handle"]
    acts.hide_message(room_id=visit.room.pk, by=visit.viewer, handle=handle, at=at)


@button
def close(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse:
    """Close the room for good."""
    acts.close(room_id=visit.room.pk, by=visit.viewer, at=at)
    return go(reverse("rooms:play", args=[visit.room.game]))
