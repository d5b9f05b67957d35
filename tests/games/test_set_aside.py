"""A room whose rules raise: tried three times, set aside with word to its players, and put right after a fix."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import OperationalError, connection
from django.test import Client, override_settings

from games import registry
from games.actions import due, play
from games.estado import game
from games.models import Notice, Order, Phase, Room
from tests.games.conftest import SECOND, START, Sitting, begin
from tests.games.recording import RecordingLayer

pytestmark = pytest.mark.django_db


def break_state(sitting: Sitting) -> str:
    """Store a year that the rules do not know in the open phase, and answer the state that was there."""
    phase = Phase.objects.get(room=sitting.room_id, closed_at=None)
    broken = json.loads(phase.state) | {"units": {"defence": {"nowhere": 4}}}
    Phase.objects.filter(pk=phase.pk).update(state=json.dumps(broken))
    return phase.state


def fail_thrice(sitting: Sitting) -> None:
    late = sitting.room.due_at
    for number in range(3):
        due.advance_due(late + number * SECOND)


@pytest.fixture
def orders() -> Sitting:
    """A room among people in its orders phase, which is where troops are looked at."""
    sitting = begin("estado-libre", 4, bots=False)
    for _ in range(20):
        if Phase.objects.get(room=sitting.room_id, closed_at=None).name == "orders":
            return sitting
        due.advance_due(sitting.room.due_at)
    raise AssertionError("No orders phase came.")


@pytest.fixture
def admin() -> Client:
    client = Client()
    account = get_user_model().objects.create_superuser("warden")
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client


def put_back(admin: Client, sitting: Sitting) -> str:
    answer = admin.post(f"/admin/games/room/{sitting.room_id}/do/put-back/", follow=True)
    return answer.content.decode()


def test_third_failure_sets_the_room_aside_and_no_earlier_one(orders: Sitting) -> None:
    break_state(orders)
    late, seen = orders.room.due_at, []
    for number in range(4):
        due.advance_due(late + number * SECOND)
        seen.append((orders.room.failures, orders.room.status, orders.room.due_at))
    assert seen == [
        (1, "running", late),
        (2, "running", late),
        (3, "set aside", None),
        (3, "set aside", None),
    ]


def test_every_page_of_the_room_says_so_and_nothing_that_was_handed_in_is_lost(orders: Sitting) -> None:
    browsers = [orders.browser(viewer) for viewer in (1, 2, "public")]
    with time_machine.travel(orders.room.due_at - SECOND, tick=False):
        before = [browser.get(orders.path).text for browser in browsers]
    break_state(orders)
    with time_machine.travel(orders.room.due_at, tick=False):
        fail_thrice(orders)
        pages = [browser.get(orders.path) for browser in browsers]
        look = browsers[0].get(f"{orders.path}look").text
    said = "This game is standing still"
    assert [said in text for text in before] == [False, False, False]
    assert [(page.status_code, said in page.text) for page in pages] == [(200, True)] * 3
    assert said in look


def test_pages_that_are_open_are_told_to_look_again(
    orders: Sitting, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "tests.games.recording.RecordingLayer"}}
    break_state(orders)
    late = orders.room.due_at
    told = []
    for number in range(3):
        RecordingLayer.sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            due.advance_due(late + number * SECOND)
        told.append({viewer for viewer, _ in RecordingLayer.sent})
    assert told == [set(), set(), {"1", "2", "3", "4", "public"}]


def test_others_go_on_meanwhile(orders: Sitting) -> None:
    break_state(orders)
    well = begin("estado-libre", 4, at=orders.room.due_at, bots=False)
    fail_thrice(orders)
    due.advance_due(well.room.due_at)
    assert (well.room.failures, Phase.objects.filter(room=well.room_id).count()) == (0, 2)


def test_a_visit_counts_as_a_try_too(orders: Sitting) -> None:
    break_state(orders)
    browser = orders.browser(2)
    browser.raise_request_exception = False
    with time_machine.travel(orders.room.due_at, tick=False):
        for _ in range(3):
            browser.get(orders.path)
    assert (orders.room.status, orders.room.failures) == (Room.Status.SET_ASIDE, 3)


def test_admin_sees_it_first_and_puts_it_back_once_the_fault_is_mended(
    orders: Sitting, admin: Client
) -> None:
    well = begin("estado-libre", 4, at=orders.room.due_at, bots=False)
    good = break_state(orders)
    late = orders.room.due_at
    length = late - Phase.objects.get(room=orders.room_id, closed_at=None).opened_at
    fail_thrice(orders)
    listed = admin.get("/admin/games/room/").text
    assert listed.index(f"/admin/games/room/{orders.room_id}/") < listed.index(
        f"/admin/games/room/{well.room_id}/"
    )
    assert "Set Aside" in listed
    with time_machine.travel(late + 60 * SECOND, tick=False):
        assert "This phase still cannot be worked out" in put_back(admin, orders)
        assert (orders.room.status, orders.room.failures) == (Room.Status.SET_ASIDE, 3)
        Phase.objects.filter(room=orders.room_id, closed_at=None).update(state=good)
        assert "Done: put back." in put_back(admin, orders)
    assert (orders.room.status, orders.room.failures) == (Room.Status.RUNNING, 0)
    assert orders.room.due_at == late + 60 * SECOND + length
    assert Notice.objects.filter(room=orders.room_id).latest("pk").text == (
        "An admin put this game right. It goes on, with new time for this phase."
    )
    phases = Phase.objects.filter(room=orders.room_id).count()
    due.advance_due(orders.room.due_at)
    assert Phase.objects.filter(room=orders.room_id).count() > phases


def test_the_trial_before_putting_back_leaves_no_trace(orders: Sitting, admin: Client) -> None:
    told = orders.see("public").dispatches
    good = break_state(orders)
    fail_thrice(orders)
    Phase.objects.filter(room=orders.room_id, closed_at=None).update(state=good)
    before = list(
        Phase.objects.filter(room=orders.room_id).order_by("pk").values("serial", "state", "closed_at")
    )
    with time_machine.travel(START + 3600 * SECOND, tick=False):
        put_back(admin, orders)
    after = Phase.objects.filter(room=orders.room_id).order_by("pk").values("serial", "state", "closed_at")
    assert list(after) == before
    assert orders.see("public").dispatches[-1:] == told[-1:]


def test_a_broken_room_can_be_deleted_before_it_is_set_aside(orders: Sitting, admin: Client) -> None:
    Phase.objects.filter(room=orders.room_id, closed_at=None).update(state="{}")
    admin.post(f"/admin/games/room/{orders.room_id}/do/purge/")
    assert not Room.objects.exists()


# --- Failures that come with the last of those awaited


@pytest.fixture
def broken_rules() -> Iterator[None]:
    """Have votes raise when they are counted, as a fault of the rules would."""
    registry.find.cache_clear()
    with override_settings(ROOM_GAMES=settings.ROOM_GAMES | {"estado-libre": "tests.games.broken_estado"}):
        yield
    registry.find.cache_clear()


def vote(sitting: Sitting, *numbers: int) -> None:
    for number in numbers:
        play.submit(room_id=sitting.room_id, number=number, serial=2, given="aye", at=START + SECOND)


def test_last_vote_is_kept_though_the_rules_raise_on_it(broken_rules: None) -> None:
    sitting = begin("estado-libre", 4, bots=False)
    president = next(one.seat for one in sitting.see("public").play.people if one.office == "president")
    budget = {"allocations": {"defence": 6}, "grants": {}, "withhold": {}}
    play.submit(room_id=sitting.room_id, number=president, serial=1, given=budget, at=START)
    vote(sitting, 1, 2, 3, 4)
    assert Order.objects.filter(phase__room=sitting.room_id, phase__serial=2).count() == 4
    assert (sitting.room.status, sitting.room.due_at) == (Room.Status.RUNNING, START + SECOND)
    fail_thrice(sitting)
    assert (sitting.room.status, sitting.room.failures) == (Room.Status.SET_ASIDE, 3)
    with override_settings(ROOM_GAMES=settings.ROOM_GAMES | {"estado-libre": game.__name__}):
        registry.find.cache_clear()
        Room.objects.filter(pk=sitting.room_id).update(status=Room.Status.RUNNING, due_at=START + SECOND)
        due.advance_due(START + SECOND)
        (told,) = [one for one in sitting.see("public").dispatches if one.kind == "budget-vote"]
        assert (told.body["ayes"], told.body["nays"]) == (4, 0)


def test_a_database_that_is_away_is_no_fault_of_the_room(orders: Sitting) -> None:
    def fail(execute, sql, *asked):
        if "games_phase" in sql:
            raise OperationalError("the connection is lost")
        return execute(sql, *asked)

    for _ in range(4):
        with connection.execute_wrapper(fail), pytest.raises(OperationalError):
            due.advance_due(orders.room.due_at)
    assert (orders.room.status, orders.room.failures) == (Room.Status.RUNNING, 0)
