"""Proposing, changing, withdrawing and upvoting bills (E5)."""

import pytest

from earths.actions import bills
from earths.models import Bill, Upvote, World
from games.terms import Refused
from tests.earths.conftest import make_bill, make_citizen, moments

WEEK = moments()


def live(world: World) -> list[str]:
    return list(
        Bill.objects.filter(week__world=world, withdrawn_at=None)
        .order_by("pk")
        .values_list("name", flat=True)
    )


def test_a_bill_is_proposed_on_ones_own_earth(world: World) -> None:
    ada = make_citizen(world, "Ada", "B")
    bill = make_bill(ada, "build-housing", at=WEEK.proposing, name="Roofs")
    assert (bill.earth, bill.policy, bill.name, bill.author, bill.proposed_at) == (
        "B",
        "build-housing",
        "Roofs",
        ada,
        WEEK.proposing,
    )


def test_the_same_bill_sent_twice_is_proposed_once(world: World) -> None:
    ada = make_citizen(world, "Ada")
    assert make_bill(ada, at=WEEK.proposing) == make_bill(ada, at=WEEK.proposing)
    assert live(world) == ["A bill"]


def test_a_fourth_live_bill_is_refused_until_one_is_withdrawn(world: World) -> None:
    ada = make_citizen(world, "Ada")
    first = make_bill(ada, at=WEEK.proposing, name="1")
    for name in "23":
        make_bill(ada, at=WEEK.proposing, name=name)
    with pytest.raises(Refused, match="3 live bills"):
        make_bill(ada, at=WEEK.proposing, name="4")
    bills.withdraw(citizen_id=ada.pk, bill_id=first.pk, at=WEEK.proposing)
    make_bill(ada, at=WEEK.proposing, name="4")
    assert live(world) == ["2", "3", "4"]


@pytest.mark.parametrize("phase", ["voting", "count", "locked", "results"])
def test_nothing_is_proposed_outside_proposing(world: World, phase: str) -> None:
    ada = make_citizen(world, "Ada")
    bill = make_bill(ada, at=WEEK.proposing)
    at = getattr(WEEK, phase)
    for act in (
        lambda: make_bill(ada, at=at, name="late"),
        lambda: bills.edit(citizen_id=ada.pk, bill_id=bill.pk, name="x", pitch="", at=at),
        lambda: bills.withdraw(citizen_id=ada.pk, bill_id=bill.pk, at=at),
        lambda: bills.upvote(citizen_id=ada.pk, bill_id=bill.pk, at=at),
        lambda: bills.take_back_upvote(citizen_id=ada.pk, bill_id=bill.pk, at=at),
    ):
        with pytest.raises(Refused, match="from Sunday to the end of Tuesday"):
            act()
    assert live(world) == ["A bill"]


def test_proposing_closes_at_the_very_instant_that_voting_opens(world: World) -> None:
    ada = make_citizen(world, "Ada")
    make_bill(ada, at=WEEK.plan.opens_at, name="Sunday midnight")
    with pytest.raises(Refused):
        make_bill(ada, at=WEEK.plan.ballot_at)
    assert live(world) == ["Sunday midnight"]


def test_nothing_is_proposed_before_the_first_week(world: World) -> None:
    ada = make_citizen(world, "Ada")
    with pytest.raises(Refused):
        make_bill(ada, at=WEEK.plan.opens_at - (WEEK.proposing - WEEK.plan.opens_at))


def test_a_bill_can_be_changed_until_somebody_else_upvotes_it(world: World) -> None:
    ada, bob = make_citizen(world, "Ada"), make_citizen(world, "Bob")
    bill = make_bill(ada, at=WEEK.proposing)
    bills.upvote(citizen_id=ada.pk, bill_id=bill.pk, at=WEEK.proposing)
    bills.edit(citizen_id=ada.pk, bill_id=bill.pk, name="Better", pitch="Why", at=WEEK.proposing)
    bills.upvote(citizen_id=bob.pk, bill_id=bill.pk, at=WEEK.proposing)
    bills.take_back_upvote(citizen_id=bob.pk, bill_id=bill.pk, at=WEEK.proposing)
    with pytest.raises(Refused, match="Somebody else has upvoted"):
        bills.edit(citizen_id=ada.pk, bill_id=bill.pk, name="Worse", pitch="", at=WEEK.proposing)
    with pytest.raises(Refused, match="Somebody else has upvoted"):
        bills.withdraw(citizen_id=ada.pk, bill_id=bill.pk, at=WEEK.proposing)
    bill.refresh_from_db()
    assert (bill.name, bill.pitch, bill.withdrawn_at) == ("Better", "Why", None)


def test_only_the_author_changes_a_bill(world: World) -> None:
    ada, bob = make_citizen(world, "Ada"), make_citizen(world, "Bob")
    bill = make_bill(ada, at=WEEK.proposing)
    with pytest.raises(Refused, match="not a live bill of yours"):
        bills.edit(citizen_id=bob.pk, bill_id=bill.pk, name="Mine", pitch="", at=WEEK.proposing)


def test_an_upvote_counts_once_and_on_ones_own_earth_only(world: World) -> None:
    ada, eve = make_citizen(world, "Ada"), make_citizen(world, "Eve", "B")
    bill = make_bill(ada, at=WEEK.proposing)
    for _ in range(2):
        bills.upvote(citizen_id=ada.pk, bill_id=bill.pk, at=WEEK.proposing)
    with pytest.raises(Refused, match="own Earth only"):
        bills.upvote(citizen_id=eve.pk, bill_id=bill.pk, at=WEEK.proposing)
    assert list(Upvote.objects.values_list("citizen", flat=True)) == [ada.pk]


@pytest.mark.parametrize(
    ("name", "pitch", "sentence"),
    [
        ("", "", "A bill's name needs at least 1 visible character."),
        ("\u200b\u2060 ", "", "A bill's name needs at least 1 visible character."),
        ("x" * 81, "", "A bill's name may have at most 80 characters; this has 81."),
        ("x", "y" * 501, "A pitch may have at most 500 characters; this has 501."),
    ],
)
def test_names_and_pitches_have_their_bounds(world: World, name: str, pitch: str, sentence: str) -> None:
    ada = make_citizen(world, "Ada")
    with pytest.raises(Refused) as refused:
        bills.propose(citizen_id=ada.pk, policy="cut-taxes", name=name, pitch=pitch, at=WEEK.proposing)
    assert refused.value.reason == sentence


def test_a_policy_off_the_menu_is_refused(world: World) -> None:
    ada = make_citizen(world, "Ada")
    with pytest.raises(Refused, match="from the menu"):
        make_bill(ada, "free-beer", at=WEEK.proposing)
