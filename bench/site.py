"""A site to measure: private servers, a world whose voting is open, people who are signed in."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

VAR = Path(os.environ.get("VAR_DIR") or Path(__file__).resolve().parent.parent / "var" / "bench").absolute()


def set_up_django() -> None:
    """Start the private servers' settings; must come before any model is imported."""
    os.environ["VAR_DIR"] = str(VAR)
    os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"
    from config.embedded import redis_url, socket_dir

    os.environ.setdefault("DATABASE_URL", f"postgres://hemicycle@/hemicycle?host={socket_dir(VAR)}")
    os.environ.setdefault("REDIS_URL", redis_url(VAR))
    os.environ.setdefault("DATABASE_POOL", "20")
    import django

    django.setup()


@contextmanager
def servers() -> Iterator[None]:
    """Run PostgreSQL and Valkey with an empty, migrated database."""
    from config.servers import Servers

    running = Servers(VAR, say=print)
    running.prepare()
    running.start()
    try:
        set_up_django()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("flush", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        yield
    finally:
        running.stop()


@contextmanager
def web(interface: str = "wsgi", package: str = "config") -> Iterator[int]:
    """Run the pages, or by ``asginl`` the sockets too, in one process of Granian and answer its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "granian",
        "--interface",
        interface,
        f"{package}.{interface[:4]}:application",
    ]
    process = subprocess.Popen(
        [
            *command,
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
            "--blocking-threads",
            "4" if interface == "wsgi" else "1",
            "--log-level",
            "error",
            "--workers-kill-timeout",
            "5",
        ]
    )
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/bare/constant", timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait()


def make_world(people: int):  # type: ignore[no-untyped-def]  models are imported late
    """Make anew a world in which voting is open now, five bills on each ballot, and ``people`` to vote."""
    from django.core.management import call_command

    call_command("flush", interactive=False, verbosity=0)
    from earths.models import World
    from games import clock
    from tests.earths.voting import open_voting

    now = clock.now()
    world = World.objects.create(
        slug="bench",
        name="Bench",
        starts_on="2026-03-01",
        featured=True,
        created_at=now,
        due="count",
        due_at=now + timedelta(days=1),
    )
    return open_voting(world, people=people, at=now)
