"""A finished room's record, whatever was done to the room meanwhile: the rules alone come to the same end with it."""

import json
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import call_command

from games import bots, store
from games.actions import due, hosting, moderating, play
from games.commit import commit
from games.models import Phase, Room, Seat
from games.sight import see_record
from tests.games.conftest import SECOND, START, Sitting, begin
from tests.games.planting import plant

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def soon(sitting: Sitting) -> Any:
    return sitting.room.due_at - SECOND


def is_rewound(sitting: Sitting) -> None:
    serial = sitting.see("public").serial
    moderating.rewind(room_id=sitting.room_id, by="moderator", serial=serial, to=serial - 2, at=soon(sitting))


def has_a_substitute(sitting: Sitting) -> None:
    before = Seat.objects.get(room=sitting.room_id, number=2).name
    given = {"number": 2, "name": "Zoe", "before": before, "at": soon(sitting)}
    hosting.substitute(room_id=sitting.room_id, by=hosting.ADMIN, **given)


def loses_somebody(sitting: Sitting) -> None:
    hosting.remove(room_id=sitting.room_id, by=hosting.ADMIN, number=3, at=soon(sitting))


def is_paused(sitting: Sitting) -> None:
    at = soon(sitting)
    hosting.pause(room_id=sitting.room_id, by=hosting.ADMIN, at=at)
    hosting.unpause(room_id=sitting.room_id, by=hosting.ADMIN, at=at + HOUR)


def has_it_all(sitting: Sitting) -> None:
    for event in (has_a_substitute, is_paused, loses_somebody, is_rewound):
        if sitting.room.status == Room.Status.RUNNING:
            event(sitting)


def all_act(sitting: Sitting) -> None:
    """Let each person who is awaited hand in what a bot in their place would; nobody asked, the deadline comes."""
    at, serial = soon(sitting), sitting.see("public").serial
    due.advance_due(at)
    with commit(room_id=sitting.room_id, at=at) as table:
        people = [
            seat for seat in table.seats.values() if seat.driver == Seat.Driver.PERSON and not seat.vacant
        ]
        for seat in people:
            seat.driver = Seat.Driver.BOT
        bots.act(table, at)
        for seat in people:
            seat.driver = Seat.Driver.PERSON
    if Phase.objects.filter(room=sitting.room_id, serial=serial, closed_at=None).exists():
        due.advance_due(sitting.room.due_at)


def play_out(sitting: Sitting, event: Callable[[Sitting], None]) -> None:
    for count in range(400):
        if count == 4:
            event(sitting)
        if sitting.room.status == Room.Status.OVER:
            return
        all_act(sitting)
    raise AssertionError("The game goes on and on.")


def told_in(sitting: Sitting) -> list[dict[str, Any]]:
    told = [one.news for one in store.told(store.load(sitting.room))]
    return [{"to": "all" if news.to is None else news.to, "kind": news.kind, **news.body} for news in told]


def adjudicated(record: Path) -> dict[str, Any]:
    out = StringIO()
    call_command("adjudicate", "--check", str(record), stdout=out)
    answer: dict[str, Any] = json.loads(out.getvalue())
    return answer


@pytest.mark.parametrize(
    ("event", "bots_allowed"),
    [
        (is_rewound, False),
        (has_a_substitute, False),
        (loses_somebody, True),
        (loses_somebody, False),
        (is_paused, False),
        (has_it_all, True),
        (has_it_all, False),
    ],
)
@pytest.mark.parametrize(("game", "people"), [("estado-libre", 5), ("kaban", 9)])
def test_the_rules_alone_come_to_the_end_that_the_room_came_to(
    game: str, people: int, event: Callable[[Sitting], None], bots_allowed: bool, tmp_path: Path
) -> None:
    sitting = begin(game, people, moderated=game == "kaban", seats=people, bots=bots_allowed)
    play_out(sitting, event)
    record = tmp_path / "record.json"
    record.write_bytes(see_record(sitting.room))
    answer = adjudicated(record)
    assert [{key: one[key] for key in one if key != "step"} for one in answer["dispatches"]] == told_in(
        sitting
    )
    table = store.load(sitting.room)
    end = msgspec.json.decode(msgspec.json.encode(table.state))
    both = end.keys() & answer.keys() - {"seats"}
    assert {"year", "phase"} <= both
    assert {key: answer[key] for key in both} == {key: end[key] for key in both}
    for there, here in zip(answer["seats"], end["seats"], strict=True):
        assert {key: here[key] for key in there} == there
    kept = Phase.objects.filter(room=sitting.room_id, undone=False).exclude(name="over")
    assert len(json.loads(record.read_bytes())["steps"]) == kept.count()


def test_what_was_handed_in_is_recorded_by_seat_and_not_as_it_came() -> None:
    sitting = plant("estado-libre", 5, "vote")
    for number in (4, 1, 5, 3, 2):
        play.submit(room_id=sitting.room_id, number=number, serial=1, given="aye", at=START)
    (turn, *_) = store.turns(sitting.room)
    assert list(turn.inputs) == [1, 2, 3, 4, 5]
