"""Gives a process of the site a wrong clock: Python runs this first where its folder is on PYTHONPATH.

The file that WRONG_CLOCK names holds the seconds by which the clock is ahead; it may change at any moment, as a
clock may be set. What counts steadily goes on undisturbed, as on a real machine.
"""

import os
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import time_machine


def _follow(file: Path) -> None:
    ahead = 0.0
    travelling = time_machine.travel(datetime.now(UTC), tick=True).start()  # noqa: TID251
    while True:
        wanted = float(file.read_text() or ahead)
        if wanted != ahead:
            travelling.shift(timedelta(seconds=wanted - ahead))
            ahead = wanted
        _first_look.set()
        time.sleep(0.1)


if name := os.environ.get("WRONG_CLOCK"):
    _first_look = threading.Event()
    threading.Thread(target=_follow, args=(Path(name),), daemon=True).start()
    _first_look.wait()
