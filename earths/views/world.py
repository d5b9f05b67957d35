"""A world's page, its personal part, and its whole list of bills."""

from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from earths import board as boards
from earths import drawing
from earths.models import Citizen, Week, World
from earths.rules.tables import EARTHS
from earths.sight.bills import BillSight, see_bills
from earths.sight.desk import DeskSight, see_desk_of
from earths.store import earth_names, running_week
from earths.views.frame import answer
from earths.views.lookup import find_citizen, find_world
from earths.views.public import answer_all
from games import clock

SHOWN = 12
"""How many bills of an Earth stand on the world's page."""
A_PAGE = 40


@require_safe
def world(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a world: what is going on, what can be done now, and what came of the last year."""
    at = clock.now()

    def make() -> dict[str, Any]:
        board = boards.current(slug, at)
        if board is None:
            raise Http404
        return {"board": board, **personal(request, find_world(slug), at)}

    return answer_all(request, "earths/world.html", at, address=slug, find=lambda: slug, make=make)


@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what this reader can do now, and the bills as they are for them: parts of the world's page."""
    at = clock.now()
    context = {"oob": True, **personal(request, find_world(slug), at)}
    return answer(request, "earths/world.html#personal", at, context)


@require_safe
def bills(request: HttpRequest, slug: str) -> HttpResponse:
    """List all bills of one Earth, those ahead or those proposed last on top."""
    at = clock.now()
    found = find_world(slug)
    board = boards.current(slug, at)
    week = running_week(world_id=found.pk, at=at)
    citizen = find_citizen(request, found)
    letter = _letter(request, citizen)
    seen = see_desk_of(citizen, week, at) if citizen else None
    listed = [bill for bill in see_bills(week) if bill.earth == letter] if week else []
    newest = request.GET.get("order") == "newest"
    if newest:
        listed.sort(key=lambda bill: bill.id, reverse=True)
    page = Paginator(listed, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "world": found,
        "board": board,
        "desk": seen,
        "side": _side(found, letter, list(page.object_list), listed, seen),
        "others": list(earth_names(found).items()),
        "newest": newest,
        "page": page,
        "query": f"?earth={letter}{'&order=newest' if newest else ''}&page=",
    }
    return answer(request, "earths/bills.html", at, context)


def personal(request: HttpRequest, found: World, at: datetime) -> dict[str, Any]:
    """Gather what a world's page shows to this reader alone."""
    citizen = find_citizen(request, found)
    week = running_week(world_id=found.pk, at=at)
    seen = see_desk_of(citizen, week, at) if citizen else None
    proposing = week is not None and found.archived_at is None and at < week.ballot_at
    bills = see_bills(week) if week and (proposing or (seen and seen.can_veto)) else ()
    return {
        "world": found,
        "week": week,
        "citizen": citizen,
        "desk": seen,
        "own_side": citizen.earth.lower() if citizen else "none",
        "own_earth": earth_names(found)[citizen.earth] if citizen else "",
        "proposing": proposing,
        "sides": _sides(found, bills, seen) if proposing else [],
        "passed": [
            drawing.draw_bill(bill)
            for bill in bills
            if seen and bill.earth == seen.earth and bill.passed and not bill.is_struck
        ],
        "choices": _choices(seen, week) if seen else 0,
    }


def _choices(seen: DeskSight, week: Week | None) -> int:
    """Count what can be chosen on the reader's ballot: its bills, and the response."""
    if week is None or not seen.can_vote:
        return 0
    return week.bills.filter(earth=seen.earth, place__isnull=False, struck_at=None).count() + 1


def _sides(found: World, bills: tuple[BillSight, ...], seen: DeskSight | None) -> list[dict[str, Any]]:
    """Draw the bills of the reader's own Earth, or the front of both Earths' lists."""
    letters = [seen.earth] if seen else list(EARTHS)
    sides = []
    for letter in letters:
        mine = [bill for bill in bills if bill.earth == letter]
        shown = mine[: SHOWN if seen else 6]
        if seen:
            shown += [bill for bill in mine[len(shown) :] if bill.id in seen.own]
        sides.append(_side(found, letter, shown, mine, seen))
    return sides


def _side(
    found: World, letter: str, shown: list[BillSight], listed: list[BillSight], seen: DeskSight | None
) -> dict[str, Any]:
    own = seen is not None and seen.earth == letter
    return {
        "letter": letter,
        "side": letter.lower(),
        "name": earth_names(found)[letter],
        "total": len(listed),
        "newest": max((bill.id for bill in listed), default=0),
        "cards": [card(bill, seen if own else None) for bill in shown],
    }


def card(bill: BillSight, seen: DeskSight | None) -> dict[str, Any]:
    """Draw a bill as its reader sees it: what they may do with it, and what they have done."""
    mine = seen is not None and bill.id in seen.own
    return {
        "bill": drawing.draw_bill(bill, citizen_id=seen.citizen_id if seen else None),
        "can_upvote": seen is not None and seen.can_upvote and not bill.is_struck,
        "upvoted": seen is not None and bill.id in seen.upvoted,
        "changeable": seen is not None and mine and seen.own[bill.id] and seen.can_upvote,
        "settled": seen is not None and mine and not seen.own[bill.id] and seen.can_upvote,
    }


def _letter(request: HttpRequest, citizen: Citizen | None) -> str:
    asked = request.GET.get("earth")
    if asked in EARTHS:
        return str(asked)
    return citizen.earth if citizen else EARTHS[0]
