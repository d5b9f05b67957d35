"""Give each run of the tests a PostgreSQL and a Valkey of its own, started when first needed.

Several runs at once use different folders under ``var/``. Where DATABASE_URL and REDIS_URL are set,
the servers they name are used.
"""

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


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


_held: list[object] = []
VAR_DIR = _take_folder()
OWN_SERVERS = not os.environ.get("DATABASE_URL") and not os.environ.get("REDIS_URL")

os.environ["VAR_DIR"] = str(VAR_DIR)
os.environ["DEBUG"] = "true"
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"

import django  # noqa: E402

from config.servers import Servers  # noqa: E402

# Here rather than in pytest's own settings, because the folder had to be named first.
django.setup()

_servers = Servers(VAR_DIR, fsync=False)
if OWN_SERVERS:
    _servers.prepare()


@pytest.fixture(scope="session")
def servers() -> Iterator[None]:
    """Run PostgreSQL and Valkey until the tests end."""
    if OWN_SERVERS:
        _servers.start()
    yield
    _servers.stop()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(servers: None) -> None:
    """Have the servers run before the test database is made."""
