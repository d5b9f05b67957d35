"""The Celery application: which queues there are, what happens to a task, what is sent and when.

Where the queue is stands in ``config.settings``.
"""

import os
from typing import Any

from celery import Celery, signals
from celery.app.amqp import AMQP
from kombu.connection import Connection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

TICK_EVERY = 2.0
"""Seconds from one tick to the next."""
LONGEST_WAIT = 2
"""Seconds after which worker and beat try again to reach a queue that is away; left alone they wait for 30."""
GIVEN_AGAIN = 300
"""Seconds after which a task that a worker took and did not finish is given to another: it counts as killed."""


class _PromptConnection(Connection):
    def ensure_connection(self, *args: Any, **kwargs: Any) -> Any:
        return super().ensure_connection(  # type: ignore[no-untyped-call]
            *args, **{**kwargs, "interval_start": 1, "interval_max": LONGEST_WAIT}
        )


class _Queues(AMQP):  # type: ignore[misc]
    Connection = _PromptConnection


app = Celery("hemicycle", amqp=_Queues)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    imports=["config.tick", "config.mail"],
    timezone="UTC",
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_transport_options={
        "visibility_timeout": GIVEN_AGAIN,
        # Every worker looks for such tasks at each interval of ten seconds, and not at every tenth.
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 5,
        "health_check_interval": 10,
    },
    # The calendar has a queue of its own, so that no mail can ever delay a count.
    task_default_queue="calendar",
    task_routes={"config.tick.*": {"queue": "calendar"}, "config.mail.*": {"queue": "mail"}},
    task_ignore_result=True,
    task_acks_late=True,
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    worker_cancel_long_running_tasks_on_connection_loss=True,
    beat_scheduler="config.beat:SteadyScheduler",
    # Every interval, never a crontab: those are an hour off in weeks with a change of clocks. A tick that
    # waited long is dropped, so that an outage leaves no endless heap; the limit is wide because the worker
    # that judges it may have a clock that is hours off.
    beat_schedule={
        "tick": {
            "task": "config.tick.tick",
            "schedule": TICK_EVERY,
            "options": {"queue": "calendar", "expires": 24 * 3600},
        },
    },
)


@signals.worker_init.connect
def get_ready(**_: Any) -> None:
    """Know the database's time before the first tick."""
    # The settings are to be asked for once Celery has loaded them.
    from config import collector, timekeeping  # noqa: PLC0415

    timekeeping.keep(at_once=True)
    collector.leave_out_what_is_loaded()
