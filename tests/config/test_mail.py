"""Mail waits in a queue of its own until a worker hands it over."""

import base64
import json

import pytest
import redis
from celery.utils.time import get_exponential_backoff_interval
from django.core import mail
from django.db import transaction

from config.celery import GIVEN_AGAIN, app
from config.mail import deliver


@pytest.fixture
def valkey(fresh_cache, settings):
    settings.EMAIL_BACKEND = "config.mail.QueuedBackend"
    settings.MAIL_DELIVERY_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    with redis.Redis.from_url(settings.CACHES["default"]["LOCATION"]) as client:
        yield client


def _send() -> None:
    letter = mail.EmailMultiAlternatives("Réset", "Plain", "site@example.org", ["ada@example.org"])
    letter.attach_alternative("<p>Rich</p>", "text/html")
    letter.send()


@pytest.mark.django_db(transaction=True)
def test_letter_is_queued_and_delivered_as_it_was_written(valkey) -> None:
    _send()
    assert (valkey.llen("mail"), valkey.llen("calendar")) == (1, 0)
    envelope = json.loads(valkey.lpop("mail"))
    _, kwargs, _ = json.loads(base64.b64decode(envelope["body"]))
    deliver(**kwargs)
    (letter,) = mail.outbox
    assert (letter.subject, letter.body, letter.from_email, letter.to, list(letter.alternatives)) == (
        "Réset",
        "Plain",
        "site@example.org",
        ["ada@example.org"],
        [("<p>Rich</p>", "text/html")],
    )


@pytest.mark.django_db(transaction=True)
def test_letter_of_a_change_that_was_taken_back_is_never_queued(valkey) -> None:
    with transaction.atomic():
        _send()
        transaction.set_rollback(True)
    assert valkey.llen("mail") == 0


def test_letter_is_tried_for_an_hour_and_never_waits_until_it_is_given_to_a_second_worker() -> None:
    waits = [
        get_exponential_backoff_interval(
            deliver.retry_backoff, tries, deliver.retry_backoff_max, deliver.retry_jitter
        )
        for tries in range(deliver.max_retries)
    ]
    assert 3600 <= sum(waits) < 4000
    assert max(waits) < GIVEN_AGAIN
    assert app.conf.broker_transport_options["visibility_timeout"] == GIVEN_AGAIN
