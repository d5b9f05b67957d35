"""Several people, consoles and workers at the same moment: each thing is done once, and nothing is lost."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from games.actions import due, hosting, lobby, moderating, play
from games.models import Dispatch, Notice, Order, Phase, Room, Seat
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
