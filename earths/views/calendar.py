"""A world's weeks as a calendar that anybody's calendar program can follow."""

from datetime import datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event, vDuration, vText

from earths.models import World
from earths.rules import calendar
from earths.rules.calendar import Phase, Week
from earths.views.lookup import find_world
from games import clock
from games.text import without_bidi

WEEKS = 9
"""How many weeks a feed holds, the running one among them."""

TITLES = {
    Phase.PROPOSING: "propose and upvote bills",
    Phase.VOTING: "voting day",
    Phase.COUNT: "the count, and the veto",
    Phase.LOCKED: "the laws stand",
    Phase.RESULTS: "results",
}


@require_safe
def show_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the running week and those that follow, each phase an event in UTC; an archived world's is empty."""
    at = clock.now()
    world = find_world(slug)
    page = request.build_absolute_uri(reverse("earths:years", args=[slug]))
    response = HttpResponse(
        write_calendar(world, at=at, page=page), content_type="text/calendar; charset=utf-8"
    )
    response["Content-Disposition"] = f'inline; filename="{slug}.ics"'
    return response


def write_calendar(world: World, *, at: datetime, page: str) -> bytes:
    """Write the feed as it stands at ``at``; each event links to ``page``."""
    feed = Calendar()
    feed.add("prodid", "-//Hemicycle//Two Earths//EN")
    feed.add("version", "2.0")
    feed.add("method", "PUBLISH")
    feed["X-WR-CALNAME"] = vText(f"{without_bidi(world.name)}: Two Earths")
    feed["REFRESH-INTERVAL"] = vDuration(timedelta(hours=12), params={"VALUE": "DURATION"})
    feed["X-PUBLISHED-TTL"] = vDuration(timedelta(hours=12))
    if world.archived_at is not None:
        feed.add_component(
            _event(world, "archived", (world.archived_at, world.archived_at), title="archived", page=page)
        )
        return feed.to_ical()
    week = max(calendar.week_at(at), Week(world.starts_on))
    for _ in range(WEEKS):
        year = calendar.year_of(world.starts_on, week.sunday)
        for phase, opens_at, closes_at in week.spans:
            title = f"{year}: {TITLES[phase]}"
            feed.add_component(
                _event(world, f"{year}-{phase.value}", (opens_at, closes_at), title=title, page=page)
            )
        week = week.next
    return feed.to_ical()


def _event(world: World, name: str, span: tuple[datetime, datetime], *, title: str, page: str) -> Event:
    event = Event()
    # The same name for the same phase for good, so that programs update an event and do not double it.
    event.add("uid", f"two-earths-{world.pk}-{name}@hemicycle")
    event.add("dtstamp", world.created_at)
    event.add("dtstart", span[0])
    event.add("dtend", span[1])
    event.add("summary", f"{without_bidi(world.name)} {title}")
    event.add("url", page)
    event.add("transp", "TRANSPARENT")
    return event
