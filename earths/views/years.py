"""The archive: all years of a world, and what one year came to."""

from types import SimpleNamespace

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from earths import drawing_years
from earths.drawing import draw_bill, draw_count_row, draw_crisis, drawn
from earths.sight.archive import see_history, see_neighbours, see_presidents, see_reached, see_years
from earths.sight.bills import OTHERS, BillSight, see_others
from earths.sight.year import EarthYearSight, see_year
from earths.store import earth_names
from earths.views.lookup import find_week, find_world
from earths.views.record import show
from games import clock


@require_safe
def list_years(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every year of a world and the charts over all of them."""
    at = clock.now()
    world = find_world(slug)
    history = see_history(world)
    page = see_years(world, history, request.GET.get("page"))
    names = earth_names(world)
    years = [row.year for row in page.object_list]
    shown = range(min(years), max(years) + 1) if years else range(0)
    lines = drawing_years.draw_history(history, names, shown)
    rows = [
        drawn(**vars(row), running=row.running, sides=drawing_years.draw_row(row)) for row in page.object_list
    ]
    return show(
        request,
        "earths/years.html",
        at=at,
        world=world,
        page=page,
        rows=rows,
        lines=lines,
        part=page.paginator.num_pages > 1,
    )


@require_safe
def show_year(request: HttpRequest, slug: str, year: int) -> HttpResponse:
    """Show what one year came to, or as much of it as is public yet."""
    at = clock.now()
    world = find_world(slug)
    week = find_week(world, year)
    shown = see_year(week, others=False)
    before, after = see_neighbours(week)
    number = request.GET.get("page")
    if shown.balloted:
        page = see_others(week, number)
    else:
        # What has a place now may lose it again.
        page = Paginator([bill for earth in shown.earths for bill in earth.bills], OTHERS).get_page(number)
    reached = see_reached(year, {earth.letter: earth.milestones for earth in shown.earths})
    names = {earth.letter: earth.name for earth in shown.earths}
    presidents = see_presidents(week)
    return show(
        request,
        "earths/year.html",
        at=at,
        world=world,
        year=year,
        shown=shown,
        before=before,
        after=after,
        summary=drawing_years.draw_summary(shown),
        falls=drawing_years.draw_falls(shown),
        reached=drawing_years.draw_reached(reached, names) if shown.ticked else [],
        earths=[
            drawn(
                side=earth.letter.lower(),
                letter=earth.letter,
                name=earth.name,
                voters=earth.voters,
                presidents=[one for one in presidents if one.earth == earth.letter],
                counted=[_counted(bill, earth) for bill in earth.ballot] if shown.counted else [],
                ballot=[draw_bill(bill) for bill in earth.ballot],
                laws=drawing_years.draw_laws_of_year(earth) if shown.ticked else [],
                crisis=draw_crisis(shown.crisis, responses=earth.responses, won=earth.response),
            )
            for earth in shown.earths
        ],
        others=[drawn(bill=draw_bill(bill), earth=names[bill.earth]) for bill in page.object_list],
        page=page,
        running=not shown.ticked,
    )


def _counted(bill: BillSight, earth: EarthYearSight) -> SimpleNamespace:
    return drawn(bill=draw_bill(bill), row=draw_count_row(bill, earth.voters or 0))
