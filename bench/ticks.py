"""What a tick costs where nothing is due, as idle rooms and archived worlds grow in number."""

from statistics import median

from bench.idle import archived_worlds, idle_rooms
from bench.table import Row
from bench.timing import timed

SIZES = (100, 1_000, 10_000, 100_000)
WORLDS, ROUNDS = 1_000, 15
MOST = 1.5
"""By how much the cost may differ between the least and the most rooms and still be called flat."""


def measure() -> list[Row]:
    """Measure the whole tick over a growing number of rooms that wait for somebody."""
    from django.core.management import call_command

    from games import clock

    call_command("flush", interactive=False, verbosity=0)
    rows, first = [], 0.0
    for size in SIZES:
        if size == SIZES[-1]:
            archived_worlds(WORLDS, clock.now())
        idle_rooms(size, clock.now())
        took = _tick()
        first = first or took
        beside = f" and {WORLDS:,} archived worlds" if size == SIZES[-1] else ""
        rows.append(
            Row(
                f"tick with nothing due, {size:,} idle rooms{beside}",
                f"{took * 1000:.1f} ms",
                f"{first * 1000:.1f} ms",
                f"{took / first:.2f}",
                f"≤ {MOST}",
                took / first <= MOST,
            )
        )
    return rows


def _tick() -> float:
    from config.tick import tick

    tick()
    return median(timed(tick) for _ in range(ROUNDS))
