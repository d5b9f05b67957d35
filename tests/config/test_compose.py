"""compose.yaml and the Dockerfile speak of things that exist."""

import json
import re
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import yaml

from config import run
from config.celery import app
from tests.conftest import ROOT
from tests.faults.cluster import Cluster

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
    routed = {route["queue"] for route in app.conf.task_routes.values()}
    assert routed == {"calendar", "mail"}
    assert (_queues("worker"), _queues("mailer")) == ({"calendar"}, {"mail"})
    assert app.conf.task_default_queue == "calendar"


def test_proxy_sends_sockets_to_live_and_pages_to_web() -> None:
    caddyfile = COMPOSE["configs"]["caddyfile"]["content"]
    sent = re.findall(r"handle (\S*) ?\{\s+reverse_proxy (\w+):8000", caddyfile)
    assert sent == [("/ws/*", "live"), ("", "web")]
    assert {"--interface=asginl", "config.asgi:application"} - set(SERVICES["live"]["command"]) == set()
    assert {"--interface=wsgi", "config.wsgi:application"} - set(SERVICES["web"]["command"]) == set()


def test_image_holds_what_it_needs_to_collect_its_files(tmp_path: Path) -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    left = [path for path in ROOT.iterdir() if not any(path.match(pattern) for pattern in ignored)]
    (tmp_path / "app").mkdir()
    for path in left:
        copy = shutil.copytree if path.is_dir() else shutil.copy
        copy(path, tmp_path / "app" / path.name)
    [given] = re.findall(r"RUN (DEBUG=.+?python manage\.py collectstatic --no-input)", DOCKERFILE, re.DOTALL)
    env = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "VAR_DIR": str(tmp_path / "app" / "var")}
    done = subprocess.run(
        ["sh", "-c", given], cwd=tmp_path / "app", env=env, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "app" / "var" / "static" / "staticfiles.json").exists()


def test_image_installs_what_is_locked_and_holds_every_package() -> None:
    assert "--require-hashes --no-deps --requirement requirements/run.txt" in DOCKERFILE
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert not {"config", "earths", "games", "roles", "templates", "requirements", "manage.py"} & set(ignored)


def granian_commands() -> dict[str, list[str]]:
    """Answer every command anywhere that starts a server of ours, in words, by where it stands."""
    told = re.findall(r"`(granian [^`]+)`", (ROOT / "docs/operations.md").read_text())
    cmd = re.search(r"^CMD (\[.+?\])", DOCKERFILE, re.DOTALL | re.MULTILINE)
    assert cmd is not None
    commands = {
        **{service: SERVICES[service]["command"] for service in OURS},
        **{f"operations {number}": command.split() for number, command in enumerate(told)},
        "Dockerfile": json.loads(cmd[1].replace("\\\n", "")),
        "make run": run.programs("localhost", 8000)["web"],
        **{name: Cluster.command(name, 8000) for name in ("web-1", "live-1")},
    }
    return {
        where: " ".join(command).replace("=", " ").split()
        for where, command in commands.items()
        if "granian" in command
    }


def test_every_server_replaces_a_process_that_died_and_ends_one_that_hears_no_signal() -> None:
    commands = granian_commands()
    assert set(commands) == {
        *("web", "live", "operations 0", "operations 1", "Dockerfile", "make run", "web-1", "live-1"),
    }
    for where, words in commands.items():
        assert "--respawn-failed-workers" in words, where
        seconds = words[words.index("--workers-kill-timeout") + 1]
        # Docker waits for ten before it ends the whole of it.
        assert 0 < float(seconds) < 10, where
