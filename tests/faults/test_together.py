"""Two of each process at once: whichever is asked, it is one site."""

import re
import time
from datetime import timedelta

import pytest

from earths.models import Seed, Week
from games import clock
from games.models import Dispatch, Notice, Phase, Room
from tests.faults import staging
from tests.faults.cluster import Cluster, wait_for_none, wait_until
from tests.faults.line import Line
from tests.faults.staging import CSRF
from tests.faults.storm import ask

pytestmark = pytest.mark.servers
SECOND = timedelta(seconds=1)


def test_a_room_opened_at_one_web_is_joined_at_the_other_and_seen_at_both_lives(cluster: Cluster) -> None:
    web, other = cluster.ports["web-1"], cluster.ports["web-2"]
    chosen = {"pace": "live", "seats": "4", "name": "Ada"}
    opened = ask(web, "POST", "/play/estado-libre/", f"csrftoken={CSRF}", chosen)
    assert opened is not None
    assert (opened.status, opened.location[:3]) == (303, "/r/")
    room = Room.objects.get(public_id=opened.location.split("/")[2])
    seat = re.search(r"seat=([^;]+)", opened.cookies)
    assert seat is not None
    host = f"seat={seat[1]}; seat-live={seat[1]}; csrftoken={CSRF}"

    lines = [Line(cluster.ports[live], f"/ws/r/{room.public_id}/", host) for live in ("live-1", "live-2")]
    try:
        wait_until(lambda: all(line.is_open for line in lines), "the sockets", 10)
        began = time.monotonic()
        for port, name in ((other, "Bob"), (web, "Cem"), (other, "Dot")):
            invited = ask(port, "GET", f"/j/{room.join_token}", "")
            assert invited is not None
            joined = ask(
                port, "POST", invited.location, f"join={room.join_token}; csrftoken={CSRF}", {"name": name}
            )
            assert joined is not None
            assert (joined.status, joined.location) == (303, f"/r/{room.public_id}/")
        wait_until(lambda: all(line.heard_since(began) for line in lines), "word of the newcomers", 5)

        began = time.monotonic()
        started = ask(other, "POST", f"/r/{room.public_id}/start", host, {})
        assert started is not None
        assert started.status == 303
        wait_until(lambda: all("look" in line.heard_since(began) for line in lines), "word of the start", 5)
        pages = [ask(port, "GET", f"/r/{room.public_id}/", host) for port in (web, other)]
        assert ["Year 1" in page.text for page in pages if page] == [True, True]
    finally:
        for line in lines:
            line.end()


def test_ticks_of_two_beats_through_two_workers_do_each_thing_once(cluster: Cluster) -> None:
    at = clock.now()
    late = staging.fall_behind(weeks=3, at=at)
    rooms = [staging.seat_bots(at=at) for _ in range(3)]
    for sitting in rooms:
        staging.end_at(sitting, at + SECOND)
    wait_until(lambda: clock.now() > at + SECOND, "the deadline")
    wait_for_none(lambda: cluster.overdue(at + SECOND), "what was due", 10)
    for sitting in rooms:
        assert Phase.objects.filter(room=sitting.room_id, serial=1, closed_at=at + SECOND).count() == 1
        assert Notice.objects.filter(room=sitting.room_id).count() == 0
        told = Dispatch.objects.filter(room=sitting.room_id, phase__serial=1)
        assert told.count() == told.values("to", "kind", "body").distinct().count() > 0
    weeks = Week.objects.filter(world=late)
    assert list(weeks.filter(stage=5).values_list("year", flat=True))[:3] == [2027, 2028, 2029]
    assert Seed.objects.filter(week__world=late).count() == weeks.count()
