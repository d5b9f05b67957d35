"""The beat's own count of when the tick is due."""

import time
from datetime import UTC, datetime, timedelta

import redis
import time_machine
from django.conf import settings

from config.beat import SteadyScheduler
from config.celery import app
from config.servers import Servers


def test_tick_is_sent_every_two_seconds_though_the_clock_is_put_back(
    servers: Servers, fresh_cache: None
) -> None:
    scheduler = SteadyScheduler(app)
    assert scheduler.schedule.keys() == {"tick"}
    with redis.Redis.from_url(settings.CACHES["default"]["LOCATION"]) as queue:
        began = time.monotonic()
        assert 1.5 < scheduler.tick() <= 2
        assert 1 < scheduler.tick() < 2
        assert queue.llen("calendar") == 1
        with time_machine.travel(datetime.now(UTC) - timedelta(hours=1)):  # noqa: TID251
            while time.monotonic() < began + 2.1:
                time.sleep(min(scheduler.tick(), 0.5))
        assert queue.llen("calendar") == 2
