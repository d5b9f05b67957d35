"""The beat's own count of when the tick is due."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import time_machine

from config.beat import SteadyScheduler
from config.celery import app
from config.servers import Servers


class Noting(SteadyScheduler):
    """Notes what it would send."""

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        self.sent = [*getattr(self, "sent", []), entry.name]


def test_tick_is_sent_every_two_seconds_though_the_clock_is_put_back(servers: Servers) -> None:
    scheduler = Noting(app)
    assert scheduler.schedule.keys() == {"tick"}
    began = time.monotonic()
    assert 1.5 < scheduler.tick() <= 2
    assert scheduler.tick() < 2
    assert scheduler.sent == ["tick"]
    with time_machine.travel(datetime.now(UTC) - timedelta(hours=1)):  # noqa: TID251
        while time.monotonic() < began + 2.1:
            time.sleep(min(scheduler.tick(), 0.5))
    assert scheduler.sent == ["tick", "tick"]
