"""Several people, consoles and workers at the same moment: each thing is done once, and nothing is lost."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connections
from django.test import Client

from games.actions import chat, due, hosting, lobby, moderating, play
from games.models import Dispatch, Message, Notice, Order, Pass, Phase, Room, Seat
from games.powers import ROOM_KEPT
from games.terms import Refused
from tests.games.conftest import SECOND, START, begin, sit_down
from tests.games.planting import plant

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.servers]


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Do all of these at the same moment, each with a connection of its own, and answer what came of each."""
    start = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            start.wait(10)
            return act()
        except Refused as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def is_there(act: Callable[[], Any]) -> bool:
    """Do something in a room, and say whether the room was there to do it in."""
    try:
        act()
    except Room.DoesNotExist:
        return False
    return True


def test_ten_resolutions_at_once_resolve_once() -> None:
    sitting = begin("estado-libre", 4, bots=False)
    late = sitting.room.due_at
    at_once(*[lambda: due.advance_due(late)] * 10)
    assert Phase.objects.filter(room=sitting.room_id).count() == 2
    assert Dispatch.objects.filter(room=sitting.room_id, kind="no-budget").count() == 1


def test_an_order_that_meets_the_deadline_is_either_in_the_phase_or_refused() -> None:
    for attempt in range(5):
        sitting = plant("estado-libre", 5, "vote", bots=False)
        late = sitting.room.due_at
        vote = {"room_id": sitting.room_id, "number": 2, "serial": 1, "given": "nay"}
        before = late - SECOND if attempt % 2 else late
        answer, _ = at_once(
            lambda v=vote, b=before: play.submit(**v, at=b), lambda t=late: due.advance_due(t)
        )
        # A tick that finds the room held leaves it to the next one.
        due.advance_due(late)
        kept = Order.objects.filter(phase__room=sitting.room_id, phase__serial=1, seat__number=2).count()
        assert kept == (0 if isinstance(answer, Refused) else 1)
        assert not Order.objects.filter(phase__room=sitting.room_id, phase__serial=2, seat__number=2).exists()
        assert Phase.objects.filter(room=sitting.room_id).count() == 2


def test_the_last_vote_and_the_deadline_at_one_instant_close_one_phase() -> None:
    sitting = plant("estado-libre", 5, "vote", bots=False)
    votes = [
        lambda number=number: play.submit(
            room_id=sitting.room_id, number=number, serial=1, given="aye", at=sitting_due - SECOND
        )
        for number in range(1, 6)
    ]
    sitting_due = sitting.room.due_at
    at_once(*votes, lambda: due.advance_due(sitting_due))
    assert Phase.objects.filter(room=sitting.room_id).count() == 2
    assert Dispatch.objects.filter(room=sitting.room_id, kind="budget-vote").count() == 1


def test_an_eighth_finds_no_seat_among_seven() -> None:
    sitting = sit_down("estado-libre", 5, seats=7)
    names = ("Kim", "Lea", "Max", "Nia")
    answers = at_once(
        *(lambda name=name: lobby.join(room_id=sitting.room_id, name=name, at=START) for name in names)
    )
    assert [isinstance(answer, Refused) for answer in answers].count(True) == 2
    seats = Seat.objects.filter(room=sitting.room_id).order_by("number").values_list("number", flat=True)
    assert list(seats) == [1, 2, 3, 4, 5, 6, 7]


def test_two_of_one_name_do_not_both_sit_down() -> None:
    sitting = sit_down("estado-libre", 1)
    answers = at_once(
        *(
            lambda name=name: lobby.join(room_id=sitting.room_id, name=name, at=START)
            for name in ("Zoe", "ZOE")
        )
    )
    assert [isinstance(answer, Refused) for answer in answers].count(True) == 1


def test_two_consoles_do_one_thing_once() -> None:
    sitting = begin("kaban", 9, moderated=True, bots=False)
    room = {"room_id": sitting.room_id, "by": "moderator", "at": START}
    due_at = sitting.room.due_at
    at_once(*[lambda: hosting.extend(**room, minutes=5, serial=1, due_at=due_at)] * 4)
    assert (sitting.room.due_at - due_at).total_seconds() == 300
    at_once(*[lambda: hosting.end_phase(**room, serial=1)] * 4)
    assert Phase.objects.filter(room=sitting.room_id).count() == 2
    at_once(*[lambda: moderating.rewind(**room, serial=2, to=1)] * 4)
    assert Phase.objects.filter(room=sitting.room_id).count() == 3
    assert Notice.objects.filter(room=sitting.room_id).count() == 3


def test_two_starts_start_one_game() -> None:
    sitting = sit_down("estado-libre", 4)
    at_once(*[lambda: lobby.start(room_id=sitting.room_id, by=1, at=START)] * 4)
    assert Phase.objects.filter(room=sitting.room_id).count() == 1
    assert Seat.objects.filter(room=sitting.room_id).count() == 7
    assert sitting.room.status == Room.Status.RUNNING


def test_leaving_a_lobby_many_times_at_once_gives_up_one_seat() -> None:
    sitting = sit_down("estado-libre", 5)
    answers = at_once(*[partial(sitting.browser(2).post, f"{sitting.path}leave")] * 6)
    assert {answer.status_code for answer in answers} <= {303, 404}
    assert [seat.name for seat in sitting.see(1).seats] == ["Ada", "Cem", "Dot", "Eve"]


@pytest.mark.usefixtures("frozen")
def test_a_room_that_is_deleted_by_several_at_once_is_gone_for_all_who_act() -> None:
    sitting, account = begin("estado-libre", 4), get_user_model().objects.create_superuser("warden")
    acts = []
    for slug in ("purge", "purge", "purge", "pause", "close"):
        admin = Client()
        admin.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
        acts.append(partial(admin.post, f"/admin/games/room/{sitting.room_id}/do/{slug}/"))
    path, host = sitting.path, sitting.browser(1)
    answers = at_once(
        *acts, partial(host.post, f"{path}pause"), partial(host.post, f"{path}say", {"text": "x"})
    )
    assert {answer.status_code for answer in answers} <= {302, 303, 404, 409}
    assert not Room.objects.exists()


def test_a_room_that_somebody_comes_back_to_in_time_is_not_cleared_away() -> None:
    for _ in range(5):
        sitting = begin("estado-libre", 4, pace="slow")
        Room.objects.filter(pk=sitting.room_id).update(touched_at=START - ROOM_KEPT)
        said = partial(chat.say, room_id=sitting.room_id, number=1, text="I am back", to=None, at=START)
        answer, _ = at_once(partial(is_there, said), lambda: due.purge(START))
        assert Message.objects.filter(room=sitting.room_id).count() == (1 if answer else 0)


@pytest.mark.usefixtures("frozen")
def test_a_seat_that_is_handed_on_while_its_player_acts_is_the_newcomers_alone() -> None:
    for _ in range(3):
        sitting = plant("estado-libre", 5, "vote", bots=False)
        old, path, room = sitting.browser(2), sitting.path, {"room_id": sitting.room_id, "at": START}
        hand_on = partial(hosting.substitute, **room, by=1, number=2, name="Zoe", before="Bob")
        submit = partial(old.post, f"{path}submit", {"serial": 1, "vote": "aye"})
        answers = at_once(submit, partial(old.post, f"{path}resume-link"), hand_on)
        assert {answer.status_code for answer in answers[:2]} <= {200, 303, 404}
        assert not Order.objects.filter(phase__room=sitting.room_id).exists()
        assert Pass.objects.filter(room=sitting.room_id, seat__number=2, revoked_at=None).count() == 1
        assert old.get(path).status_code == 404
