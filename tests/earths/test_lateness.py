"""Pages while the calendar's worker is behind, before a world's first week, and after it was archived."""

from datetime import datetime

import pytest
from django.test import Client

from earths.actions import worlds
from earths.models import Citizen, World
from earths.rules.calendar import Phase
from tests.earths.conftest import make_bill, make_citizen, make_world, moments, reach
from tests.earths.test_abuse import few_paths
from tests.earths.views.asking import at

TIMES = [moments(number).of(phase) for number in (1, 2) for phase in Phase]


@pytest.fixture
def main(db: None, fresh_cache: None) -> World:
    return make_world(featured=True)


def _broken(ada: Citizen | None, moment: datetime) -> dict[str, int]:
    """Answer which of the world's pages fail at that moment."""
    client = Client(raise_request_exception=False)
    if ada is not None:
        client.force_login(ada.account)
    with at(moment):
        got = {path: client.get(path, {"now": "1"}).status_code for path in few_paths("/w/", bill="1")}
    return {path: status for path, status in got.items() if status >= 500}


@pytest.mark.parametrize("reached", range(5))
def test_pages_are_shown_however_far_the_worker_is_behind(main: World, reached: int) -> None:
    ada = make_citizen(main, "Ada")
    reach(main, TIMES[0])
    make_bill(ada, at=TIMES[0])
    reach(main, TIMES[reached])
    assert [_broken(ada, moment) for moment in (TIMES[reached + 1], TIMES[6])] == [{}, {}]


@pytest.mark.parametrize("reached", range(5))
def test_pages_are_shown_of_a_world_archived_on_any_day(main: World, reached: int) -> None:
    ada = make_citizen(main, "Ada")
    reach(main, TIMES[reached])
    worlds.archive(world_id=main.pk, at=TIMES[reached])
    assert _broken(ada, TIMES[reached]) == {}


def test_pages_are_shown_of_a_world_without_citizens_before_and_after_its_start(main: World) -> None:
    before = moments(1).plan.opens_at - (TIMES[1] - TIMES[0])
    assert _broken(None, before) == {}
    reach(main, TIMES[9])
    assert _broken(None, TIMES[9]) == {}
