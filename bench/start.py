"""How long it takes until the processes have started, and until the tests are found."""

import subprocess
import sys
from pathlib import Path
from statistics import median

from bench.boundaries import timed
from bench.table import Row

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5
WEB = "import config.wsgi; from django.urls import get_resolver; get_resolver().url_patterns"
WORKER = "from config.celery import app; app.finalize(); app.loader.import_default_modules()"
STARTS = {
    "web: until it can answer": ([sys.executable, "-c", WEB], 1.5),
    "worker: until it can take a task": ([sys.executable, "-c", WORKER], 2.0),
    "tests: until all are found": ([sys.executable, "-m", "pytest", "--collect-only", "-qq"], 5.0),
}


def measure() -> list[Row]:
    """Start each several times, after once that does not count."""
    rows = []
    for what, (command, most) in STARTS.items():
        _start(command)
        took = median(timed(lambda command=command: _start(command)) for _ in range(ROUNDS))
        rows.append(Row(what, f"{took:.2f} s", target=f"≤ {most} s", held=took <= most))
    return rows


def _start(command: list[str]) -> None:
    subprocess.run(command, check=True, cwd=ROOT, capture_output=True)
