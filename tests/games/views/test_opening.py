"""Opening a room: with choices, or in one click among bots."""

import pytest
from django.test import Client

from games import registry
from games.models import Room, Seat
from tests.games.conftest import Sitting, sit_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen", "fresh_cache")]
HERE = {"Origin": "http://testserver"}


def test_a_room_is_opened_as_it_was_chosen() -> None:
    client = Client()
    chosen = {"name": "Ada", "pace": "daily", "seats": "5", "bots": "on"}
    answer = client.post("/play/estado-libre/", chosen)
    room = Room.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/r/{room.public_id}/")
    assert room.options == {"pace": "daily", "seats": 5, "bots": True}
    assert "You are <bdi>Ada</bdi>" in client.get(answer["Location"]).text


def test_a_form_that_is_refused_keeps_what_was_typed() -> None:
    answer = Client().post("/play/estado-libre/", {"name": "Moderator", "pace": "live", "seats": "5"})
    assert answer.status_code == 409
    assert 'value="Moderator"' in answer.text
    assert "This name would be misunderstood" in answer.text
    assert not Room.objects.exists()


def test_one_click_leads_to_a_running_game_among_bots() -> None:
    client = Client()
    answer = client.post("/play/estado-libre/quick", headers=HERE)
    assert Room.objects.get().status == Room.Status.RUNNING
    assert Seat.objects.filter(driver="bot").count() == 6
    assert client.get(answer["Location"]).status_code == 200


def test_kaban_is_tried_as_a_player_or_as_its_moderator() -> None:
    player, moderator = Client(), Client()
    seat = player.post("/play/kaban/quick", {"as": "player"}, headers=HERE)["Location"]
    console = moderator.post("/play/kaban/quick", {"as": "moderator"}, headers=HERE)["Location"]
    assert "You are <bdi>Guest</bdi>" in player.get(seat).text
    assert "You lead this game" in moderator.get(console).text


@pytest.mark.parametrize("headers", [{}, {"Origin": "https://elsewhere.example"}, {"Origin": "null"}])
def test_another_site_opens_no_room(headers: dict[str, str]) -> None:
    assert Client().post("/play/estado-libre/quick", headers=headers).status_code == 403
    assert not Room.objects.exists()


def test_who_opens_room_after_room_is_asked_to_wait(settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "open-room": "2/h/ip"}
    answers = [Client().post("/play/estado-libre/quick", headers=HERE).status_code for _ in range(3)]
    assert answers == [303, 303, 429]


def test_a_game_that_is_not_there_has_no_page() -> None:
    assert Client().get("/play/ludo/").status_code == 404


def test_the_wall_shows_the_invitation_to_those_who_may_invite_and_no_console() -> None:
    sitting: Sitting = sit_down("kaban", 2, moderated=True)
    wall = sitting.browser("moderator").get(f"{sitting.path}public").text
    assert sitting.room.join_token in wall
    assert "Start the game" not in wall
    assert sitting.room.join_token not in sitting.browser("public").get(f"{sitting.path}public").text


@pytest.mark.parametrize("slug", ["estado-libre", "kaban"])
def test_the_rules_of_a_game_are_a_link_away_before_and_in_a_room(slug: str) -> None:
    client = Client()
    address = f"/rules/{slug}"
    room = client.post(f"/play/{slug}/quick", headers=HERE)["Location"]
    for page in (f"/play/{slug}/", room):
        assert f'<a href="{address}">How to play</a>' in client.get(page).text
        assert f'<li><a href="{address}">Rules</a></li>' in client.get(page).text
    assert f"<h1>How to play {registry.find(slug).TITLE}</h1>" in client.get(address).text
    assert client.get("/rules/nothing").status_code == 404


def test_the_rules_say_the_figures_that_the_games_play_by() -> None:
    estado, kaban = Client().get("/rules/estado-libre").text, Client().get("/rules/kaban").text
    for figure in ("After 6 years", "4 to 7 people", "5 % for each dollar, at most 90 %", "$5 to $15 lands"):
        assert figure in estado
    for figure in ("of 9 to 16", "costs 3 from the Fund", "Harbour wall", "the 2 Years are over"):
        assert figure in kaban
