"""Hopping: one press puts the clock forward to the next boundary, on a demo site."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from earths.demo import making
from earths.models import Ballot, EarthYear, Stage, Week
from earths.rules.calendar import Phase
from earths.views.hop import next_boundary
from games import clock

pytestmark = pytest.mark.usefixtures("contexts")


@pytest.fixture
def show_site(settings, tmp_path, db) -> None:
    settings.DEBUG = True
    settings.CLOCK_OFFSET_FILE = tmp_path / "clock-offset"
    cache.clear()


def press(client: Client, **changed: str):
    """Press the button of the bar that the front page shows now."""
    bar = client.get("/").context["clockbar"]
    return client.post("/hop", {"to": bar.drawn_for, "next": "/w/demo/", **changed})


def test_next_boundary_goes_round_the_week() -> None:
    at = datetime(2026, 3, 1, 5, tzinfo=UTC)
    seen = []
    for _ in range(6):
        phase, at = next_boundary(at)
        seen.append((phase, at))
    assert seen == [
        (Phase.VOTING, datetime(2026, 3, 4, 5, tzinfo=UTC)),
        (Phase.COUNT, datetime(2026, 3, 5, 5, tzinfo=UTC)),
        (Phase.LOCKED, datetime(2026, 3, 6, 5, tzinfo=UTC)),
        (Phase.RESULTS, datetime(2026, 3, 7, 17, tzinfo=UTC)),
        (Phase.PROPOSING, datetime(2026, 3, 8, 5, tzinfo=UTC)),
        (Phase.VOTING, datetime(2026, 3, 11, 4, tzinfo=UTC)),
    ]


def test_bar_tells_the_time_and_where_it_hops(show_site: None, client: Client) -> None:
    page = client.get("/").content.decode()
    assert "Demo clock" in page
    assert "Hop<span" in page
    assert "EST" in page or "EDT" in page


def test_hop_brings_the_boundary_and_works_it_off(show_site: None, client: Client) -> None:
    making.make(clock.now(), people=16)
    seen = []
    for _ in range(5):
        phase, to = next_boundary(clock.now())
        answer = press(client)
        assert (answer.status_code, answer["Location"]) == (303, "/w/demo/")
        assert to <= clock.now() < to + timedelta(seconds=60)
        seen.append(phase)
        if phase is Phase.COUNT:
            week = Week.objects.get(opens_at__lte=to, closes_at__gt=to)
            assert week.stage == Stage.COUNTED
            assert Ballot.objects.filter(week=week).count() > 3
            assert EarthYear.objects.filter(week=week, voters__gt=0).count() == 2
    assert set(seen) == set(Phase)
    assert Week.objects.filter(stage=Stage.TICKED).count() == 7 - (seen[0] is Phase.PROPOSING)


def test_double_click_hops_once(show_site: None, client: Client) -> None:
    sent = {"to": client.get("/").context["clockbar"].drawn_for, "next": "/"}
    first = next_boundary(clock.now())[1]
    client.post("/hop", sent)
    second = client.post("/hop", sent)
    assert second.status_code == 303
    assert clock.now() < first + timedelta(minutes=5)


@pytest.mark.django_db(transaction=True)
def test_two_hops_at_once_are_one(settings, tmp_path) -> None:
    settings.DEBUG = True
    settings.CLOCK_OFFSET_FILE = tmp_path / "clock-offset"
    first = next_boundary(clock.now())[1]

    def hop() -> int:
        try:
            return Client().post("/hop", {"to": first.isoformat(), "next": "/"}).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        answers = [one.result() for one in [both.submit(hop), both.submit(hop)]]
    assert answers == [303, 303]
    assert first <= clock.now() < first + timedelta(minutes=5)


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""]
)
def test_hop_leads_back_to_this_site_alone(elsewhere: str, show_site: None, client: Client) -> None:
    assert press(client, next=elsewhere)["Location"] == "/"


def test_hop_needs_the_forms_token(show_site: None) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/hop", {"to": next_boundary(clock.now())[1].isoformat()}).status_code == 403
    assert clock.offset() == timedelta(0)


def test_hop_is_no_page(show_site: None, client: Client) -> None:
    assert client.get("/hop").status_code == 405


@pytest.mark.parametrize(("debug", "embedded"), [(False, True), (True, False), (False, False)])
@pytest.mark.django_db
def test_other_sites_have_neither_bar_nor_address_nor_offset(
    debug: bool, embedded: bool, settings, tmp_path, client: Client
) -> None:
    offset_file = tmp_path / "clock-offset"
    offset_file.write_text("86400")
    settings.DEBUG = debug
    settings.CLOCK_OFFSET_FILE = offset_file if embedded else None
    cache.clear()
    page = client.get("/")
    assert page.status_code == 200
    assert "Demo clock" not in page.content.decode()
    assert client.get("/hop").status_code == 404
    assert client.post("/hop", {"to": next_boundary(clock.now())[1].isoformat()}).status_code == 404
    assert clock.offset() == timedelta(0)
    with pytest.raises(ValueError, match="cannot be put forward"):
        clock.hop(to=clock.now() + timedelta(days=1))
