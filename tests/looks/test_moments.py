"""Instants are told in Eastern time; what closes is told by the last minute that counts."""

from datetime import UTC, datetime, timedelta

import pytest
from django.template import Context, Template

from games.templatetags.moments import closes, countdown, day, eastern, stamp, time_left, when

BALLOT_CLOSES = datetime(2026, 3, 5, 5, tzinfo=UTC)
NOW = datetime(2026, 3, 4, 23, 47, 30, tzinfo=UTC)


def test_a_vote_that_closes_at_midnight_reads_as_the_evening_before() -> None:
    assert ">Wed 4 Mar, 11:59 PM EST</time>" in closes(BALLOT_CLOSES)


def test_what_opens_reads_as_it_is() -> None:
    assert ">Thu 5 Mar, 12:00 AM EST</time>" in when(BALLOT_CLOSES)


def test_machines_read_the_exact_instant_either_way() -> None:
    assert 'datetime="2026-03-05T05:00:00Z" data-lag="1"' in closes(BALLOT_CLOSES)
    assert 'datetime="2026-03-05T05:00:00Z" data-lag="0"' in when(BALLOT_CLOSES)
    assert stamp(BALLOT_CLOSES) == "2026-03-05T05:00:00Z"


@pytest.mark.parametrize(
    ("at", "words"),
    [
        (datetime(2026, 3, 7, 17, tzinfo=UTC), "Sat 7 Mar, 12:00 PM EST"),
        (datetime(2026, 3, 14, 16, tzinfo=UTC), "Sat 14 Mar, 12:00 PM EDT"),
        (datetime(2026, 10, 31, 16, tzinfo=UTC), "Sat 31 Oct, 12:00 PM EDT"),
        (datetime(2026, 11, 7, 17, tzinfo=UTC), "Sat 7 Nov, 12:00 PM EST"),
        (datetime(2026, 11, 1, 5, 30, tzinfo=UTC), "Sun 1 Nov, 1:30 AM EDT"),
        (datetime(2026, 11, 1, 6, 30, tzinfo=UTC), "Sun 1 Nov, 1:30 AM EST"),
    ],
)
def test_the_zone_follows_the_new_york_clock(at: datetime, words: str) -> None:
    assert eastern(at) == words


def test_the_year_is_told_where_asked_for() -> None:
    assert eastern(BALLOT_CLOSES, year=True) == "Thu 5 Mar 2026, 12:00 AM EST"


def test_a_date_is_the_eastern_one() -> None:
    assert (
        day(datetime(2026, 3, 5, 4, tzinfo=UTC)) == '<time datetime="2026-03-05T04:00:00Z">4 Mar 2026</time>'
    )


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(days=2, hours=3, minutes=59), "in 2 d 3 h"),
        (timedelta(hours=47, minutes=59), "in 47 h 59 min"),
        (timedelta(hours=5, minutes=12, seconds=59), "in 5 h 12 min"),
        (timedelta(minutes=59, seconds=59), "in 59 min"),
        (timedelta(minutes=1), "in 1 min"),
        (timedelta(seconds=59), "in less than a minute"),
        (timedelta(microseconds=1), "in less than a minute"),
        (timedelta(0), "now"),
        (timedelta(seconds=-1), "now"),
    ],
)
def test_time_left_is_told_in_its_largest_units(left: timedelta, words: str) -> None:
    assert time_left(NOW + left, NOW) == words


def test_countdown_counts_from_the_moment_of_the_page() -> None:
    page = Template("{% load moments %}{% countdown closing announce=True %}")
    assert page.render(Context({"at": NOW, "closing": BALLOT_CLOSES})) == (
        '<span class="countdown" data-countdown="2026-03-05T05:00:00Z" data-announce>in 5 h 12 min</span>'
    )


def test_countdown_without_a_moment_is_left_to_the_browser() -> None:
    assert countdown(Context(), BALLOT_CLOSES) == (
        '<span class="countdown" data-countdown="2026-03-05T05:00:00Z"></span>'
    )
