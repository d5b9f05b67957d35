"""The calendar feed."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from icalendar import Calendar

from earths.actions import worlds
from earths.models import World
from earths.views.calendar import WEEKS, write_calendar
from tests.earths.conftest import make_world, moments

PAGE = "https://example.org/w/main/years/"


def events(world: World, at: datetime) -> dict[str, tuple[datetime, datetime]]:
    """Answer each event's first and last instant in UTC, by its name."""
    feed = Calendar.from_ical(write_calendar(world, at=at, page=PAGE))
    return {str(e["uid"]): (e["dtstart"].dt, e["dtend"].dt) for e in feed.walk("VEVENT")}


def name(world: World, rest: str) -> str:
    return f"two-earths-{world.pk}-{rest}@hemicycle"


def test_the_running_week_and_the_next_ones_are_in_the_feed(world: World) -> None:
    found = events(world, moments(2).count)
    assert len(found) == 5 * WEEKS
    plan = moments(2).plan
    assert {key: span for key, span in found.items() if "-2028-" in key} == {
        name(world, "2028-proposing"): (plan.opens_at, plan.ballot_at),
        name(world, "2028-voting"): (plan.ballot_at, plan.count_at),
        name(world, "2028-count"): (plan.count_at, plan.lock_at),
        name(world, "2028-locked"): (plan.lock_at, plan.results_at),
        name(world, "2028-results"): (plan.results_at, plan.closes_at),
    }


def test_before_the_start_the_first_week_is_the_first(world: World) -> None:
    found = events(world, moments(1).plan.opens_at - timedelta(days=40))
    assert min(found.values())[0] == moments(1).plan.opens_at


@pytest.mark.parametrize(
    ("starts_on", "at", "noons"),
    [
        (date(2026, 3, 1), datetime(2026, 3, 2, tzinfo=UTC), [17, 16]),
        (date(2026, 10, 25), datetime(2026, 10, 26, tzinfo=UTC), [16, 17]),
    ],
)
def test_saturday_noon_is_noon_in_new_york_across_a_change_of_clocks(
    db: None, starts_on: date, at: datetime, noons: list[int]
) -> None:
    world = make_world(starts_on=starts_on)
    found = events(world, at)
    results = [found[name(world, f"{year}-results")][0] for year in (2027, 2028)]
    assert [instant.astimezone(UTC).hour for instant in results] == noons


def test_no_gap_and_no_overlap_lies_between_events(world: World) -> None:
    spans = sorted(events(world, moments(1).proposing).values())
    assert [end for _, end in spans[:-1]] == [start for start, _ in spans[1:]]


def test_an_event_keeps_its_name_and_all_it_says(world: World) -> None:
    early = events(world, moments(1).proposing)
    later = events(world, moments(4).results)
    both = early.keys() & later.keys()
    assert len(both) == 5 * (WEEKS - 3)
    assert {key: early[key] for key in both} == {key: later[key] for key in both}


def test_the_same_moment_gives_the_same_bytes(world: World) -> None:
    at = moments(1).voting
    assert write_calendar(world, at=at, page=PAGE) == write_calendar(
        world, at=at + timedelta(hours=1), page=PAGE
    )


def test_names_come_without_direction_marks(world: World) -> None:
    World.objects.update(name="\u202eevil; BEGIN:VALARM\\, x")
    world.refresh_from_db()
    raw = write_calendar(world, at=moments(1).proposing, page=PAGE)
    assert "\u202e" not in raw.decode()
    assert not Calendar.from_ical(raw).walk("VALARM")
    summary = Calendar.from_ical(raw).walk("VEVENT")[0]["summary"]
    assert summary == "evil; BEGIN:VALARM\\, x 2027: propose and upvote bills"


def test_an_archived_world_has_no_weeks_to_come(world: World) -> None:
    at = moments(2).count
    worlds.archive(world_id=world.pk, at=at)
    world.refresh_from_db()
    assert events(world, at) == {name(world, "archived"): (at, at)}


def test_the_feed_is_served_as_a_calendar(client: Client, world: World) -> None:
    response = client.get("/w/main/calendar.ics")
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert response.content.startswith(b"BEGIN:VCALENDAR")
    assert client.get("/w/nowhere/calendar.ics").status_code == 404
