"""Everything public as files: what there is, and each file."""

import csv
from collections.abc import Iterable, Iterator, Sequence

from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_safe

from earths import export, rows
from earths.models import Stage, Week
from earths.sight.archive import see_history, see_presidents, see_years
from earths.sight.ballots import see_ballots, see_places
from earths.sight.bills import see_finished_bills
from earths.sight.year import see_year
from earths.views.lookup import find_week, find_world
from earths.views.record import show
from games import clock

LINES = 500
"""How many lines of a CSV file are sent at a time."""


@require_safe
def show_data(request: HttpRequest, slug: str) -> HttpResponse:
    """List every file of a world with what it holds."""
    at = clock.now()
    world = find_world(slug)
    page = see_years(world, see_history(world), request.GET.get("page"))
    return show(
        request,
        "earths/data.html",
        at=at,
        world=world,
        page=page,
        calendar=request.build_absolute_uri(f"/w/{slug}/calendar.ics"),
        webcal=f"webcal://{request.get_host()}/w/{slug}/calendar.ics",
    )


@require_safe
def download_case(request: HttpRequest, slug: str, year: int) -> HttpResponse:
    """Give a finished year as a case that ``adjudicate`` checks; a running one is not there."""
    week = _week(slug, year, Stage.TICKED)
    return _json(f"{slug}-{year}-case.json", export.case_of(week, see_year(week)))


@require_safe
def download_year(request: HttpRequest, slug: str, year: int) -> HttpResponse:
    """Give all that is public of a year as JSON."""
    week = _week(slug, year)
    return _json(f"{slug}-{year}.json", export.year_of(see_year(week), see_presidents(week)))


@require_safe
def download_bills(request: HttpRequest, slug: str, year: int) -> HttpResponseBase:
    """Give the bills of one year as CSV."""
    shown = see_year(_week(slug, year))
    return _csv(request, f"{slug}-{year}-bills.csv", rows.BILL_COLUMNS, rows.bill_rows(shown))


@require_safe
def download_stats(request: HttpRequest, slug: str, year: int) -> HttpResponseBase:
    """Give the stats of one finished year, before and after, as CSV."""
    shown = see_year(_week(slug, year, Stage.TICKED))
    return _csv(request, f"{slug}-{year}-stats.csv", rows.STAT_COLUMNS, rows.stat_rows(shown))


@require_safe
def download_changes(request: HttpRequest, slug: str, year: int) -> HttpResponseBase:
    """Give every step that moved a stat in one finished year as CSV."""
    shown = see_year(_week(slug, year, Stage.TICKED))
    return _csv(request, f"{slug}-{year}-changes.csv", rows.CHANGE_COLUMNS, rows.change_rows(shown))


@require_safe
def download_ballots(request: HttpRequest, slug: str, year: int, earth: str) -> HttpResponseBase:
    """Give one Earth's public ballots as CSV; before the count there are none."""
    week = _week(slug, year, Stage.COUNTED)
    columns = rows.ballot_columns(earth, len(see_places(week, earth)))
    name = f"{slug}-{year}-ballots-{earth.lower()}.csv"
    return _csv(request, name, columns, rows.ballot_rows(see_ballots(week, earth)))


@require_safe
def download_all_bills(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Give the bills of all finished years as CSV."""
    bills = see_finished_bills(find_world(slug))
    return _csv(request, f"{slug}-bills.csv", rows.BILL_COLUMNS, rows.finished_bill_rows(bills))


@require_safe
def download_all_stats(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Give the score and stats of both Earths at the end of each finished year as CSV."""
    history = see_history(find_world(slug))
    columns = rows.history_columns(history)
    return _csv(request, f"{slug}-stats.csv", columns, rows.history_rows(history))


def _week(slug: str, year: int, least: Stage = Stage.OPENED) -> Week:
    week = find_week(find_world(slug), year)
    if week.stage < least:
        raise Http404
    return week


def _json(name: str, body: bytes) -> HttpResponse:
    response = HttpResponse(body, content_type="application/json")
    return _named(response, name)


def _csv(
    request: HttpRequest, name: str, columns: Sequence[str], lines: Iterable[rows.Row]
) -> HttpResponseBase:
    body = _chunks(columns, lines)
    kind = "text/csv; charset=utf-8"
    # An asynchronous server would gather a plain stream itself, and warn about it.
    if isinstance(request, ASGIRequest):
        return _named(HttpResponse("".join(body), content_type=kind), name)
    return _named(StreamingHttpResponse(body, content_type=kind), name)


def _chunks(columns: Sequence[str], lines: Iterable[rows.Row]) -> Iterator[str]:
    written: list[str] = []
    writer = csv.writer(_Lines(written))
    writer.writerow(columns)
    for line in lines:
        writer.writerow([rows.cell(value) for value in line])
        if len(written) >= LINES:
            yield "".join(written)
            written.clear()
    yield "".join(written)


class _Lines:
    """What ``csv`` writes to: each line goes onto a list."""

    def __init__(self, lines: list[str]) -> None:
        self.write = lines.append


def _named(response: HttpResponseBase, name: str) -> HttpResponseBase:  # type: ignore[misc]
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
