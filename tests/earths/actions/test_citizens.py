"""Joining, being moved and banned, and leaving (E2)."""

from datetime import timedelta

import pytest

from earths.actions import ballots, bills, citizens
from earths.models import (
    Account,
    Ballot,
    Bill,
    Citizen,
    EarthYear,
    Notice,
    Presidency,
    Upvote,
    Vote,
    World,
)
from earths.sight.ballots import recount, see_ballots
from earths.sight.board import see_board
from games.terms import Refused
from tests.earths.conftest import make_bill, make_citizen, moments, reach, still

WEEK = moments()
BEFORE = WEEK.plan.opens_at - timedelta(minutes=30)


def join(world: World, name: str, earth: str = "A", at=WEEK.proposing) -> int:
    account = Account.objects.create_user(f"account-{Account.objects.count()}")
    return citizens.join(account_id=account.pk, world_id=world.pk, earth=earth, name=name, at=at)


def names(world: World, earth: str) -> list[str]:
    return list(
        Citizen.objects.filter(world=world, earth=earth).order_by("pk").values_list("name", flat=True)
    )


def test_a_newcomer_picks_an_earth_also_before_the_world_starts(world: World) -> None:
    join(world, "Ada", "A", at=BEFORE)
    join(world, "Eve", "B")
    assert (names(world, "A"), names(world, "B")) == (["Ada"], ["Eve"])


def test_an_account_is_one_citizen_of_a_world(world: World) -> None:
    account = Account.objects.create_user("ada")
    first = citizens.join(account_id=account.pk, world_id=world.pk, earth="A", name="Ada", at=BEFORE)
    again = citizens.join(account_id=account.pk, world_id=world.pk, earth="B", name="Ada II", at=BEFORE)
    assert (again, names(world, "A"), names(world, "B")) == (first, ["Ada"], [])


def test_an_earth_over_a_tenth_larger_is_closed(world: World) -> None:
    for number in range(10):
        make_citizen(world, f"A {number}", "A")
        make_citizen(world, f"B {number}", "B")
    join(world, "eleventh", "A")
    with pytest.raises(Refused, match="over a tenth more"):
        join(world, "twelfth", "A") and join(world, "thirteenth", "A")
    assert len(names(world, "A")) == 12
    join(world, "on B", "B")


@pytest.mark.parametrize("name", ["ADA", "Ａｄａ", "A\u200bda", "Ada\u202e", "Áda"])
def test_a_name_that_looks_like_anothers_is_refused(world: World, name: str) -> None:
    join(world, "Ada")
    with pytest.raises(Refused, match="has this name already"):
        join(world, name, "B")


@pytest.mark.parametrize(
    "name", ["", "   ", "\u200b\u200b", "\u3164", "x" * 41, "President", "ｍoderator", "former  Citizen"]
)
def test_a_name_must_be_visible_short_and_nobody_elses_office(world: World, name: str) -> None:
    with pytest.raises(Refused):
        join(world, name)
    assert names(world, "A") == []


def test_a_move_waits_for_the_next_week_and_can_be_called_off(world: World) -> None:
    ada = make_citizen(world, "Ada")
    reach(world, WEEK.proposing)
    with pytest.raises(Refused, match="lives on Azure"):
        citizens.move(citizen_id=ada.pk, earth="A", at=WEEK.proposing)
    citizens.move(citizen_id=ada.pk, earth="B", at=WEEK.proposing)
    citizens.move(citizen_id=ada.pk, earth="A", at=WEEK.proposing)
    reach(world, moments(2).proposing)
    assert names(world, "A") == ["Ada"]
    citizens.move(citizen_id=ada.pk, earth="B", at=moments(2).proposing)
    with pytest.raises(Refused, match="is to move to Bronze already"):
        citizens.move(citizen_id=ada.pk, earth="B", at=moments(2).proposing)
    reach(world, moments(3).proposing)
    assert names(world, "B") == ["Ada"]
    assert [notice.words for notice in Notice.objects.filter(citizen=ada).order_by("pk")] == [
        "An admin moves Ada to Bronze when the next week opens.",
        "An admin leaves Ada on Azure after all.",
        "An admin moves Ada to Bronze when the next week opens.",
    ]


def active(world: World) -> Citizen:
    """Make a citizen who has everything that a ban can take."""
    ada, bob = make_citizen(world, "Ada"), make_citizen(world, "Bob")
    Citizen.objects.filter(pk=ada.pk).update(standing_since=BEFORE, endorses=ada)
    Citizen.objects.filter(pk=bob.pk).update(endorses=ada)
    bill = make_bill(bob, at=WEEK.proposing)
    bills.upvote(citizen_id=ada.pk, bill_id=bill.pk, at=WEEK.proposing)
    reach(world, WEEK.voting)
    for citizen, yes in ((ada, True), (bob, True)):
        ballots.cast(
            citizen_id=citizen.pk, year=2027, votes={bill.pk: yes}, response="A", now=still(WEEK.voting)
        )
    return ada


def left_of(citizen: Citizen) -> dict[str, object]:
    citizen.refresh_from_db()
    return {
        "upvotes": Upvote.objects.filter(citizen=citizen).count(),
        "endorses": citizen.endorses_id is not None,
        "stands": citizen.standing_since is not None,
        "office": Presidency.objects.filter(citizen=citizen, left_at=None).exists(),
        "votes": Vote.objects.filter(ballot__citizen=citizen).count(),
    }


ALL = {"upvotes": 1, "endorses": True, "stands": True, "office": True, "votes": 1}
NOTHING = {"upvotes": 0, "endorses": False, "stands": False, "office": False, "votes": 0}


def test_a_ban_takes_everything_at_once_the_votes_too_before_they_are_counted(world: World) -> None:
    ada = active(world)
    assert left_of(ada) == ALL
    citizens.ban(citizen_id=ada.pk, reason="Threats.", at=WEEK.plan.count_at - timedelta(microseconds=1))
    assert left_of(ada) == NOTHING
    reach(world, WEEK.count)
    assert list(Bill.objects.values_list("final_upvotes", "yes")) == [(1, 1)]
    assert EarthYear.objects.get(earth="A").voters == 1
    assert "Threats." in Notice.objects.latest("at").text


def test_a_ban_after_the_count_changes_no_count(world: World) -> None:
    ada = active(world)
    citizens.ban(citizen_id=ada.pk, reason="Threats.", at=WEEK.plan.count_at)
    assert left_of(ada) == {**NOTHING, "votes": 1}
    week = reach(world, WEEK.results)
    assert list(Bill.objects.values_list("yes", "is_law")) == [(2, True)]
    assert recount(week, "A").agrees


def test_a_banned_citizen_takes_no_part_until_the_ban_is_lifted(world: World) -> None:
    ada = active(world)
    citizens.ban(citizen_id=ada.pk, reason="Threats.", at=WEEK.voting)
    second = moments(2)
    with pytest.raises(Refused, match="banned"):
        make_bill(ada, at=second.proposing)
    citizens.lift_ban(citizen_id=ada.pk, at=second.proposing)
    make_bill(ada, at=second.proposing)


def test_who_leaves_takes_the_votes_of_the_running_week_along(world: World) -> None:
    ada = active(world)
    account = ada.account
    citizens.delete_account(account_id=account.pk, at=WEEK.voting)
    assert left_of(ada) == NOTHING
    assert (ada.name, ada.account, Account.objects.filter(pk=account.pk).exists()) == (
        "former citizen",
        None,
        False,
    )
    reach(world, WEEK.count)
    assert EarthYear.objects.get(earth="A").voters == 1


def test_who_leaves_after_the_count_leaves_the_counted_votes(world: World) -> None:
    ada = active(world)
    citizens.delete_account(account_id=ada.account_id, at=WEEK.count)
    week = reach(world, WEEK.results)
    assert len(list(see_ballots(week, "A"))) == 2
    assert recount(week, "A").agrees


def test_who_leaves_and_comes_back_cannot_vote_again_in_that_week(world: World) -> None:
    account = Account.objects.create_user("ada", email="ada@example.org")
    ada = citizens.join(account_id=account.pk, world_id=world.pk, earth="A", name="Ada", at=BEFORE)
    reach(world, WEEK.voting)
    ballots.cast(citizen_id=ada, year=2027, votes={}, response="A", now=still(WEEK.voting))
    citizens.delete_account(account_id=account.pk, at=WEEK.voting)
    again = Account.objects.create_user("ada", email="ada@example.org")
    ada = citizens.join(account_id=again.pk, world_id=world.pk, earth="A", name="Ada", at=WEEK.voting)
    with pytest.raises(Refused, match="next Wednesday"):
        ballots.cast(citizen_id=ada, year=2027, votes={}, response="A", now=still(WEEK.voting))
    assert Ballot.objects.count() == 0


def test_the_bills_of_who_left_stay_under_no_name(world: World) -> None:
    ada = active(world)
    bill = make_bill(ada, at=moments(2).proposing)
    citizens.delete_account(account_id=ada.account_id, at=moments(2).proposing)
    assert Bill.objects.select_related("author").get(pk=bill.pk).author.name == "former citizen"


def test_notices_lose_the_name_of_who_leaves_and_nobody_elses(world: World) -> None:
    ada, bob = active(world), make_citizen(world, "An admin")
    for citizen in (ada, bob):
        citizens.ban(citizen_id=citizen.pk, reason=f"Threats. {Notice.CITIZEN}", at=WEEK.voting)
    told = [notice.text for notice in see_board(world, WEEK.voting).notices[:2]]
    assert told == [f"An admin banned {name}: Threats. {{citizen}}" for name in ("An admin", "Ada")]
    citizens.delete_account(account_id=ada.account_id, at=WEEK.voting)
    told = [notice.text for notice in see_board(world, WEEK.voting).notices[:2]]
    assert told == [
        f"An admin banned {name}: Threats. {{citizen}}" for name in ("An admin", "a former citizen")
    ]
