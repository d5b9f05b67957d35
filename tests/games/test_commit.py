"""A room's one write path: phases end when all have acted, or at their deadline, and nothing gets stuck."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine

from games.actions import due, hosting, play
from games.models import Dispatch, Heartbeat, Phase, Room
from games.terms import Refused
from tests.games.conftest import SECOND, START, Sitting, begin

pytestmark = pytest.mark.django_db


def phases(sitting: Sitting) -> list[str]:
    return list(Phase.objects.filter(room=sitting.room_id).order_by("serial").values_list("name", flat=True))


def president(sitting: Sitting) -> int:
    return next(person.seat for person in sitting.see("public").play.people if person.office == "president")


def budget() -> dict:
    return {"allocations": {"defence": 6}, "grants": {}, "withhold": {}}


def test_a_phase_closes_as_soon_as_everybody_awaited_has_acted() -> None:
    sitting = begin("estado-libre", 4, bots=False)
    first = president(sitting)
    play.submit(room_id=sitting.room_id, number=first, serial=1, given=budget(), at=START + SECOND)
    assert phases(sitting) == ["budget", "vote"]
    for number in range(1, 5):
        play.submit(room_id=sitting.room_id, number=number, serial=2, given="aye", at=START + 2 * SECOND)
    assert phases(sitting) == ["budget", "vote", "skim"]
    assert sitting.room.due_at == START + 2 * SECOND + timedelta(minutes=1)


def test_what_is_taken_back_is_awaited_again() -> None:
    sitting = begin("estado-libre", 4, bots=False)
    play.submit(room_id=sitting.room_id, number=president(sitting), serial=1, given=budget(), at=START)
    for number in (1, 2, 3):
        play.submit(room_id=sitting.room_id, number=number, serial=2, given="nay", at=START)
    play.take_back(room_id=sitting.room_id, number=2, serial=2, at=START)
    play.submit(room_id=sitting.room_id, number=4, serial=2, given="aye", at=START)
    assert phases(sitting) == ["budget", "vote"]
    play.submit(room_id=sitting.room_id, number=2, serial=2, given="aye", at=START)
    assert phases(sitting) == ["budget", "vote", "budget"] or phases(sitting) == ["budget", "vote", "skim"]


def test_a_deadline_closes_a_phase_with_what_was_handed_in() -> None:
    sitting = begin("estado-libre", 4, bots=False)
    late = sitting.room.due_at
    due.advance_due(late - SECOND)
    assert phases(sitting) == ["budget"]
    due.advance_due(late)
    assert phases(sitting)[1:] == ["skim"]
    assert Phase.objects.get(room=sitting.room_id, serial=2).opened_at == late


def test_a_form_of_a_closed_phase_is_refused_and_never_written_into_the_next() -> None:
    sitting = begin("estado-libre", 4, bots=False)
    with pytest.raises(Refused, match="This phase is closed"):
        play.submit(room_id=sitting.room_id, number=1, serial=1, given=budget(), at=sitting.room.due_at)
    assert phases(sitting) == ["budget", "skim"]
    assert sitting.see(1).own is None


def test_an_untouched_game_among_people_ends_by_its_deadlines_alone() -> None:
    sitting = begin("estado-libre", 7, bots=False)
    for _ in range(60):
        if sitting.room.status == Room.Status.OVER:
            break
        due.advance_due(sitting.room.due_at)
    assert sitting.room.status == Room.Status.OVER
    assert Dispatch.objects.filter(room=sitting.room_id, kind="over").count() == 1


def test_a_game_of_bots_ends_by_the_tick_alone() -> None:
    sitting = begin("estado-libre", 1, seats=5)
    for _ in range(200):
        if sitting.room.status == Room.Status.OVER:
            break
        due.advance_due(sitting.room.due_at)
    assert sitting.room.status == Room.Status.OVER


def test_a_game_of_kaban_with_bots_goes_on_to_its_end() -> None:
    sitting = begin("kaban", 9, moderated=True, bots=True)
    for _ in range(400):
        if sitting.room.status == Room.Status.OVER:
            break
        due.advance_due(sitting.room.due_at)
    assert sitting.room.status == Room.Status.OVER


def test_a_long_outage_gives_rooms_their_time_back() -> None:
    sitting = begin("estado-libre", 4, bots=False)
    due.advance_due(START)
    before = sitting.room.due_at
    back = before + timedelta(hours=2)
    due.advance_due(back)
    assert phases(sitting) == ["budget"]
    assert sitting.room.due_at == before + (back - START)
    assert Heartbeat.objects.get().at == back


def test_a_clock_that_was_hopped_is_no_outage(settings: Any, tmp_path: Path) -> None:
    settings.DEBUG, settings.CLOCK_OFFSET_FILE = True, tmp_path / "clock-offset"
    sitting = begin("estado-libre", 4, bots=False)
    due.advance_due(START)
    settings.CLOCK_OFFSET_FILE.write_text("7200")
    due.advance_due(START + timedelta(hours=2) + SECOND)
    assert phases(sitting)[:3] == ["budget", "skim", "orders"]
    assert not sitting.see("public").notices
    assert Heartbeat.objects.get().at == START + SECOND


def test_a_hop_during_a_tick_does_not_set_the_heartbeat_back(settings: Any, tmp_path: Path) -> None:
    settings.DEBUG, settings.CLOCK_OFFSET_FILE = True, tmp_path / "clock-offset"
    due.advance_due(START)
    settings.CLOCK_OFFSET_FILE.write_text("7200")
    due.advance_due(START + SECOND)
    assert Heartbeat.objects.get().at == START


def test_a_clock_that_was_an_hour_behind_for_a_while_costs_rooms_nothing() -> None:
    hour = timedelta(hours=1)
    with time_machine.travel(START, tick=False):
        due.advance_due(START)
    with time_machine.travel(START - hour, tick=False):
        sitting = begin("estado-libre", 4, bots=False, at=START - hour)
        due.advance_due(START - hour + SECOND)
        assert Heartbeat.objects.get().at == START - hour + SECOND
        before = sitting.room.due_at
    with time_machine.travel(START + SECOND, tick=False):
        due.advance_due(START + SECOND)
    assert phases(sitting) == ["budget"]
    assert sitting.room.due_at == before + hour


def test_a_paused_room_goes_on_by_itself_with_the_time_it_had_left() -> None:
    sitting = begin("estado-libre", 4, bots=False)
    left = sitting.room.due_at - (START + SECOND)
    hosting.pause(room_id=sitting.room_id, by=1, at=START + SECOND)
    assert (sitting.room.status, sitting.room.due_at) == (Room.Status.PAUSED, None)
    resumes = START + SECOND + timedelta(hours=24)
    due.advance_due(resumes - SECOND)
    assert sitting.room.status == Room.Status.PAUSED
    due.advance_due(resumes)
    assert (sitting.room.status, sitting.room.due_at) == (Room.Status.RUNNING, resumes + left)
