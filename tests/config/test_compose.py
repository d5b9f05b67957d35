"""compose.yaml and the Dockerfile speak of things that exist."""

import re
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

import yaml

from config import settings
from config.celery import app
from tests.conftest import ROOT

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = {name for name, service in SERVICES.items() if service.get("image") == "hemicycle"}
DOCKERFILE = (ROOT / "Dockerfile").read_text()


def _queues(service: str) -> set[str]:
    return {
        queue
        for word in SERVICES[service]["command"]
        if word.startswith("--queues=")
        for queue in word[9:].split(",")
    }


def test_every_part_has_a_service() -> None:
    assert set(SERVICES) == {
        *("proxy", "migrate", "web", "live", "worker", "mailer", "beat", "postgresql", "valkey"),
    }
    assert {"migrate", "web", "live", "worker", "mailer", "beat"} == OURS


def test_every_environment_variable_is_read_by_the_settings() -> None:
    known = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "config/settings.py").read_text()))
    given = {name for service in OURS for name in SERVICES[service]["environment"]}
    assert given - known == set()
    assert {"SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL", "EMAIL_URL"} - given == set()


def test_every_command_is_installed_and_every_application_exists() -> None:
    scripts = {script.name for script in entry_points(group="console_scripts")} | {"python"}
    for service in OURS:
        command = SERVICES[service]["command"]
        assert command[0] in scripts
        for word in command:
            if re.fullmatch(r"[\w.]+:\w+", word):
                module, name = word.split(":")
                assert callable(getattr(import_module(module), name))


def test_every_queue_has_one_worker() -> None:
    routed = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    assert routed == {"calendar", "mail"}
    assert (_queues("worker"), _queues("mailer")) == ({"calendar"}, {"mail"})
    assert app.conf.task_default_queue == "calendar"


def test_proxy_sends_sockets_to_live_and_pages_to_web() -> None:
    caddyfile = COMPOSE["configs"]["caddyfile"]["content"]
    sent = re.findall(r"handle (\S*) ?\{\s+reverse_proxy (\w+):8000", caddyfile)
    assert sent == [("/ws/*", "live"), ("", "web")]
    assert {"--interface=asginl", "config.asgi:application"} - set(SERVICES["live"]["command"]) == set()
    assert {"--interface=wsgi", "config.wsgi:application"} - set(SERVICES["web"]["command"]) == set()


def test_image_installs_what_is_locked_and_holds_every_package() -> None:
    assert "--require-hashes --no-deps --requirement requirements/run.txt" in DOCKERFILE
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert not {"config", "earths", "games", "roles", "templates", "requirements", "manage.py"} & set(ignored)
