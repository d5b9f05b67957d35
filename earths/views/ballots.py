"""The ballots of a counted week under their codes, and counting them again."""

from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_safe

from earths.actions.ballots import LETTERS
from earths.drawing import draw_bill, drawn
from earths.models import Citizen, Stage, Week
from earths.rules.tables import EARTHS
from earths.sight.ballot_pages import see_ballot_page, see_own_code
from earths.sight.ballots import RecountSight, recount
from earths.sight.bills import BillSight
from earths.sight.year import EarthYearSight, see_year
from earths.views.lookup import find_citizen, find_week, find_world
from earths.views.record import show
from games import clock

HALF = 4
"""A code is two halves of this many letters."""
RECOUNT_KEPT = 60
"""Seconds for which a recount answers everybody, so that a crowd does not count all at once."""


@require_http_methods(["GET", "HEAD", "POST"])
def show_ballots(request: HttpRequest, slug: str, year: int, earth: str) -> HttpResponse:
    """Show one Earth's public ballots, from the code asked for on; before the count, say when they come.

    The code is asked for by a post: in an address it would stand beside the reader's own in the logs of
    servers, and a voter mostly asks for theirs.
    """
    at = clock.now()
    world = find_world(slug)
    week = find_week(world, year)
    shown = see_year(week)
    side = shown.earths[EARTHS.index(earth)]
    if week.stage < Stage.COUNTED:
        return show(
            request,
            "earths/ballots.html",
            at=at,
            world=world,
            year=year,
            shown=shown,
            earth=side,
            count_at=week.count_at,
        )
    start = read_code(request.GET.get("from", ""))
    typed = request.POST.get("code", "")
    wanted = read_code(typed)
    page = see_ballot_page(week, earth, start=wanted or start, bills=[bill.id for bill in side.ballot])
    citizen = find_citizen(request, world)
    return show(
        request,
        "earths/ballots.html",
        at=at,
        world=world,
        year=year,
        shown=shown,
        earth=side,
        page=page,
        bills=[draw_bill(bill) for bill in side.ballot],
        typed=typed,
        wanted=wanted,
        found=bool(wanted) and any(cast.code == wanted for cast in page.casts),
        letters=sorted(LETTERS),
        own=_own_code(citizen, week, earth),
    )


@require_safe
def show_recount(request: HttpRequest, slug: str, year: int) -> HttpResponse:
    """Count both Earths' public ballots again when asked to, each figure beside the announced one."""
    at = clock.now()
    world = find_world(slug)
    week = find_week(world, year)
    if week.stage < Stage.COUNTED:
        raise Http404
    shown = see_year(week)
    counted_at, counts = _recounted(week, at) if "now" in request.GET else (None, {})
    return show(
        request,
        "earths/recount.html",
        at=at,
        world=world,
        year=year,
        shown=shown,
        counts=[
            drawn(earth=earth, agrees=counts[earth.letter].agrees, lines=_lines(earth, counts[earth.letter]))
            for earth in shown.earths
            if counts
        ],
        counted_at=counted_at,
        agrees=all(one.agrees for one in counts.values()),
    )


def read_code(typed: str) -> str:
    """Answer what was typed in the form that codes are kept in: capitals, and a dash in the middle."""
    letters = "".join(char for char in typed[:40].upper() if char in LETTERS)[: 2 * HALF]
    return f"{letters[:HALF]}-{letters[HALF:]}" if len(letters) > HALF else letters


@dataclass(frozen=True)
class Line:
    """One figure of the count, announced and counted again."""

    label: str
    name: str
    announced: int | None
    counted: int

    @property
    def agrees(self) -> bool:
        return self.announced == self.counted


def _recounted(week: Week, at: datetime) -> tuple[datetime, dict[str, RecountSight]]:
    """Count both Earths' ballots again, and answer when that was done."""
    key = f"earths:recount:{week.pk}"
    kept: tuple[datetime, dict[str, RecountSight]] | None = cache.get(key)
    if kept is None:
        kept = at, {earth: recount(week, earth) for earth in EARTHS}
        cache.set(key, kept, RECOUNT_KEPT)
    return kept


def _lines(earth: EarthYearSight, again: RecountSight) -> list[Line]:
    responses = earth.responses or {}
    return [
        Line("Voters", "", earth.voters, again.voters),
        *(line for bill in earth.ballot for line in _bill_lines(bill, again.votes[bill.id])),
        *(
            Line(f"Crisis {letter}", "", responses.get(letter), number)
            for letter, number in again.responses.items()
        ),
    ]


def _bill_lines(bill: BillSight, votes: tuple[int, int]) -> tuple[Line, Line]:
    code = f"{bill.earth.lower()}{bill.place}"
    return (
        Line(f"{code} yes", bill.name, bill.yes, votes[0]),
        Line(f"{code} no", bill.name, bill.no, votes[1]),
    )


def _own_code(citizen: Citizen | None, week: Week, earth: str) -> str:
    """Answer the reader's own code, for their eyes alone, if they voted on this Earth that week."""
    return see_own_code(citizen, week, earth) if citizen else ""
