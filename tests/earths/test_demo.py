"""The demo world: six finished years, a running week, and citizens who act by themselves."""

from datetime import date
from io import StringIO
from itertools import islice

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.core.management.base import CommandError

from earths.actions import weeks
from earths.adapter import INVENTED
from earths.demo import deeds, making
from earths.demo.bills import WORDINGS
from earths.demo.names import names
from earths.demo.temperaments import SHARES, TEMPERAMENTS, temperament
from earths.models import (
    Account,
    Ballot,
    Bill,
    Citizen,
    EarthYear,
    Notice,
    Presidency,
    Stage,
    Vote,
    Week,
    World,
)
from earths.rules import calendar
from earths.rules.calendar import Phase
from earths.rules.tables import NAME_LENGTH, PITCH_LENGTH, POLICIES
from games import clock
from games.chance import Dice
from games.terms import Refused
from games.text import fold

DICE = Dice(b"demo")
WEDNESDAY = calendar.Week(date(2026, 3, 1)).ballot_at


@pytest.fixture
def show_site(settings, tmp_path, db) -> None:
    """Have a demo site whose calendar has not ticked yet."""
    settings.DEBUG = True
    settings.CLOCK_OFFSET_FILE = tmp_path / "clock-offset"
    cache.clear()


def test_names_are_different_however_they_are_written() -> None:
    drawn = list(islice(names(DICE), 300))
    assert len({fold(name) for name in drawn}) == 300
    assert max(map(len, drawn)) <= 40
    assert min(map(len, drawn)) < 4
    assert drawn == list(islice(names(DICE), 300))


def test_every_policy_has_six_wordings_that_fit() -> None:
    assert list(WORDINGS) == list(POLICIES)
    for wordings in WORDINGS.values():
        assert len(wordings) == 6
        assert all(0 < len(name) <= NAME_LENGTH and len(pitch) <= PITCH_LENGTH for name, pitch in wordings)


def test_temperaments_come_in_their_shares() -> None:
    for earth, shares in SHARES.items():
        born = [temperament(DICE, f"somebody {number}", earth).slug for number in range(3_000)]
        for slug, share in shares.items():
            assert abs(born.count(slug) / 30 - share) < 4


def test_green_likes_the_wind_and_thrifty_likes_thrift() -> None:
    def best(slug: str) -> str:
        temper = TEMPERAMENTS[slug]
        return max(POLICIES, key=lambda policy: temper.liking(POLICIES[policy].effects, policy))

    assert best("green") == "green-energy-push"
    assert best("thrifty") == "cut-spending"
    assert best("dreamer") == "space-program"


def test_demo_has_six_finished_years_and_a_running_week(show_site: None) -> None:
    at = clock.now()
    world = making.make(at, people=24)
    assert list(Week.objects.order_by("year").values_list("year", flat=True)) == list(range(2027, 2034))
    assert Week.objects.filter(stage=Stage.TICKED, closes_at__lte=at).count() == 6
    running = Week.objects.get(year=2033)
    assert running.opens_at <= at < running.closes_at
    assert world.due_at > at
    assert world.featured
    for week in Week.objects.filter(year__lt=2033):
        assert Bill.objects.filter(week=week, place__isnull=False).count() > 3
        assert Ballot.objects.filter(week=week).count() > 2
    assert Notice.objects.filter(world=world, text__contains="limerick").count() == 1
    assert Presidency.objects.filter(week=running, citizen__name="Ada").exists()


def test_demo_logins_let_one_in(show_site: None, client) -> None:
    making.make(clock.now(), people=10)
    for name, staff in (("ada", False), ("bruno", False), ("admin", True)):
        door = "/admin/login/" if staff else "/accounts/login/"
        sent = {"username": name, "login": name, "password": making.PASSWORD, "next": "/about"}
        assert client.post(door, sent)["Location"] == "/about"
        assert Account.objects.get(username=name).is_staff == staff
    invented = Account.objects.filter(username__startswith=INVENTED)
    assert invented.count() == 10
    assert not any(account.is_active or account.has_usable_password() for account in invented)


def test_demo_is_made_once(show_site: None) -> None:
    said = StringIO()
    call_command("demo", "--citizens=8", stdout=said)
    counted = [model.objects.count() for model in (World, Account, Citizen, Bill, Vote)]
    call_command("demo", "--citizens=8", stdout=said)
    assert [model.objects.count() for model in (World, Account, Citizen, Bill, Vote)] == counted
    assert said.getvalue().count("ada (Meridian), bruno (Antipode)") == 2


@pytest.mark.parametrize(("debug", "offset_file"), [(False, "/tmp/offset"), (True, None)])
def test_demo_is_refused_where_others_come(debug: bool, offset_file: str | None, settings, db) -> None:
    settings.DEBUG, settings.CLOCK_OFFSET_FILE = debug, offset_file
    with pytest.raises(CommandError, match="made only on an embedded site"):
        call_command("demo")
    assert not Account.objects.exists()


def test_demo_is_refused_while_the_calendar_ticks(show_site: None) -> None:
    cache.set("last-tick", clock.now(), timeout=None)
    with pytest.raises(Refused, match="The site is running"):
        making.make(clock.now(), people=4)
    assert not World.objects.exists()


def test_citizens_act_up_to_the_boundary_and_not_twice(show_site: None) -> None:
    world = making.make(WEDNESDAY, people=24)
    week = Week.objects.get(opens_at__lte=WEDNESDAY, closes_at__gt=WEDNESDAY)
    assert not Ballot.objects.filter(week=week).exists()
    noon = WEDNESDAY + (week.count_at - week.ballot_at) / 2
    deeds.act(world, noon, since=WEDNESDAY)
    early = Ballot.objects.filter(week=week).count()
    deeds.act(world, week.count_at, since=noon)
    all_day = Ballot.objects.filter(week=week).count()
    assert 0 < early < all_day
    deeds.act(world, week.count_at, since=noon)
    assert Ballot.objects.filter(week=week).count() == all_day
    players = Citizen.objects.filter(name__in=["Ada", "Bruno"])
    assert not Ballot.objects.filter(week=week, citizen__in=players).exists()
    weeks.catch_up(world_id=world.pk, at=week.count_at)
    week.refresh_from_db()
    assert week.stage == Stage.COUNTED


def test_same_citizens_do_the_same_again(show_site: None) -> None:
    def made() -> tuple[list[tuple[object, ...]], ...]:
        making.make(WEDNESDAY, people=8)
        proposed = Bill.objects.order_by("week__year", "earth", "proposed_at").values_list(
            "name", "proposed_at"
        )
        votes = Vote.objects.order_by(
            "bill__week__year", "bill__earth", "bill__place", "ballot__citizen__name"
        )
        answer = (list(proposed), list(votes.values_list("bill__name", "ballot__citizen__name", "yes")))
        for model in (Ballot, Presidency, EarthYear, Bill, World):
            model.objects.all().delete()
        return answer

    assert made() == made()


def test_phase_without_deeds_passes(show_site: None) -> None:
    world = making.make(WEDNESDAY, people=4)
    week = Week.objects.get(year=2033)
    weeks.catch_up(world_id=world.pk, at=week.lock_at)
    before = Notice.objects.count()
    deeds.act(world, week.results_at, since=week.lock_at)
    assert Notice.objects.count() == before
    assert Phase.LOCKED not in deeds.DEEDS
