"""Joining a world."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from earths import board as boards
from earths.actions import citizens
from earths.forms import JoinForm
from earths.rules.count import open_earths
from earths.rules.tables import BALANCE, EARTHS
from earths.store import count_citizens
from earths.views.frame import answer, go, signed_in
from earths.views.lookup import find_citizen, find_world
from games import clock
from games.terms import Refused


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer a newcomer the Earths that are open to them, and make them a citizen of the one they choose."""
    at = clock.now()
    world = find_world(slug)
    if find_citizen(request, world) is not None:
        return go(request, "earths:world", slug)
    form = JoinForm(request.POST or None, initial={"name": request.user.get_username()})
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                citizens.join(account_id=request.user.pk, world_id=world.pk, **form.cleaned_data, at=at)
            except Refused as refused:
                form.add_error(None, refused.reason)
                status = 409
            else:
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
                "name": world.earth_a if letter == "A" else world.earth_b,
                "citizens": sizes[letter],
                "open": letter in room,
                "checked": chosen == letter,
            }
            for letter in EARTHS
        ],
    }
    return answer(request, "earths/join.html", at, context, status=status)
