"""What is written down, and what never is."""

import io
import json
import logging

import pytest
import structlog
from django.test import Client
from django.urls import path

from config import logs, settings

SECRET = "seat-4f9c1e"


def _broken(request, token):
    raise ValueError("the rules are broken")


urlpatterns = [path("room/<str:token>/", _broken)]


@pytest.fixture
def written(monkeypatch):
    stream = io.StringIO()
    logs.configure(level="INFO", as_json=True)
    (handler,) = logging.getLogger().handlers[:1]
    monkeypatch.setattr(handler, "stream", stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    logs.configure(level=settings.LOG_LEVEL, as_json=settings.LOG_JSON)


@pytest.mark.urls(__name__)
def test_failed_page_is_logged_by_its_route_without_the_secret_in_its_address(written) -> None:
    answer = Client(raise_request_exception=False).post(
        f"/room/{SECRET}/", {"vote": "no"}, headers={"x-forwarded-for": "203.0.113.7"}
    )
    assert answer.status_code == 500
    (line,) = written()
    assert (line["event"], line["route"], line["status"], line["level"]) == (
        "Internal Server Error",
        "room/<str:token>/",
        500,
        "error",
    )
    assert "the rules are broken" in line["exception"]
    for hidden in (SECRET, "203.0.113.7", "no"):
        assert f'"{hidden}' not in json.dumps(line)
    assert SECRET not in json.dumps(line)


def test_own_events_carry_their_words(written) -> None:
    structlog.get_logger("games").info("room set aside", failures=3)
    (line,) = written()
    assert (line["event"], line["failures"], line["logger"]) == ("room set aside", 3, "games")
