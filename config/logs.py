"""Structured logs: one event a line, without request bodies, addresses of people or secrets."""

import logging
import logging.config
import re
from typing import Any

import structlog
from structlog.typing import EventDict, Processor

# Django puts the path of a refused request into its message; a path may hold a seat's link.
_TELL_PATHS = ("django.request", "django.security", "django.channels")

_REVEALING = (
    # What PostgreSQL says of a row that it refused: a name, an address, a receipt's code.
    (re.compile(r"^(DETAIL|CONTEXT):.*$", re.MULTILINE), r"\1: (left out)"),
    (re.compile(r"/(j|watch|resume|r)/[^/\s'\"]+"), r"/\1/(left out)"),
    (re.compile(r"[^\s@<>()\[\]{}'\",:;]+@[^\s@<>()\[\]{}'\",:;]+\.[^\s@<>()\[\]{}'\",:;]+"), "(an address)"),
)
"""What errors quote, in messages that are not ours, and what stands in the log in its place."""


def configure(*, level: str, as_json: bool) -> None:
    """Send everything that is logged, by structlog or by the standard library, to standard error."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_secrets,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    last: list[Processor] = [
        structlog.processors.format_exc_info,
        without_quotes,
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
    ]
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {
                "line": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "foreign_pre_chain": shared,
                    "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
                }
            },
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
            "root": {"handlers": ["stderr"], "level": level},
            "loggers": {
                "django.server": {"level": "WARNING"},
                "django.request": {"level": "ERROR"},
                "django.db.backends": {"level": "INFO"},  # below, each query with what was voted
                "axes": {"level": "ERROR"},
                "celery": {"level": "WARNING"},
                "kombu": {"level": "WARNING"},
                "allauth": {"level": "WARNING"},
                "psycopg.pool": {"level": "ERROR"},  # below, each try to reach a server that is away
            },
        }
    )


def without_secrets(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Name the route of a failed request in place of its path, and leave the request itself out."""
    record = event.get("_record")
    if record is not None and record.name.startswith(_TELL_PATHS):
        request = getattr(record, "request", None)
        match = getattr(request, "resolver_match", None)
        if request is not None:
            event["event"] = event["event"].replace(request.path, "").strip(" :")
        event["route"] = match.route if match else "unknown"
        if status := getattr(record, "status_code", None):
            event["status"] = status
    return event


def without_quotes(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Leave out what errors quote of people: addresses, links, and the rows that a query was about."""
    for key, said in event.items():
        if isinstance(said, str):
            event[key] = _without_quotes(said)
    return event


def _without_quotes(text: str) -> str:
    for pattern, instead in _REVEALING:
        text = pattern.sub(instead, text)
    return text
