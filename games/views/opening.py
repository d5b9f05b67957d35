"""Opening a room, with choices or in one click."""

from typing import Any

from allauth.core import ratelimit
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt

from games import access, clock, pages, registry
from games.actions import lobby
from games.actions.openings import QUICK_NAME, open_quickly
from games.forms import NameForm
from games.models import Room
from games.terms import Refused
from games.views.frame import go, private


def play(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game with its choices, and open a room for it."""
    game, page = _find(slug)
    data = request.POST if request.method == "POST" else None
    form = page.OPEN_FORM(
        data,
        game=game,
        paces=page.PACES,
        initial={"seats": game.MOST, "pace": next(iter(game.PACES)), "bots": True},
    )
    name = NameForm(data) if not game.MODERATED else None
    status = 200
    if data is not None:
        status = 422
        if form.is_valid() and (name is None or name.is_valid()):
            try:
                _slow_down(request)
                room, token = lobby.open_room(
                    game=slug,
                    options=form.options(),
                    name=name.cleaned_data["name"] if name else None,
                    at=clock.now(),
                )
            except Refused as refused:
                form.add_error(None, refused.reason)
                status = 409
            else:
                return enter(room, token, console=name is None)
    context: dict[str, Any] = {
        "game": game,
        "slug": slug,
        "form": form,
        "name_form": name,
        "theme": page.THEME,
    }
    return private(render(request, "rooms/play.html", context, status=status))


def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how a game is played, with every figure from the tables that it plays by."""
    game, page = _find(slug)
    context = {"game": game, "slug": slug, "theme": page.THEME, "at": clock.now(), **page.RULES}
    return render(request, page.TEMPLATES["rules"], context)


@csrf_exempt
def quick(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a room full of bots and start it at once: to play in it, or to lead it.

    The front page is the same for everybody and so holds no token: the browser says instead which site
    the click came from.
    """
    game, _ = _find(slug)
    if request.method != "POST":
        return go(reverse("rooms:play", args=[slug]))
    if request.headers.get("Origin") != f"{request.scheme}://{request.get_host()}":
        raise PermissionDenied
    leads = game.MODERATED and request.POST.get("as") == "moderator"
    try:
        _slow_down(request)
        room, token = open_quickly(game=slug, name=None if leads else QUICK_NAME, at=clock.now())
    except Refused as refused:
        return private(render(request, "rooms/refused.html", {"refusal": refused.reason}, status=429))
    return enter(room, token, console=leads)


def enter(room: Room, token: str, *, console: bool) -> HttpResponse:
    """Send somebody into their new room with the pass to it."""
    response = access.keep(
        go(reverse("rooms:room", args=[room.public_id])),
        room,
        access.CONSOLE if console else access.SEAT,
        token,
    )
    return access.keep(response, room, access.KNOWS, "1") if console else response


def _find(slug: str) -> tuple[registry.Game, pages.Pages]:
    if slug not in settings.ROOM_GAMES or slug not in settings.ROOM_PAGES:
        raise Http404
    return registry.find(slug), pages.find(slug)


def _slow_down(request: HttpRequest) -> None:
    if not ratelimit.consume(request, action="open-room"):
        raise Refused("You have opened many rooms in a short time. Please wait a few minutes.")
