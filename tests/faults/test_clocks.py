"""Machines whose clocks are wrong: the database's clock decides, and no other."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from earths.models import Week
from games import clock
from games.models import Notice, Phase
from tests.faults import staging
from tests.faults.cluster import NAMES, Cluster, wait_until
from tests.faults.staging import Election
from tests.faults.storm import ask
from tests.games.conftest import Sitting

pytestmark = pytest.mark.servers
LONG = dict.fromkeys(staging.SHORT, 600)
MINUTES, HOUR = 300, 3600


class Clocks:
    """The clock of each process's machine, which may be set: seconds that it is ahead, by the process's name."""

    def __init__(self, folder: Path) -> None:
        self.files = {name: folder / name for name in NAMES}

    def set(self, *, ahead: int = 0, **others: int) -> None:
        for name, file in self.files.items():
            fresh = file.with_suffix(".new")
            fresh.write_text(str(others.get(name.replace("-", "_"), ahead)))
            fresh.replace(file)

    def env(self, name: str) -> dict[str, str]:
        return {
            "PYTHONPATH": str(Path(__file__).parent / "wrong_clock"),
            "WRONG_CLOCK": str(self.files[name]),
        }


@pytest.fixture(scope="module")
def clocks(_cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clocks]:
    """Have each process of the site run on a machine with a clock of its own, some minutes off from the start."""
    clocks = Clocks(tmp_path_factory.mktemp("clocks"))
    clocks.set(web_1=MINUTES, web_2=-MINUTES, live_1=MINUTES, worker_1=MINUTES, beat_1=-MINUTES)
    _cluster.more = {name: clocks.env(name) for name in NAMES}
    restart(_cluster)
    yield clocks
    clocks.set()
    _cluster.more = {}


def restart(cluster: Cluster) -> None:
    for name in list(cluster.processes):
        cluster.kill(name)
    cluster.start()
    cluster.wait_until_up()


def vote(cluster: Cluster, election: Election, web: str, number: int) -> bool:
    """Vote at one of the webs, and say whether it was stored."""
    voter, _ = election.voters[number]
    path = f"/w/{election.slug}/ballot/2027/vote"
    answer = ask(cluster.ports[web], "POST", path, voter.cookies, {"response": "B"})
    assert answer is not None
    assert answer.status == 303
    return "messages=" not in answer.cookies


def watch_deadlines(cluster: Cluster, sitting: Sitting, election: Election) -> None:
    """See a vote and a phase end at their moments by the database's clock, neither earlier nor later."""
    due_at, count_at = sitting.room.due_at, election.count_at
    assert [vote(cluster, election, web, n) for n, web in enumerate(("web-1", "web-2"))] == [True, True]
    while clock.now() < due_at:
        done = Phase.objects.filter(room=sitting.room_id).count(), Week.objects.get(pk=election.week).stage
        stored = vote(cluster, election, "web-1", 2)
        assert (done, stored) == ((1, 2), True) or clock.now() >= due_at
        time.sleep(0.2)
    wait_until(lambda: clock.now() > due_at, "the deadline")
    assert not vote(cluster, election, "web-1", 3)
    assert not vote(cluster, election, "web-2", 3)
    wait_until(lambda: Phase.objects.filter(room=sitting.room_id).count() == 2, "the phase to close", 10)
    wait_until(lambda: Week.objects.get(pk=election.week).stage == 3, "the count", 10)
    assert Phase.objects.get(room=sitting.room_id, serial=1).closed_at == due_at
    assert not Notice.objects.filter(room=sitting.room_id).exists()
    assert count_at == due_at


def stage(seconds: float) -> tuple[Sitting, Election]:
    at = clock.now()
    election = staging.hold_election(people=6, at=at, lasts=timedelta(seconds=seconds))
    sitting = staging.seat_people(people=4, at=at, lengths=LONG)
    staging.end_at(sitting, election.count_at)
    return sitting, election


def test_machines_minutes_ahead_and_behind_keep_the_databases_time(cluster: Cluster, clocks: Clocks) -> None:
    # The only worker is on a machine that is five minutes ahead, and the only beat on one that is behind.
    cluster.kill("worker-2")
    cluster.kill("beat-2")
    watch_deadlines(cluster, *stage(4))


def test_a_clock_that_is_put_an_hour_on_and_back_moves_nothing(cluster: Cluster, clocks: Clocks) -> None:
    clocks.set()
    for ahead in (HOUR, -HOUR):
        sitting, election = stage(4)
        clocks.set(ahead=ahead)
        watch_deadlines(cluster, sitting, election)
    ready = ask(cluster.ports["web-1"], "GET", "/healthz/ready", "")
    assert ready is not None
    assert ready.status == 200


@pytest.mark.faults
def test_the_databases_own_clock_is_followed_when_it_is_put_back(cluster: Cluster) -> None:
    """The one clock that decides is wrong itself for a while: deadlines move with it, and the beat goes on."""
    with set_database_clock(cluster, -HOUR):
        restart(cluster)
        at = clock.now() - timedelta(seconds=HOUR)
        sitting = staging.seat_people(people=4, at=at, lengths=LONG)
        due_at = at + timedelta(seconds=3)
        staging.end_at(sitting, due_at)
        wait_until(lambda: Phase.objects.filter(room=sitting.room_id).count() == 2, "the phase to close", 20)
        assert clock.now() - timedelta(seconds=HOUR) > due_at
        assert Phase.objects.get(room=sitting.room_id, serial=2).opened_at == due_at
    # Right again, an hour has passed in which nothing ticked, and rooms get it back.
    staging.end_at(sitting, due_at + timedelta(minutes=1))
    wait_until(lambda: Notice.objects.filter(room=sitting.room_id).exists(), "the hour to be given back", 30)
    assert Phase.objects.filter(room=sitting.room_id).count() == 2


@contextmanager
def set_database_clock(cluster: Cluster, ahead: int) -> Iterator[None]:
    """Have the database answer a wrong time to whoever asks for it."""
    (name,) = cluster.sql("SELECT current_database()")[0]
    cluster.sql(f"""CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
        AS $$ SELECT pg_catalog.clock_timestamp() + interval '{ahead} seconds' $$""")
    cluster.sql(f"ALTER DATABASE {name} SET search_path = public, pg_catalog")
    try:
        yield
    finally:
        cluster.sql(f"ALTER DATABASE {name} RESET search_path")
        cluster.sql("DROP FUNCTION public.clock_timestamp()")
