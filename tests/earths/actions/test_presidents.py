"""Standing, endorsing, taking office, and the veto (E9)."""

from datetime import timedelta

import pytest

from earths.actions import ballots, presidents, worlds
from earths.models import Bill, Citizen, EarthYear, Presidency, World
from games.terms import Refused
from tests.earths.conftest import MINUTE, make_bill, make_citizen, moments, reach, still

WEEK = moments()
BEFORE = WEEK.plan.opens_at - timedelta(minutes=30)


def in_office(world: World, number: int, earth: str = "A") -> list[str]:
    reach(world, moments(number).proposing)
    held = Presidency.objects.filter(week__world=world, week__year=2026 + number, earth=earth, left_at=None)
    return [presidency.citizen.name for presidency in held]


def stand(*people: Citizen) -> None:
    for minutes, citizen in enumerate(people):
        presidents.stand(citizen_id=citizen.pk, at=BEFORE + minutes * MINUTE)


def endorse(by: Citizen, candidate: Citizen, at=BEFORE + 10 * MINUTE) -> None:
    presidents.endorse(citizen_id=by.pk, candidate_id=candidate.pk, at=at)


def vote(citizen: Citizen, number: int) -> None:
    at = moments(number).voting
    ballots.cast(citizen_id=citizen.pk, year=2026 + number, votes={}, response="A", now=still(at))


def test_the_best_endorsed_candidate_takes_office(world: World) -> None:
    ada, bob, cem, dot = (make_citizen(world, name) for name in ("Ada", "Bob", "Cem", "Dot"))
    stand(ada, bob)
    endorse(ada, ada)
    endorse(cem, bob)
    endorse(dot, bob)
    assert in_office(world, 1) == ["Bob"]
    assert in_office(world, 1, "B") == []


def test_somebody_else_must_endorse(world: World) -> None:
    ada = make_citizen(world, "Ada")
    stand(ada)
    endorse(ada, ada)
    assert in_office(world, 1) == []


def test_of_equals_the_longest_standing_takes_office_and_then_the_incumbent(world: World) -> None:
    ada, bob, cem, dot = (make_citizen(world, name) for name in ("Ada", "Bob", "Cem", "Dot"))
    stand(ada, bob)
    endorse(cem, bob)
    assert in_office(world, 1) == ["Bob"]
    endorse(dot, ada, at=WEEK.proposing)
    assert in_office(world, 2) == ["Bob"]


def test_from_the_third_week_on_only_those_who_voted_lately_count(world: World) -> None:
    ada, bob, cem, dot, eve = (make_citizen(world, name) for name in ("Ada", "Bob", "Cem", "Dot", "Eve"))
    stand(ada, bob)
    endorse(cem, ada)
    endorse(dot, ada)
    endorse(eve, bob)
    assert in_office(world, 1) == ["Ada"]
    vote(eve, 1)
    assert [in_office(world, number) for number in range(2, 7)] == [["Ada"], ["Bob"], ["Bob"], ["Bob"], []]


def test_one_cannot_endorse_who_does_not_stand_or_is_of_the_other_earth(world: World) -> None:
    ada, bob, eve = make_citizen(world, "Ada"), make_citizen(world, "Bob"), make_citizen(world, "Eve", "B")
    stand(eve)
    for candidate in (bob, eve):
        with pytest.raises(Refused, match="stands for President on your own Earth"):
            endorse(ada, candidate)


def test_an_endorsement_moves_and_is_withdrawn(world: World) -> None:
    ada, bob, cem = (make_citizen(world, name) for name in ("Ada", "Bob", "Cem"))
    stand(ada, bob)
    endorse(cem, ada)
    endorse(cem, bob)
    assert Citizen.objects.get(pk=cem.pk).endorses == bob
    presidents.withdraw_endorsement(citizen_id=cem.pk, at=BEFORE + 11 * MINUTE)
    assert in_office(world, 1) == []


def test_who_stands_again_stands_since_then(world: World) -> None:
    ada = make_citizen(world, "Ada")
    stand(ada)
    presidents.stand(citizen_id=ada.pk, at=BEFORE + 5 * MINUTE)
    assert Citizen.objects.get(pk=ada.pk).standing_since == BEFORE
    presidents.stop_standing(citizen_id=ada.pk, at=BEFORE + 6 * MINUTE)
    presidents.stand(citizen_id=ada.pk, at=BEFORE + 7 * MINUTE)
    assert Citizen.objects.get(pk=ada.pk).standing_since == BEFORE + 7 * MINUTE


@pytest.fixture
def president(world: World) -> Citizen:
    ada, bob = make_citizen(world, "Ada"), make_citizen(world, "Bob")
    stand(ada)
    endorse(bob, ada)
    return ada


@pytest.fixture
def passed(world: World, president: Citizen) -> list[Bill]:
    made = [make_bill(president, policy, at=WEEK.proposing) for policy in ("cut-taxes", "fund-police")]
    reach(world, WEEK.voting)
    chosen = {bill.pk: True for bill in made}
    ballots.cast(citizen_id=president.pk, year=2027, votes=chosen, now=still(WEEK.voting))
    return made


def laws() -> list[str]:
    return list(Bill.objects.filter(is_law=True).order_by("place").values_list("policy", flat=True))


def test_a_vetoed_bill_is_no_law(world: World, president: Citizen, passed: list[Bill]) -> None:
    presidents.veto(citizen_id=president.pk, bill_id=passed[0].pk, at=WEEK.count)
    reach(world, WEEK.locked)
    assert laws() == ["fund-police"]
    assert Bill.objects.get(pk=passed[0].pk).passed is True


def test_a_veto_can_be_moved_and_withdrawn_until_friday(
    world: World, president: Citizen, passed: list[Bill]
) -> None:
    presidents.veto(citizen_id=president.pk, bill_id=passed[0].pk, at=WEEK.count)
    presidents.veto(citizen_id=president.pk, bill_id=passed[1].pk, at=WEEK.count)
    assert EarthYear.objects.get(earth="A").veto == passed[1]
    presidents.withdraw_veto(citizen_id=president.pk, at=WEEK.plan.lock_at - MINUTE)
    with pytest.raises(Refused, match="on Thursday only"):
        presidents.veto(citizen_id=president.pk, bill_id=passed[0].pk, at=WEEK.plan.lock_at)
    assert laws() == ["cut-taxes", "fund-police"]


def test_a_veto_stands_when_the_office_falls_empty(
    world: World, president: Citizen, passed: list[Bill]
) -> None:
    presidents.veto(citizen_id=president.pk, bill_id=passed[0].pk, at=WEEK.count)
    presidents.resign(citizen_id=president.pk, at=WEEK.count)
    with pytest.raises(Refused, match="do not hold the office"):
        presidents.withdraw_veto(citizen_id=president.pk, at=WEEK.count)
    reach(world, WEEK.locked)
    assert laws() == ["fund-police"]


def test_only_the_president_vetoes_and_only_what_passed(
    world: World, president: Citizen, passed: list[Bill]
) -> None:
    bob = Citizen.objects.get(name="Bob")
    with pytest.raises(Refused, match="do not hold the office"):
        presidents.veto(citizen_id=bob.pk, bill_id=passed[0].pk, at=WEEK.count)
    reach(world, WEEK.count)
    Bill.objects.filter(pk=passed[0].pk).update(passed=False)
    with pytest.raises(Refused, match="has passed on your Earth"):
        presidents.veto(citizen_id=president.pk, bill_id=passed[0].pk, at=WEEK.count)


def test_striking_a_vetoed_bill_voids_the_veto_and_another_may_be_vetoed(
    world: World, president: Citizen, passed: list[Bill]
) -> None:
    presidents.veto(citizen_id=president.pk, bill_id=passed[0].pk, at=WEEK.count)
    worlds.strike(bill_id=passed[0].pk, reason="Off topic.", at=WEEK.count)
    assert EarthYear.objects.get(earth="A").veto is None
    presidents.veto(citizen_id=president.pk, bill_id=passed[1].pk, at=WEEK.count)
    reach(world, WEEK.locked)
    assert laws() == []


def test_an_appointed_president_takes_over_office_and_veto(
    world: World, president: Citizen, passed: list[Bill]
) -> None:
    presidents.veto(citizen_id=president.pk, bill_id=passed[0].pk, at=WEEK.count)
    bob = Citizen.objects.get(name="Bob")
    worlds.appoint(citizen_id=bob.pk, at=WEEK.count)
    with pytest.raises(Refused, match="holds the office already"):
        worlds.appoint(citizen_id=bob.pk, at=WEEK.count)
    assert in_office(world, 1) == ["Bob"]
    presidents.withdraw_veto(citizen_id=bob.pk, at=WEEK.count)
    reach(world, WEEK.locked)
    assert laws() == ["cut-taxes", "fund-police"]


def test_a_candidate_who_stops_standing_serves_the_week_out(world: World, president: Citizen) -> None:
    reach(world, WEEK.proposing)
    presidents.stop_standing(citizen_id=president.pk, at=WEEK.proposing)
    assert in_office(world, 1) == ["Ada"]
    assert in_office(world, 2) == []
