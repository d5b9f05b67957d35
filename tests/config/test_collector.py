"""What a server's process has loaded stays out of the garbage collector's rounds."""

import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.usefixtures("servers")
MANY, FEW = 100_000, 10_000


@pytest.mark.parametrize("module", ["config.wsgi", "config.asgi"])
def test_server_leaves_all_that_it_has_loaded_out_of_later_rounds(module: str) -> None:
    looked_through, left_out = _counted(f"import {module}")
    assert looked_through < FEW
    assert left_out > MANY


def test_worker_leaves_all_that_it_has_loaded_out_of_later_rounds() -> None:
    looked_through, left_out = _counted(
        "from celery import signals; from config.celery import app; app.loader.init_worker();"
        "signals.worker_init.send(sender=app)"
    )
    assert looked_through < FEW
    assert left_out > MANY


def _counted(code: str) -> tuple[int, int]:
    """Run ``code`` in a process of its own and count what its collector looks through, and what not."""
    count = f"import gc, django; django.setup(); {code}; print(len(gc.get_objects()), gc.get_freeze_count())"
    done = subprocess.run(
        [sys.executable, "-c", count],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    looked_through, left_out = done.stdout.split()[-2:]
    return int(looked_through), int(left_out)
