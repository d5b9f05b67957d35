"""`make run`: starts everything, says what it does, stops everything, and gets over being killed."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from config.embedded import DATABASE_USER, data_dir, socket_dir
from config.servers import ROOTS_DATA
from tests.conftest import ROOT

STEPS = ["Starting the private servers.", "Starting web, worker and beat."]


class Run:
    """One `python -m config.run` in a folder of its own, and what it said."""

    def __init__(self, var: Path, port: int, said: str, **more: str) -> None:
        self.said = var.parent / said
        bare = {
            name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")
        }
        env = bare | {"VAR_DIR": str(var), "PORT": str(port), "DEMO": "false", "DEBUG": "true", **more}
        with self.said.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "config.run"],
                env=env,
                cwd=ROOT,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def lines(self) -> list[str]:
        return [line for line in self.said.read_text().splitlines() if line]

    def wait_for(self, text: str, seconds: float = 60) -> float:
        began = time.monotonic()
        while text not in self.said.read_text():
            assert time.monotonic() < began + seconds, self.said.read_text()
            assert self.process.poll() is None, self.said.read_text()
            time.sleep(0.02)
        return time.monotonic() - began

    def family(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)


Start = Callable[..., Run]


@pytest.fixture
def var(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "var"
    yield folder
    if data_dir(folder).is_relative_to(ROOTS_DATA):
        subprocess.run(["rm", "-r", data_dir(folder)], check=True)


@pytest.fixture
def start(var: Path) -> Iterator[Start]:
    """Start runs from ``var``, and end them with the test."""
    runs = []

    def start(port: int, **more: str) -> Run:
        runs.append(Run(var, port, f"said-{len(runs)}", **more))
        return runs[-1]

    yield start
    for run in runs:
        run.process.terminate()
        run.process.wait(30)


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number


def _database(var: Path) -> psycopg.Connection:
    return psycopg.connect(
        host=str(socket_dir(var)), user=DATABASE_USER, dbname=DATABASE_USER, autocommit=True
    )


def test_site_runs_gets_over_kills_and_keeps_its_data(start: Start, var: Path, port: int) -> None:
    first = start(port)
    first.wait_for("Ctrl-C stops it.")
    assert f"Hemicycle is at http://127.0.0.1:{port}/" in first.lines()
    assert [line for line in first.lines() if line in STEPS] == STEPS
    assert "Bringing the database up to date." in first.lines()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz/live") as answer:
        assert answer.status == 200
    with _database(var) as database:
        database.execute("CREATE TABLE kept AS SELECT 7 AS number")

    second = start(port + 1)
    assert second.process.wait(20) == 1
    assert second.lines() == [
        f"The site already runs from this folder, as process {first.process.pid}.",
        "Stop that one with Ctrl-C, or set VAR_DIR and PORT to run a second site.",
    ]

    family = first.family()
    assert len(family) >= 5
    first.process.kill()
    first.process.wait()
    assert psutil.wait_procs(family, timeout=15)[1] == []

    third = start(port)
    assert third.wait_for("Ctrl-C stops it.") < 20
    assert "Bringing the database up to date." not in third.lines()
    with _database(var) as database:
        assert database.execute("SELECT number FROM kept").fetchone() == (7,)

    for name, word in (
        ("worker", "'worker'"),
        ("Valkey", "valkey-server"),
        ("PostgreSQL", "bin/postgres"),
        ("web", "granian"),
        ("beat", "'beat'"),
    ):
        _kill(third, word)
        third.wait_for(f"{name} ended by itself. Starting it again.")
    _wait_until_ready(port)

    family = third.family()
    third.process.send_signal(signal.SIGINT)
    assert third.process.wait(30) == 0
    assert psutil.wait_procs(family, timeout=1)[1] == []
    assert third.lines()[-1] == "Stopped. All data is kept."
    # The beat may say meanwhile that Valkey is away; that line is no exception.
    said = re.sub(r"Error \d+ connecting to ", "", third.said.read_text())
    assert not re.search("Traceback|Error", said)


def _kill(run: Run, word: str) -> None:
    (process,) = [
        process for process in psutil.Process(run.process.pid).children() if word in str(process.cmdline())
    ]
    process.kill()


def _wait_until_ready(port: int) -> None:
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz/ready") as answer:
                assert answer.status == 200
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("The site did not become ready again.")


def test_taken_port_is_told_before_anything_starts(start: Start, var: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        run = start(port)
        assert run.process.wait(20) == 1
    assert run.lines() == [
        f"Port {port} on 127.0.0.1 cannot be used: Address already in use.",
        f"Stop what uses it, or choose another: make run PORT={port % 60000 + 1}",
    ]
    assert not (var / "data").exists()


def test_folder_that_cannot_be_made_is_told(start: Start, var: Path, port: int) -> None:
    var.write_text("a file stands where the folder should be")
    run = start(port)
    assert run.process.wait(20) == 1
    assert run.lines() == [f"{var}: File exists."]
