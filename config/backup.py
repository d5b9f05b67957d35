"""Write the site's database into one file, and put the site back to how it stood in it.

``python -m config.backup write FILE`` works while the site runs; ``restore FILE`` wants everything but PostgreSQL
stopped. ``-`` stands for standard output and input. The file is in PostgreSQL's own "custom" format. What is in
Valkey need not be kept: it is made anew.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import django
import psycopg
from django.conf import settings
from django.core.cache import cache

from config.embedded import DATABASE_USER, data_dir, socket_dir
from config.run import only_one
from config.servers import Servers, Trouble, installed, programs_in

USAGE = "Say `python -m config.backup write FILE` or `python -m config.backup restore FILE`."
NEWEST_WITHOUT_TIMEOUT = 16
EMPTY = b"""
DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
        EXECUTE format('DROP TABLE %I CASCADE', name);
    END LOOP;
    FOR name IN
        SELECT oid::regprocedure FROM pg_proc
        WHERE pronamespace = current_schema()::regnamespace
            AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    LOOP
        EXECUTE format('DROP ROUTINE %s', name);
    END LOOP;
END $$;
"""
"""Takes away what the dump knows nothing of as well, such as the tables of a later version."""


def main(args: list[str]) -> int:
    """Write or restore as ``args`` say; answer the exit code, having said what went wrong."""
    try:
        match args:
            case ["write", file]:
                write(file)
            case ["restore", file]:
                restore(file)
            case _:
                raise Trouble(USAGE)
    except Trouble as trouble:
        say(str(trouble))
        return 1
    return 0


def say(text: str) -> None:
    """Tell the person at the terminal, beside what may be a backup on standard output."""
    print(text, file=sys.stderr, flush=True)


def write(file: str) -> None:
    """Write the whole database, as it stands at this moment, into ``file``, which only its owner may read."""
    target = Path(file)
    fresh = target.with_name(f"{target.name}.part")
    os.umask(0o077)
    with _database() as (env, _version):
        moment = _last_tick(env)
        command = [_program("pg_dump"), "--format=custom", "--no-owner", "--no-privileges"]
        done = subprocess.run(
            [*command, *([] if file == "-" else [f"--file={fresh}"])],
            env=os.environ | env,
            stderr=subprocess.PIPE,
            check=False,
        )
    if done.returncode:
        fresh.unlink(missing_ok=True)
        raise Trouble(f"The backup could not be written: {_last_line(done.stderr)}")
    if file != "-":
        fresh.replace(target)
    say(f"The backup holds everything up to {moment}.")


def restore(file: str) -> None:
    """Put the database back to what ``file`` holds, all of it or, where anything fails, nothing."""
    if file != "-" and not Path(file).is_file():
        raise Trouble(f"There is no file {file}.")
    with _alone(), _database() as (env, version):
        if others := _others(env):
            raise Trouble(
                f"{others} other connections use the database. Stop web, live, workers and beat first."
            )
        _replace(file, env, version)
        moment = _last_tick(env)
    # What was brought up to date, and kept in the cache, was another database.
    (data_dir(settings.VAR_DIR) / "up-to-date").unlink(missing_ok=True)
    if settings.REDIS_URL:
        cache.clear()
    say(
        f"The site is back to how it stood at {moment}.\n"
        "Run `python manage.py migrate` (`make run` does it by itself), start the site, and tell people what was\n"
        "lost: in the administration, under Worlds and under Rooms, “Report a restore”."
    )


def _replace(file: str, env: dict[str, str], version: int) -> None:
    """Have one transaction take away all tables and make those of the backup."""
    with (
        subprocess.Popen(
            [
                _program("pg_restore"),
                "--no-owner",
                "--no-privileges",
                "--file=-",
                *([] if file == "-" else [file]),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as reading,
        subprocess.Popen(
            [_program("psql"), "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"],
            env=os.environ | env,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        ) as writing,
    ):
        assert reading.stdout is not None
        assert writing.stdin is not None
        try:
            first = reading.stdout.readline()
            if not first:
                raise Trouble(f"This is no backup: {_last_line(_rest(reading.stderr))}")
            writing.stdin.write(EMPTY + first)
            for line in reading.stdout:
                if version > NEWEST_WITHOUT_TIMEOUT or line != b"SET transaction_timeout = 0;\n":
                    writing.stdin.write(line)
            if reading.wait():
                # Ended without a COMMIT, so that nothing is changed.
                writing.kill()
                raise Trouble(f"The backup is damaged: {_last_line(_rest(reading.stderr))}")
            writing.stdin.close()
        except BrokenPipeError:
            # It has ended; why stands in what it said.
            reading.kill()
        finally:
            with suppress(BrokenPipeError):
                writing.stdin.close()
        if writing.wait():
            raise Trouble(f"Nothing was changed: {_last_line(_rest(writing.stderr))}")


@contextmanager
def _alone() -> Iterator[None]:
    """Refuse with ``Trouble`` while `make run` runs; it holds the same lock."""
    if settings.DATABASE_URL:
        yield
        return
    with only_one(settings.VAR_DIR):
        yield


@contextmanager
def _database() -> Iterator[tuple[dict[str, str], int]]:
    """Answer how PostgreSQL's programs reach the database, and its version; the embedded one is started if need be."""
    servers = None
    env = _environment()
    if not settings.DATABASE_URL and not _answers(env):
        servers = Servers(settings.VAR_DIR, valkey=False, say=say)
        servers.prepare()
        servers.start()
    try:
        with psycopg.connect(**_parameters(env)) as connection:
            version = connection.info.server_version // 10000
        yield env, version
    except psycopg.OperationalError as error:
        raise Trouble(f"The database does not answer: {_last_line(str(error).encode())}") from None
    finally:
        if servers is not None:
            servers.stop()


def _environment() -> dict[str, str]:
    """Answer the database's place as PostgreSQL's programs take it; a password in a command could be seen by all."""
    if not settings.DATABASE_URL:
        return {
            "PGHOST": str(socket_dir(settings.VAR_DIR)),
            "PGUSER": DATABASE_USER,
            "PGDATABASE": settings.DATABASE_NAME,
        }
    place: dict[str, Any] = settings.DATABASES["default"]
    names = {
        "HOST": "PGHOST",
        "PORT": "PGPORT",
        "USER": "PGUSER",
        "PASSWORD": "PGPASSWORD",
        "NAME": "PGDATABASE",
    }
    env = {names[key]: str(value) for key, value in place.items() if key in names and value}
    return env | {
        f"PG{key.upper()}": str(place["OPTIONS"][key]) for key in ("sslmode",) if key in place["OPTIONS"]
    }


def _parameters(env: dict[str, str]) -> dict[str, Any]:
    names = {"PGDATABASE": "dbname", "PGUSER": "user"}
    return {names.get(key, key[2:].lower()): value for key, value in env.items()}


def _answers(env: dict[str, str]) -> bool:
    try:
        psycopg.connect(**_parameters(env)).close()
    except psycopg.OperationalError:
        return False
    return True


def _last_tick(env: dict[str, str]) -> str:
    """Answer the moment of the last tick that the database knows of, which a backup holds everything up to."""
    with psycopg.connect(**_parameters(env)) as connection:
        try:
            row = connection.execute("SELECT max(at) AT TIME ZONE 'UTC' FROM games_heartbeat").fetchone()
        except psycopg.errors.UndefinedTable:
            row = None
    return f"{row[0]:%Y-%m-%d %H:%M:%S} UTC" if row and row[0] else "a moment before the first tick"


def _others(env: dict[str, str]) -> int:
    with psycopg.connect(**_parameters(env)) as connection:
        asked = (
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        row = connection.execute(asked).fetchone()
    return int(row[0]) if row else 0


def _program(name: str) -> str:
    """Answer where one of PostgreSQL's programs is: in the wheel, whose version reads all that we support."""
    return str(programs_in(installed())["postgresql"] / "bin" / name)


def _rest(stream: IO[bytes] | None) -> bytes:
    return stream.read() if stream is not None else b""


def _last_line(text: bytes) -> str:
    lines = [line for line in text.decode(errors="replace").splitlines() if line.strip()]
    errors = [line for line in lines if "error:" in line.lower()]
    return (errors or lines or ["it said nothing."])[-1]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    sys.exit(main(sys.argv[1:]))
