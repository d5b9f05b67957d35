"""PostgreSQL or Valkey emptied, away, or standing still: what goes on meanwhile, and how it is made up for."""

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connection

from earths.models import Ballot, Vote
from games import clock
from games.models import Order, Phase
from tests.conftest import OWN_SERVERS
from tests.faults import staging
from tests.faults.cluster import Cluster, wait_for_none, wait_until
from tests.faults.line import Line
from tests.faults.staging import Election
from tests.faults.storm import ask
from tests.games.conftest import Sitting

pytestmark = pytest.mark.servers
LONG = dict.fromkeys(staging.SHORT, 600)
HOUR = timedelta(hours=1)
OURS = pytest.mark.skipif(not OWN_SERVERS, reason="configured servers are nobody's to stop")
BACK = 10.0


@contextmanager
def watched(cluster: Cluster, sitting: Sitting, election: Election) -> Iterator[list[Line]]:
    """Hold sockets of a room and of a world open on both lives."""
    seat = staging.browser(sitting, 1)
    paths = ((f"/ws{sitting.path}", seat), (f"/ws/w/{election.slug}/", ""))
    lines = [
        Line(cluster.ports[live], path, cookies) for live in ("live-1", "live-2") for path, cookies in paths
    ]
    try:
        wait_until(lambda: all(line.is_open for line in lines), "the sockets", BACK)
        yield lines
    finally:
        for line in lines:
            line.end()


def vote(cluster: Cluster, election: Election, number: int, *, seconds: float = 8) -> None:
    """Let one citizen vote yes on the first bill of their ballot, and hold the site to its word."""
    voter, earth = election.voters[number]
    bill = election.bills[earth][0]
    port = cluster.ports[f"web-{number % 2 + 1}"]
    sent = {"bill": str(bill), "vote": "yes"}
    answer = ask(port, "POST", f"/w/{election.slug}/ballot/2027/vote", voter.cookies, sent, seconds=seconds)
    assert answer is not None
    assert (answer.status, "messages=" in answer.cookies) == (303, False)
    assert Vote.objects.filter(ballot__citizen=voter.citizen, bill=bill, yes=True).count() == 1
    assert Ballot.objects.filter(citizen=voter.citizen).count() == 1


def hand_in_budget(cluster: Cluster, sitting: Sitting, *, seconds: float = 8) -> None:
    """Let the President hand the budget in, which closes the phase."""
    first = next(person.seat for person in sitting.see("public").play.people if person.office == "president")
    cookies = staging.browser(sitting, first)
    sent = {"serial": "1", "allocate_defence": "3"}
    answer = ask(cluster.ports["web-2"], "POST", f"{sitting.path}submit", cookies, sent, seconds=seconds)
    assert answer is not None
    assert answer.status == 303
    assert Phase.objects.filter(room=sitting.room_id).count() == 2


def look(cluster: Cluster, sitting: Sitting, election: Election, *, seconds: float = 8) -> None:
    """Look at a page of either game, at both webs."""
    for web in ("web-1", "web-2"):
        for path, cookies in (
            (sitting.path, staging.browser(sitting, "public")),
            (f"/w/{election.slug}/", election.voters[0][0].cookies),
            (f"/w/{election.slug}/ballot", election.voters[0][0].cookies),
            ("/", ""),
        ):
            answer = ask(cluster.ports[web], "GET", path, cookies, seconds=seconds)
            assert answer is not None, f"{path} was not answered within {seconds} s"
            assert answer.status == 200


def stage(at: object = None) -> tuple[Sitting, Election]:
    moment = clock.now()
    election = staging.hold_election(people=6, at=moment, lasts=HOUR)
    return staging.seat_people(people=4, at=moment, lengths=LONG), election


def require_carried_on(cluster: Cluster, sitting: Sitting, lines: list[Line]) -> None:
    """See the next deadline kept, and both lives push the news of it."""
    wait_until(lambda: all(line.is_open for line in lines), "the sockets to be back", BACK)
    began = time.monotonic()
    due_at = clock.now()
    staging.end_at(sitting, due_at)
    wait_for_none(lambda: cluster.overdue(due_at), "what was due", BACK)
    rooms = [line for line in lines if "/ws/r/" in line.path]
    wait_until(lambda: all("look" in line.heard_since(began) for line in rooms), "pushes to resume", BACK)


def test_an_emptied_valkey_costs_nothing(cluster: Cluster) -> None:
    sitting, election = stage()
    with watched(cluster, sitting, election) as lines:
        with cluster.valkey() as valkey:
            valkey.flushall()
        look(cluster, sitting, election)
        vote(cluster, election, 0)
        hand_in_budget(cluster, sitting)
        require_carried_on(cluster, sitting, lines)


def stay_without_valkey(cluster: Cluster, seconds: float) -> None:
    """Have Valkey away for so long, with votes, orders and pages all the while, and see the pushes made up for."""
    sitting, election = stage()
    with watched(cluster, sitting, election) as lines:
        cluster.kill("Valkey")
        gone = time.monotonic()
        hand_in_budget(cluster, sitting)
        for number in range(6):
            vote(cluster, election, number)
        while time.monotonic() < gone + seconds:
            look(cluster, sitting, election)
            time.sleep(0.5)
        back = time.monotonic()
        cluster.revive("Valkey")
        rooms = [line for line in lines if "/ws/r/" in line.path]
        # What was pushed meanwhile reached nobody: pages are told to look, or come back and look by themselves.
        told = [lambda line=line: line.heard_since(back) or max(line.opened) > back for line in rooms]
        wait_until(lambda: all(one() for one in told), "the lost pushes to be made up for", BACK)
        require_carried_on(cluster, sitting, lines)


@OURS
def test_without_valkey_pages_and_votes_go_on_and_pushes_resume(cluster: Cluster) -> None:
    stay_without_valkey(cluster, 2)


@OURS
@pytest.mark.faults
def test_two_minutes_without_valkey_are_no_different(cluster: Cluster) -> None:
    stay_without_valkey(cluster, 120)


@OURS
def test_a_valkey_that_stands_still_slows_nobody_down_for_long(cluster: Cluster) -> None:
    sitting, election = stage()
    look(cluster, sitting, election)
    with watched(cluster, sitting, election) as lines:
        cluster.freeze("Valkey")
        try:
            hand_in_budget(cluster, sitting, seconds=8)
            for number in range(3):
                vote(cluster, election, number, seconds=8)
            look(cluster, sitting, election, seconds=8)
        finally:
            cluster.thaw("Valkey")
        require_carried_on(cluster, sitting, lines)


@OURS
def test_while_postgresql_restarts_what_was_typed_is_kept_and_sent_again(cluster: Cluster) -> None:
    sitting, election = stage()
    first = next(person.seat for person in sitting.see("public").play.people if person.office == "president")
    cookies, path, web = staging.browser(sitting, first), sitting.path, cluster.ports["web-1"]
    sent = {"serial": "1", "allocate_defence": "4"}
    with watched(cluster, sitting, election) as lines:
        cluster.kill("PostgreSQL")
        with ThreadPoolExecutor() as browsers:
            posted = browsers.submit(ask, web, "POST", f"{path}submit", cookies, sent, seconds=15)
            asked = browsers.submit(ask, web, "GET", path, cookies, seconds=15)
        away, seen = posted.result(), asked.result()
        assert away is not None
        assert seen is not None
        assert (away.status, seen.status) == (503, 503)
        assert "Please try again in a moment." in seen.text
        form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', away.text))
        assert {name: form[name] for name in sent} == sent
        cluster.revive("PostgreSQL")
        back = time.monotonic()
        connection.close()
        del form["csrfmiddlewaretoken"]
        wait_until(lambda: (page := ask(web, "GET", path, cookies)) and page.status == 200, "pages", BACK)
        again = ask(web, "POST", f"{path}submit", cookies, form)
        assert again is not None
        assert (again.status, time.monotonic() - back < BACK) == (303, True)
        (order,) = Order.objects.filter(phase__room=sitting.room_id, phase__serial=1)
        assert '"defence":4' in order.given
        for number in range(2):
            vote(cluster, election, number)
        require_carried_on(cluster, sitting, lines)
