"""Mail goes through a queue of its own, so that a slow mail server holds up neither page nor count."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from celery import shared_task
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction


class QueuedBackend(BaseEmailBackend):
    """Queue each message once the transaction that wrote it has committed."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            transaction.on_commit(partial(deliver.apply_async, kwargs=_letter(message)))
        return len(email_messages)


# A letter waits for its next try with a worker that has taken it, so less long than GIVEN_AGAIN of config.celery:
# otherwise a second worker would take it too, and it went out twice.
@shared_task(
    name="config.mail.deliver",
    autoretry_for=(OSError,),
    retry_backoff=10,
    retry_backoff_max=240,
    retry_jitter=False,
    max_retries=20,
)
def deliver(*, subject: str, body: str, html: str, sender: str, to: list[str], **_newer: Any) -> None:
    """Hand one message to the mail server, trying again for an hour while it is away."""
    message = EmailMultiAlternatives(subject, body, sender, to)
    if html:
        message.attach_alternative(html, "text/html")
    get_connection(settings.MAIL_DELIVERY_BACKEND).send_messages([message])


def _letter(message: EmailMessage) -> dict[str, Any]:
    html = next((part for part, kind in getattr(message, "alternatives", ()) if kind == "text/html"), "")
    return {
        "subject": str(message.subject),
        "body": str(message.body),
        "html": html,
        "sender": message.from_email,
        "to": list(message.recipients()),
    }
