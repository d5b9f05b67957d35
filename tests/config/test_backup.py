"""A backup is the whole database at one moment, and restoring it is all or nothing."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from games.actions import due, play
from games.models import Order
from tests.conftest import OWN_SERVERS, ROOT, VAR_DIR
from tests.games.conftest import SECOND, START, begin

DOCUMENT = (ROOT / "docs" / "operations.md").read_text()
KEY = "k7Jq2mX9vR4tB8nZ1cW6yL3pD5hF0sGaTeUiOxQwErTyUiOpAsDfGhJk"


def place(name: str) -> dict[str, str]:
    known = connection.settings_dict
    found = {"host": known["HOST"], "user": known["USER"], "dbname": name}
    return found | {key.lower(): str(known[key]) for key in ("PORT", "PASSWORD") if known[key]}


def configured(name: str) -> dict[str, str]:
    """Answer the environment of a site for others whose database is called ``name``."""
    known = connection.settings_dict
    secret = f":{quote(known['PASSWORD'], safe='')}" if known["PASSWORD"] else ""
    port = f":{known['PORT']}" if known["PORT"] else ""
    return {
        "DEBUG": "false",
        "SECRET_KEY": KEY,
        "ALLOWED_HOSTS": "localhost",
        "DATABASE_URL": f"postgres://{known['USER']}{secret}@{quote(known['HOST'], safe='')}{port}/{name}",
        "REDIS_URL": settings.CACHES["default"]["LOCATION"].replace("?db=0", "?db=3"),
        "VAR_DIR": str(VAR_DIR),
    }


def embedded(name: str) -> dict[str, str]:
    return {"DATABASE_NAME": name, "VAR_DIR": str(VAR_DIR)}


def run(command: str, env: dict[str, str], **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the documentation as it stands there, but for the name of its file."""
    (line,) = set(re.findall(rf"^python -m config\.backup {command} .*$", DOCUMENT, re.MULTILINE))
    words = line.replace("site.dump", more["file"]).split()
    return subprocess.run(
        [sys.executable, *words[1:]],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings"} | env,
        capture_output=True,
        text=True,
        check=False,
    )


def rows(name: str) -> dict[str, list[str]]:
    """Answer every row of every table of a database."""
    with psycopg.connect(**place(name)) as asked:
        names = asked.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        return {
            table: [row[0] for row in asked.execute(f'SELECT t::text FROM "{table}" t ORDER BY 1').fetchall()]
            for (table,) in names
        }


@pytest.fixture
def other(transactional_db: None) -> Iterator[str]:
    """Have a second database with a table of a later version in it, and answer its name."""
    name = f"{connection.settings_dict['NAME']}_restored"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        cursor.execute(f'CREATE DATABASE "{name}"')
    with psycopg.connect(**place(name)) as asked:
        asked.execute("CREATE TABLE of_a_later_version (id integer)")
        asked.execute("INSERT INTO of_a_later_version VALUES (1)")
    yield name
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}"')


@pytest.fixture
def kept(other: str, tmp_path: Path) -> Path:
    """Write a backup of a site where a game runs, in which somebody hands in something afterwards."""
    sitting = begin("estado-libre", 4, bots=False)
    due.advance_due(START + SECOND)
    before = rows(connection.settings_dict["NAME"])
    done = run("write", configured(connection.settings_dict["NAME"]), file=str(tmp_path / "site.dump"))
    assert (done.returncode, done.stderr) == (
        0,
        "The backup holds everything up to 2026-03-01 12:00:01 UTC.\n",
    )
    president = next(one.seat for one in sitting.see("public").play.people if one.office == "president")
    budget = {"allocations": {"defence": 6}, "grants": {}, "withhold": {}}
    play.submit(room_id=sitting.room_id, number=president, serial=1, given=budget, at=START + 2 * SECOND)
    assert Order.objects.count() == 1
    assert rows(connection.settings_dict["NAME"]) != before
    kept_rows[tmp_path / "site.dump"] = before
    return tmp_path / "site.dump"


kept_rows: dict[Path, dict[str, list[str]]] = {}


@pytest.mark.parametrize("site", [configured, embedded], ids=["configured", "embedded"])
def test_restored_site_is_the_one_of_the_backup_row_by_row(kept: Path, other: str, site) -> None:
    if site is embedded and not OWN_SERVERS:
        pytest.skip("the embedded server is not run beside configured ones")
    done = run("restore", site(other), file=str(kept))
    assert (done.returncode, done.stderr.splitlines()[0]) == (
        0,
        "The site is back to how it stood at 2026-03-01 12:00:01 UTC.",
    ), done.stderr
    assert rows(other) == kept_rows[kept]
    assert kept.stat().st_mode & 0o077 == 0


def test_a_damaged_backup_changes_nothing(kept: Path, other: str) -> None:
    kept.write_bytes(kept.read_bytes()[:-5000])
    done = run("restore", configured(other), file=str(kept))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert rows(other) == {"of_a_later_version": ["(1)"]}


def test_what_is_no_backup_is_told_from_one(other: str, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear President,")
    done = run("restore", configured(other), file=str(tmp_path / "letter.txt"))
    assert (done.returncode, done.stderr.startswith("This is no backup: ")) == (1, True)
    done = run("restore", configured(other), file=str(tmp_path / "nothing.dump"))
    assert (done.returncode, done.stderr) == (1, f"There is no file {tmp_path / 'nothing.dump'}.\n")
    assert rows(other) == {"of_a_later_version": ["(1)"]}


def test_a_site_that_runs_is_not_restored_over(kept: Path) -> None:
    before = rows(connection.settings_dict["NAME"])
    done = run("restore", configured(connection.settings_dict["NAME"]), file=str(kept))
    assert done.returncode == 1
    assert re.fullmatch(
        r"\d+ other connections use the database. Stop web, live, workers and beat first.\n", done.stderr
    )
    assert rows(connection.settings_dict["NAME"]) == before
