"""Joining a world, its Presidents, and the front page."""

from datetime import timedelta

import pytest
from django.test import Client

from earths.actions import worlds
from earths.models import Account, Citizen, World
from tests.earths.conftest import make_citizen, make_world, moments, reach
from tests.earths.views.asking import at, browse, words

WEEK = moments()
BEFORE = WEEK.plan.opens_at - timedelta(minutes=30)

pytestmark = pytest.mark.usefixtures("fresh_cache")


@pytest.fixture
def newcomer(db: None) -> Client:
    client = Client()
    client.force_login(Account.objects.create_user("nova"))
    return client


def test_a_newcomer_joins_the_earth_they_choose(world: World, newcomer: Client) -> None:
    with at(BEFORE):
        assert 'value="nova"' in newcomer.get("/w/main/join").text
        answer = newcomer.post("/w/main/join", {"earth": "B", "name": "Nova"})
        assert (answer.status_code, answer["Location"]) == (303, "/w/main/")
        assert newcomer.get("/w/main/join").status_code == 303
    assert list(Citizen.objects.values_list("earth", "name")) == [("B", "Nova")]


def test_the_larger_earth_is_closed_and_the_page_says_why(world: World, newcomer: Client) -> None:
    for n in range(3):
        make_citizen(world, f"Citizen {n}")
    with at(BEFORE):
        page = words(newcomer.get("/w/main/join"))
        assert "only the smaller one is open" in page
        assert 'value="A" id="join-a" required disabled' in page
        refused = newcomer.post("/w/main/join", {"earth": "A", "name": "Nova"})
    assert refused.status_code == 409
    assert 'value="Nova"' in refused.text
    assert Citizen.objects.count() == 3


@pytest.mark.parametrize(("name", "status"), [("", 422), ("President", 409), ("ADA", 409), ("x" * 41, 409)])
def test_a_name_that_cannot_be_had_is_refused(world: World, newcomer: Client, name: str, status: int) -> None:
    make_citizen(world, "Ada")
    make_citizen(world, "Eve", "B")
    with at(BEFORE):
        answer = newcomer.post("/w/main/join", {"earth": "B", "name": name})
    assert answer.status_code == status
    assert Citizen.objects.count() == 2


def test_who_is_not_signed_in_is_sent_to_sign_in_and_back(world: World) -> None:
    with at(BEFORE):
        answer = Client().get("/w/main/join")
    assert answer["Location"] == "/accounts/login/?next=/w/main/join"


def test_an_archived_world_takes_nobody(world: World, newcomer: Client) -> None:
    worlds.archive(world_id=world.pk, at=BEFORE)
    with at(WEEK.proposing):
        assert "nobody can join it any more" in words(newcomer.get("/w/main/join"))
        assert newcomer.post("/w/main/join", {"earth": "A", "name": "Nova"}).status_code == 409


# --- Presidents


def test_one_stands_is_endorsed_takes_office_and_resigns(world: World) -> None:
    ada, bob = make_citizen(world, "Ada"), make_citizen(world, "Bob")
    with at(BEFORE):
        browse(ada).post("/w/main/president/stand")
        browse(bob).post("/w/main/president/endorse", {"candidate": ada.pk})
        page = words(browse(bob).get("/w/main/president"))
    assert "1 endorsement ·" in page
    assert "✓ Endorsed" in page
    reach(world, WEEK.proposing)
    with at(WEEK.proposing):
        assert "with the most endorsements that count" in words(Client().get("/w/main/president"))
        assert "/president/resign" in browse(ada).get("/w/main/president").text
        assert "/president/resign" not in browse(bob).get("/w/main/president").text
        assert "You have resigned." in words(browse(ada).post("/w/main/president/resign", follow=True))
        assert "The office is empty this week" in words(Client().get("/w/main/president"))
        browse(bob).post("/w/main/president/withdraw-endorsement")
        browse(ada).post("/w/main/president/stop")
    assert list(Citizen.objects.values_list("standing_since", "endorses")) == [(None, None)] * 2


@pytest.mark.parametrize("candidate", ["", "x", "0", "-1", "٣", "9" * 30])
def test_an_endorsement_of_nobody_is_refused(world: World, candidate: str) -> None:
    ada = make_citizen(world, "Ada")
    with at(BEFORE):
        answer = browse(ada).post("/w/main/president/endorse", {"candidate": candidate}, follow=True)
    assert "You can endorse somebody who stands" in words(answer)


@pytest.mark.parametrize("deed", ["resign", "veto", "withdraw-veto"])
def test_who_is_not_president_cannot_act_as_one(world: World, deed: str) -> None:
    ada = make_citizen(world, "Ada")
    reach(world, WEEK.count)
    with at(WEEK.count):
        answer = browse(ada).post(f"/w/main/president/{deed}", {"bill": "1"}, follow=True)
    assert "the office" in words(answer)
    assert "message error" in words(answer)


@pytest.mark.parametrize(
    "deed", ["stand", "stop", "endorse", "withdraw-endorsement", "resign", "veto", "withdraw-veto"]
)
def test_deeds_are_posts_by_citizens(world: World, newcomer: Client, deed: str) -> None:
    with at(BEFORE):
        assert newcomer.get(f"/w/main/president/{deed}").status_code == 405
        assert newcomer.post(f"/w/main/president/{deed}").status_code == 404
        assert Client().post(f"/w/main/president/{deed}").status_code == 302


# --- The front page and the board


def test_the_front_page_shows_the_featured_world_and_no_dead_tile(db: None) -> None:
    make_world("main", featured=True)
    with at(WEEK.proposing):
        page = words(Client().get("/"))
    assert "Running now: <bdi>Main</bdi>" in page
    assert 'href="/w/main/"' in page
    for tile in ("earths", "estado", "kaban"):
        shown = f'id="game-{tile}"' in page
        assert shown == (tile == "earths" or f"/{tile}" in page)


def test_a_site_without_a_world_has_a_front_page(db: None) -> None:
    with at(WEEK.proposing):
        assert Client().get("/").status_code == 200


def test_a_kept_front_page_makes_no_query(db: None, django_assert_num_queries: object) -> None:
    make_world("main", featured=True)
    with at(WEEK.proposing):
        Client().get("/")
        with django_assert_num_queries(0):  # type: ignore[operator]
            assert "Main" in Client().get("/").text


def test_the_board_is_sent_once_to_who_has_it(world: World) -> None:
    reach(world, WEEK.proposing)
    with at(WEEK.proposing):
        first = Client().get("/w/main/board")
        again = Client().get("/w/main/board", HTTP_IF_NONE_MATCH=first["ETag"])
        assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    reach(world, WEEK.voting)
    with at(WEEK.voting):
        changed = Client().get("/w/main/board", HTTP_IF_NONE_MATCH=first["ETag"])
    assert (changed.status_code, changed["X-Phase"]) == (200, "voting")
