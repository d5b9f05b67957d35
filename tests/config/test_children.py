"""No process outlives the one that started it."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from config import children

SLEEP_ON = "import time; time.sleep(60)"
SLEEP = [sys.executable, "-c", SLEEP_ON]
STUBBORN = f"""
import signal, subprocess, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print(subprocess.Popen([sys.executable, "-c", "{SLEEP_ON}"]).pid, flush=True)
{SLEEP_ON}
"""
STARTER = """
import sys, time
from pathlib import Path
from config import children
print(children.spawn([sys.executable, "-c", "import time; time.sleep(60)"], ledger=Path(sys.argv[1])).pid, flush=True)
time.sleep(60)
"""


def _is_gone(pid: int, seconds: float = 5) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.02)
    return False


def _started_by_another(ledger: Path) -> tuple[subprocess.Popen[str], int]:
    starter = subprocess.Popen(
        [sys.executable, "-c", STARTER, str(ledger)], stdout=subprocess.PIPE, text=True
    )
    assert starter.stdout is not None
    return starter, int(starter.stdout.readline())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent died")
def test_child_ends_when_its_starter_is_killed(tmp_path: Path) -> None:
    starter, pid = _started_by_another(tmp_path)
    assert psutil.pid_exists(pid)
    starter.kill()
    starter.wait()
    assert _is_gone(pid)


def test_child_that_will_not_end_is_ended_with_all_it_started(tmp_path: Path) -> None:
    with (tmp_path / "said").open("wb") as said:
        process = children.spawn([sys.executable, "-c", STUBBORN], ledger=tmp_path, output=said)
    while not (tmp_path / "said").read_text():
        time.sleep(0.02)
    grandchild = int((tmp_path / "said").read_text())
    process.send_signal(signal.SIGTERM)
    children.end(process, ledger=tmp_path, seconds=0.2)
    assert (process.returncode, _is_gone(grandchild)) == (-signal.SIGKILL, True)
    assert list(tmp_path.glob("*.child")) == []


def test_leftover_of_another_run_is_ended_and_a_stranger_with_its_number_is_not(tmp_path: Path) -> None:
    leftover = children.spawn(SLEEP, ledger=tmp_path)
    stranger = children.spawn(SLEEP, ledger=tmp_path)
    note = tmp_path / f"{stranger.pid}.child"
    note.write_text(f"[{stranger.pid}, 1.0, 15]")
    assert children.end_leftovers(tmp_path) == 1
    assert (_is_gone(leftover.pid), stranger.poll()) == (True, None)
    assert list(tmp_path.glob("*.child")) == []
    children.end(stranger, ledger=tmp_path, seconds=0)
