"""The week on New York's wall clock (E3)."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earths.rules.calendar import Phase, Week, phase_of, sunday_of, week_at, year_of

NEW_YORK = ZoneInfo("America/New_York")
SUNDAYS = [date(2026, 1, 4) + timedelta(weeks=number) for number in range(783)]
A_MOMENT = timedelta(microseconds=1)


def test_sundays_reach_to_the_end_of_2040():
    assert SUNDAYS[-1] == date(2040, 12, 30)


@pytest.mark.parametrize(
    ("saturday", "hour"),
    [
        (date(2026, 3, 7), 17),
        (date(2026, 3, 14), 16),
        (date(2026, 10, 31), 16),
        (date(2026, 11, 7), 17),
    ],
)
def test_results_come_at_noon_in_new_york(saturday, hour):  # E3.1
    results_at = Week(saturday - timedelta(days=6)).results_at
    assert results_at == datetime(saturday.year, saturday.month, saturday.day, hour, tzinfo=UTC)


def test_boundaries_are_in_utc():
    week = Week(date(2026, 11, 29))
    assert [(opens_at, opens_at.tzinfo) for _, opens_at, _ in week.spans] == [
        (datetime(2026, 11, 29, 5, tzinfo=UTC), UTC),
        (datetime(2026, 12, 2, 5, tzinfo=UTC), UTC),
        (datetime(2026, 12, 3, 5, tzinfo=UTC), UTC),
        (datetime(2026, 12, 4, 5, tzinfo=UTC), UTC),
        (datetime(2026, 12, 5, 17, tzinfo=UTC), UTC),
    ]


def test_every_boundary_keeps_to_the_wall_clock():  # E3.1, E3.3
    for sunday in SUNDAYS:
        week = Week(sunday)
        walls = [
            at.astimezone(NEW_YORK).replace(tzinfo=None)
            for at in (*(opens_at for _, opens_at, _ in week.spans), week.closes_at)
        ]
        midnight = datetime.combine(sunday, datetime.min.time())
        assert walls == [midnight + timedelta(hours=hours) for hours in (0, 72, 96, 120, 156, 168)]


def test_weeks_last_an_hour_less_or_more_when_clocks_change():  # E3.3
    lengths = {
        sunday: (Week(sunday).closes_at - Week(sunday).opens_at) // timedelta(hours=1) for sunday in SUNDAYS
    }
    spring = [sunday for sunday, hours in lengths.items() if hours == 167]
    autumn = [sunday for sunday, hours in lengths.items() if hours == 169]
    assert [sunday.year for sunday in spring] == list(range(2026, 2041))
    assert [sunday.year for sunday in autumn] == list(range(2026, 2041))
    assert {(sunday.month, (sunday.day - 1) // 7) for sunday in spring} == {(3, 1)}
    assert {(sunday.month, (sunday.day - 1) // 7) for sunday in autumn} == {(11, 0)}
    assert set(lengths.values()) == {167, 168, 169}


def test_phases_follow_each_other_without_gap_or_overlap():
    spans = [span for sunday in SUNDAYS for span in Week(sunday).spans]
    assert [phase for phase, _, _ in spans] == list(Phase) * len(SUNDAYS)
    assert all(opens_at < closes_at for _, opens_at, closes_at in spans)
    assert all(one[2] == other[1] for one, other in pairwise(spans))


def test_phase_begins_with_its_first_instant_and_ends_before_the_next():  # E3.2
    for sunday in SUNDAYS:
        week = Week(sunday)
        for phase, opens_at, closes_at in week.spans:
            assert phase_of(week, opens_at) is phase
            assert phase_of(week, closes_at - A_MOMENT) is phase
            assert phase_of(week, closes_at) is not phase


def test_vote_in_the_last_millisecond_of_wednesday_is_in_time():  # E3.2
    wednesday = datetime(2026, 12, 2, 23, 59, 59, 999000, tzinfo=NEW_YORK)
    assert phase_of(Week(date(2026, 11, 29)), wednesday) is Phase.VOTING
    assert phase_of(Week(date(2026, 11, 29)), wednesday + timedelta(milliseconds=1)) is Phase.COUNT


def test_week_has_no_phase_outside_itself():
    week = Week(date(2026, 11, 29))
    assert phase_of(week, week.opens_at) is Phase.PROPOSING
    assert phase_of(week, week.opens_at - A_MOMENT) is None
    assert phase_of(week, week.closes_at) is None


@given(st.datetimes(datetime(2026, 1, 5), datetime(2040, 12, 30), timezones=st.just(UTC)))
def test_every_instant_has_one_week_and_one_phase(at):
    week = week_at(at)
    assert phase_of(week, at) is not None
    assert phase_of(week.next, at) is None
    assert phase_of(Week(week.sunday - timedelta(days=7)), at) is None


def test_instant_of_another_zone_belongs_to_the_week_of_new_york():
    auckland = datetime(2026, 11, 29, 17, 59, tzinfo=ZoneInfo("Pacific/Auckland"))
    assert week_at(auckland).sunday == date(2026, 11, 22)
    assert week_at(auckland + timedelta(minutes=1)).sunday == date(2026, 11, 29)


def test_naive_instant_is_refused():
    with pytest.raises(ValueError, match="zone"):
        week_at(datetime(2026, 11, 29))


def test_week_that_starts_on_a_monday_is_refused():
    with pytest.raises(ValueError, match="Sunday"):
        Week(date(2026, 11, 30))


def test_first_week_is_2027_and_each_later_one_a_year_more():  # E1.3
    start = date(2026, 11, 29)
    assert [year_of(start, start + timedelta(weeks=number)) for number in range(3)] == [2027, 2028, 2029]
    assert [sunday_of(start, year) for year in (2027, 2028)] == [start, date(2026, 12, 6)]


@given(st.sampled_from(SUNDAYS), st.integers(2027, 4000))
def test_year_and_sunday_answer_each_other(start, year):
    assert year_of(start, sunday_of(start, year)) == year


def test_week_before_the_world_has_no_year():
    with pytest.raises(ValueError, match="starts on"):
        year_of(date(2026, 11, 29), date(2026, 11, 22))
    with pytest.raises(ValueError, match="first year"):
        sunday_of(date(2026, 11, 29), 2026)


@pytest.mark.parametrize(
    ("start", "sunday"), [(date(2026, 11, 28), date(2026, 11, 29)), (date(2026, 11, 29), date(2026, 12, 5))]
)
def test_days_that_are_no_sundays_have_no_year(start, sunday):
    with pytest.raises(ValueError, match="Sunday"):
        year_of(start, sunday)
