"""How long it takes until the processes have started, and until the tests are found."""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from bench.table import Row
from bench.timing import timed

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5
OURS = {"VAR_DIR", "DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL", "DATABASE_POOL"}
"""What the bench sets for itself. The tests name their own."""
UNUSUAL = "PYTHONDONTWRITEBYTECODE"
"""Where this is set, whatever was edited since is compiled at each start again."""
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
    left_out = {UNUSUAL, *(OURS if "pytest" in command else ())}
    env = {name: value for name, value in os.environ.items() if name not in left_out}
    subprocess.run(command, check=True, cwd=ROOT, capture_output=True, env=env)
