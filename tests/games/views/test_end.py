"""After the end: everything open, a record that says the same again, and the same people once more."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.actions import due
from games.models import Room
from games.sight import see_record
from tests.games.conftest import Sitting, begin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_pages", "frozen")]


def play_on(sitting: Sitting, phases: int = 400) -> Sitting:
    for _ in range(phases):
        if sitting.room.status == Room.Status.OVER:
            return sitting
        due.advance_due(sitting.room.due_at)
    raise AssertionError("The game goes on and on.")


@pytest.mark.parametrize(("game", "people", "moderated"), [("estado-libre", 4, False), ("kaban", 9, True)])
def test_the_record_is_confirmed_by_adjudicate(
    game: str, people: int, moderated: bool, tmp_path: Path, frozen: Any
) -> None:
    sitting = play_on(begin(game, people, moderated=moderated, bots=True))
    frozen.move_to(sitting.room.touched_at)
    for viewer in ("public", 1):
        answer = sitting.browser(viewer).get(f"{sitting.path}record.json")
        assert "attachment" in answer["Content-Disposition"]
        assert answer.content == see_record(sitting.room)
    case = tmp_path / "record.json"
    case.write_bytes(answer.content)
    assert "expect" in json.loads(answer.content)
    status = subprocess.run(
        [sys.executable, "manage.py", "adjudicate", "--check", str(case)], capture_output=True, check=False
    )
    assert status.returncode == 0, status.stdout[-500:]


def test_there_is_no_record_before_the_end() -> None:
    sitting = begin("estado-libre", 4)
    assert sitting.browser(1).get(f"{sitting.path}record.json").status_code == 404


def test_the_seed_is_shown_at_the_end_and_not_before(frozen) -> None:
    sitting = begin("estado-libre", 4)
    seed = bytes(range(32)).hex()
    assert seed not in sitting.browser(1).get(sitting.path).text
    play_on(sitting)
    frozen.move_to(sitting.room.touched_at)
    page = sitting.browser("public").get(sitting.path).text
    assert seed in page
    assert sitting.room.seal in page


def test_a_rematch_keeps_a_seat_for_each_of_the_same_people(frozen) -> None:
    sitting = play_on(begin("estado-libre", 4, bots=False))
    bob, dot = sitting.browser(2), sitting.browser(4)
    asked = bob.post(f"{sitting.path}rematch")
    room = sitting.room.rematch
    assert asked["Location"] == f"/r/{room.public_id}/"
    assert "Bob</bdi>" in bob.get(asked["Location"]).text
    assert "Take your seat" in sitting.browser(1).get(sitting.path).text
    followed = dot.post(f"{sitting.path}rematch/follow")
    assert "You are <bdi>Dot</bdi>" in dot.get(followed["Location"]).text
    assert [seat.name for seat in Sitting(room.pk, {}).see("public").seats] == ["Bob", "Ada", "Cem", "Dot"]
    assert room.seal != sitting.room.seal


def test_two_who_ask_for_a_rematch_get_one_room() -> None:
    sitting = play_on(begin("estado-libre", 4, bots=False))
    answers = {sitting.browser(seat).post(f"{sitting.path}rematch")["Location"] for seat in (1, 3, 3)}
    assert answers == {f"/r/{sitting.room.rematch.public_id}/"}
    assert Room.objects.count() == 2


def test_where_a_moderator_led_only_the_moderator_asks_again() -> None:
    sitting = play_on(begin("kaban", 9, moderated=True, bots=True))
    assert sitting.browser(2).post(f"{sitting.path}rematch").status_code == 409
    led = sitting.browser("moderator").post(f"{sitting.path}rematch")
    assert led.status_code == 303
    followed = sitting.browser(2).post(f"{sitting.path}rematch/follow")
    assert (followed.status_code, followed.headers.get("Location")) == (303, led["Location"]), followed.text
