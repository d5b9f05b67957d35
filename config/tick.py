"""The one periodic task: carry every game past what is due."""

import time
from datetime import datetime

import structlog
from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.db import OperationalError, close_old_connections
from django.utils.module_loading import import_string

from config import metrics
from config.celery import TICK_EVERY
from games import clock

log = structlog.get_logger(__name__)

_LAST, _CALLED = "last-tick", "tick-called"


@shared_task(name="config.tick.tick")
def tick() -> None:
    """Read the clock once and call each of ``settings.ADVANCES`` with it; one that fails stops no other."""
    at, last, began = clock.now(), last_tick_at(), time.monotonic()
    _call_for_help(at)
    for name in settings.ADVANCES:
        try:
            import_string(name)(at)
        except OperationalError as error:
            log.warning("the database does not answer", game=name, error=type(error.__cause__).__name__)
            close_old_connections()
        except Exception:
            log.exception("a game could not be advanced", game=name)
            close_old_connections()
    cache.set(_LAST, at, timeout=None)
    if last is not None:
        late = (at - last).total_seconds() - TICK_EVERY
        metrics.observe("hemicycle_tick_lateness_seconds", late)
    metrics.observe("hemicycle_tick_seconds", time.monotonic() - began)


def _call_for_help(at: datetime) -> None:
    """Where much is due, have another worker begin at once, and not only with the beat's next tick."""
    try:
        if import_string(settings.CROWDED)(at) and cache.add(_CALLED, at, timeout=TICK_EVERY):
            tick.apply_async(expires=TICK_EVERY)
    except Exception as error:
        log.warning("no_help_called", error=type(error).__name__)
        close_old_connections()


def last_tick_at() -> datetime | None:
    """Answer the moment of the last tick by the site's clock; None when none is known."""
    moment: datetime | None = cache.get(_LAST)
    return moment


def is_overdue(at: datetime) -> bool:
    """Say whether the calendar stands still: no tick for ``settings.TICK_OVERDUE`` seconds before ``at``."""
    last = last_tick_at()
    return last is None or (at - last).total_seconds() > settings.TICK_OVERDUE
