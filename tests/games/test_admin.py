"""Admins see how rooms stand and none of their secrets; each of their acts is told to the table."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from games.actions import due
from games.models import Notice, Phase, Room, Seat
from tests.games.conftest import SECOND, START, Sitting, begin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_pages", "frozen")]


@pytest.fixture
def admin() -> Client:
    account = get_user_model().objects.create_superuser("warden", "warden@example.com", "a long password")
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client


def do(admin: Client, sitting: Sitting, slug: str, **given: object) -> object:
    serial = Phase.objects.filter(room=sitting.room_id).count()
    return admin.post(
        f"/admin/games/room/{sitting.room_id}/do/{slug}/", {"serial": serial, **given}, follow=True
    )


def notices(sitting: Sitting) -> list[str]:
    return list(Notice.objects.filter(room=sitting.room_id).order_by("pk").values_list("text", flat=True))


def test_the_list_and_the_page_of_a_room_show_no_secret(admin: Client) -> None:
    sitting = begin("kaban", 9, moderated=True)
    pages = [admin.get("/admin/games/room/"), admin.get(f"/admin/games/room/{sitting.room_id}/change/")]
    room = sitting.room
    for page in pages:
        assert page.status_code == 200
        assert "hidden, year 1" in page.text
        for token in (room.join_token, room.watch_token, *sitting.tokens.values()):
            assert token not in page.text
        for role in ("corrupt", "ombudsperson"):
            assert role not in page.text.lower()
    assert "Ada" in pages[1].text


def test_each_act_does_what_it_says_and_is_told(admin: Client) -> None:
    sitting = begin("estado-libre", 5)
    do(admin, sitting, "pause")
    assert sitting.room.status == Room.Status.PAUSED
    do(admin, sitting, "go-on")
    before = sitting.room.due_at
    do(admin, sitting, "extend", minutes=60)
    assert (sitting.room.due_at - before).total_seconds() == 3600
    do(admin, sitting, "advance")
    assert Phase.objects.filter(room=sitting.room_id).count() == 2
    do(admin, sitting, "remove", number=3)
    assert Seat.objects.get(room=sitting.room_id, number=3).vacant
    do(admin, sitting, "close")
    assert sitting.room.status == Room.Status.CLOSED
    assert [text for text in notices(sitting) if "admin" in text] == [
        "An admin paused the game. It goes on by itself after 24 hours.",
        "An admin extended this phase by 1 hour.",
        "An admin ended this phase early.",
        "An admin removed Cem. A bot plays on until somebody takes over.",
        "An admin closed this room.",
    ]


def test_a_second_click_on_advance_does_not_end_the_next_phase(admin: Client) -> None:
    sitting = begin("estado-libre", 5)
    for _ in range(2):
        admin.post(f"/admin/games/room/{sitting.room_id}/do/advance/", {"serial": 1})
    assert Phase.objects.filter(room=sitting.room_id).count() == 2


def test_looking_behind_the_cards_is_told_to_the_table(admin: Client) -> None:
    sitting = begin("kaban", 9, moderated=True)
    assert "corrupt" in do(admin, sitting, "reveal").text
    assert notices(sitting)[-1] == "An admin looked at the secrets of this game."


def test_looking_behind_the_cards_needs_a_permission_of_its_own() -> None:
    account = get_user_model().objects.create_user("helper", "helper@example.com", "a long password")
    account.is_staff = True
    account.save()
    account.user_permissions.add(*permissions("view_room", "change_room"))
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    sitting = begin("kaban", 9, moderated=True)
    assert client.post(f"/admin/games/room/{sitting.room_id}/do/reveal/").status_code == 403
    assert client.post(f"/admin/games/room/{sitting.room_id}/do/purge/").status_code == 403
    assert "Reveal" not in client.get(f"/admin/games/room/{sitting.room_id}/change/").text
    assert client.post(f"/admin/games/room/{sitting.room_id}/do/pause/").status_code == 302


def permissions(*names: str) -> list[object]:
    from django.contrib.auth.models import Permission  # noqa: PLC0415  no model may be imported before the set-up

    return list(Permission.objects.filter(content_type__app_label="games", codename__in=names))


def test_a_room_that_fails_three_times_is_set_aside_and_can_be_put_back(admin: Client) -> None:
    broken, well = begin("estado-libre", 4, bots=False), begin("estado-libre", 4, bots=False)
    phase = Phase.objects.get(room=broken.room_id)
    Phase.objects.filter(pk=phase.pk).update(state="{}")
    late = broken.room.due_at
    for _ in range(3):
        due.advance_due(late)
        late += SECOND
    assert (broken.room.status, broken.room.failures, broken.room.due_at) == (Room.Status.SET_ASIDE, 3, None)
    assert Phase.objects.filter(room=well.room_id).count() > 1
    assert "standing still" in broken.browser(2).get(broken.path).text
    Phase.objects.filter(pk=phase.pk).update(state=phase.state)
    do(admin, broken, "put-back")
    assert (broken.room.status, broken.room.failures) == (Room.Status.RUNNING, 0)
    assert broken.room.due_at == START + (phase.due_at - phase.opened_at)


def test_deleting_leaves_nothing(admin: Client) -> None:
    sitting = begin("estado-libre", 4)
    do(admin, sitting, "purge")
    assert not Room.objects.exists()
    assert not Seat.objects.exists()


@pytest.mark.parametrize("serial", ["", "x", "-1", "²", "9" * 5000])
def test_an_act_for_no_phase_is_refused(admin: Client, serial: str) -> None:
    sitting = begin("estado-libre", 4)
    answer = admin.post(f"/admin/games/room/{sitting.room_id}/do/advance/", {"serial": serial}, follow=True)
    assert "This phase is closed" in answer.text
    assert Phase.objects.count() == 1
