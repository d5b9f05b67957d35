"""Working off boundaries: in order, once each, as of their own instants, however late (E3)."""

import hashlib
from datetime import UTC, datetime, timedelta

import pytest

from earths.actions import ballots, bills, citizens, weeks, worlds
from earths.models import Bill, Citizen, EarthYear, Presidency, Seed, Stage, Week, World
from earths.rules import codec, luck, year
from games.chance import Dice
from tests.earths.conftest import make_bill, make_citizen, make_world, moments, reach, still

WEEK = moments()


def test_a_world_waits_for_its_first_sunday(world: World) -> None:
    weeks.advance_due(WEEK.plan.opens_at - timedelta(microseconds=1))
    assert Week.objects.count() == 0
    weeks.advance_due(WEEK.plan.opens_at)
    assert Week.objects.get().stage == Stage.OPENED


def test_each_boundary_is_worked_off_at_its_own_instant(world: World) -> None:
    stages = []
    for at in (
        WEEK.plan.opens_at,
        WEEK.plan.ballot_at,
        WEEK.plan.count_at,
        WEEK.plan.lock_at,
        WEEK.plan.results_at,
    ):
        weeks.advance_due(at - timedelta(microseconds=1))
        before = list(Week.objects.values_list("stage", flat=True))
        weeks.advance_due(at)
        weeks.advance_due(at)
        stages.append((before, list(Week.objects.values_list("stage", flat=True))))
    assert stages == [([], [1]), ([1], [2]), ([2], [3]), ([3], [4]), ([4], [5])]


def test_an_outage_of_weeks_is_caught_up_in_order_and_stamped_with_the_boundaries(world: World) -> None:
    ada = make_citizen(world, "Ada")
    Citizen.objects.filter(pk=ada.pk).update(standing_since=WEEK.plan.opens_at, endorses=ada)
    bob = make_citizen(world, "Bob")
    Citizen.objects.filter(pk=bob.pk).update(endorses=ada)
    late = moments(4).voting
    weeks.advance_due(late)
    seen = list(Week.objects.order_by("year").values_list("year", "opens_at", "stage"))
    assert seen == [
        (2027, moments(1).plan.opens_at, 5),
        (2028, moments(2).plan.opens_at, 5),
        (2029, moments(3).plan.opens_at, 5),
        (2030, moments(4).plan.opens_at, 2),
    ]
    took = Presidency.objects.order_by("week__year").values_list("week__year", "took_at")
    assert list(took) == [(2027, moments(1).plan.opens_at), (2028, moments(2).plan.opens_at)]


def test_the_week_that_changes_its_clocks_is_an_hour_shorter(world: World) -> None:
    second = moments(2)
    week = reach(world, second.proposing)
    assert week.opens_at == datetime(2026, 3, 8, 5, tzinfo=UTC)
    assert week.results_at == datetime(2026, 3, 14, 16, tzinfo=UTC)
    assert week.closes_at - week.opens_at == timedelta(hours=167)


def test_the_seed_is_sealed_at_the_opening_and_gives_the_crisis(world: World) -> None:
    week = reach(world, WEEK.proposing)
    secret = bytes(Seed.objects.get(week=week).secret)
    assert len(secret) == 32
    assert week.seal == hashlib.sha256(secret).hexdigest()
    assert week.crisis == luck.crisis(Dice(secret))


def test_each_week_draws_a_seed_of_its_own(world: World) -> None:
    reach(world, moments(3).proposing)
    assert len({bytes(seed.secret) for seed in Seed.objects.all()}) == 3


def test_the_ballot_is_the_first_five_policies_by_upvotes(world: World) -> None:
    policies = ["raise-taxes", "cut-taxes", "build-housing", "fund-police", "fund-schools", "space-program"]
    people = [make_citizen(world, f"Citizen {n}") for n in range(3)]
    made = [make_bill(people[n // 3], policy, at=WEEK.proposing) for n, policy in enumerate(policies)]
    copy = make_bill(people[2], "raise-taxes", at=WEEK.proposing, name="copy")
    bills.upvote(citizen_id=people[2].pk, bill_id=made[5].pk, at=WEEK.proposing)
    bills.upvote(citizen_id=people[0].pk, bill_id=copy.pk, at=WEEK.proposing)
    bills.upvote(citizen_id=people[1].pk, bill_id=copy.pk, at=WEEK.proposing)
    reach(world, WEEK.voting)
    ballot = Bill.objects.filter(place__isnull=False).order_by("place")
    assert [(bill.pk, bill.final_upvotes) for bill in ballot] == [
        (copy.pk, 2),
        (made[5].pk, 1),
        (made[1].pk, 0),
        (made[2].pk, 0),
        (made[3].pk, 0),
    ]


def test_a_passed_bill_is_law_and_moves_the_earth_as_the_rules_say(world: World) -> None:
    ada = make_citizen(world, "Ada")
    bill = make_bill(ada, "fund-schools", at=WEEK.proposing)
    reach(world, WEEK.voting)
    ballots.cast(citizen_id=ada.pk, year=2027, votes={bill.pk: True}, response="B", now=still(WEEK.voting))
    week = reach(world, WEEK.results)
    dice = Dice(bytes(Seed.objects.get(week=week).secret))
    expected = {
        "A": year.tick(year.START, 2027, ["fund-schools"], week.crisis, "B", dice).earth,
        "B": year.tick(year.START, 2027, [], week.crisis, "C", dice).earth,
    }
    kept = {row.earth: codec.read(row.state) for row in EarthYear.objects.filter(week=week)}
    assert kept == expected
    assert len(kept["A"].due) == 1


def test_the_next_year_goes_on_from_the_last(world: World) -> None:
    second = reach(world, moments(2).results)
    first = Week.objects.get(year=2027)
    before = {row.earth: codec.read(row.state) for row in EarthYear.objects.filter(week=first)}
    dice = Dice(bytes(Seed.objects.get(week=second).secret))
    after = year.tick(before["A"], 2028, [], second.crisis, "C", dice).earth
    assert codec.read(EarthYear.objects.get(week=second, earth="A").state) == after


def test_moved_citizens_move_before_the_president_takes_office(world: World) -> None:
    ada, bob = make_citizen(world, "Ada"), make_citizen(world, "Bob")
    Citizen.objects.filter(pk=ada.pk).update(standing_since=WEEK.plan.opens_at)
    Citizen.objects.filter(pk=bob.pk).update(endorses=ada)
    reach(world, WEEK.proposing)
    citizens.move(citizen_id=ada.pk, earth="B", at=WEEK.proposing)
    assert Citizen.objects.get(pk=ada.pk).earth == "A"
    week = reach(world, moments(2).proposing)
    moved = Citizen.objects.get(pk=ada.pk)
    assert (moved.earth, moved.moves_to, moved.standing_since) == ("B", "", None)
    assert not Presidency.objects.filter(week=week).exists()


def test_a_world_that_fails_does_not_hold_up_the_others(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    other = make_world("other")
    # A crisis that is on no table: the tick of this world cannot be reckoned.
    reach(world, WEEK.locked)
    Week.objects.filter(world=world).update(crisis="")
    reach(other, WEEK.locked)
    weeks.advance_due(WEEK.results)
    stages = dict(Week.objects.values_list("world__slug", "stage"))
    assert stages == {"main": Stage.LOCKED, "other": Stage.TICKED}
    assert World.objects.get(pk=world.pk).failures == 1
    Week.objects.filter(world=world).update(crisis="pandemic")
    weeks.advance_due(WEEK.results)
    assert World.objects.get(pk=world.pk).failures == 0
    assert Week.objects.get(world=world).stage == Stage.TICKED


def test_an_archived_world_stands_still(world: World) -> None:
    reach(world, WEEK.proposing)
    worlds.archive(world_id=world.pk, at=WEEK.proposing)
    weeks.advance_due(moments(3).results)
    assert list(Week.objects.values_list("stage", flat=True)) == [Stage.OPENED]
