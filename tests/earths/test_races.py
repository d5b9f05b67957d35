"""What happens at the same moment, on a real PostgreSQL with a connection for each thread."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Barrier, Event, Lock
from typing import Any

import pytest
from django.db import connection, transaction

from earths.actions import ballots, bills, citizens, presidents, weeks, worlds
from earths.actions.locks import lock_alone
from earths.actions.running_week import MOVING_ON
from earths.models import (
    Account,
    Ballot,
    Bill,
    Citizen,
    EarthYear,
    Notice,
    Presidency,
    Seed,
    Stage,
    Upvote,
    Vote,
    Week,
    World,
)
from earths.sight.ballots import recount
from earths.sight.desk import see_desk
from games.terms import Refused
from tests.earths.conftest import make_bill, make_citizen, make_world, moments, reach, still

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.servers]
WEEK = moments()


@pytest.fixture
def world() -> World:
    return make_world()


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Let all ``acts`` start together, each on a connection of its own, and answer what each gave or refused."""
    barrier = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            barrier.wait()
            return act()
        except Refused as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


def accepted(answers: Sequence[Any]) -> list[Any]:
    return [answer for answer in answers if not isinstance(answer, Refused)]


class SteppingClock:
    """A clock shared by all threads that passes the closing instant after a number of readings."""

    def __init__(self, readings: int) -> None:
        self.left = readings
        self.lock = Lock()

    def __call__(self):
        with self.lock:
            self.left -= 1
            return WEEK.plan.count_at - timedelta(microseconds=1) if self.left > 0 else WEEK.plan.count_at


@pytest.mark.parametrize("readings", [6, 10, 14, 18])
def test_an_accepted_vote_is_always_counted_and_a_refused_one_never(world: World, readings: int) -> None:
    people = [make_citizen(world, f"Citizen {n}") for n in range(8)]
    bill = make_bill(people[0], at=WEEK.proposing)
    week = reach(world, WEEK.voting)
    clock = SteppingClock(readings)

    def vote(citizen: Citizen) -> Callable[[], str]:
        return lambda: ballots.cast(
            citizen_id=citizen.pk, year=2027, votes={bill.pk: True}, response="B", now=clock
        )

    def count() -> None:
        while clock() < WEEK.plan.count_at:
            pass
        weeks.advance_due(WEEK.plan.count_at)

    *answers, _ = at_once(*map(vote, people), count)
    weeks.advance_due(WEEK.plan.count_at)
    bill.refresh_from_db()
    row = EarthYear.objects.get(week=week, earth="A")
    assert (bill.yes, row.voters, row.response_b) == (len(accepted(answers)),) * 3
    assert Vote.objects.count() == len(accepted(answers))


@contextmanager
def week_held_alone(world: World) -> Iterator[None]:
    """Hold the week as the count does, until one vote at least waits for it and what is done here is done."""
    with transaction.atomic():
        lock_alone(world.pk)
        yield
        while not one_waits():
            time.sleep(0.01)


def one_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)")
        return bool(cursor.fetchone()[0])


def test_a_vote_that_waited_for_the_count_is_not_stored_behind_it(world: World) -> None:
    ada = make_citizen(world, "Ada")
    bill = make_bill(ada, at=WEEK.proposing)
    week = reach(world, WEEK.voting)
    is_held = Event()

    def count() -> None:
        with week_held_alone(world):
            is_held.set()
            Week.objects.filter(pk=week.pk).update(stage=Stage.COUNTED)

    def vote() -> str:
        is_held.wait()
        return ballots.cast(citizen_id=ada.pk, year=2027, votes={bill.pk: True}, now=still(WEEK.voting))

    refused, _ = at_once(vote, count)
    assert isinstance(refused, Refused)
    assert refused.reason == MOVING_ON
    assert (Ballot.objects.count(), Vote.objects.count()) == (0, 0)


@pytest.mark.parametrize(("left", "stored"), [(timedelta(seconds=0.2), 0), (timedelta(minutes=1), 1)])
def test_a_vote_that_had_to_wait_is_judged_by_the_moment_it_waited_to(
    world: World, left: timedelta, stored: int
) -> None:
    ada = make_citizen(world, "Ada")
    bill = make_bill(ada, at=WEEK.proposing)
    reach(world, WEEK.voting)
    is_held = Event()
    begun = time.monotonic()

    def now() -> datetime:
        return WEEK.plan.count_at - left + timedelta(seconds=time.monotonic() - begun)

    def hold() -> None:
        with week_held_alone(world):
            is_held.set()
            time.sleep(0.4)

    def vote() -> str:
        is_held.wait()
        return ballots.cast(citizen_id=ada.pk, year=2027, votes={bill.pk: True}, now=now)

    answer, _ = at_once(vote, hold)
    assert (answer.reason if isinstance(answer, Refused) else "") == ("" if stored else ballots.CLOSED)
    assert Vote.objects.count() == stored


def test_twenty_posts_of_one_citizen_leave_one_vote_and_one_receipt(world: World) -> None:
    ada = make_citizen(world, "Ada")
    bill = make_bill(ada, at=WEEK.proposing)
    reach(world, WEEK.voting)

    def vote(yes: bool) -> Callable[[], str]:
        return lambda: ballots.cast(
            citizen_id=ada.pk, year=2027, votes={bill.pk: yes}, response="AB"[yes], now=still(WEEK.voting)
        )

    answers = at_once(*(vote(n % 2 == 0) for n in range(20)))
    assert set(answers) == {Ballot.objects.get().code}
    seen = see_desk(ada, WEEK.voting).ballot
    assert seen is not None
    assert seen.votes == {bill.pk: Vote.objects.get().yes}
    # Each post is stored whole: its vote and its response are of one and the same click.
    assert seen.response == "AB"[seen.votes[bill.pk]]
    vote(False)()
    assert see_desk(ada, WEEK.voting).ballot.votes == {bill.pk: False}


def test_ten_proposals_at_once_leave_three(world: World) -> None:
    ada = make_citizen(world, "Ada")
    reach(world, WEEK.proposing)
    answers = at_once(*(lambda n=n: make_bill(ada, at=WEEK.proposing, name=f"bill {n}") for n in range(10)))
    assert len(accepted(answers)) == 3
    assert Bill.objects.count() == 3


def test_a_double_click_proposes_once(world: World) -> None:
    ada = make_citizen(world, "Ada")
    reach(world, WEEK.proposing)
    answers = at_once(*([lambda: make_bill(ada, at=WEEK.proposing).pk] * 6))
    assert set(answers) == {Bill.objects.get().pk}


def test_upvotes_of_one_citizen_at_once_count_once(world: World) -> None:
    ada = make_citizen(world, "Ada")
    bill = make_bill(ada, at=WEEK.proposing)
    at_once(*([lambda: bills.upvote(citizen_id=ada.pk, bill_id=bill.pk, at=WEEK.proposing)] * 8))
    assert Upvote.objects.count() == 1


def test_a_bill_is_never_changed_after_somebody_else_upvoted_it(world: World) -> None:
    ada, bob = make_citizen(world, "Ada"), make_citizen(world, "Bob")
    for number in range(5):
        bill = make_bill(ada, at=WEEK.proposing, name=f"bill {number}")
        upvoted, withdrawn = at_once(
            lambda bill=bill: bills.upvote(citizen_id=bob.pk, bill_id=bill.pk, at=WEEK.proposing),
            lambda bill=bill: bills.withdraw(citizen_id=ada.pk, bill_id=bill.pk, at=WEEK.proposing),
        )
        bill.refresh_from_db()
        assert isinstance(upvoted, Refused) != isinstance(withdrawn, Refused)
        assert (bill.withdrawn_at is None) == isinstance(withdrawn, Refused)
        Bill.objects.filter(pk=bill.pk).update(withdrawn_at=WEEK.proposing)


def test_newcomers_at_once_keep_the_earths_in_balance(world: World) -> None:
    for number in range(10):
        make_citizen(world, f"A {number}", "A")
        make_citizen(world, f"B {number}", "B")
    accounts = [Account.objects.create_user(f"new-{n}") for n in range(6)]

    def join(account: Account) -> Callable[[], int]:
        name = f"New {account.pk}"
        return lambda: citizens.join(
            account_id=account.pk, world_id=world.pk, earth="A", name=name, at=WEEK.proposing
        )

    answers = at_once(*map(join, accounts))
    assert len(accepted(answers)) == 2
    assert Citizen.objects.filter(earth="A").count() == 12


def test_one_account_joining_from_two_tabs_is_one_citizen(world: World) -> None:
    account = Account.objects.create_user("ada")

    def join(earth: str) -> Callable[[], int]:
        return lambda: citizens.join(
            account_id=account.pk, world_id=world.pk, earth=earth, name="Ada", at=WEEK.proposing
        )

    assert set(at_once(join("A"), join("B"), join("A"), join("B"))) == {Citizen.objects.get().pk}


def test_a_vote_under_way_does_not_survive_a_ban(world: World) -> None:
    bob = make_citizen(world, "Bob")
    bill = make_bill(bob, at=WEEK.proposing)
    reach(world, WEEK.voting)
    for number in range(5):
        ada = make_citizen(world, f"Ada {number}")
        at_once(
            lambda ada=ada: ballots.cast(
                citizen_id=ada.pk, year=2027, votes={bill.pk: True}, now=still(WEEK.voting)
            ),
            lambda ada=ada: citizens.ban(citizen_id=ada.pk, reason="Threats.", at=WEEK.voting),
        )
    assert Vote.objects.count() == 0
    assert Notice.objects.filter(text__contains="banned").count() == 5


def test_many_workers_do_each_boundary_once(world: World) -> None:
    ada, bob = make_citizen(world, "Ada"), make_citizen(world, "Bob")
    presidents.stand(citizen_id=ada.pk, at=WEEK.plan.opens_at - timedelta(minutes=1))
    presidents.endorse(citizen_id=bob.pk, candidate_id=ada.pk, at=WEEK.plan.opens_at - timedelta(minutes=1))
    at = moments(3).results
    at_once(*([lambda: weeks.advance_due(at)] * 4), *([lambda: weeks.catch_up(world_id=world.pk, at=at)] * 4))
    weeks.advance_due(at)
    assert list(Week.objects.order_by("year").values_list("year", "stage")) == [
        (2027, 5),
        (2028, 5),
        (2029, 5),
    ]
    assert (EarthYear.objects.count(), Seed.objects.count(), Presidency.objects.count()) == (6, 3, 2)


def test_a_veto_and_a_strike_at_once_never_leave_a_struck_bill_vetoed(world: World) -> None:
    ada, bob = make_citizen(world, "Ada"), make_citizen(world, "Bob")
    bill = make_bill(ada, at=WEEK.proposing)
    reach(world, WEEK.voting)
    ballots.cast(citizen_id=bob.pk, year=2027, votes={bill.pk: True}, now=still(WEEK.voting))
    week = reach(world, WEEK.count)
    worlds.appoint(citizen_id=ada.pk, at=WEEK.count)
    at_once(
        lambda: presidents.veto(citizen_id=ada.pk, bill_id=bill.pk, at=WEEK.count),
        lambda: worlds.strike(bill_id=bill.pk, reason="Spam.", at=WEEK.count),
    )
    assert EarthYear.objects.get(week=week, earth="A").veto is None
    assert recount(week, "A").agrees
