"""What rooms are told once the site was restored from a backup."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from games.actions import due, hosting, mending
from games.models import Notice, Phase, Room
from games.terms import Refused
from tests.games.conftest import SECOND, START, Sitting, begin, sit_down

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
TOLD = (
    "This site was restored from a backup. What was handed in or said between 2026-03-01 12:00 and "
    "2026-03-01 13:00 UTC is lost, and the game stands as it did. Please look, and hand in again."
)


def told(sitting: Sitting) -> int:
    return Notice.objects.filter(room=sitting.room_id, text=TOLD).count()


def test_every_room_that_is_not_over_is_told() -> None:
    running, lobby = begin("estado-libre", 4), sit_down("kaban", 9, moderated=True)
    aside, closed = begin("estado-libre", 4), begin("estado-libre", 4)
    Room.objects.filter(pk=aside.room_id).update(status=Room.Status.SET_ASIDE, due_at=None)
    Phase.objects.filter(room=aside.room_id).update(state="{}")
    hosting.close(room_id=closed.room_id, by=1, at=START)
    assert mending.report_restore(since=START, until=START + HOUR, at=START + 2 * HOUR) == 3
    assert [told(one) for one in (running, lobby, aside, closed)] == [1, 1, 1, 0]


def test_deadline_that_passed_since_the_backup_is_moved_by_as_long_as_the_site_was_away() -> None:
    sitting = begin("estado-libre", 4, bots=False)
    due.advance_due(START + SECOND)
    before = sitting.room.due_at
    back = START + SECOND + 5 * HOUR
    due.advance_due(back)
    assert Phase.objects.filter(room=sitting.room_id).count() == 1
    assert sitting.room.due_at == before + 5 * HOUR


def test_span_that_cannot_be_is_refused() -> None:
    sitting = begin("estado-libre", 4)
    with pytest.raises(Refused, match="begins with the backup and ends before now"):
        mending.report_restore(since=START + HOUR, until=START, at=START + 2 * HOUR)
    assert told(sitting) == 0


@pytest.mark.usefixtures("frozen")
def test_admin_reports_it_once_for_all_rooms() -> None:
    sitting = begin("estado-libre", 4, at=START - 2 * HOUR)
    client = Client()
    account = get_user_model().objects.create_superuser("warden")
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    assert "Report a restore" in client.get("/admin/games/room/").text
    page = "/admin/games/room/report-restore/"
    assert "Lost since (UTC)" in client.get(page).text
    wrong = client.post(page, {"since": "2026-03-01T11:00:00", "until": "2026-03-01T13:00:00"})
    assert "ends before now" in wrong.text
    done = client.post(page, {"since": "2026-03-01T10:30:00", "until": "2026-03-01T11:00:00"}, follow=True)
    assert "1 rooms have been told." in done.text
    (text,) = Notice.objects.filter(room=sitting.room_id, text__contains="backup").values_list(
        "text", flat=True
    )
    assert "2026-03-01 10:30 and 2026-03-01 11:00 UTC" in text


@pytest.mark.usefixtures("frozen")
def test_who_may_only_look_at_rooms_reports_nothing() -> None:
    begin("estado-libre", 4, at=START - 2 * HOUR)
    client = Client()
    account = get_user_model().objects.create_user("helper", is_staff=True)
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    sent = {"since": "2026-03-01T10:30:00", "until": "2026-03-01T11:00:00"}
    assert client.post("/admin/games/room/report-restore/", sent).status_code == 403
    assert not Notice.objects.filter(text__contains="backup").exists()
