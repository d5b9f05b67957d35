"""The commands of the Makefile, as far as they can be tried without running them all."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

MAKEFILE = (ROOT / "Makefile").read_text()


def _make(*args: str) -> subprocess.CompletedProcess[str]:
    # What the run of the tests itself was given by make is not for these.
    env = {
        name: value
        for name, value in os.environ.items()
        if name not in {"ARGS", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MARK"}
    }
    return subprocess.run(["make", *args], cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_help_lists_every_command_that_is_explained() -> None:
    listed = re.findall(r"^  make (\w+) ", _make("help").stdout, re.MULTILINE)
    assert listed == re.findall(r"^(\w+):.* ## ", MAKEFILE, re.MULTILINE)
    assert {"run", "test", "check", "help"} - set(listed) == set()


def test_python_that_is_too_old_is_named_in_a_sentence(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = _make("run", f"PYTHON={old}")
    assert done.returncode != 0
    assert done.stdout.splitlines() == [
        f"{old} is older than Python 3.11, which is needed. Name a newer one: make run PYTHON=/path/to/python3"
    ]


def test_missing_python_is_told_in_a_sentence() -> None:
    assert _make("run", "PYTHON=").stdout.splitlines() == [
        "Python 3.11 or newer is needed and was not found. Where it is, say: make run PYTHON=/path/to/python3"
    ]


def test_locked_requirements_have_hashes_and_name_no_place_to_get_them() -> None:
    for path in sorted((ROOT / "requirements").glob("*.txt")):
        text = path.read_text()
        packages = re.findall(r"^[a-z0-9.-]+(?:\[[a-z,]+\])?==", text, re.MULTILINE)
        assert 5 < len(packages) == len(re.findall(r"(?m)^[a-z0-9][^\n]*\\\n    --hash=", text)), path.name
        assert not re.search(r"https?://|--index|--find-links", text), path.name


def test_python_without_venv_is_told_how_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    shutil.copy(ROOT / "config" / "install.py", tmp_path / "config")
    (tmp_path / "ensurepip.py").write_text("raise ImportError")
    done = subprocess.run(
        [sys.executable, "config/install.py", "run"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "Making .venv.\n")
    assert done.stderr.splitlines() == [
        "This Python cannot make virtual environments: its `venv` module is missing.",
        "On Debian and Ubuntu, `apt-get install python3-venv` brings it.",
    ]


def test_faults_run_everything_that_takes_long_wherever_it_stands() -> None:
    last = _make("--dry-run", "faults").stdout.splitlines()[-1]
    assert last.split() == [".venv/bin/python", "-m", "pytest", "-m", "faults", "-s"]
