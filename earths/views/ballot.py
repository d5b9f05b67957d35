"""The ballot: on Wednesday to be filled in, choice by choice; before and after to be looked at."""

from datetime import datetime
from functools import lru_cache
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from earths import board as boards
from earths import drawing
from earths.actions import ballots
from earths.actions.ballots import SignIn
from earths.forms import Choice, read_choice
from earths.models import Week
from earths.rules.tables import CRISES
from earths.sight.voter import VoterSight, see_stored, see_voter
from earths.store import earth_names, running_week
from earths.views.claim import remember, sign_ins
from earths.views.frame import PRIVATE, answer, go, lead_to_sign_in
from earths.views.lookup import citizen_or_404, find_citizen, find_world
from games import clock
from games.terms import Refused

UNREADABLE = "This choice could not be read, so nothing was stored. Please choose again."


@require_safe
def ballot(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a citizen their ballot as it is stored, and everybody else when voting is."""
    at = clock.now()
    world = find_world(slug)
    citizen = find_citizen(request, world)
    week = running_week(world_id=world.pk, at=at)
    context: dict[str, Any] = {"week": week, "desk": None}
    if citizen:
        # From here people go on to vote.
        remember(request, request.user)
        seen = see_voter(citizen, week, at)
        context = _shown(seen, week)
        if week:
            context |= {"own_earth": earth_names(world)[seen.earth], "own_side": seen.earth.lower()}
    context |= {"board": boards.current(slug, at), "world": world}
    return answer(request, "earths/ballot.html", at, context)


@require_POST
def vote(request: HttpRequest, slug: str, year: int) -> HttpResponse:
    """Store one choice on the ballot of that year, and show what is stored now."""
    choice = read_choice(request.POST)
    if choice is None:
        signed_in = request.user.is_authenticated
        return _refuse(request, slug, None, UNREADABLE) if signed_in else lead_to_sign_in(request, slug)
    for sign_in in sign_ins(request):
        try:
            stored = _cast(sign_in, slug, year, choice)
        except Refused as refused:
            return _refuse(request, slug, choice, refused.reason)
        except ballots.StrangerError:
            continue
        # As ``request.htmx`` says, but that reads all other headers first.
        if request.META.get("HTTP_HX_REQUEST") == "true":
            return _answer_stored(request, slug, choice, stored)
        # Without scripts the page is loaded anew: it shows the place again where the choice was made.
        place = f"{_address(slug)}#ballot-{choice.bill or 'crisis'}"
        return HttpResponseRedirect(place, status=303, headers={"Cache-Control": PRIVATE})
    if request.user.is_authenticated:
        raise Http404
    return lead_to_sign_in(request, slug)


@lru_cache
def _address(slug: str) -> str:
    return reverse("earths:ballot", args=[slug])


def _cast(sign_in: SignIn, slug: str, year: int, choice: Choice) -> int:
    """Store the choice and answer the ballot that it stands on now."""
    return ballots.cast_signed_in(
        by=sign_in,
        slug=slug,
        year=year,
        votes={choice.bill: choice.yes} if choice.bill else {},
        response=ballots.UNCHANGED if choice.response is None else choice.response,
        now=clock.now,
    )


def _refuse(request: HttpRequest, slug: str, choice: Choice | None, trouble: str) -> HttpResponse:
    """Say why nothing was stored, beside what is."""
    if not request.htmx:
        messages.error(request, trouble)
        return go(request, "earths:ballot", slug)
    at = clock.now()
    world, citizen = citizen_or_404(request, slug)
    week = running_week(world_id=world.pk, at=at)
    shown = _shown(see_voter(citizen, week, at), week)
    return _answer_part(request, slug, choice, at=at, shown={**shown, "trouble": trouble})


def _answer_stored(request: HttpRequest, slug: str, choice: Choice, ballot_id: int) -> HttpResponse:
    """Show what is stored now."""
    # Read after the vote: one sent at the last moment may have come after the closing.
    at = clock.now()
    found = see_stored(ballot_id, at)
    if found is None:
        # Whoever closes their account takes their ballot along.
        return lead_to_sign_in(request, slug)
    week, seen = found
    return _answer_part(request, slug, choice, at=at, shown=_shown(seen, week))


def _answer_part(
    request: HttpRequest, slug: str, choice: Choice | None, *, at: datetime, shown: dict[str, Any]
) -> HttpResponse:
    """Show the row that was pressed, or the responses."""
    pressed = [row for row in shown["rows"] if choice and row["bill"].id == choice.bill]
    context = {**shown, "world": {"slug": slug}, "pressed": pressed}
    return answer(request, f"earths/ballot.html#{'row' if pressed else 'crisis'}", at, context)


def _shown(seen: VoterSight, week: Week | None) -> dict[str, Any]:
    if week is None:
        return {"week": None, "desk": seen, "rows": []}
    rows = [{"bill": drawing.draw_bill(bill), "choice": _choice(seen, bill.id)} for bill in seen.bills]
    open_rows = [row for row in rows if not row["bill"].struck]
    response = seen.ballot.response if seen.ballot else ""
    return {
        "week": week,
        "desk": seen,
        "fixed": seen.fixed,
        "rows": rows,
        "crisis": drawing.draw_crisis(CRISES[week.crisis]),
        "response": response,
        "chosen": sum(bool(row["choice"]) for row in open_rows) + bool(response),
        "choices": len(open_rows) + 1,
    }


def _choice(seen: VoterSight, bill: int) -> str:
    if seen.ballot is None or bill not in seen.ballot.votes:
        return ""
    return "yes" if seen.ballot.votes[bill] else "no"
