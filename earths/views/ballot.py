"""The ballot: on Wednesday to be filled in, choice by choice; before and after to be looked at."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from earths import board as boards
from earths import drawing
from earths.actions import ballots
from earths.forms import VoteForm
from earths.models import Citizen, Stage, World
from earths.rules.tables import CRISES
from earths.sight.bills import see_bills
from earths.sight.desk import DeskSight, see_desk_of
from earths.store import running_week
from earths.views.bills import citizen_or_404
from earths.views.frame import answer, go, signed_in
from earths.views.lookup import find_citizen, find_world
from games import clock
from games.terms import Refused

CHOICES = {"yes": True, "no": False, "skip": None}


@require_safe
def ballot(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a citizen their ballot as it is stored, and everybody else when voting is."""
    at = clock.now()
    world = find_world(slug)
    citizen = find_citizen(request, world)
    context = {"board": boards.current(slug, at), "world": world, **_shown(world, citizen, at)}
    return answer(request, "earths/ballot.html", at, context)


@signed_in
@require_POST
def vote(request: HttpRequest, slug: str, year: int) -> HttpResponse:
    """Store one choice on the ballot of that year, and show what is stored now."""
    at = clock.now()
    world, citizen = citizen_or_404(request, slug)
    form = VoteForm(request.POST)
    trouble = ""
    if form.is_valid():
        trouble = _cast(citizen, year, form.cleaned_data, request.POST)
    else:
        trouble = "This choice could not be read, so nothing was stored. Please choose again."
    if request.htmx:
        # Read anew: a vote sent at the last moment may have come after the closing.
        at = clock.now()
        shown = _shown(world, citizen, at)
        pressed = form.cleaned_data.get("bill") if form.is_valid() else None
        context = {
            "world": world,
            **shown,
            "trouble": trouble,
            "pressed": [row for row in shown["rows"] if row["bill"].id == pressed],
        }
        part = "row" if context["pressed"] else "crisis"
        return answer(request, f"earths/ballot.html#{part}", at, context)
    if trouble:
        messages.error(request, trouble)
    return go(request, "earths:ballot", slug)


def _cast(citizen: Citizen, year: int, sent: dict[str, Any], posted: Any) -> str:
    """Store the choice and answer "", or why it was not stored."""
    wanted: dict[str, Any] = {"votes": {}}
    if sent["bill"] and sent["vote"]:
        wanted["votes"] = {sent["bill"]: CHOICES[sent["vote"]]}
    elif "response" in posted:
        wanted["response"] = sent["response"]
    else:
        return "This choice could not be read, so nothing was stored. Please choose again."
    try:
        ballots.cast(citizen_id=citizen.pk, year=year, **wanted, now=clock.now)
    except Refused as refused:
        return refused.reason
    return ""


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
