"""A page costs the same number of queries however many sit there, and however much has been told and said."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Dispatch, Message, Notice, Phase, Seat
from tests.games.conftest import START, Sitting, begin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]
MOST = 12


def queries(sitting: Sitting, viewer: Any, page: str) -> int:
    client = sitting.browser(viewer)
    with CaptureQueriesContext(connection) as done:
        assert client.get(sitting.path + page).status_code == 200
    return len(done)


def fill(sitting: Sitting) -> None:
    room, seat = sitting.room, Seat.objects.get(room=sitting.room_id, number=1)
    phase = Phase.objects.get(room=room)
    Dispatch.objects.bulk_create(
        Dispatch(room=room, phase=phase, year=1, kind="revenue", body='{"amount":1,"treasury":1}', at=START)
        for _ in range(150)
    )
    Message.objects.bulk_create(Message(room=room, seat=seat, text="again", at=START) for _ in range(150))
    Notice.objects.bulk_create(Notice(room=room, text="Something was done.", at=START) for _ in range(50))


@pytest.mark.parametrize("page", ["", "look", "public"])
@pytest.mark.parametrize(
    ("game", "few", "many", "viewers"),
    [("estado-libre", 4, 7, (1, "public")), ("kaban", 9, 16, (1, "public", "moderator"))],
)
def test_queries_do_not_grow_with_the_table(
    game: str, few: int, many: int, viewers: tuple[Any, ...], page: str
) -> None:
    small = begin(game, few, moderated=game == "kaban", seats=few)
    large = begin(game, many, moderated=game == "kaban", seats=many)
    fill(large)
    for viewer in viewers:
        count = queries(small, viewer, page)
        assert queries(large, viewer, page) == count <= MOST
