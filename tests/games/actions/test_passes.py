"""Links to a seat: one unopened at a time, on so many devices and no more."""

import pytest

from games.actions import hosting, passes
from games.models import Pass, Seat
from games.terms import Refused
from tests.games.conftest import START, Sitting, begin

pytestmark = pytest.mark.django_db


def seats_passes(sitting: Sitting, number: int) -> int:
    return Pass.objects.filter(seat__room=sitting.room_id, seat__number=number).count()


def test_a_link_that_nobody_opened_gives_way_to_the_next() -> None:
    sitting = begin("estado-libre", 4)
    links = [passes.resume_link(room_id=sitting.room_id, by=2, at=START) for _ in range(30)]
    assert seats_passes(sitting, 2) == 2
    assert [passes.find(link) is not None for link in links] == [False] * 29 + [True]
    assert passes.find(sitting.tokens[2]) is not None


def test_a_seat_is_open_on_ten_devices_at_most() -> None:
    sitting = begin("estado-libre", 4)
    for _ in range(passes.MOST_DEVICES - 1):
        link = passes.resume_link(room_id=sitting.room_id, by=2, at=START)
        passes.use(pass_id=passes.find(link).pk, at=START)
    answer = sitting.browser(2).post(f"{sitting.path}resume-link")
    assert answer.status_code == 409
    assert "Your seat is open on ten devices already." in answer.text
    assert seats_passes(sitting, 2) == passes.MOST_DEVICES


def test_however_often_a_seat_changes_hands_its_passes_are_bounded() -> None:
    sitting = begin("estado-libre", 4)
    given, before = {"room_id": sitting.room_id, "by": 1, "number": 2, "at": START}, "Bob"
    for count in range(passes.MOST_PASSES - 1):
        hosting.substitute(**given, name=f"Stand-in {count}", before=before)
        before = f"Stand-in {count}"
    with pytest.raises(Refused, match="there have been too many already"):
        hosting.substitute(**given, name="Zoe", before=before)
    assert seats_passes(sitting, 2) == passes.MOST_PASSES
    # The refused one changed nothing: who sits there keeps their seat and their way in.
    assert Seat.objects.get(room=sitting.room_id, number=2).name == before
    assert Pass.objects.filter(seat__number=2, revoked_at=None).count() == 1


def test_console_links_are_bounded_too() -> None:
    sitting = begin("kaban", 9, moderated=True)
    given = {"room_id": sitting.room_id, "by": "moderator", "takes_over": False, "at": START}
    for _ in range(passes.MOST_PASSES - 1):
        passes.console_link(**given)
    with pytest.raises(Refused, match="there have been too many already"):
        passes.console_link(**given)
    assert Pass.objects.filter(room=sitting.room_id, kind="moderator").count() == passes.MOST_PASSES
