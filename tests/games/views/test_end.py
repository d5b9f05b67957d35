"""After the end: everything open, a record that says the same again, and the same people once more."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.actions import due, hosting, lobby, passes, rematch
from games.models import Room
from games.sight import see_record
from games.terms import Refused
from tests.games.conftest import SECOND, START, Sitting, begin

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
    asked = bob.post(f"{sitting.path}rematch", follow=True)
    room = sitting.room.rematch
    assert asked.redirect_chain[-1] == (f"/r/{room.public_id}/", 303)
    assert "Bob</bdi>" in asked.text
    assert "Take your seat" in sitting.browser(1).get(sitting.path).text
    assert "You are <bdi>Dot</bdi>" in dot.post(f"{sitting.path}rematch/follow", follow=True).text
    assert [seat.name for seat in Sitting(room.pk, {}).see("public").seats] == ["Bob", "Ada", "Cem", "Dot"]
    assert room.seal != sitting.room.seal


def test_two_who_ask_for_a_rematch_get_one_room() -> None:
    sitting = play_on(begin("estado-libre", 4, bots=False))
    answers = {sitting.browser(seat).post(f"{sitting.path}rematch")["Location"] for seat in (1, 3, 3)}
    assert answers == {f"/r/{sitting.room.rematch.public_id}/admit"}
    assert Room.objects.count() == 2


def test_where_a_moderator_led_only_the_moderator_asks_again() -> None:
    sitting = play_on(begin("kaban", 9, moderated=True, bots=True))
    assert sitting.browser(2).post(f"{sitting.path}rematch").status_code == 409
    led = sitting.browser("moderator").post(f"{sitting.path}rematch")
    assert led.status_code == 303
    followed = sitting.browser(2).post(f"{sitting.path}rematch/follow")
    assert (followed.status_code, followed.headers.get("Location")) == (303, led["Location"]), followed.text


def played(game: str, people: int, **options: Any) -> Sitting:
    """Answer a room whose game is taken to be over."""
    sitting = begin(game, people, **options)
    Room.objects.filter(pk=sitting.room_id).update(status=Room.Status.OVER, due_at=None)
    return sitting


def rematch_of(sitting: Sitting, by: Any) -> Sitting:
    room, _ = rematch.rematch(room_id=sitting.room_id, by=by, at=START)
    return Sitting(room.pk, {})


def follow(sitting: Sitting, by: Any) -> str:
    return rematch.follow(room_id=sitting.room_id, by=by, at=START + SECOND)[1]


def test_who_was_removed_from_the_next_room_does_not_come_back_by_the_one_before() -> None:
    before = played("estado-libre", 4)
    after = rematch_of(before, 1)
    lobby.start(room_id=after.room_id, by=1, at=START)
    assert follow(before, 3)
    hosting.remove(room_id=after.room_id, by=1, number=3, at=START)
    with pytest.raises(Refused, match="No seat is kept for you"):
        follow(before, 3)


@pytest.mark.parametrize("gives_up", [True, False])
def test_a_seat_that_somebody_else_took_under_the_same_name_is_theirs(gives_up: bool) -> None:
    before = played("estado-libre", 4)
    after = rematch_of(before, 1)
    if gives_up:
        lobby.leave_lobby(room_id=after.room_id, number=3, at=START + SECOND)
        lobby.join(room_id=after.room_id, name="cem", at=START + SECOND)
    else:
        lobby.start(room_id=after.room_id, by=1, at=START)
        at = START + SECOND
        hosting.substitute(room_id=after.room_id, by=1, number=3, name="CEM", before="Cem", at=at)
    with pytest.raises(Refused, match="No seat is kept for you"):
        follow(before, 3)


def test_a_moderator_who_handed_the_next_room_over_leads_it_no_more() -> None:
    before = played("kaban", 9, moderated=True, bots=True)
    after = rematch_of(before, "moderator")
    assert follow(before, "moderator")
    token = passes.console_link(room_id=after.room_id, by="moderator", takes_over=True, at=START)
    assert Client().get(f"/resume/{token}", follow=True).status_code == 200
    for again in (follow, rematch_of):
        with pytest.raises(Refused, match="Somebody else leads the new room"):
            again(before, "moderator")


def test_who_sits_in_the_next_room_gets_no_console_there_by_the_one_before() -> None:
    before = played("kaban", 9, moderated=True, bots=True)
    after = rematch_of(before, "moderator")
    helper = before.browser("moderator")
    helper.get(f"/j/{after.room.join_token}")
    assert helper.post(f"{after.path}join", {"name": "Helper"}).status_code == 303
    assert helper.post(f"{before.path}rematch/follow", follow=True).status_code == 403
    assert "Helper" in helper.get(after.path).text
    assert helper.post(f"{after.path}console-link").status_code == 409


def test_the_only_moderator_of_the_next_room_cannot_leave_it_alone() -> None:
    before = played("kaban", 9, moderated=True, bots=True)
    leader = before.browser("moderator")
    after = leader.post(f"{before.path}rematch", follow=True).redirect_chain[-1][0]
    assert leader.post(f"{after}leave-console").status_code == 409


def test_following_time_and_again_opens_a_seat_on_ten_devices_at_most() -> None:
    before = played("estado-libre", 4)
    rematch_of(before, 1)
    for _ in range(10):
        assert follow(before, 3)
    with pytest.raises(Refused, match="open on ten devices"):
        follow(before, 3)
