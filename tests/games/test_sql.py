"""Statements that are put together once do what Django's would."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext

from games import sql
from games.models import Dispatch, Notice, Room, Seat
from tests.games.conftest import Sitting, sit_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_pages", "frozen")]
AT = datetime(2026, 3, 10, 12, 0, 0, 123456, tzinfo=UTC)


@pytest.fixture
def sitting() -> Sitting:
    return sit_down("estado-libre", 4)


def plain(row: Seat | Room | Dispatch) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_rows_are_read_as_django_reads_them(sitting: Sitting) -> None:
    seats = sql.read(Seat, "room_id = %s ORDER BY number DESC", sitting.room_id)
    theirs = Seat.objects.filter(room=sitting.room_id).order_by("-number")
    assert [plain(seat) for seat in seats] == [plain(seat) for seat in theirs]
    [room] = sql.read(Room, "id = %s", sitting.room_id)
    assert plain(room) == plain(Room.objects.get(pk=sitting.room_id))


def test_a_field_that_was_left_out_is_read_once_it_is_asked_for(sitting: Sitting) -> None:
    Room.objects.filter(pk=sitting.room_id).update(scenery="hills")
    with CaptureQueriesContext(connection) as asked:
        [room] = sql.read(Room, "id = %s", sitting.room_id, without=("scenery",))
        assert [room.scenery, len(asked)] == ["hills", 2]


def test_rows_are_added_in_their_order_as_they_are(sitting: Sitting) -> None:
    news = [
        Dispatch(room_id=sitting.room_id, year=2, to=to, kind="“rumour”", body='{"a": "\\n\\"é"}', at=AT)
        for to in (3, None, 1)
    ]
    with CaptureQueriesContext(connection) as asked:
        sql.add(news)
    kept = Dispatch.objects.filter(room=sitting.room_id, kind="“rumour”").order_by("pk")
    assert [plain(one) for one in kept] == [plain(one) for one in news]
    assert [[one.to for one in kept], len(asked)] == [[3, None, 1], 1]


def test_what_was_added_is_changed_when_it_is_saved_again(sitting: Sitting) -> None:
    notice = Notice(room_id=sitting.room_id, text="The game goes on.", at=AT)
    sql.add([notice])
    notice.text = "The game is paused."
    notice.save()
    assert [one.text for one in Notice.objects.filter(at=AT)] == ["The game is paused."]


def test_a_change_writes_the_fields_that_it_names_and_no_others(sitting: Sitting) -> None:
    first, second, *_ = sql.read(Seat, "room_id = %s ORDER BY number", sitting.room_id)
    first.missed, second.missed, second.driver, second.name = 1, 2, Seat.Driver.BOT, "Eve"
    sql.change([first, second], "missed", "driver")
    kept = Seat.objects.filter(room=sitting.room_id).order_by("number")
    assert [(seat.name, seat.missed, seat.driver) for seat in kept] == [
        ("Ada", 1, "person"),
        ("Bob", 2, "bot"),
        ("Cem", 0, "person"),
        ("Dot", 0, "person"),
    ]


def test_no_rows_are_no_statement(sitting: Sitting) -> None:
    with CaptureQueriesContext(connection) as asked:
        sql.add([])
        sql.change([], "missed")
    assert len(asked) == 0


def test_what_a_constraint_forbids_is_refused_as_django_refuses_it(sitting: Sitting) -> None:
    seat = Seat(room_id=sitting.room_id, number=1, name="Eve", folded_name="eve", joined_at=AT)
    with pytest.raises(IntegrityError, match="one_seat_per_number_and_room"):
        sql.add([seat])
