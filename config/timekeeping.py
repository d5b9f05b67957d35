"""One clock decides for the whole site: the database's (see ``docs/decisions/0016-one-clock.md``)."""

import threading
import time

import structlog
from django.conf import settings
from django.db import Error, connection

from games import clock

log = structlog.get_logger(__name__)

EVERY, AGAIN = 10.0, 0.5
"""Seconds between two questions, and after one that was not answered."""
SLOW = 0.5
"""Seconds within which an answer has to come to be better than the steady count since the last one."""
NOTABLE = 1.0
"""Seconds that the clock may be set right by without a word."""


def keep(*, at_once: bool = False) -> None:
    """Go by the database's clock from now on, in the whole process; with ``at_once`` wait until it is known.

    Where ``settings.ONE_CLOCK`` is off, nothing is done.
    """
    if not settings.ONE_CLOCK:
        return
    known = ask(first=True)
    while at_once and not known:
        time.sleep(AGAIN)
        known = ask(first=True)
    threading.Thread(target=_keep, args=(known,), name="timekeeping", daemon=True).start()


def ask(*, first: bool = False) -> bool:
    """Ask the database for its time and take it over; say whether it did.

    One that answers slowly is believed the first time alone.
    """
    try:
        connection.ensure_connection()
        asked = clock.count_steadily()
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            (moment,) = cursor.fetchone()
    except Error:
        return False
    finally:
        connection.close()
    answered = clock.count_steadily()
    if answered - asked > SLOW and not first:
        return False
    ahead = clock.take_over(moment, counted=(asked + answered) / 2).total_seconds()
    if abs(ahead) > NOTABLE:
        log.warning("clock_set_right", was_ahead_by_seconds=round(ahead, 1))
    return True


def _keep(known: bool) -> None:
    while True:
        time.sleep(EVERY if known else AGAIN)
        known = ask(first=not known) or known
