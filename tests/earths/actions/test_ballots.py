"""Casting votes: what is stored, what is refused, and the receipt (E6)."""

import re
from datetime import timedelta

import pytest

from earths.actions import ballots, weeks, worlds
from earths.actions.ballots import UNCHANGED
from earths.models import Ballot, Bill, Citizen, EarthYear, Vote, World
from earths.sight.ballots import recount, see_ballots
from earths.sight.desk import see_desk
from games.terms import Refused
from tests.earths.conftest import make_bill, make_citizen, moments, reach, still

WEEK = moments()
INSTANT = timedelta(microseconds=1)


@pytest.fixture
def ada(world: World) -> Citizen:
    return make_citizen(world, "Ada")


@pytest.fixture
def bill(ada: Citizen, world: World) -> Bill:
    bill = make_bill(ada, at=WEEK.proposing)
    reach(world, WEEK.voting)
    return bill


def cast(citizen: Citizen, at=WEEK.voting, response=UNCHANGED, **votes) -> str:
    chosen = {int(pk.removeprefix("bill")): yes for pk, yes in votes.items()}
    return ballots.cast(citizen_id=citizen.pk, year=2027, votes=chosen, response=response, now=still(at))


def test_a_vote_is_stored_changed_and_taken_back(ada: Citizen, bill: Bill) -> None:
    seen = []
    for yes in (True, False, False, None, True):
        cast(ada, **{f"bill{bill.pk}": yes})
        seen.append(see_desk(ada, WEEK.voting).ballot.votes)
    assert seen == [{bill.pk: True}, {bill.pk: False}, {bill.pk: False}, {}, {bill.pk: True}]
    assert Vote.objects.count() == 1


def test_a_response_is_stored_changed_and_taken_back(ada: Citizen, bill: Bill) -> None:
    seen = []
    for letter in ("A", "C", "", "B"):
        cast(ada, response=letter)
        seen.append(see_desk(ada, WEEK.voting).ballot.response)
    assert seen == ["A", "C", "", "B"]


def test_what_is_not_named_stays_as_it_was(ada: Citizen, bill: Bill) -> None:
    cast(ada, response="B", **{f"bill{bill.pk}": False})
    cast(ada, **{f"bill{bill.pk}": True})
    cast(ada, response="C")
    ballot = see_desk(ada, WEEK.voting).ballot
    assert (ballot.votes, ballot.response) == ({bill.pk: True}, "C")


def test_the_first_vote_of_a_week_makes_a_receipt_that_later_votes_keep(ada: Citizen, bill: Bill) -> None:
    code = cast(ada, **{f"bill{bill.pk}": True})
    assert re.fullmatch(r"[A-HJKMNP-TV-Z2-9]{4}-[A-HJKMNP-TV-Z2-9]{4}", code)
    assert cast(ada, **{f"bill{bill.pk}": None}) == code
    assert cast(ada, response="A") == code


def test_a_vote_counts_up_to_the_last_instant_of_wednesday(ada: Citizen, bill: Bill, world: World) -> None:
    cast(ada, at=WEEK.plan.count_at - INSTANT, **{f"bill{bill.pk}": True})
    week = reach(world, WEEK.count)
    bill.refresh_from_db()
    assert (bill.yes, bill.no, bill.passed) == (1, 0, True)
    assert recount(week, "A").agrees


@pytest.mark.parametrize("moment", ["proposing", "count", "locked", "results"])
def test_a_vote_outside_wednesday_is_refused(ada: Citizen, world: World, moment: str) -> None:
    bill = make_bill(ada, at=WEEK.proposing)
    with pytest.raises(Refused, match="Voting is open on Wednesday"):
        cast(ada, at=getattr(WEEK, moment), **{f"bill{bill.pk}": True})
    assert Vote.objects.count() == 0


def test_a_vote_at_the_closing_instant_is_late_even_if_nothing_was_counted_yet(
    ada: Citizen, bill: Bill
) -> None:
    with pytest.raises(Refused, match="Voting is open on Wednesday"):
        cast(ada, at=WEEK.plan.count_at, **{f"bill{bill.pk}": True})
    assert Vote.objects.count() == 0


def test_a_code_that_is_taken_is_drawn_again(
    ada: Citizen, bill: Bill, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = make_citizen(world, "Bob")
    codes = iter(["AAAA-AAAA", "AAAA-AAAA", "BBBB-BBBB"])
    monkeypatch.setattr(ballots, "new_code", lambda: next(codes))
    assert [cast(ada, response="A"), cast(bob, response="B")] == ["AAAA-AAAA", "BBBB-BBBB"]


def test_a_ballot_of_another_week_is_refused(ada: Citizen, bill: Bill) -> None:
    with pytest.raises(Refused, match="another week"):
        ballots.cast(citizen_id=ada.pk, year=2028, votes={bill.pk: True}, now=still(WEEK.voting))


def test_only_bills_of_ones_own_ballot_can_be_voted_on(world: World) -> None:
    ada, eve = make_citizen(world, "Ada"), make_citizen(world, "Eve", "B")
    twice = [make_bill(ada, at=WEEK.proposing, name=name) for name in "12"]
    theirs = make_bill(eve, at=WEEK.proposing)
    reach(world, WEEK.voting)
    cast(ada, **{f"bill{twice[0].pk}": True})
    for other in (twice[1], theirs):
        with pytest.raises(Refused, match="not on your ballot"):
            cast(ada, response="A", **{f"bill{other.pk}": True})
    ballot = see_desk(ada, WEEK.voting).ballot
    assert (ballot.votes, ballot.response) == ({twice[0].pk: True}, "")


def test_who_joins_after_voting_opened_votes_from_next_week_on(world: World, bill: Bill) -> None:
    in_time = make_citizen(world, "In Time", at=WEEK.plan.ballot_at - INSTANT)
    late = make_citizen(world, "Late", at=WEEK.plan.ballot_at)
    cast(in_time, response="A")
    with pytest.raises(Refused, match="next Wednesday"):
        cast(late, response="A")
    second = moments(2)
    reach(world, second.voting)
    ballots.cast(citizen_id=late.pk, year=2028, votes={}, response="A", now=still(second.voting))
    assert Ballot.objects.filter(citizen=late).count() == 1


def test_a_struck_bill_cannot_be_voted_on_and_cannot_pass(ada: Citizen, bill: Bill, world: World) -> None:
    cast(ada, **{f"bill{bill.pk}": True})
    worlds.strike(bill_id=bill.pk, reason="Names a person.", at=WEEK.voting)
    with pytest.raises(Refused, match="struck"):
        cast(ada, **{f"bill{bill.pk}": False})
    week = reach(world, WEEK.results)
    bill.refresh_from_db()
    assert (bill.place, bill.yes, bill.passed, bill.is_law) == (1, 1, False, False)
    assert EarthYear.objects.get(week=week, earth="A").voters == 1


def test_a_ballot_with_every_vote_taken_back_is_no_voter(ada: Citizen, bill: Bill, world: World) -> None:
    bob = make_citizen(world, "Bob")
    cast(ada, response="A", **{f"bill{bill.pk}": True})
    cast(ada, response="", **{f"bill{bill.pk}": None})
    cast(bob, response="B")
    week = reach(world, WEEK.count)
    assert EarthYear.objects.get(week=week, earth="A").voters == 1
    assert [ballot.response for ballot in see_ballots(week, "A")] == ["B"]


def test_ballots_are_public_under_their_codes_once_counted(ada: Citizen, bill: Bill, world: World) -> None:
    bob = make_citizen(world, "Bob")
    codes = {cast(ada, response="A", **{f"bill{bill.pk}": True}): ((True,), "A")}
    codes[cast(bob, **{f"bill{bill.pk}": False})] = ((False,), "")
    with pytest.raises(Refused, match="once they are counted"):
        next(see_ballots(reach(world, WEEK.voting), "A"))
    shown = list(see_ballots(reach(world, WEEK.count), "A"))
    assert [(one.code, (one.votes, one.response)) for one in shown] == sorted(codes.items())


def test_one_in_five_voters_must_vote_on_a_bill(world: World) -> None:
    people = [make_citizen(world, f"Citizen {n}") for n in range(6)]
    bill = make_bill(people[0], at=WEEK.proposing)
    reach(world, WEEK.voting)
    cast(people[0], **{f"bill{bill.pk}": True})
    for citizen in people[1:]:
        cast(citizen, response="B")
    week = reach(world, WEEK.count)
    bill.refresh_from_db()
    assert (bill.yes, bill.passed, EarthYear.objects.get(week=week, earth="A").voters) == (1, False, 6)


def test_an_honest_no_counts_toward_the_fifth(world: World) -> None:
    people = [make_citizen(world, f"Citizen {n}") for n in range(11)]
    bill = make_bill(people[0], at=WEEK.proposing)
    reach(world, WEEK.voting)
    for citizen, yes in zip(people, (True, True, False), strict=False):
        cast(citizen, **{f"bill{bill.pk}": yes})
    for citizen in people[3:]:
        cast(citizen, response="C")
    reach(world, WEEK.count)
    bill.refresh_from_db()
    assert (bill.yes, bill.no, bill.passed) == (2, 1, True)


def test_nobody_voting_gives_response_c_and_the_year_still_passes(world: World) -> None:
    week = reach(world, WEEK.results)
    rows = EarthYear.objects.filter(week=week).order_by("earth")
    assert [(row.voters, row.response) for row in rows] == [(0, "C"), (0, "C")]
    assert rows[0].state == rows[1].state


def test_a_banned_citizen_does_not_vote(ada: Citizen, bill: Bill) -> None:
    Citizen.objects.filter(pk=ada.pk).update(banned_at=WEEK.voting)
    with pytest.raises(Refused, match="banned"):
        cast(ada, response="A")


def test_an_archived_world_takes_no_votes(ada: Citizen, bill: Bill, world: World) -> None:
    worlds.archive(world_id=world.pk, at=WEEK.voting)
    with pytest.raises(Refused, match="archived"):
        cast(ada, response="A")
    weeks.advance_due(WEEK.results)
    assert reach(world, WEEK.voting).stage == 2
