"""Figures for those who run the site: counted in each process, summed up in Valkey, told by ``config.metrics_page``.

Web, live and workers run as many processes on many machines; Valkey is what they share. Each process adds up what
it counted and hands it over every second, so that counting costs no page a round trip and one look at any web
process tells of the whole site. Valkey emptied sets the sums back to nothing, which Prometheus takes for a restart.

Votes and orders are counted when they are counted in the game: no figure tells how many have voted, or that
anybody has handed in, before everybody is told. No label names a person, a room, a world or an address.
"""

import atexit
import json
import secrets
import threading
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from functools import cache

import structlog
from django.conf import settings
from redis import Redis
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)

SUMS, PROCESSES = "hemicycle:metrics:sums", "hemicycle:metrics:processes"
HAND_OVER = 1.0
"""Seconds between two times that a process hands over what it counted; a killed one takes that much with it."""
GONE = 30
"""Seconds after which the sockets of a process that was not heard of are counted no more."""

COUNTERS = {
    "hemicycle_votes": "Votes on bills and crises, counted when their week is",
    "hemicycle_orders": "Inputs of seats in rooms, counted when their phase is worked out",
    "hemicycle_resolutions": "Phases of rooms and boundaries of weeks that were worked out",
    "hemicycle_failures": "Tries to work something out that raised",
    "hemicycle_refusals": "Requests and sockets that were not answered with what they asked for",
}
HISTOGRAMS = {
    "hemicycle_lateness_seconds": "How long after its moment something was worked out",
    "hemicycle_tick_lateness_seconds": "How much longer than planned the time between two ticks was",
    "hemicycle_tick_seconds": "How long one tick took",
}
BUCKETS = (0.1, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0, 60.0, 300.0)
PAGES = ("world", "room")
"""The pages that hold a socket open."""

_lock = threading.Lock()
_counted: dict[str, float] = defaultdict(float)
_open: dict[str, int] = defaultdict(int)
_me = secrets.token_hex(8)
_thread: threading.Thread | None = None


def count(name: str, by: float = 1, **labels: str) -> None:
    """Add to one of ``COUNTERS``."""
    _add({_field(name, labels): by})


def observe(name: str, seconds: float, **labels: str) -> None:
    """Add one length of time to one of ``HISTOGRAMS``."""
    bucket = next((str(most) for most in BUCKETS if seconds <= most), "+Inf")
    _add({_field(name, labels, bucket): 1, _field(name, labels, "sum"): max(0.0, seconds)})


def socket_opened(page: str, by: int = 1) -> None:
    """Count one more open socket of this process, or with -1 one less."""
    if _wanted():
        with _lock:
            _open[page] += by


def hand_over() -> None:
    """Add to the sums in Valkey what was counted since the last time; keep it where Valkey does not answer."""
    with _lock:
        counted, sockets = dict(_counted), dict(_open)
        _counted.clear()
    try:
        with valkey().pipeline(transaction=True) as pipe:
            for field, by in counted.items():
                pipe.hincrbyfloat(SUMS, field, by)
            if sockets:
                pipe.sadd(PROCESSES, _me)
                pipe.set(f"{PROCESSES}:{_me}", json.dumps(sockets), ex=GONE)
            pipe.execute()
    except RedisError as error:
        log.warning("figures_kept", error=type(error).__name__)
        with _lock:
            for field, by in counted.items():
                _counted[field] += by


def sums() -> Mapping[tuple[str, tuple[tuple[str, str], ...], str], float]:
    """Answer what all processes counted, by name, labels and, in a histogram, bucket."""
    found = {}
    for field, number in valkey().hgetall(SUMS).items():
        name, labels, bucket = json.loads(field)
        found[name, tuple((key, value) for key, value in labels), bucket] = float(number)
    return found


def open_sockets() -> dict[str, int]:
    """Answer how many sockets all processes together hold open, by page."""
    total = dict.fromkeys(PAGES, 0)
    for process in valkey().smembers(PROCESSES):
        name = str(process)
        said = valkey().get(f"{PROCESSES}:{name}")
        if said is None:
            valkey().srem(PROCESSES, name)
            continue
        for page, number in json.loads(said).items():
            total[page] += number
    return total


@cache
def valkey() -> Redis:
    """Answer this process's own line to Valkey."""
    url = str(settings.CACHES["default"]["LOCATION"])
    return Redis.from_url(url, socket_connect_timeout=1, socket_timeout=2, decode_responses=True)


def _wanted() -> bool:
    """Say whether anybody wants figures, and see to it that they are handed over."""
    global _thread  # noqa: PLW0603  there is one in a process
    if not settings.METRICS_TOKEN:
        return False
    if _thread is None or not _thread.is_alive():
        with _lock:
            if _thread is None or not _thread.is_alive():
                _thread = threading.Thread(target=_hand_over_for_good, name="metrics", daemon=True)
                _thread.start()
                atexit.register(_hand_over_at_last)
    return True


def _hand_over_for_good() -> None:
    pause = threading.Event()
    while not pause.wait(HAND_OVER):
        hand_over()


def _hand_over_at_last() -> None:
    with _lock:
        _open.clear()
    with suppress(Exception):
        hand_over()
        valkey().delete(f"{PROCESSES}:{_me}")


def _add(numbers: Mapping[str, float]) -> None:
    if _wanted():
        with _lock:
            for field, by in numbers.items():
                _counted[field] += by


def _field(name: str, labels: Mapping[str, str], bucket: str = "") -> str:
    return json.dumps([name, sorted(labels.items()), bucket], separators=(",", ":"))
