"""Coming in by a link, and what the passes of a browser open."""

import re

import pytest
from django.test import Client

from games import access
from games.actions import hosting, lobby, passes
from games.models import Pass, Room, Seat
from tests.games.conftest import START, begin, sit_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_pages", "frozen")]


def test_the_join_link_leads_to_a_clean_address_and_a_name_to_a_seat() -> None:
    sitting = sit_down("estado-libre", 1)
    guest = Client()
    came = guest.get(f"/j/{sitting.room.join_token}")
    assert (came.status_code, came["Location"]) == (303, f"{sitting.path}join")
    assert "Ada" in guest.get(came["Location"]).text
    sat = guest.post(came["Location"], {"name": "Bob"})
    assert (sat.status_code, sat["Location"]) == (303, sitting.path)
    assert sitting.room.join_token not in sat["Location"]
    page = guest.get(sitting.path)
    assert "You are <bdi>Bob</bdi>" in page.text
    assert page["Cache-Control"] == "private, no-store"


def test_a_pass_is_a_cookie_of_its_room_alone_that_no_script_reads() -> None:
    sitting = sit_down("estado-libre", 1)
    guest = Client()
    guest.get(f"/j/{sitting.room.join_token}")
    sat = guest.post(f"{sitting.path}join", {"name": "Bob"})
    page, live = sat.cookies["seat"], sat.cookies["seat-live"]
    assert (page["path"], live["path"]) == (sitting.path, f"/ws/r/{sitting.room.public_id}/")
    assert all(one["httponly"] and one["samesite"] == "Lax" for one in (page, live))


def test_passes_are_kept_only_as_their_digests() -> None:
    sitting = begin("kaban", 9, moderated=True)
    kept = set(Pass.objects.values_list("token_hash", flat=True))
    assert len(kept) == 10
    assert not kept & set(sitting.tokens.values())


def test_a_name_that_is_taken_is_refused_and_stays_typed() -> None:
    sitting = sit_down("estado-libre", 1)
    guest = Client()
    guest.get(f"/j/{sitting.room.join_token}")
    answer = guest.post(f"{sitting.path}join", {"name": "ADA"})
    assert answer.status_code == 409
    assert 'value="ADA"' in answer.text
    assert "Somebody at this table has this name already" in answer.text


def test_who_comes_too_late_can_watch() -> None:
    sitting = begin("estado-libre", 4, bots=False)
    guest = Client()
    guest.get(f"/j/{sitting.room.join_token}")
    assert "This game has started" in guest.get(f"{sitting.path}join").text
    assert guest.post(f"{sitting.path}join/watch")["Location"] == sitting.path
    assert "You are watching" in guest.get(sitting.path).text


def test_a_resume_link_brings_the_same_person_in_on_another_device() -> None:
    sitting = begin("estado-libre", 4, bots=False)
    shown = sitting.browser(2).post(f"{sitting.path}resume-link").text
    link = re.search(r"/resume/[\w-]+", shown).group()
    phone = Client()
    assert phone.get(link, follow=True).redirect_chain[-1] == (sitting.path, 303)
    assert "You are <bdi>Bob</bdi>" in phone.get(sitting.path).text


def test_unknown_closed_and_forbidden_rooms_answer_alike() -> None:
    open_room, closed = sit_down("estado-libre", 2), sit_down("estado-libre", 2)
    other = sit_down("estado-libre", 1)
    hosting.close(room_id=closed.room_id, by=1, at=START)
    room = Room.objects.get(pk=open_room.room_id).public_id
    asked = {
        "unknown": (Client(), "A" * len(room)),
        "stranger": (Client(), room),
        "another room's player": (other.browser(1), room),
        "closed": (closed.browser(1), closed.room.public_id),
    }
    answers = {
        who: {
            page: (answer.status_code, answer.content.replace(public_id.encode(), b"ID"))
            for page in ("", "look", "public", "record.json", "join", "past/1", "qr/join.svg")
            for answer in [client.get(f"/r/{public_id}/{page}")]
        }
        for who, (client, public_id) in asked.items()
    }
    assert all(answer == answers["unknown"] for answer in answers.values())
    assert {status for status, _ in answers["unknown"].values()} == {404}


def test_a_stranger_is_told_nothing_by_the_work_done_either(django_assert_num_queries) -> None:
    sitting = sit_down("estado-libre", 2)
    for public_id in (sitting.room.public_id, "B" * 22):
        client = Client()
        client.cookies[access.SEAT], client.cookies[access.WATCH] = "x" * 32, "y" * 32
        with django_assert_num_queries(2):
            assert client.get(f"/r/{public_id}/").status_code == 404


def test_a_revoked_pass_opens_nothing() -> None:
    sitting = begin("estado-libre", 4)
    removed = sitting.browser(3)
    assert removed.get(sitting.path).status_code == 200
    hosting.remove(room_id=sitting.room_id, by=1, number=3, at=START)
    assert removed.get(sitting.path).status_code == 404
    assert removed.post(f"{sitting.path}say", {"text": "I am still here"}).status_code == 404


def test_one_rooms_pass_opens_no_other_room() -> None:
    mine, other = begin("estado-libre", 4), begin("estado-libre", 4)
    assert mine.browser(1).get(other.path).status_code == 404
    assert mine.browser("public").get(other.path).status_code == 404


def test_who_has_seen_the_console_can_never_take_a_seat() -> None:
    sitting = sit_down("kaban", 0, moderated=True)
    moderator = sitting.browser("moderator")
    moderator.get(f"/j/{sitting.room.join_token}")
    assert "You have led this table" in moderator.get(f"{sitting.path}join").text
    moderator.post(f"{sitting.path}join", {"name": "Sly"})
    assert Seat.objects.filter(room=sitting.room_id).count() == 0


def test_who_has_seen_the_console_cannot_use_a_seats_link_even_after_it_was_taken_away() -> None:
    sitting = begin("kaban", 9, moderated=True)
    link = passes.console_link(room_id=sitting.room_id, by="moderator", takes_over=True, at=START)
    former, heir = sitting.browser("moderator"), Client()
    heir.get(f"/resume/{link}", follow=True)
    assert former.get(sitting.path).status_code == 404
    token = hosting.substitute(
        room_id=sitting.room_id, by="moderator", number=2, name="Zoe", before="Bob", at=START
    )
    answer = former.get(f"/resume/{token}", follow=True)
    assert "You have seen the console" in answer.text
    assert former.get(sitting.path).status_code == 404


def test_who_has_a_seat_cannot_open_the_console() -> None:
    sitting = begin("kaban", 9, moderated=True)
    link = passes.console_link(room_id=sitting.room_id, by="moderator", takes_over=False, at=START)
    player = sitting.browser(1)
    assert "You have a seat here" in player.get(f"/resume/{link}", follow=True).text
    assert "You are <bdi>Ada</bdi>" in player.get(sitting.path).text


def test_no_token_stands_in_a_page_but_the_links_to_hand_on() -> None:
    sitting = sit_down("estado-libre", 2)
    page = sitting.browser(2).get(sitting.path).text
    assert sitting.tokens[2] not in page
    assert page.count(sitting.room.join_token) == 2
    watching = sitting.browser("public").get(sitting.path).text
    assert sitting.room.join_token not in watching
    assert sitting.room.watch_token not in watching


def test_a_seat_given_up_in_the_lobby_is_free_again() -> None:
    sitting = sit_down("estado-libre", 3)
    left = sitting.browser(1).post(f"{sitting.path}leave")
    assert left["Location"] == "/play/estado-libre/"
    assert [(seat.number, seat.name, seat.is_host) for seat in sitting.see("public").seats] == [
        (2, "Bob", True),
        (3, "Cem", False),
    ]
    assert lobby.join(room_id=sitting.room_id, name="Ada", at=START)


def test_the_qr_code_is_drawn_for_those_who_may_invite() -> None:
    sitting = sit_down("estado-libre", 1)
    answer = sitting.browser(1).get(f"{sitting.path}qr/join.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer.content.startswith(b"<svg")
    assert sitting.browser("public").get(f"{sitting.path}qr/join.svg").status_code == 404


def test_who_was_invited_and_has_no_seat_yet_is_asked_to_sit_down() -> None:
    sitting = sit_down("estado-libre", 2)
    guest = Client()
    guest.get(f"/j/{sitting.room.join_token}")
    assert guest.get(sitting.path)["Location"] == f"{sitting.path}join"
    lobby.start(room_id=sitting.room_id, by=1, at=START)
    assert guest.get(sitting.path).status_code == 404


def test_new_links_end_those_so_far_and_take_nobody_their_seat() -> None:
    sitting = sit_down("estado-libre", 2)
    room, watcher, guest = sitting.room, sitting.browser("public"), Client()
    guest.get(f"/j/{room.join_token}")
    assert (watcher.get(sitting.path).status_code, guest.get(f"{sitting.path}join").status_code) == (200, 200)
    renew = {"before": room.watch_token}
    assert sitting.browser(2).post(f"{sitting.path}renew-links", renew).status_code == 409
    for _ in range(2):
        assert sitting.browser(1).post(f"{sitting.path}renew-links", renew).status_code == 303
    for link in (f"/j/{room.join_token}", f"/watch/{room.watch_token}"):
        assert Client().get(link).status_code == 404
    assert (watcher.get(sitting.path).status_code, guest.get(f"{sitting.path}join").status_code) == (404, 404)
    assert guest.post(f"{sitting.path}join", {"name": "Zoe"}).status_code == 404
    assert Client().get(f"/j/{sitting.room.join_token}", follow=True).status_code == 200
    assert [seat.name for seat in sitting.see(2).seats] == ["Ada", "Bob"]
    assert [notice.text for notice in sitting.see(2).notices] == [
        "The links to join and to watch were replaced. Those so far are void."
    ]
