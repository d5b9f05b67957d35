"""What a host or a moderator does to the room."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games import pages, registry
from games.access import Visit
from games.actions import hosting as acts
from games.actions import lobby, passes
from games.forms import (
    ExtendForm,
    LinksForm,
    MessageForm,
    NameForm,
    PhaseForm,
    RemoveForm,
    SeatForm,
    SubstituteForm,
)
from games.terms import Refused
from games.views.frame import button, go, hand_in, read, show, verb


@button
def options(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse | None:
    """Change how the game will be played, before it starts."""
    page = pages.find(visit.room.game)
    form = page.OPEN_FORM(request.POST, game=registry.find(visit.room.game), paces=page.PACES)

    def change() -> None:
        lobby.change_options(
            room_id=visit.room.pk, by=visit.viewer, options=form.options(), at=at, pass_id=visit.pass_id
        )

    return hand_in(request, visit, at, form, change, name="options_form")


add_player = verb(lobby.add_player, NameForm)
start = verb(lobby.start)
pause = verb(acts.pause)
unpause = verb(acts.unpause)
end_phase = verb(acts.end_phase, PhaseForm)
remove = verb(acts.remove, RemoveForm)
hand_over = verb(acts.hand_over, SeatForm)
renew_links = verb(passes.renew_links, LinksForm)
hide = verb(acts.hide_message, MessageForm)


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
        pass_id=visit.pass_id,
    )


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
        pass_id=visit.pass_id,
    )
    link = request.build_absolute_uri(reverse("rooms:enter_resume", args=[token]))
    words = (
        "Send it to them and to nobody else. It is shown only now; the links to this seat so far are void."
    )
    return show(request, visit, at, link=link, link_title="The substitute's link", link_words=words)


@button
def claim(request: HttpRequest, visit: Visit, at: datetime) -> None:
    """Take over from a host who is gone."""
    if not isinstance(visit.viewer, int):
        raise Refused("Only somebody with a seat at this table can do this.")
    acts.claim_hosting(room_id=visit.room.pk, number=visit.viewer, at=at, pass_id=visit.pass_id)


@button
def close(request: HttpRequest, visit: Visit, at: datetime) -> HttpResponse:
    """Close the room for good."""
    acts.close(room_id=visit.room.pk, by=visit.viewer, at=at, pass_id=visit.pass_id)
    return go(reverse("rooms:play", args=[visit.room.game]))
