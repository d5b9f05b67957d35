"""The calendar kept by real processes: beats and workers that are two, killed, or late."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from subprocess import Popen

from django.db import connection
from django.test import override_settings

from config import children, run
from earths.actions import ballots, worlds
from earths.models import EarthYear, Presidency, Seed, Week, World
from earths.rules.calendar import Week as Plan
from earths.rules.calendar import week_at
from games import clock
from tests.conftest import Site, _servers
from tests.earths.conftest import make_bill, make_citizen, still

SECOND = timedelta(seconds=1)


def now() -> datetime:
    """Read the clock that the site's processes read."""
    with override_settings(DEBUG=True):
        return clock.now()


def new_world(slug: str) -> tuple[World, Plan]:
    """Create a world that starts next Sunday by the site's clock, with two citizens."""
    plan = week_at(now()).next
    world_id = worlds.create(slug=slug, name=slug, earth_a="A", earth_b="B", starts_on=plan.sunday, at=now())
    world = World.objects.get(pk=world_id)
    for name, earth in (("Ada", "A"), ("Eve", "B")):
        make_citizen(world, name, earth)
    return world, plan


def wait_for_stage(world: World, stage: int, seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if Week.objects.filter(world=world, stage=stage).exists():
            return
        time.sleep(0.05)
    raise AssertionError(f"The week did not reach stage {stage}: {list(Week.objects.values())}")


@contextmanager
def running(name: str) -> Iterator[Popen[bytes]]:
    """Run one more worker or beat beside the site's own."""
    args = run.programs("127.0.0.1", 1)[name]
    env = {**os.environ, "DATABASE_NAME": connection.settings_dict["NAME"], "DATABASE_POOL": "4"}
    process = children.spawn(args, ledger=_servers.ledger, env=env)
    try:
        yield process
    finally:
        process.terminate()
        children.end(process, ledger=_servers.ledger, seconds=10)


def live_a_week(
    site: Site, slug: str, hops: Callable[[Plan], list[tuple[datetime, int]]]
) -> dict[str, object]:
    """Let a world live its first week with one bill voted on, and answer what its rows say but for the dice."""
    world, plan = new_world(slug)
    site.hop(plan.opens_at + SECOND)
    wait_for_stage(world, 1)
    ada = world.citizens.get(name="Ada")
    bill = make_bill(ada, at=now())
    site.hop(plan.ballot_at + SECOND)
    wait_for_stage(world, 2)
    ballots.cast(citizen_id=ada.pk, year=2027, votes={bill.pk: True}, response="B", now=still(now()))
    for to, stage in hops(plan):
        site.hop(to + SECOND)
        wait_for_stage(world, stage)
    bill.refresh_from_db()
    return {
        "weeks": list(Week.objects.filter(world=world).values_list("year", "stage")),
        "opened": [week.opens_at - plan.opens_at for week in Week.objects.filter(world=world)],
        "earths": [
            (row.earth, row.voters, row.response, row.state is not None)
            for row in EarthYear.objects.filter(week__world=world).order_by("earth")
        ],
        "bill": (bill.place, bill.yes, bill.no, bill.passed, bill.is_law),
        "seeds": Seed.objects.filter(week__world=world).count(),
        "presidents": Presidency.objects.filter(week__world=world).count(),
    }


def test_two_beats_and_two_workers_give_the_rows_of_one_of_each(site: Site) -> None:
    together = live_a_week(site, "one", lambda plan: [(plan.results_at, 5)])
    with running("worker"), running("beat"):
        doubled = live_a_week(
            site, "two", lambda plan: [(plan.count_at, 3), (plan.lock_at, 4), (plan.results_at, 5)]
        )
    assert together == {
        "weeks": [(2027, 5)],
        "opened": [timedelta(0)],
        "earths": [("A", 1, "B", True), ("B", 0, "C", True)],
        "bill": (1, 1, 0, True, True),
        "seeds": 1,
        "presidents": 0,
    }
    assert doubled == together


def test_a_beat_that_dies_and_the_next_still_open_the_ballot(site: Site) -> None:
    world, plan = new_world("main")
    site.hop(plan.opens_at + SECOND)
    wait_for_stage(world, 1)
    site.processes["beat"].send_signal(signal.SIGSTOP)
    with running("beat") as beat:
        time.sleep(3)
        beat.send_signal(signal.SIGKILL)
        beat.wait()
    site.hop(plan.ballot_at + timedelta(seconds=30))
    with running("beat"):
        wait_for_stage(world, 2)
    assert list(Week.objects.filter(world=world).values_list("ballot_at", "stage")) == [(plan.ballot_at, 2)]


def test_a_killed_worker_is_made_up_for_by_the_next(site: Site) -> None:
    world, plan = new_world("main")
    worker = site.processes["worker"]
    worker.send_signal(signal.SIGSTOP)
    try:
        site.hop(plan.results_at + SECOND)
        with running("worker") as other:
            time.sleep(1)
            other.send_signal(signal.SIGKILL)
            other.wait()
        with running("worker"):
            wait_for_stage(world, 5)
    finally:
        worker.send_signal(signal.SIGCONT)
    assert Seed.objects.filter(week__world=world).count() == 1
