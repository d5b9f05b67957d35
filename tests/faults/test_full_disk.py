"""A disk that fills up under the embedded servers: a page that says so, and nothing lost of what was stored."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from config.embedded import DATABASE_USER, data_dir, socket_dir
from config.servers import Servers, Trouble
from tests.faults.cluster import wait_until

MEGABYTE = 1_000_000
pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a small disk")


@pytest.fixture
def small() -> Iterator[Path]:
    """Answer a ``var`` whose data lies on a disk of 400 MB."""
    home = Path(tempfile.mkdtemp(prefix="hemicycle-disk-"))
    disk, var = home / "disk", home / "var"
    disk.mkdir()
    var.mkdir()
    # The database's own user has to get there.
    home.chmod(0o755)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400m,mode=700", "tmpfs", disk], check=False)
    if mounted.returncode:
        pytest.skip("this machine lets nobody mount a small disk")
    (var / "data").symlink_to(disk)
    yield var
    subprocess.run(["umount", "--lazy", disk], check=True)
    shutil.rmtree(home)


def connect(var: Path) -> "psycopg.Connection[Any]":
    return psycopg.connect(
        host=str(socket_dir(var)), user=DATABASE_USER, dbname=DATABASE_USER, autocommit=True
    )


def fill(var: Path, *, leave: int) -> Path:
    """Fill the disk up to ``leave`` bytes."""
    ballast = data_dir(var) / "ballast"
    free = os.statvfs(data_dir(var))
    with ballast.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(free.f_bavail * free.f_bsize - leave, 1))
    return ballast


def test_a_disk_that_fills_up_refuses_in_time_and_loses_nothing(small: Path) -> None:
    servers = Servers(small, valkey=False)
    servers.prepare()
    servers.start()
    ballast = fill(small, leave=4 * MEGABYTE)
    stored, refusal = 0, None
    try:
        with connect(small) as database:
            database.execute("CREATE TABLE kept (number int PRIMARY KEY, words text)")
            for number in range(100_000):
                database.execute(
                    "INSERT INTO kept VALUES (%s, (SELECT string_agg(md5(random()::text), '') "
                    "FROM generate_series(1, 100)))",
                    [number],
                )
                stored = number + 1
    except psycopg.OperationalError as error:
        refusal = error
    # Every kind of refusal that a full disk brings is one that pages answer with "try again in a moment".
    assert isinstance(refusal, psycopg.OperationalError)
    with pytest.raises(Trouble, match="MB are needed"):
        Servers(small, valkey=False).prepare()
    ballast.unlink()
    if servers.processes["PostgreSQL"].poll() is not None:
        servers.revive("PostgreSQL")
    wait_until(lambda: count(small) is not None, "the database to be back")
    # The last one may have been stored without its answer getting through.
    assert count(small) in (stored, stored + 1)
    with connect(small) as database:
        database.execute("INSERT INTO kept VALUES (-1, 'there is room again')")
        database.execute("SET enable_seqscan = off")
        by_index = database.execute(
            "SELECT count(number), sum(length(words)) FROM kept WHERE number >= 0"
        ).fetchone()
    assert by_index == (count(small) - 1, (count(small) - 1) * 3200)
    servers.stop()


def count(var: Path) -> int | None:
    with connect(var) as database:
        row = database.execute("SELECT count(*) FROM kept").fetchone()
        return row[0] if row else None
