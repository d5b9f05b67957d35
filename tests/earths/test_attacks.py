"""What people try who want more than their vote."""

from datetime import timedelta

import pytest
import redis
from django.conf import settings
from django.test import Client
from django.urls import reverse

from earths.actions import ballots, citizens, weeks, worlds
from earths.actions.weeks import MOST_FAILURES
from earths.models import Account, Ballot, Bill, Citizen, EarthYear, World
from earths.rules import case, codec
from games.cases import InvalidCase
from games.terms import Refused
from games.text import LONGEST_FOLDED, clean, fold
from tests.earths.conftest import make_bill, make_citizen, make_world, moments, reach, still
from tests.earths.views.asking import HTMX, at, browse

WEEK = moments()

# --- Names


@pytest.mark.parametrize(
    "name",
    [
        "аda",
        "ADA",
        "Ａｄａ",
        "Ada\ufe0f",
        "A\u200bda",
        "Ada\u3164",
        "Àda",
        "A\u1dc4da",
        "Αda",
        "Ad\u00ada",
        "Ada\U000e0101",
    ],
)
def test_name_that_looks_like_another_is_taken(world: World, name: str) -> None:
    first, second = Account.objects.create_user("first"), Account.objects.create_user("second")
    citizens.join(account_id=first.pk, world_id=world.pk, earth="A", name="Ada", at=WEEK.proposing)
    with pytest.raises(Refused, match="has this name already"):
        citizens.join(account_id=second.pk, world_id=world.pk, earth="B", name=name, at=WEEK.proposing)


@pytest.mark.parametrize(
    "name",
    ["President", "Рrеsіdеnt", "ＰＲＥＳＩＤＥＮＴ", "the president", "former citizen", "Mod\u200derator"],
)
def test_name_of_an_office_is_nobodys(world: World, name: str) -> None:
    account = Account.objects.create_user("ada")
    with pytest.raises(Refused, match="misunderstood"):
        citizens.join(account_id=account.pk, world_id=world.pk, earth="A", name=name, at=WEEK.proposing)


@pytest.mark.parametrize("name", ["\ufdfa" * 40, "W" * 40, "😀", "é" * 40, "한" * 40])
def test_name_of_wide_signs_fits(world: World, name: str) -> None:
    account = Account.objects.create_user("ada")
    pk = citizens.join(account_id=account.pk, world_id=world.pk, earth="A", name=name, at=WEEK.proposing)
    assert Citizen.objects.get(pk=pk).name == name
    assert len(fold(name)) <= LONGEST_FOLDED


def test_marks_are_not_piled_over_other_lines() -> None:
    assert clean("Z" + "\u0335" * 30 + "a", what="A name", longest=80) == "Z" + "\u0335" * 4 + "a"


# --- Worlds


@pytest.mark.parametrize("address", ["/w/{}/", "/w/{}/board", "/w/{}/years/"])
def test_made_up_worlds_leave_nothing_in_the_cache(db: None, fresh_cache: None, address: str) -> None:
    assert [Client().get(address.format(f"x{number}")).status_code for number in range(3)] == [404] * 3
    with redis.Redis.from_url(settings.CACHES["default"]["LOCATION"]) as client:
        assert [key for key in client.scan_iter() if b"earths" in key] == []


def test_votes_that_were_due_are_counted_before_a_world_is_archived(world: World) -> None:
    ada = make_citizen(world, "Ada")
    reach(world, WEEK.voting)
    ballots.cast(citizen_id=ada.pk, year=2027, votes={}, response="B", now=still(WEEK.voting))
    worlds.archive(world_id=world.pk, at=WEEK.count)
    assert EarthYear.objects.get(week__world=world, earth="A").response == "B"


def test_archived_week_offers_nothing(world: World) -> None:
    ada = make_citizen(world, "Ada")
    reach(world, WEEK.proposing)
    make_bill(ada, at=WEEK.proposing)
    reach(world, WEEK.voting)
    worlds.archive(world_id=world.pk, at=WEEK.voting)
    client = browse(ada)
    with at(WEEK.voting):
        ballot, years = client.get("/w/main/ballot").text, client.get("/w/main/years/2027/").text
        cast = client.post("/w/main/ballot/2027/vote", {"response": "A"}, follow=True).text
    assert ("nobody votes in it any more" in ballot, "/vote" in ballot) == (True, False)
    assert ("archived before the year was over" in years, "Results come" in years) == (True, False)
    assert "This world is archived." in cast
    assert Ballot.objects.count() == 0


def test_ban_in_an_archived_week_takes_the_votes_all_the_same(world: World) -> None:
    ada = make_citizen(world, "Ada")
    reach(world, WEEK.voting)
    ballots.cast(citizen_id=ada.pk, year=2027, votes={}, response="B", now=still(WEEK.voting))
    worlds.archive(world_id=world.pk, at=WEEK.voting)
    citizens.delete_account(account_id=ada.account_id, at=WEEK.voting + timedelta(minutes=1))
    assert Ballot.objects.count() == 0


def test_world_that_fails_for_days_holds_up_no_other(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    other = make_world("other")
    World.objects.filter(pk=world.pk).update(failures=MOST_FAILURES, due="count")
    weeks.advance_due(WEEK.proposing)
    world.refresh_from_db()
    other.refresh_from_db()
    assert (world.failures, other.due) == (MOST_FAILURES, "ballot")


# --- Who has gone, and who was never there


def test_vote_by_somebody_signed_out_leads_to_the_door_as_a_whole_page(world: World) -> None:
    reach(world, WEEK.voting)
    with at(WEEK.voting):
        answer = Client().post("/w/main/ballot/2027/vote", {"response": "A"}, **HTMX)
    assert (answer.status_code, answer["HX-Redirect"], answer.text) == (
        200,
        "/accounts/login/?next=/w/main/",
        "",
    )


def test_who_signs_in_after_a_post_comes_back_to_a_page_that_is_there(world: World) -> None:
    post = Client().post("/w/main/bills/1/upvote")
    assert post["Location"] == "/accounts/login/?next=/w/main/"
    assert Client().get("/w/main/bills/propose")["Location"] == "/accounts/login/?next=/w/main/bills/propose"


def test_bills_and_candidates_of_another_world_are_nobodys(world: World) -> None:
    ada, eve = make_citizen(world, "Ada"), make_citizen(make_world("other"), "Eve")
    reach(world, WEEK.proposing)
    theirs = make_bill(eve, at=WEEK.proposing)
    client = browse(ada)
    with at(WEEK.proposing):
        client.post(f"/w/main/bills/{theirs.pk}/upvote")
        client.post(f"/w/main/bills/{theirs.pk}/withdraw")
        assert client.get(f"/w/main/bills/{theirs.pk}/edit").status_code == 404
        assert client.post(f"/w/other/bills/{theirs.pk}/upvote").status_code == 404
        client.post("/w/main/president/endorse", {"candidate": str(eve.pk)})
    theirs = Bill.objects.get(pk=theirs.pk)
    ada.refresh_from_db()
    assert (theirs.upvotes.count(), theirs.settled, theirs.withdrawn_at, ada.endorses) == (
        0,
        False,
        None,
        None,
    )


def test_every_address_that_writes_asks_for_a_token(world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_citizen(world, "Ada").account)
    writing = [
        *(f"/w/main/president/{verb}" for verb in ("stand", "stop", "endorse", "resign", "veto")),
        *("/w/main/join", "/w/main/bills/propose", "/w/main/bills/1/upvote", "/w/main/bills/1/withdraw"),
        *("/w/main/ballot/2027/vote", "/accounts/delete", "/accounts/logout/", "/accounts/email/", "/hop"),
    ]
    assert [client.post(address).status_code for address in writing] == [403] * len(writing)


# --- Admins and cases


def test_helper_cannot_lead_new_passwords_to_themselves(db: None) -> None:
    ada = Account.objects.create_user("ada", email="ada@example.org")
    boss = Client()
    boss.force_login(Account.objects.create_superuser("boss"))
    address = reverse("admin:earths_account_change", args=[ada.pk])
    boss.post(address, {"username": "ada", "email": "boss@example.org", "is_active": "on"})
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"


def test_endless_name_at_the_admins_door_is_refused_like_any(db: None, fresh_cache: None) -> None:
    answer = Client().post("/admin/login/", {"username": "x" * 5_000, "password": "x"})
    assert answer.status_code == 200


def test_case_with_more_waiting_than_any_game_has_is_none() -> None:
    due = b'{"year":99999,"passed":1,"policy":"fund-schools","stat":"jobs","delta":"1.00"}'
    stats = b",".join(b'"%s":"50.00"' % stat.encode() for stat in codec.STATS)
    earth = b'{"stats":{%s},"space":0,"due":[%s],"milestones":{}}' % (stats, b",".join([due] * 101))
    with pytest.raises(InvalidCase, match=r"from\.A\.due"):
        case.adjudicate(
            b'{"game":"two-earths","weeks":[],"from":{"year":2027,"A":%s,"B":%s}}' % (earth, earth)
        )


# --- What is kept for all


def test_nothing_of_the_first_reader_is_kept_for_the_next(world: World, fresh_cache: None) -> None:
    reach(world, WEEK.proposing)
    odd = {
        "cookie": "csrftoken=" + "k" * 32,
        "host": "testserver:81",
        "x-forwarded-host": "evil.example",
        "hx-request": "true",
        "hx-current-url": "http://evil.example/",
        "referer": "http://evil.example/",
    }
    with at(WEEK.proposing):
        first = Client(headers=odd).get("/w/main/?next=//evil.example")
        then = Client().get("/w/main/")
    assert (then.status_code, then.text) == (200, first.text)
    assert [word for word in ("evil", "kkkk", ":81", "csrfmiddlewaretoken") if word in then.text] == []
    assert (then["Cache-Control"], then["Vary"], then.cookies) == ("private, no-cache", "Cookie", {})
