"""The site's clock: the only place that reads the system's.

It is read once, at the edge (a view, a task, a command), and handed on as ``at``. Web, live and worker go by
the database's clock, which ``config.timekeeping`` asks for; a command goes by its machine's. On a demo site the
clock can be put forward.
"""

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings

_taken_over: tuple[datetime, float] | None = None
"""A moment by the database's clock, and what the steady count stood at."""


def now() -> datetime:
    """Answer the present moment in UTC, put forward by as much as the site was hopped."""
    return _present() + offset()


def count_steadily() -> float:
    """Count seconds that no setting of the machine's clock changes, and on Linux none of its sleeps stops."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def take_over(moment: datetime, *, counted: float) -> timedelta:
    """Go by the clock that read ``moment`` at the steady count ``counted``; answer by how much we were ahead of it."""
    global _taken_over  # noqa: PLW0603  one clock for the whole process
    before = _present()
    _taken_over = (moment, counted)
    return before - _present()


def _present() -> datetime:
    if _taken_over is None:
        return datetime.now(UTC)  # noqa: TID251  the one reader of the system clock
    moment, counted = _taken_over
    return moment + timedelta(seconds=count_steadily() - counted)


def can_hop() -> bool:
    """Say whether this site's clock may be put forward: on an embedded site with DEBUG on only."""
    return _file() is not None


def offset() -> timedelta:
    """Answer by how much the clock is put forward."""
    file = _file()
    if file is None:
        return timedelta(0)
    try:
        return timedelta(seconds=float(file.read_text()))
    except (FileNotFoundError, ValueError):
        return timedelta(0)


def unhopped(at: datetime) -> datetime:
    """Answer what the system's own clock reads when the site's reads ``at``."""
    return at - offset()


def hop(*, to: datetime) -> None:
    """Put the clock forward so that it now reads ``to``; refuse with ``ValueError`` to put it back.

    Every process of the site reads the offset from one file, which is replaced as a whole.
    """
    file = _file()
    if file is None:
        raise ValueError("This site's clock cannot be put forward.")
    ahead = to - now()
    if ahead < timedelta(0):
        raise ValueError("The clock cannot be put back.")
    fresh = file.with_suffix(".new")
    fresh.write_text(repr((offset() + ahead).total_seconds()))
    fresh.replace(file)


def _file() -> Path | None:
    return settings.CLOCK_OFFSET_FILE if settings.DEBUG else None
