"""Give each run of the tests servers, and where asked for a whole running site and a browser, of its own.

Several runs at once use different folders under ``var/``. Where DATABASE_URL and REDIS_URL are set,
the servers they name are used. BROWSER_REQUIRED=1 makes a missing Chromium an error; CHROMIUM names one
that is not found by itself.
"""

import fcntl
import gc
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM_FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
NO_CHROMIUM = "no Chromium is installed; on Debian and Ubuntu: apt-get install chromium"


def _take_folder() -> Path:
    """Answer a folder under ``var/`` that no other run uses, held until this process ends."""
    for number in range(1, 100):
        folder = ROOT / "var" / f"test-{number}"
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            continue
        _held.append(lock)
        return folder
    raise RuntimeError("A hundred runs of the tests are under way already.")


if os.environ.get("DJANGO_SETTINGS_MODULE"):
    pytest.exit("Unset DJANGO_SETTINGS_MODULE: the tests name their folder before they load the settings.", 4)

_held: list[object] = []
VAR_DIR = _take_folder()
METRICS_TOKEN = "a-token-of-the-tests-alone-0123456789"
OWN_SERVERS = not os.environ.get("DATABASE_URL") and not os.environ.get("REDIS_URL")

os.environ["VAR_DIR"] = str(VAR_DIR)
os.environ["DEBUG"] = "true"
# Races are run by dozens of threads, each with a connection of its own.
os.environ.setdefault("DATABASE_POOL", "40")
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"

import django  # noqa: E402
import redis  # noqa: E402
from django.conf import settings  # noqa: E402
from django.db import connection, connections  # noqa: E402
from django.template import Template  # noqa: E402
from django.test import TransactionTestCase, override_settings  # noqa: E402
from django.test.utils import instrumented_test_render  # noqa: E402

from config import children, run  # noqa: E402
from config.servers import Servers  # noqa: E402
from games import clock  # noqa: E402
from tests.emptying import empty  # noqa: E402
from tests.sharing import Sharing, turn  # noqa: E402

_servers = Servers(VAR_DIR, postgresql=OWN_SERVERS, valkey=OWN_SERVERS, durable=False)
_servers.prepare()
(VAR_DIR / "static").mkdir(exist_ok=True)
django.setup()
# A machine that stands still for a moment must not look like a cache that is away.
settings.CACHES["default"]["OPTIONS"] = {"socket_connect_timeout": 30, "socket_timeout": 30}
settings.ONE_CLOCK = False
# Workers that share the tests out are started from here, and each names a folder of its own first.
del os.environ["DJANGO_SETTINGS_MODULE"]
# Looking for garbage after every few hundred objects took a fifth of the tests' time.
gc.set_threshold(20_000, 20, 50)
TransactionTestCase._fixture_teardown = empty  # type: ignore[method-assign]
_render = Template._render


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by what they use, and put them in their order."""
    for item in items:
        uses = set(getattr(item, "fixturenames", ()))
        database = item.get_closest_marker("django_db")
        # Not "page", which is what some call an address that they are asked about.
        if "browser" in uses:
            item.add_marker(pytest.mark.browser)
            if _chromium() is None and not _browser_required():
                item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))
        elif "site" not in uses and (
            "transactional_db" in uses or (database is not None and database.kwargs.get("transaction"))
        ):
            item.add_marker(pytest.mark.servers)
    # On configured servers the site that the tests of faults keep running would take letters off a queue that is
    # everybody's, so tests of letters come before it, as their names have it.
    items.sort(key=turn if OWN_SERVERS else lambda item: turn(item)[0])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Sharing:
    """Share the tests out by file, in the order in which they were put."""
    config.option.loadscopereorder = False
    return Sharing(config, log)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Leave what has been imported out of every look for garbage from here on."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _plain_rendering(django_test_environment: None) -> None:
    """Have pages rendered as on a running site, and not told of for each part with a copy of all it is made from."""
    Template._render = _render  # type: ignore[method-assign]


@pytest.fixture
def contexts(_plain_rendering: None) -> Iterator[None]:
    """Let an answer tell what its page was made from, as ``answer.context`` and ``answer.templates``."""
    Template._render = instrumented_test_render  # type: ignore[method-assign]
    yield
    Template._render = _render  # type: ignore[method-assign]


# --- Servers


@pytest.fixture(scope="session")
def servers() -> Iterator[Servers]:
    """Run PostgreSQL and Valkey until the tests end."""
    _servers.start()
    yield _servers
    _servers.stop()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(servers: Servers) -> None:
    """Have the servers run before the test database is made."""


@pytest.fixture
def fresh_cache(servers: Servers) -> Iterator[None]:
    """Begin and end with an empty Valkey."""
    _empty_valkey()
    yield
    _empty_valkey()


def _empty_valkey() -> None:
    with redis.Redis.from_url(settings.CACHES["default"]["LOCATION"]) as client:
        client.flushdb()


# --- A running site


@dataclass(frozen=True)
class Site:
    """A whole site of real processes on the test database: web, worker and beat."""

    url: str
    processes: dict[str, subprocess.Popen[bytes]]

    def hop(self, to: datetime) -> None:
        """Put the clock of all its processes forward to ``to``."""
        with override_settings(DEBUG=True):
            clock.hop(to=to)


@pytest.fixture(scope="session")
def _site(django_db_setup: None) -> Iterator[Site]:
    if not OWN_SERVERS:
        pytest.skip("a whole site is run on the tests' own servers only")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {
        **os.environ,
        "DATABASE_NAME": connection.settings_dict["NAME"],
        "DATABASE_POOL": "4",
        "METRICS_TOKEN": METRICS_TOKEN,
    }
    args = run.programs("127.0.0.1", port)
    # It runs on beside later tests, some of which look into the queue of letters.
    args["worker"] = ["calendar" if word == "calendar,mail" else word for word in args["worker"]]
    processes = {name: _spawn(name, args[name], env) for name in args}
    yield Site(f"http://127.0.0.1:{port}", processes)
    for process in processes.values():
        process.send_signal(signal.SIGCONT)
        process.terminate()
    for process in processes.values():
        children.end(process, ledger=_servers.ledger, seconds=10)


@pytest.fixture
def site(_site: Site, transactional_db: None, fresh_cache: None) -> Iterator[Site]:
    """Have a whole site run during one test. It sees what the test writes, and all is gone afterwards."""
    _site.processes["beat"].send_signal(signal.SIGCONT)
    _wait_until(partial(_answers, f"{_site.url}/healthz/ready"), "the first tick")
    yield _site
    # No tick may be under way while the tables are emptied.
    _site.processes["beat"].send_signal(signal.SIGSTOP)
    _wait_until(_no_task_is_left, "the worker to finish")
    (VAR_DIR / "clock-offset").unlink(missing_ok=True)


def _no_task_is_left() -> bool:
    with redis.Redis.from_url(settings.CACHES["default"]["LOCATION"]) as client:
        return client.llen("calendar") == client.llen("mail") == client.hlen("unacked") == 0


def _spawn(name: str, args: list[str], env: dict[str, str]) -> subprocess.Popen[bytes]:
    with (VAR_DIR / "log" / f"{name}.log").open("wb") as output:
        return children.spawn(args, ledger=_servers.ledger, env=env, output=output)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _wait_until(happened: Callable[[], bool], what: str, seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if happened():
            return
        time.sleep(0.1)
    logs = "\n".join(path.read_text(errors="replace")[-2000:] for path in VAR_DIR.glob("log/*.log"))
    raise AssertionError(f"Waited {seconds:.0f} s for {what}.\n{logs}")


# --- A browser


def _chromium() -> str | None:
    # The shell draws nothing that nobody sees, and is the quickest.
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
    given = os.environ.get("CHROMIUM", "")
    return next((path for name in (given, *names) if name and (path := shutil.which(name))), None)


def _browser_required() -> bool:
    return os.environ.get("BROWSER_REQUIRED") == "1"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Run one Chromium for the tests of a file."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  slow to import, and often not needed

    path = _chromium()
    if path is None:
        pytest.fail(NO_CHROMIUM)
    # Playwright's loop stays on in this thread, and Django would take each query for an async one.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        chromium = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """Open a page with cookies of its own; ``browser.new_context()`` gives further people."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        yield context.new_page()


@pytest.fixture
def aside() -> Iterator[Callable[..., Any]]:
    """Call ``aside(function, *args, **kwargs)`` to run an action during a browser test.

    An action may wait for a push to be sent, which cannot be done in the thread of the browser's loop.
    """
    with ThreadPoolExecutor(1) as pool:
        yield lambda function, *args, **kwargs: pool.submit(function, *args, **kwargs).result(60)
        pool.submit(connections.close_all).result()
