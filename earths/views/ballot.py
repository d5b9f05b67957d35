"""The ballot: on Wednesday to be filled in, choice by choice; before and after to be looked at."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from earths import board as boards
from earths import drawing
from earths.actions import ballots
from earths.forms import Choice, read_choice
from earths.models import Citizen, Stage, World
from earths.rules.tables import CRISES
from earths.sight.bills import see_bills
from earths.sight.desk import DeskSight, see_desk_of
from earths.store import running_week
from earths.views.bills import citizen_or_404
from earths.views.claim import Claim, claim_of
from earths.views.frame import answer, go, lead_to_sign_in
from earths.views.lookup import find_citizen, find_world
from games import clock
from games.terms import Refused

UNREADABLE = "This choice could not be read, so nothing was stored. Please choose again."


@require_safe
def ballot(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a citizen their ballot as it is stored, and everybody else when voting is."""
    at = clock.now()
    world = find_world(slug)
    citizen = find_citizen(request, world)
    context = {"board": boards.current(slug, at), "world": world, **_shown(world, citizen, at)}
    return answer(request, "earths/ballot.html", at, context)


@require_POST
def vote(request: HttpRequest, slug: str, year: int) -> HttpResponse:
    """Store one choice on the ballot of that year, and show what is stored now."""
    claim = claim_of(request)
    if claim is None:
        return lead_to_sign_in(request, slug)
    choice = read_choice(request.POST)
    try:
        trouble = _cast(claim, slug, year, choice)
    except ballots.StrangerError:
        if request.user.is_authenticated:
            raise Http404 from None
        return lead_to_sign_in(request, slug)
    if request.htmx:
        return _answer_part(request, slug, choice, trouble)
    if trouble:
        messages.error(request, trouble)
        return go(request, "earths:ballot", slug)
    # Without scripts the page is loaded anew: it shows the place again where the choice was made.
    place = choice.bill if choice and choice.bill else "crisis"
    return go(request, f"{reverse('earths:ballot', args=[slug])}#ballot-{place}")


def _cast(claim: Claim, slug: str, year: int, choice: Choice | None) -> str:
    """Store the choice and answer "", or why it was not stored."""
    if choice is None:
        return UNREADABLE
    try:
        ballots.cast_signed_in(
            account_id=claim.account_id,
            slug=slug,
            vouch=claim.holds,
            year=year,
            votes={choice.bill: choice.yes} if choice.bill else {},
            response=ballots.UNCHANGED if choice.response is None else choice.response,
            now=clock.now,
        )
    except Refused as refused:
        return refused.reason
    return ""


def _answer_part(request: HttpRequest, slug: str, choice: Choice | None, trouble: str) -> HttpResponse:
    """Show the row that was pressed, or the responses, as they are stored now."""
    world, citizen = citizen_or_404(request, slug)
    # Read after the vote: one sent at the last moment may have come after the closing.
    at = clock.now()
    shown = _shown(world, citizen, at)
    pressed = [row for row in shown["rows"] if choice and row["bill"].id == choice.bill]
    context = {"world": world, **shown, "trouble": trouble, "pressed": pressed}
    part = "row" if pressed else "crisis"
    return answer(request, f"earths/ballot.html#{part}", at, context)


def _shown(world: World, citizen: Citizen | None, at: datetime) -> dict[str, Any]:
    week = running_week(world_id=world.pk, at=at)
    seen = see_desk_of(citizen, week, at) if citizen else None
    if week is None or seen is None:
        return {"week": week, "desk": seen, "rows": []}
    # Bills have their places on it once it is fixed; until then they are a forecast, and no ballot.
    fixed = week.stage >= Stage.BALLOTED
    bills = [bill for bill in see_bills(week) if bill.earth == seen.earth and bill.place] if fixed else []
    rows = [{"bill": drawing.draw_bill(bill), "choice": _choice(seen, bill.id)} for bill in bills]
    open_rows = [row for row in rows if not row["bill"].struck]
    return {
        "week": week,
        "desk": seen,
        "fixed": fixed,
        "rows": rows,
        "crisis": drawing.draw_crisis(CRISES[week.crisis]),
        "response": seen.ballot.response if seen.ballot else "",
        "chosen": sum(bool(row["choice"]) for row in open_rows) + bool(seen.ballot and seen.ballot.response),
        "choices": len(open_rows) + 1,
        "own_earth": world.earth_a if seen.earth == "A" else world.earth_b,
        "own_side": seen.earth.lower(),
    }


def _choice(seen: DeskSight, bill: int) -> str:
    if seen.ballot is None or bill not in seen.ballot.votes:
        return ""
    return "yes" if seen.ballot.votes[bill] else "no"
