"""Processes killed at random moments of a storm: nothing accepted is lost, nothing is done twice or by halves."""

import os
import time
from collections import Counter
from datetime import timedelta

import pytest
from django.db import connection

from games import clock
from tests.faults import invariants, staging
from tests.faults.cluster import NAMES, Cluster, wait_for_none, wait_until
from tests.faults.draws import Draws
from tests.faults.line import Line
from tests.faults.storm import Storm

pytestmark = pytest.mark.servers

SEED = int(os.environ.get("SEED", "7"))
BACK = 10.0
"""Seconds within which sockets are back, and all that is due is done, once everything runs again."""


def test_a_storm_with_ten_kills_loses_nothing(cluster: Cluster) -> None:
    weather(cluster, seed=1, victims=victims(cluster, 10, seed=1))


@pytest.mark.faults
@pytest.mark.parametrize("seed", range(SEED, SEED + 20))
def test_storms_with_hundreds_of_kills_lose_nothing(cluster: Cluster, seed: int) -> None:
    weather(cluster, seed=seed, victims=victims(cluster, 11, seed=seed))


def victims(cluster: Cluster, number: int, *, seed: int) -> list[str]:
    """Draw whom to kill: each kind of process and each server at least once, the rest by chance."""
    chance = Draws(str(seed))
    kinds = ["web", "live", "worker", "beat", "inside web", "inside live"]
    kinds += ["Valkey", "PostgreSQL", "inside PostgreSQL"] if cluster.own_servers else []
    drawn = kinds + [chance.one(kinds) for _ in range(number - len(kinds))]
    return [
        f"{one}-{chance.one((1, 2))}" if one[0].islower() and "PostgreSQL" not in one else one
        for one in chance.shuffled(drawn)
    ]


def weather(cluster: Cluster, *, seed: int, victims: list[str]) -> dict[str, float]:
    """Let a storm rage, kill these one after the other, and hold the site to its word; answer the worst times."""
    chance, at, storm = Draws(str(seed)), clock.now(), Storm(cluster, seed)
    lasts = timedelta(seconds=1.5 * len(victims))
    election = staging.hold_election(people=6, at=at, lasts=lasts)
    rooms = [staging.seat_people(people=4, at=at), staging.seat_bots(at=at)]
    led = staging.lead_bots(at=at)
    late = staging.fall_behind(weeks=6, at=at)
    lines = [
        Line(cluster.ports[live], path, staging.browser(rooms[0], viewer))
        for live in ("live-1", "live-2")
        for path, viewer in (
            (f"/ws{rooms[0].path}", 1),
            (f"/ws{rooms[0].path}", "public"),
            (f"/ws/w/{election.slug}/", "public"),
        )
    ]
    storm.vote(election)
    storm.play(rooms[0])
    storm.lead(led)
    storm.watch()
    worst = {"sockets": 0.0, "due": 0.0}
    try:
        for victim in victims:
            time.sleep(0.1 + 0.7 * chance.share())
            kill(cluster, victim, chance)
            recovered, moment = time.monotonic(), clock.now()
            took = wait_for_none(lambda m=moment: cluster.overdue(m), f"what was due, after {victim}", BACK)
            worst["due"] = max(worst["due"], took)
            wait_until(
                lambda: all(line.is_open for line in lines), f"the sockets to be back, after {victim}", BACK
            )
            worst["sockets"] = max(worst["sockets"], time.monotonic() - recovered)
        wait_until(lambda: clock.now() > election.count_at, "voting to close", 120)
        wait_for_none(lambda: cluster.overdue(election.count_at), "the count", BACK)
    finally:
        storm.end()
        for line in lines:
            line.end()
    connection.close()
    assert storm.ledger.faults == []
    assert storm.lost() == []
    counted = Counter(storm.ledger.answers)
    assert min(counted["vote stored"], counted["order stored"], counted["end stored"]) > 0
    assert not cluster.sql(
        "SELECT 1 FROM earths_week WHERE world_id = %s AND stage < 5 AND closes_at < now()", late
    )
    assert invariants.broken() == []
    # Its rooms would play on through the next storm.
    cluster.clear()
    print(f"seed {seed}: {len(victims)} kills, {dict(sorted(counted.items()))}, worst {worst}")
    return worst


def kill(cluster: Cluster, victim: str, chance: Draws) -> None:
    """Kill a process and start it again as a supervisor does, some moments later; return when it runs."""
    if victim.startswith("inside PostgreSQL"):
        cluster.kill_backend(chance)
    elif victim.startswith("inside "):
        cluster.kill_inside(victim.removeprefix("inside "))
        cluster.wait_until_up(victim.removeprefix("inside "))
    else:
        cluster.kill(victim)
        time.sleep(0.5 * chance.share())
        cluster.revive(victim)
        cluster.wait_until_up(*([victim] if victim in NAMES else ["web-1", "web-2"]))
