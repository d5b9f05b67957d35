"""Joining a world."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from earths import board as boards
from earths.actions import citizens
from earths.forms import JoinForm
from earths.rules.count import open_earths
from earths.rules.tables import BALANCE, EARTHS
from earths.store import count_citizens, earth_names
from earths.views.frame import answer, go, signed_in, submit
from earths.views.lookup import find_citizen, find_world
from games import clock


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer a newcomer the Earths that are open to them, and make them a citizen of the one they choose."""
    at = clock.now()
    world = find_world(slug)
    if find_citizen(request, world) is not None:
        return go(request, "earths:world", slug)
    form = JoinForm(request.POST or None, initial={"name": request.user.get_username()})

    def do(**given: str) -> None:
        citizens.join(account_id=request.user.pk, world_id=world.pk, **given, at=at)

    status = submit(form, do) if request.method == "POST" else 200
    if status is None:
        messages.success(request, "Welcome, citizen.")
        return go(request, "earths:world", slug)
    sizes = count_citizens(world_id=world.pk)
    room = open_earths(sizes)
    chosen = form["earth"].value() or (room[0] if len(room) == 1 else "")
    context = {
        "world": world,
        "board": boards.current(slug, at),
        "form": form,
        "balance": BALANCE,
        "all_open": len(room) == len(EARTHS),
        "sides": [
            {
                "letter": letter,
                "side": letter.lower(),
                "name": earth_names(world)[letter],
                "citizens": sizes[letter],
                "open": letter in room,
                "checked": chosen == letter,
            }
            for letter in EARTHS
        ],
    }
    return answer(request, "earths/join.html", at, context, status=status)
