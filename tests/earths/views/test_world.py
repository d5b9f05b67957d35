"""A world's page, for everybody who may look and at every time of its week."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from earths import board as boards
from earths.actions import ballots, citizens, presidents, worlds
from earths.models import Bill, Citizen, Upvote, World
from earths.rules.tables import POLICIES
from earths.views import public
from tests.earths.conftest import MINUTE, make_bill, make_citizen, make_world, moments, reach, still
from tests.earths.views.asking import at, browse, words

WEEK = moments()
BEFORE = WEEK.plan.opens_at - timedelta(minutes=30)
PAGES = ("", "ballot", "bills/", "board", "desk", "president")

pytestmark = pytest.mark.usefixtures("fresh_cache")


def heading(response: object) -> str:
    found = re.search(r"<h1[^>]*>(.*?)</h1>", words(response))
    assert found is not None
    return found[1]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_answers_everybody_in_every_phase(world: World, page: str) -> None:
    ada, eve, bob = (make_citizen(world, *who) for who in (("Ada", "A"), ("Eve", "B"), ("Bob", "A")))
    citizens.ban(citizen_id=bob.pk, reason="Spam", at=BEFORE)
    for moment in (BEFORE, WEEK.proposing, WEEK.voting, WEEK.count, WEEK.locked, WEEK.results):
        if moment > BEFORE:
            reach(world, moment)
        with at(moment):
            for who in (None, ada, eve, bob):
                assert browse(who).get(f"/w/main/{page}").status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_a_world_that_is_not_there_is_not_found(db: None, page: str) -> None:
    assert Client().get(f"/w/nowhere/{page}").status_code == 404


@pytest.mark.parametrize(
    ("phase", "title"),
    [
        ("proposing", "Bills are being proposed"),
        ("voting", "Voting is open"),
        ("count", "The votes are counted"),
        ("locked", "The laws are fixed"),
        ("results", "The results are out"),
    ],
)
def test_the_page_says_what_is_going_on(world: World, phase: str, title: str) -> None:
    moment = getattr(WEEK, phase)
    reach(world, moment)
    with at(moment):
        assert heading(Client().get("/w/main/")) == title


def test_a_late_worker_changes_nothing_about_the_phase(world: World) -> None:
    reach(world, WEEK.voting)
    with at(WEEK.count):
        page = Client().get("/w/main/")
    assert heading(page) == "Voting has closed"
    assert "The votes are being counted" in words(page)


def test_a_world_that_has_not_started_says_when_it_will(world: World) -> None:
    with at(BEFORE):
        page = Client().get("/w/main/")
    assert heading(page) == "This world has not started yet"
    assert "2026-03-01T05:00:00Z" in words(page)


def test_an_archived_world_can_be_read_and_not_joined(world: World) -> None:
    ada = make_citizen(world, "Ada")
    reach(world, WEEK.proposing)
    worlds.archive(world_id=world.pk, at=WEEK.proposing)
    with at(WEEK.proposing + MINUTE):
        page = browse(ada).get("/w/main/")
        ballot, propose = (
            words(browse(ada).get(f"/w/main/{place}")) for place in ("ballot", "bills/propose")
        )
    assert heading(page) == "This world is archived"
    assert "bills/propose" not in words(page)
    assert "This world is archived, and nobody votes in it any more." in ballot
    assert "This world is archived, and nothing can be proposed in it any more." in propose
    assert "Propose it" not in propose


def test_the_first_year_has_no_history_and_says_so(world: World) -> None:
    reach(world, WEEK.proposing)
    with at(WEEK.proposing):
        assert "No year has passed yet." in words(Client().get("/w/main/"))


def test_the_year_after_shows_the_laws_with_their_luck_and_the_race(world: World) -> None:
    ada = make_citizen(world, "Ada")
    bill = make_bill(ada, at=WEEK.proposing, name="Lamps in every street")
    reach(world, WEEK.voting)
    ballots.cast(citizen_id=ada.pk, year=2027, votes={bill.pk: True}, now=still(WEEK.voting))
    reach(world, WEEK.results)
    with at(WEEK.results):
        page = words(Client().get("/w/main/"))
    assert re.search(r"Lamps in every street.*?× [01]\.\d\d", page)
    assert "The race of the scores" in page


@pytest.mark.parametrize(
    ("phase", "title"),
    [
        ("proposing", "What should"),
        ("voting", "Your ballot"),
        ("count", "See what passed"),
        ("locked", "Nothing to do until Saturday"),
        ("results", "Read how 2027 went"),
    ],
)
def test_a_citizen_is_told_what_they_can_do(world: World, phase: str, title: str) -> None:
    ada = make_citizen(world, "Ada")
    moment = getattr(WEEK, phase)
    reach(world, moment)
    with at(moment):
        found = re.search(r'id="desk-title">(.*?)</h2>', words(browse(ada).get("/w/main/")))
    assert found is not None
    assert found[1].startswith(title)


def test_a_stranger_is_invited_and_a_banned_citizen_can_only_watch(world: World) -> None:
    bob = make_citizen(world, "Bob")
    citizens.ban(citizen_id=bob.pk, reason="Spam", at=BEFORE)
    reach(world, WEEK.proposing)
    with at(WEEK.proposing):
        assert "Take a side" in words(Client().get("/w/main/"))
        page = words(browse(bob).get("/w/main/"))
    assert "You can only watch" in page
    assert "bills/propose" not in page


@pytest.mark.django_db(transaction=True)
def test_only_the_president_is_offered_the_veto(world: World) -> None:
    ada, bob = make_citizen(world, "Ada"), make_citizen(world, "Bob")
    presidents.stand(citizen_id=ada.pk, at=BEFORE)
    presidents.endorse(citizen_id=bob.pk, candidate_id=ada.pk, at=BEFORE)
    bill = make_bill(ada, at=WEEK.proposing)
    reach(world, WEEK.voting)
    ballots.cast(citizen_id=ada.pk, year=2027, votes={bill.pk: True}, now=still(WEEK.voting))
    reach(world, WEEK.count)
    with at(WEEK.count):
        assert f'id="veto-{bill.pk}"' in words(browse(ada).get("/w/main/"))
        assert f'id="veto-{bill.pk}"' not in words(browse(bob).get("/w/main/"))
        browse(ada).post("/w/main/president/veto", {"bill": bill.pk})
        assert "✕ Vetoed" in words(Client().get("/w/main/"))


def test_the_count_says_in_people_why_a_bill_failed(world: World) -> None:
    voters = [make_citizen(world, f"Voter {n}") for n in range(11)]
    first = make_bill(voters[0], at=WEEK.proposing, name="Seen by all")
    second = make_bill(voters[0], "cut-taxes", at=WEEK.proposing, name="Seen by one")
    reach(world, WEEK.voting)
    for voter in voters:
        ballots.cast(citizen_id=voter.pk, year=2027, votes={first.pk: True}, now=still(WEEK.voting))
    ballots.cast(citizen_id=voters[0].pk, year=2027, votes={second.pk: True}, now=still(WEEK.voting))
    reach(world, WEEK.count)
    with at(WEEK.count):
        page = words(Client().get("/w/main/"))
    assert "11 of 11 voters voted on it, 3 needed." in page
    assert "1 of 11 voters voted on it, 3 needed. 2 more must have voted on it." in page


def test_what_a_person_typed_is_never_markup(world: World) -> None:
    ada = make_citizen(world, "<b>Ada</b>")
    make_bill(ada, at=WEEK.proposing, name="<script>alert(1)</script>")
    with at(WEEK.proposing):
        for who in (None, ada):
            page = browse(who).get("/w/main/").text
            assert "<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>" in page
            assert "<script>alert" not in page
            assert "<b>Ada" not in page


# --- What costs what


def test_a_kept_page_makes_no_query(world: World, django_assert_num_queries: Callable[..., Any]) -> None:
    reach(world, WEEK.proposing)
    with at(WEEK.proposing):
        first = Client().get("/w/main/")
        with django_assert_num_queries(0):
            second = Client().get("/w/main/")
            Client().get("/w/main/board")
    assert first.text == second.text


def test_a_kept_page_tells_the_present_moment(world: World) -> None:
    reach(world, WEEK.proposing)
    with at(WEEK.proposing):
        Client().get("/w/main/")
    with at(WEEK.proposing + timedelta(seconds=40)):
        assert 'data-now="2026-03-01T05:01:40Z"' in Client().get("/w/main/").text


@pytest.mark.django_db(transaction=True)
def test_a_change_is_on_the_next_page(world: World) -> None:
    ada = make_citizen(world, "Ada")
    reach(world, WEEK.proposing)
    with at(WEEK.proposing):
        assert "Lamps" not in Client().get("/w/main/").text
        make_bill(ada, at=WEEK.proposing, name="Lamps")
        assert "Lamps" in Client().get("/w/main/").text


def test_a_kept_page_ends_with_the_phase_it_shows(world: World) -> None:
    reach(world, WEEK.proposing)
    with at(WEEK.plan.ballot_at - timedelta(seconds=1)):
        assert heading(Client().get("/w/main/")) == "Bills are being proposed"
    with at(WEEK.plan.ballot_at):
        assert heading(Client().get("/w/main/")) == "Voting is open"


def test_what_is_kept_for_all_is_not_what_a_citizen_sees(world: World) -> None:
    ada = make_citizen(world, "Ada")
    reach(world, WEEK.proposing)
    with at(WEEK.proposing):
        mine = browse(ada).get("/w/main/")
        assert "Ada" in mine.text
        assert mine["Cache-Control"] == "private, no-store"
        assert "Ada" not in Client().get("/w/main/").text


def test_a_process_asks_once_a_second_at_most(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public, "AT_HAND", 60.0)
    reach(world, WEEK.proposing)
    with at(WEEK.proposing):
        first = Client().get("/w/main/").text
        cache.clear()
        assert Client().get("/w/main/").text == first
    # But what ends, ends on time.
    reach(world, WEEK.voting)
    with at(WEEK.voting):
        assert heading(Client().get("/w/main/")) == "Voting is open"


def crowd(world: World, size: int) -> Citizen:
    """Fill a world with so many citizens, each standing for President and with a bill upvoted by the first."""
    ada = make_citizen(world, "Ada")
    Citizen.objects.bulk_create(
        Citizen(
            world=world,
            earth="AB"[n % 2],
            name=str(n),
            folded_name=str(n),
            joined_at=BEFORE,
            standing_since=BEFORE,
        )
        for n in range(size)
    )
    week = reach(world, WEEK.proposing)
    proposed = Bill.objects.bulk_create(
        Bill(
            week=week,
            earth=one.earth,
            author=one,
            policy=tuple(POLICIES)[one.pk % 12],
            name=one.name,
            proposed_at=BEFORE,
        )
        for one in Citizen.objects.filter(world=world)
    )
    Upvote.objects.bulk_create(Upvote(bill=bill, citizen=ada) for bill in proposed)
    return ada


@pytest.mark.parametrize("phase", ["proposing", "voting", "count", "results"])
def test_queries_do_not_grow_with_bills_and_citizens(world: World, phase: str) -> None:
    moment = getattr(WEEK, phase)
    costs = []
    for slug, size in (("small", 10), ("large", 1_000)):
        made = make_world(slug)
        ada = crowd(made, size)
        if phase != "proposing":
            reach(made, WEEK.voting)
            ballots.cast(citizen_id=ada.pk, year=2027, votes={}, response="A", now=still(WEEK.voting))
            reach(made, moment)
        with at(moment):
            costs.append(cost_of_pages(slug, ada))
    assert costs[0] == costs[1]
    assert max(costs[0].values()) <= 12


def cost_of_pages(slug: str, citizen: Citizen) -> dict[str, int]:
    """Count the queries of each page for a citizen, once the public parts are made.

    The lower of two counts: where the cache is too slow to answer once, the site does without it.
    """
    client = browse(citizen)
    client.get(f"/w/{slug}/")
    costs = {}
    for page in PAGES:
        counts = []
        for _ in range(2):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(f"/w/{slug}/{page}").status_code == 200
            counts.append(len(queries))
        costs[page] = min(counts)
    return costs


def test_making_the_board_costs_the_same_few_queries(db: None) -> None:
    costs = []
    for slug, size in (("small", 10), ("large", 1_000)):
        made = make_world(slug)
        crowd(made, size)
        with CaptureQueriesContext(connection) as queries:
            boards.make(made, WEEK.proposing)
        costs.append(len(queries))
    assert costs[0] == costs[1]
    assert costs[0] <= 14


def test_two_worlds_stand_beside_each_other(world: World) -> None:
    other = make_world("other")
    make_bill(make_citizen(world, "Ada"), at=WEEK.proposing, name="Only in main")
    reach(other, WEEK.proposing)
    with at(WEEK.proposing):
        assert "Only in main" in Client().get("/w/main/").text
        assert "Only in main" not in Client().get("/w/other/").text
