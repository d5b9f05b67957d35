"""Workers of an older and a newer version of the site at once, as real processes on one database."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from django.conf import settings
from django.db import connection
from django.test import override_settings

from config import children, run
from games import formats, registry
from games.models import Phase, Room
from tests.conftest import VAR_DIR, Site, _servers
from tests.earths.test_processes import now
from tests.games.conftest import SECOND, Sitting, begin

LATER = settings.ROOM_GAMES | {"estado-libre": "tests.games.later_estado"}


@contextmanager
def later_worker() -> Iterator[None]:
    """Run a worker of the later version beside the site's own."""
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.games.later_settings",
        "DATABASE_NAME": connection.settings_dict["NAME"],
        "DATABASE_POOL": "4",
    }
    args = run.programs("127.0.0.1", 1)["worker"]
    with (VAR_DIR / "log" / "later-worker.log").open("wb") as output:
        process = children.spawn(args, ledger=_servers.ledger, env=env, output=output)
    try:
        yield
    finally:
        process.terminate()
        children.end(process, ledger=_servers.ledger, seconds=10)


@contextmanager
def later_version() -> Iterator[None]:
    registry.find.cache_clear()
    with override_settings(ROOM_GAMES=LATER):
        yield
    registry.find.cache_clear()


def hop_until(site: Site, sitting: Sitting, what: Callable[[], bool], seconds: float = 60) -> None:
    """Hop to one deadline of the room after the other until something is so."""
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, told()
        due_at = sitting.room.due_at
        if due_at is not None and due_at > now():
            site.hop(due_at + SECOND)
        time.sleep(0.1)


def visit(site: Site, sitting: Sitting) -> tuple[int, str | None]:
    """Look at a room with the site's own web, and answer what came and after how many seconds to come again."""
    asked = Request(f"{site.url}{sitting.path}", headers={"Cookie": f"seat={sitting.tokens[1]}"})
    try:
        with urlopen(asked, timeout=10) as page:
            return page.status, page.headers["Retry-After"]
    except HTTPError as error:
        return error.code, error.headers["Retry-After"]


def told() -> str:
    """Say how the rooms stand, and what the workers said."""
    rooms = Room.objects.values_list("pk", "status", "failures", "due_at")
    logs = (path.read_text(errors="replace")[-3000:] for path in VAR_DIR.glob("log/*worker.log"))
    return "\n".join([str(now()), *map(str, rooms), *logs])


def stored(sitting: Sitting) -> list[int]:
    """Answer the formats of the room's phases, in their order."""
    rows = Phase.objects.filter(room=sitting.room_id).order_by("serial").values_list("state", flat=True)
    return [formats.number_of(state) for state in rows]


def test_older_worker_leaves_newer_rooms_to_the_newer_one_and_both_go_on(site: Site) -> None:
    older = begin("estado-libre", 4, at=now(), bots=False)
    with later_version():
        newer = begin("estado-libre", 4, at=now(), bots=False)
    hop_until(site, older, lambda: len(stored(older)) > 1)
    assert (stored(newer), newer.room.status, newer.room.failures) == ([2], Room.Status.RUNNING, 0)
    assert visit(site, older) == (200, None)
    assert visit(site, newer) == (503, "5")
    with later_worker():
        # Which of two idle workers gets a tick is up to the queue, so the older one is held up for a while.
        site.processes["worker"].send_signal(signal.SIGSTOP)
        try:
            hop_until(site, newer, lambda: len(stored(newer)) > 1)
            hop_until(site, older, lambda: 2 in stored(older))
        finally:
            site.processes["worker"].send_signal(signal.SIGCONT)
        third = begin("estado-libre", 4, at=now(), bots=False)
        hop_until(site, third, lambda: len(stored(third)) > 1)
    assert set(stored(newer)) == {2}
    # Once the newer version has written a room the older one never does so again.
    assert stored(older) == sorted(stored(older))
    rooms = [older.room, newer.room, third.room]
    assert [(room.status, room.failures) for room in rooms] == [(Room.Status.RUNNING, 0)] * 3
