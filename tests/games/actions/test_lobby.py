"""Seats of a lobby: whoever leaves or is removed leaves a gap, and no click meets somebody else in their place."""

import pytest

from games.actions import chat, hosting, lobby, passes
from games.models import Room
from games.terms import Refused
from tests.games.conftest import SECOND, START, Sitting, sit_down

pytestmark = pytest.mark.django_db


def seats(sitting: Sitting) -> list[tuple[int, str]]:
    return [(seat.number, seat.name) for seat in sitting.see("public").seats]


def test_everybody_keeps_their_number_and_who_comes_next_gets_the_free_one() -> None:
    sitting = sit_down("estado-libre", 4)
    lobby.leave_lobby(room_id=sitting.room_id, number=2, at=START)
    assert seats(sitting) == [(1, "Ada"), (3, "Cem"), (4, "Dot")]
    lobby.join(room_id=sitting.room_id, name="Zoe", at=START)
    assert seats(sitting) == [(1, "Ada"), (2, "Zoe"), (3, "Cem"), (4, "Dot")]


def test_leaving_twice_gives_up_one_seat() -> None:
    sitting = sit_down("estado-libre", 4)
    lobby.leave_lobby(room_id=sitting.room_id, number=2, at=START)
    with pytest.raises(Refused, match="There is no such seat"):
        lobby.leave_lobby(room_id=sitting.room_id, number=2, at=START)
    assert seats(sitting) == [(1, "Ada"), (3, "Cem"), (4, "Dot")]


@pytest.mark.parametrize("by", [1, hosting.ADMIN])
def test_removing_twice_removes_one(by) -> None:
    sitting = sit_down("estado-libre", 4)
    remove = {"room_id": sitting.room_id, "by": by, "number": 2, "who": "Bob", "at": START}
    hosting.remove(**remove)
    with pytest.raises(Refused, match="There is no such seat"):
        hosting.remove(**remove)
    lobby.join(room_id=sitting.room_id, name="Zoe", at=START)
    with pytest.raises(Refused, match="Somebody else sits in this seat by now"):
        hosting.remove(**remove)
    assert seats(sitting) == [(1, "Ada"), (2, "Zoe"), (3, "Cem"), (4, "Dot")]


def test_at_the_start_the_last_ones_fill_the_gaps_and_nobody_else_moves() -> None:
    sitting = sit_down("estado-libre", 6, bots=False)
    for number in (2, 3):
        lobby.leave_lobby(room_id=sitting.room_id, number=number, at=START)
    lobby.start(room_id=sitting.room_id, by=1, at=START)
    assert seats(sitting) == [(1, "Ada"), (2, "Fay"), (3, "Eve"), (4, "Dot")]
    assert sitting.room.status == Room.Status.RUNNING


def test_the_hosts_place_goes_to_whoever_has_sat_longest() -> None:
    sitting = sit_down("estado-libre", 3)
    lobby.leave_lobby(room_id=sitting.room_id, number=2, at=START)
    lobby.join(room_id=sitting.room_id, name="Zoe", at=START + SECOND)
    lobby.leave_lobby(room_id=sitting.room_id, number=1, at=START + SECOND)
    assert [(seat.name, seat.is_host) for seat in sitting.see("public").seats] == [
        ("Zoe", False),
        ("Cem", True),
    ]


def test_who_has_left_says_nothing_and_gets_no_link() -> None:
    sitting = sit_down("estado-libre", 3)
    lobby.leave_lobby(room_id=sitting.room_id, number=3, at=START)
    with pytest.raises(Refused, match="There is no such seat"):
        chat.say(room_id=sitting.room_id, number=3, text="Still here", to=None, at=START)
    with pytest.raises(Refused, match="There is no such seat"):
        passes.resume_link(room_id=sitting.room_id, by=3, at=START)
