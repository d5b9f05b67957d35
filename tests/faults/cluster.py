"""A site as a community runs it, of real processes: two each of web, live, worker and beat, on servers of its own.

Each process can be killed as a lost machine is, and started again as a supervisor does. Where DATABASE_URL and
REDIS_URL are set, the site has a database of its own on those servers, which are then nobody's to kill.
"""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import dj_database_url
import psutil
import psycopg
import redis
from django.conf import settings
from django.db import connections

from config import children, run
from config.embedded import DATABASE_USER, redis_url, socket_dir
from config.servers import Servers
from tests.faults.draws import Draws

TWO = (1, 2)
KINDS = ("web", "live", "worker", "beat")
NAMES = tuple(f"{kind}-{number}" for kind in KINDS for number in TWO)
DATABASE = "hemicycle_faults"
OLDER = os.environ.get("OLDER", "")
"""A checkout of an older version, which the second of each process runs; without one all run this version."""


class Cluster:
    """The site's processes by name (``web-1`` … ``beat-2``), and its servers (``PostgreSQL``, ``Valkey``)."""

    def __init__(self, var: Path, *, own_servers: bool) -> None:
        self.var, self.own_servers = var, own_servers
        self.servers = Servers(var, postgresql=own_servers, valkey=own_servers)
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.ports = {name: _free_port() for name in NAMES if name.startswith(("web", "live"))}
        self.more: dict[str, Mapping[str, str]] = {}
        if own_servers:
            self.database_url = f"postgres://{DATABASE_USER}@/{DATABASE_USER}?host={socket_dir(var)}"
            self.redis_url = redis_url(var)
        else:
            self.database_url = urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{DATABASE}"))
            self.redis_url = os.environ["REDIS_URL"]

    # --- All of it

    def set_up(self) -> None:
        """Start the servers and bring the database up to date; no process of the site runs yet."""
        self.var.mkdir(parents=True, exist_ok=True)
        (self.var / "secret-key").unlink(missing_ok=True)
        (self.var / "secret-key").write_text(settings.SECRET_KEY)
        self.servers.prepare()
        (self.var / "static").mkdir(exist_ok=True)
        self.servers.start()
        if not self.own_servers:
            with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
                connection.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
                connection.execute(f"CREATE DATABASE {DATABASE}")
        migrate = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity", "0"]
        subprocess.run(migrate, env=self.env(), check=True)
        self.clear()

    def clear(self) -> None:
        """Forget all rooms, worlds and people, so that nothing of one test goes on in the next."""
        self.sql("TRUNCATE games_room, earths_world, earths_account CASCADE")

    def tear_down(self) -> None:
        """Stop everything that was started."""
        for name in list(self.processes):
            self.kill(name)
        self.servers.stop()
        if not self.own_servers:
            with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
                connection.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")

    def env(self, **more: str) -> dict[str, str]:
        """Answer the environment of the site's processes."""
        bare = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
        configured = (
            {} if self.own_servers else {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}
        )
        site = {"VAR_DIR": str(self.var), "DATABASE_POOL": "6", "LOG_LEVEL": "WARNING", "DEMO": "false"}
        return {**bare, **configured, **site, "ROOM_RATE": "9999/m", **more}

    def start(self, *names: str) -> None:
        """Start these processes, by default all; ``wait_until_up`` waits for them."""
        for name in names or NAMES:
            with (self.var / "log" / f"{name}.log").open("ab") as output:
                env = self.env(**self.more.get(name, {}))
                self.processes[name] = children.spawn(
                    self._args(name), ledger=self.servers.ledger, env=env, output=output
                )

    def wait_until_up(self, *names: str, seconds: float = 60) -> None:
        """Wait until these, by default all, web and live processes answer."""
        for name in names or NAMES:
            if name in self.ports:
                wait_until(lambda name=name: self.answers(name), f"{name} to answer", seconds)

    # --- Faults

    def kill(self, name: str, *, by: signal.Signals = signal.SIGKILL) -> None:
        """End one process and all it started, without a word beforehand; or a server."""
        process = (self.servers.processes if name in self.servers.processes else self.processes)[name]
        with suppress(ProcessLookupError):
            os.kill(process.pid, by)
        if name in self.servers.processes:
            process.wait(60)
            return
        children.end(process, ledger=self.servers.ledger, seconds=0)
        del self.processes[name]

    def kill_inside(self, name: str) -> None:
        """Kill what a web or live process has started to do its work: it starts another by itself.

        Granian gives up where that happens twice within seconds; it is then started again as a whole.
        """
        for process in self.inside(name):
            with suppress(psutil.NoSuchProcess):
                process.kill()
        time.sleep(1)
        self.revive_ended()

    def inside(self, name: str) -> list[psutil.Process]:
        """List what a web or live process has started to do its work."""
        found = []
        for process in psutil.Process(self.processes[name].pid).children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                if "resource_tracker" not in " ".join(process.cmdline()):
                    found.append(process)
        return found

    def kill_backend(self, chance: Draws) -> None:
        """Kill one of PostgreSQL's own processes, which then starts all of them anew by itself."""
        running = psutil.Process(self.servers.processes["PostgreSQL"].pid).children()
        with suppress(psutil.NoSuchProcess):
            chance.one(running).kill()
        wait_until(lambda: self.sql("SELECT 1"), "PostgreSQL to have recovered")

    def revive(self, name: str) -> None:
        """Start again what was killed, as a supervisor does."""
        if name in self.servers.processes:
            self.servers.revive(name)
        else:
            self.start(name)

    def revive_ended(self) -> None:
        """Start again whatever has ended by itself, or was left dead."""
        for name, process in [*self.servers.processes.items(), *self.processes.items()]:
            if process.poll() is not None:
                if name in self.processes:
                    self.kill(name)
                self.revive(name)

    def freeze(self, name: str) -> None:
        """Let a process stand still without ending, with all its connections open."""
        self._signal(name, signal.SIGSTOP)

    def thaw(self, name: str) -> None:
        self._signal(name, signal.SIGCONT)

    def _signal(self, name: str, number: signal.Signals) -> None:
        process = (self.servers.processes if name in self.servers.processes else self.processes)[name]
        os.killpg(process.pid, number)

    # --- Looking at it

    def url(self, name: str, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.ports[name]}{path}"

    def answers(self, name: str) -> bool:
        """Say whether a web or live process answers a page that asks the database."""
        try:
            with urllib.request.urlopen(self.url(name, "/healthz/live"), timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def sql(self, query: str, *args: Any) -> list[tuple[Any, ...]]:
        """Ask the database by a connection of its own, in one snapshot; nothing where it is away."""
        with psycopg.connect(self.database_url, autocommit=True, connect_timeout=5) as connection:
            cursor = connection.execute(query, args or None)
            return cursor.fetchall() if cursor.description else []

    @contextmanager
    def locked(self, table: str) -> Iterator[None]:
        """Hold a table so that whoever reads it waits."""
        with psycopg.connect(self.database_url) as connection:
            connection.execute(f"LOCK TABLE {table}")
            yield

    def place(self) -> dict[str, Any]:
        """Answer where the site's database is, as Django's settings say it."""
        here: dict[str, Any] = dict(dj_database_url.parse(self.database_url, engine="config.postgresql"))
        return {**here, "HOST": str(socket_dir(self.var))} if self.own_servers else here

    def valkey(self) -> "redis.Redis[bytes]":
        return redis.Redis.from_url(self.redis_url)

    def overdue(self, at: datetime) -> list[str]:
        """List the rooms and worlds in which something was due at ``at`` and is not done."""
        rooms = "SELECT 'room', id, game, due_at FROM games_room WHERE due_at <= %s"
        worlds = (
            "SELECT 'world', id, due, due_at FROM earths_world WHERE archived_at IS NULL AND due_at <= %s"
        )
        found = self.sql(f"{rooms} UNION ALL {worlds}", at, at)
        return [" ".join(map(str, row)) for row in found]

    @contextmanager
    def database(self, blocker: Any) -> Iterator[None]:
        """Let the models in this process be those of the site's database."""
        with blocker.unblock():
            connections.close_all()
            kept = connections.settings["default"]
            connections.settings["default"] = {
                **kept,
                **self.place(),
                "OPTIONS": {},
                "CONN_HEALTH_CHECKS": True,
            }
            _forget_connection()
            try:
                yield
            finally:
                connections["default"].close()
                connections.settings["default"] = kept
                _forget_connection()

    def _args(self, name: str) -> list[str]:
        kind = name.split("-", maxsplit=1)[0]
        is_ticking = kind in ("worker", "beat")
        args = run.programs("127.0.0.1", 1)[kind] if is_ticking else self.command(name, self.ports[name])
        return ["env", "-C", OLDER, *args] if OLDER and name.endswith("-2") else args

    @staticmethod
    def command(name: str, port: int) -> list[str]:
        """Answer the command of a web or live process."""
        interface, application, threads = {
            "web": ("wsgi", "config.wsgi:application", ["--blocking-threads", "4"]),
            "live": ("asginl", "config.asgi:application", []),
        }[name.split("-", maxsplit=1)[0]]
        return [
            *(sys.executable, "-m", "granian", "--interface", interface, application, *threads),
            *("--host", "127.0.0.1", "--port", str(port), "--log-level", "warning"),
            *("--respawn-failed-workers", "--respawn-interval", "0.5", "--workers-kill-timeout", "3"),
        ]


def wait_until(happened: Callable[[], Any], what: str, seconds: float = 30) -> float:
    """Wait until something has happened, and answer how many seconds that took."""
    began = time.monotonic()
    while time.monotonic() < began + seconds:
        with suppress(psycopg.OperationalError):
            if happened():
                return time.monotonic() - began
        time.sleep(0.05)
    raise AssertionError(f"Waited {seconds:.0f} s for {what}.")


def wait_for_none(left: Callable[[], list[str]], what: str, seconds: float) -> float:
    """Wait until nothing is left, and answer how many seconds that took; what is left else is told."""
    last: list[str] = []

    def is_done() -> bool:
        last[:] = left()
        return not last

    try:
        return wait_until(is_done, what, seconds)
    except AssertionError as error:
        raise AssertionError(f"{error} Left: {last}") from None


def _forget_connection() -> None:
    with suppress(AttributeError):
        del connections["default"]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
