"""The Celery application. Its settings are the ``CELERY_`` ones of ``config.settings``."""

import os
from typing import Any

from celery import Celery, signals
from celery.app.amqp import AMQP
from kombu.connection import Connection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

LONGEST_WAIT = 2
"""Seconds after which worker and beat try again to reach a queue that is away; left alone they wait for 30."""


class _PromptConnection(Connection):
    def ensure_connection(self, *args: Any, **kwargs: Any) -> Any:
        return super().ensure_connection(  # type: ignore[no-untyped-call]
            *args, **{**kwargs, "interval_start": 1, "interval_max": LONGEST_WAIT}
        )


class _Queues(AMQP):  # type: ignore[misc]
    Connection = _PromptConnection


app = Celery("hemicycle", amqp=_Queues)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.imports = ["config.tick", "config.mail"]


@signals.worker_init.connect
def keep_time(**_: Any) -> None:
    """Know the database's time before the first tick."""
    # The settings are to be asked for once Celery has loaded them.
    from config import timekeeping  # noqa: PLC0415

    timekeeping.keep(at_once=True)
