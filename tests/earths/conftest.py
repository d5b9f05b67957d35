"""A world to play in, people to play it with, and a way to walk through its weeks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import pytest
import time_machine

from earths.actions import bills, weeks, worlds
from earths.models import Account, Bill, Citizen, Week, World
from earths.rules.calendar import Phase
from earths.rules.calendar import Week as Plan

FIRST_SUNDAY = date(2026, 3, 1)
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True)
class Moments:
    """The instants of one week of a world that starts on ``FIRST_SUNDAY``, a minute into each phase."""

    plan: Plan

    @property
    def proposing(self) -> datetime:
        return self.plan.opens_at + MINUTE

    @property
    def voting(self) -> datetime:
        return self.plan.ballot_at + MINUTE

    @property
    def count(self) -> datetime:
        return self.plan.count_at + MINUTE

    @property
    def locked(self) -> datetime:
        return self.plan.lock_at + MINUTE

    @property
    def results(self) -> datetime:
        return self.plan.results_at + MINUTE

    def of(self, phase: Phase) -> datetime:
        moment: datetime = getattr(self, phase.value)
        return moment


def moments(number: int = 1, starts_on: date = FIRST_SUNDAY) -> Moments:
    """Answer the moments of the world's first, second … week."""
    return Moments(Plan(starts_on + timedelta(weeks=number - 1)))


def make_world(slug: str = "main", *, starts_on: date = FIRST_SUNDAY, featured: bool = False) -> World:
    """Create a world a day before it starts."""
    world_id = worlds.create(
        slug=slug,
        name=slug.title(),
        earth_a="Azure",
        earth_b="Bronze",
        starts_on=starts_on,
        featured=featured,
        at=Plan(starts_on).opens_at - timedelta(days=1),
    )
    return World.objects.get(pk=world_id)


def make_citizen(world: World, name: str, earth: str = "A", *, at: datetime | None = None) -> Citizen:
    """Let somebody join an Earth an hour before the world starts, however full that Earth is."""
    account = Account.objects.create_user(f"{world.slug}-{name}".lower().replace(" ", "-"))
    return Citizen.objects.create(
        world=world,
        account=account,
        earth=earth,
        name=name,
        folded_name=name.casefold(),
        joined_at=at or Plan(world.starts_on).opens_at - timedelta(hours=1),
    )


def make_bill(citizen: Citizen, policy: str = "fund-police", *, at: datetime, name: str = "A bill") -> Bill:
    """Propose a bill through the action."""
    pk = bills.propose(citizen_id=citizen.pk, policy=policy, name=name, pitch="", at=at)
    return Bill.objects.get(pk=pk)


def reach(world: World, at: datetime) -> Week:
    """Work off all that is due at ``at`` and answer the week it lies in."""
    weeks.catch_up(world_id=world.pk, at=at)
    return Week.objects.get(world=world, opens_at__lte=at, closes_at__gt=at)


def still(at: datetime) -> Callable[[], datetime]:
    """Answer a clock that stands still."""
    return lambda: at


@pytest.fixture
def first_week() -> Iterator[None]:
    """Let the site's clock go on from the first Sunday of the tests' worlds: each week since would be worked off."""
    with time_machine.travel(moments().proposing):
        yield


@pytest.fixture
def world(db: None) -> World:
    return make_world()
