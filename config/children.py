"""Start and stop processes so that none of them outlives the one that started it."""

import ctypes
import json
import os
import pwd
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

import psutil

_PR_SET_PDEATHSIG = 1


def spawn(
    args: Sequence[str],
    *,
    ledger: Path,
    env: Mapping[str, str] | None = None,
    user: str | None = None,
    output: IO[bytes] | None = None,
    end_with: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Start ``args`` in a process group of its own and note it in the folder ``ledger``.

    On Linux the kernel sends it ``end_with`` when this process dies, however it dies. Elsewhere
    ``end_leftovers`` ends it at the next start. Call it from the main thread only: to the kernel
    the thread is the parent.
    """
    prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None
    parent = os.getpid()

    def tie_to_parent() -> None:
        if prctl is not None:
            prctl(_PR_SET_PDEATHSIG, end_with)
            if os.getppid() != parent:
                os._exit(1)

    process = subprocess.Popen(
        args,
        env=None if env is None else dict(env),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=None if output is None else subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=tie_to_parent,  # noqa: PLW1509  called from the main thread, see above
        user=user,
        group=None if user is None else pwd.getpwnam(user).pw_gid,
        extra_groups=None if user is None else [],
    )
    with suppress(psutil.NoSuchProcess):
        started = psutil.Process(process.pid).create_time()
        (ledger / f"{process.pid}.child").write_text(json.dumps([process.pid, started, end_with]))
    return process


def end(process: subprocess.Popen[bytes], *, ledger: Path, seconds: float) -> None:
    """Wait ``seconds`` for ``process`` to end after it was asked to; then end it and all it started by force."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    (ledger / f"{process.pid}.child").unlink(missing_ok=True)


def end_leftovers(ledger: Path, *, seconds: float = 10) -> int:
    """End every process noted in ``ledger`` that still runs; answer how many did."""
    left = []
    for note in ledger.glob("*.child"):
        with suppress(psutil.NoSuchProcess, ValueError):
            pid, started, how = json.loads(note.read_text())
            process = psutil.Process(pid)
            if abs(process.create_time() - started) < 1:
                process.send_signal(how)
                left.append(process)
        note.unlink(missing_ok=True)
    for process in psutil.wait_procs(left, timeout=seconds)[1]:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    return len(left)
