"""The beat's own count of when the tick is due, which no setting of a clock disturbs."""

import time
from typing import Any

from celery.beat import Scheduler


class SteadyScheduler(Scheduler):  # type: ignore[misc]
    """Sends each task of the schedule in ``config.celery`` at its interval by the steady count, the first time at once.

    Celery's own compares moments by the machine's clock and keeps them in a file: put back by an hour, it is
    silent for an hour, and after a restart still is.
    """

    def setup_schedule(self) -> None:
        self.due: dict[str, float] = {}
        self.merge_inplace(self.app.conf.beat_schedule)

    def tick(self, *_: Any, **__: Any) -> float:
        """Send what is due and answer after how many seconds the next is."""
        for name, entry in self.schedule.items():
            if self.due.get(name, 0.0) <= time.monotonic():
                self.due[name] = time.monotonic() + entry.schedule.seconds
                self.apply_entry(entry, producer=self.producer)
        return float(max(0.0, min(self.due.values()) - time.monotonic()))
