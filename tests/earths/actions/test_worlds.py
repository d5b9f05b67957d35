"""Creating, renaming and archiving worlds, and striking bills (E1.3, E13.7)."""

from datetime import date, timedelta

import pytest

from earths.actions import worlds
from earths.models import Bill, EarthYear, Notice, World
from games.terms import Refused
from tests.earths.conftest import FIRST_SUNDAY, make_bill, make_citizen, make_world, moments, reach

WEEK = moments()


def create(starts_on: date, at=WEEK.plan.opens_at - timedelta(days=1), slug: str = "w") -> int:
    return worlds.create(slug=slug, name="W", earth_a="A", earth_b="B", starts_on=starts_on, at=at)


def test_a_world_starts_on_a_sunday_that_lies_ahead(db: None) -> None:
    with pytest.raises(Refused, match="A world starts on a Sunday"):
        create(FIRST_SUNDAY + timedelta(days=1))
    with pytest.raises(Refused, match="lies ahead"):
        create(FIRST_SUNDAY, at=WEEK.plan.opens_at)
    world = World.objects.get(pk=create(FIRST_SUNDAY))
    assert (world.due, world.due_year, world.due_at) == ("open", 2027, WEEK.plan.opens_at)


def test_everybody_is_told_when_a_new_world_starts(world: World) -> None:
    assert Notice.objects.get().text == "The world “Main” was created. Its first week opens on 1 Mar 2026."


def test_two_worlds_cannot_share_an_address(world: World) -> None:
    with pytest.raises(Refused, match="this address already"):
        create(FIRST_SUNDAY, slug=world.slug)


def test_one_world_is_on_the_front_page(db: None) -> None:
    first, second = make_world("first", featured=True), make_world("second", featured=True)
    assert list(World.objects.filter(featured=True)) == [second]
    for _ in range(2):
        worlds.feature(world_id=first.pk, at=WEEK.proposing)
    assert list(World.objects.filter(featured=True)) == [first]
    assert Notice.objects.filter(world=first, text__contains="front page").count() == 1


def test_renaming_is_told_once(world: World) -> None:
    for _ in range(2):
        worlds.rename(world_id=world.pk, name="Other", earth_a="Anna", earth_b="Bert", at=WEEK.proposing)
    assert Notice.objects.filter(text__startswith="The names are now").count() == 1


def test_a_bill_struck_before_the_ballot_just_goes(world: World) -> None:
    ada = make_citizen(world, "Ada")
    first, second = (make_bill(ada, at=WEEK.proposing, name=name) for name in "12")
    worlds.strike(bill_id=first.pk, reason="Spam.", at=WEEK.proposing)
    reach(world, WEEK.voting)
    assert list(Bill.objects.filter(place__isnull=False)) == [second]
    assert Bill.objects.get(pk=first.pk).final_upvotes is None


def test_a_bill_struck_on_the_ballot_stays_there_and_nobody_moves_up(world: World) -> None:
    people = [make_citizen(world, name) for name in ("Ada", "Bob")]
    policies = ["raise-taxes", "cut-taxes", "build-housing", "fund-police", "fund-schools", "space-program"]
    made = [make_bill(people[n // 3], policy, at=WEEK.proposing) for n, policy in enumerate(policies)]
    reach(world, WEEK.voting)
    worlds.strike(bill_id=made[0].pk, reason="Spam.", at=WEEK.voting)
    assert list(Bill.objects.filter(place__isnull=False).order_by("place")) == made[:5]


def test_a_bill_can_be_struck_once_and_until_friday(world: World) -> None:
    ada = make_citizen(world, "Ada")
    first, second = (make_bill(ada, policy, at=WEEK.proposing) for policy in ("fund-police", "cut-taxes"))
    worlds.strike(bill_id=first.pk, reason="Spam.", at=WEEK.plan.lock_at - timedelta(microseconds=1))
    with pytest.raises(Refused, match="off the list already"):
        worlds.strike(bill_id=first.pk, reason="Spam.", at=WEEK.plan.lock_at - timedelta(microseconds=1))
    for at in (WEEK.plan.lock_at, moments(2).proposing):
        with pytest.raises(Refused, match="until Friday opens"):
            worlds.strike(bill_id=second.pk, reason="Spam.", at=at)
    assert list(Notice.objects.filter(text__contains="struck").values_list("text", flat=True)) == [
        "An admin struck the bill “A bill” of 2027: Spam."
    ]


def test_a_strike_needs_a_reason(world: World) -> None:
    bill = make_bill(make_citizen(world, "Ada"), at=WEEK.proposing)
    with pytest.raises(Refused, match="The reason needs"):
        worlds.strike(bill_id=bill.pk, reason=" ", at=WEEK.proposing)
    assert EarthYear.objects.count() == 2
