"""Run the whole site on one machine: ``make run``.

Starts the private servers where none are configured, brings everything up to date, starts web,
worker and beat, and starts again what ends by itself. Whatever it started ends with it.
"""

import fcntl
import hashlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from django.conf import settings

from config import children
from config.embedded import data_dir
from config.servers import Servers, Trouble, explained

PYTHON = sys.executable
MOST_RESTARTS = 5


class Stopped(BaseException):
    """Somebody asked the site to stop."""


def main() -> int:
    """Run the site until it is stopped; answer the exit code."""
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, _stop)
    try:
        with explained(settings.VAR_DIR), only_one(settings.VAR_DIR):
            _check_port()
            _run()
    except Stopped:
        say("Stopped. All data is kept.")
        return 0
    except Trouble as trouble:
        say(f"\n{trouble}")
        return 1
    return 0


def say(text: str) -> None:
    """Tell the person at the terminal."""
    print(text, flush=True)


def programs(host: str, port: int) -> dict[str, list[str]]:
    """Answer the command of each process that makes up the site, beside the servers."""
    # As root, Celery warns of itself; on an embedded site there is nobody to protect from it.
    quiet = ["-W", "ignore:You're running the worker with superuser"]
    # Each static file is read before it is sent, which Django warns of; they are small, and a browser keeps them.
    small = ["-W", "ignore:StreamingHttpResponse must consume synchronous iterators"]
    celery = [PYTHON, *quiet, "-m", "celery", "--quiet", "--app", "config"]
    return {
        "web": [
            *(PYTHON, *small, "-m", "granian", "--interface", "asginl", "config.asgi:application"),
            *("--host", host, "--port", str(port), "--log-level", "warning"),
            *("--workers-kill-timeout", "3", "--respawn-failed-workers"),
        ],
        "worker": [
            *(*celery, "worker", "--pool", "solo", "--queues", "calendar,mail", "--loglevel", "WARNING"),
            *("--without-gossip", "--without-mingle", "--without-heartbeat"),
        ],
        "beat": [
            *(*celery, "beat", "--loglevel", "WARNING", "--pidfile="),
        ],
    }


def _run() -> None:
    servers = Servers(
        settings.VAR_DIR, postgresql=not settings.DATABASE_URL, valkey=not settings.REDIS_URL, say=say
    )
    servers.prepare()
    site: dict[str, subprocess.Popen[bytes]] = {}
    try:
        if servers.postgresql or servers.valkey:
            say("Starting the private servers.")
        servers.start()
        _bring_up_to_date(servers)
        say("Starting web, worker and beat.")
        for name, args in programs(settings.HOST, settings.PORT).items():
            site[name] = children.spawn(args, ledger=servers.ledger)
        _wait_for_page(site)
        _welcome()
        _watch(servers, site)
    finally:
        _ignore_signals()
        say("\nStopping.")
        _end(site, servers)
        servers.stop()


# --- Before it starts


@contextmanager
def only_one(var: Path) -> Iterator[None]:
    """Hold ``var`` as long as this run lasts; refuse with ``Trouble`` while another one does."""
    var.mkdir(parents=True, exist_ok=True)
    with (var / "run.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise Trouble(
                f"The site already runs from this folder, as process {lock.read().strip() or '(starting)'}.\n"
                "Stop that one with Ctrl-C, or set VAR_DIR and PORT to run a second site."
            ) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def _check_port() -> None:
    try:
        family, _, _, _, address = socket.getaddrinfo(settings.HOST, settings.PORT, type=socket.SOCK_STREAM)[
            0
        ]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except (OSError, OverflowError) as error:
        raise Trouble(
            f"Port {settings.PORT} on {settings.HOST} cannot be used: {getattr(error, 'strerror', error)}.\n"
            f"Stop what uses it, or choose another: make run PORT={settings.PORT % 60000 + 1}"
        ) from None


def _bring_up_to_date(servers: Servers) -> None:
    """Migrate, collect and make the demo world, unless nothing changed since that was last done."""
    stamp = data_dir(servers.var) / "up-to-date"
    wanted = _fingerprint()
    if servers.postgresql and _read(stamp) == wanted and settings.STATIC_ROOT.exists():
        return
    quiet = {"LOG_LEVEL": "WARNING", **os.environ}
    preparing = children.spawn([PYTHON, "-m", "config.prepare"], ledger=servers.ledger, env=quiet)
    try:
        preparing.wait()
    finally:
        children.end(preparing, ledger=servers.ledger, seconds=0)
    if preparing.returncode:
        raise Trouble("The site could not be brought up to date; the lines above say why.")
    if servers.postgresql:
        stamp.write_text(wanted)


def _fingerprint() -> str:
    """Answer a digest of all that decides how tables and static files look."""
    digest = hashlib.sha256((settings.BASE_DIR / "requirements" / "run.txt").read_bytes())
    sources = [*settings.BASE_DIR.glob("*/migrations/*.py"), *settings.BASE_DIR.glob("*/*/migrations/*.py")]
    sources += [
        p
        for p in settings.BASE_DIR.glob("*/static/**/*")
        if p.is_file() and settings.VAR_DIR not in p.parents
    ]
    for path in sorted(sources):
        digest.update(str(path.relative_to(settings.BASE_DIR)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except FileNotFoundError:
        return ""


# --- While it runs


def _wait_for_page(site: dict[str, subprocess.Popen[bytes]]) -> None:
    for _ in range(600):
        for name, process in site.items():
            if process.poll() is not None:
                raise Trouble(f"{name} did not start; the lines above say why.")
        try:
            urllib.request.urlopen(_address(), timeout=10).close()  # noqa: S310  always http
            return
        except urllib.error.HTTPError as error:
            say(f"The front page answers {error.code}; the lines above may say why.")
            return
        except OSError:
            time.sleep(0.1)
    raise Trouble("The site did not answer within a minute; the lines above may say why.")


def _address() -> str:
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.HOST, settings.HOST)  # noqa: S104  only shown
    return f"http://{host}:{settings.PORT}/"


def _welcome() -> None:
    say(f"\nHemicycle is at {_address()}")
    if logins := _read(data_dir(settings.VAR_DIR) / "demo-logins").strip():
        say(logins)
    say("Ctrl-C stops it.\n")


def _watch(servers: Servers, site: dict[str, subprocess.Popen[bytes]]) -> None:
    """Start again what ends, until that happens too often; refuse with ``Trouble`` then."""
    restarts: list[float] = []
    while True:
        time.sleep(0.5)
        for name, process in [*servers.processes.items(), *site.items()]:
            if process.poll() is None:
                continue
            restarts = [moment for moment in restarts if moment > time.monotonic() - 60]
            if len(restarts) == MOST_RESTARTS:
                raise Trouble(
                    f"{name} ended again and again; the lines above or {servers.var}/log may say why."
                )
            restarts.append(time.monotonic())
            say(f"{name} ended by itself. Starting it again.")
            children.end(process, ledger=servers.ledger, seconds=0)
            if name in site:
                site[name] = children.spawn(
                    programs(settings.HOST, settings.PORT)[name], ledger=servers.ledger
                )
            else:
                servers.revive(name)


def _end(site: dict[str, subprocess.Popen[bytes]], servers: Servers) -> None:
    for process in site.values():
        process.terminate()
    for process in site.values():
        children.end(process, ledger=servers.ledger, seconds=10)


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stopped


def _ignore_signals() -> None:
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)


if __name__ == "__main__":
    sys.exit(main())
