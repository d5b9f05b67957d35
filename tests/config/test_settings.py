"""What the environment decides."""

import os
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from config import logs, settings
from tests.conftest import ROOT

GOOD = {
    "DEBUG": "false",
    "SECRET_KEY": "k7Jq2mX9vR4tB8nZ1cW6yL3pD5hF0sGaTeUiOxQwErTyUiOpAsDfGhJk",
    "ALLOWED_HOSTS": "play.example.org",
    "DATABASE_URL": "postgres://hemicycle:secret@localhost/hemicycle",
    "REDIS_URL": "redis://localhost:6379/0",
}
LINES = {
    "SECRET_KEY": "  SECRET_KEY must be 50 characters or more that nobody can guess.",
    "ALLOWED_HOSTS": "  ALLOWED_HOSTS must name the hosts that this site answers to.",
    "DATABASE_URL": "  DATABASE_URL must name a PostgreSQL database.",
    "REDIS_URL": "  REDIS_URL must name a Redis or Valkey server.",
}
Load = Callable[[dict[str, str]], SimpleNamespace]
REFUSAL = "The site does not start with DEBUG off, because:"


def _run(args: list[str], env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    bare = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings"}
    return subprocess.run(
        [sys.executable, *args], env=bare | env, cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[dict[str, str]], SimpleNamespace]]:
    """Answer the settings as they are in an environment of these variables alone."""

    def load(env: dict[str, str]) -> SimpleNamespace:
        with monkeypatch.context() as patch:
            for name in set(os.environ) - {"PATH"}:
                patch.delenv(name)
            for name, value in env.items():
                patch.setenv(name, value)
            return SimpleNamespace(**runpy.run_path(str(ROOT / "config" / "settings.py")))

    yield load
    logs.configure(level=settings.LOG_LEVEL, as_json=settings.LOG_JSON)


def _refusal(load: Load, env: dict[str, str]) -> list[str]:
    with pytest.raises(SystemExit) as refused:
        load(env)
    return str(refused.value).splitlines()


def test_site_with_nothing_set_is_embedded_and_shows_its_errors(load: Load) -> None:
    loaded = load({})
    assert (loaded.EMBEDDED, loaded.DEBUG, loaded.DEMO) == (True, True, True)
    assert loaded.CLOCK_OFFSET_FILE == loaded.VAR_DIR / "clock-offset"


def test_site_with_servers_given_hides_its_errors_and_has_no_movable_clock(load: Load) -> None:
    loaded = load(GOOD)
    assert (loaded.EMBEDDED, loaded.DEBUG, loaded.DEMO, loaded.HTTPS_ONLY) == (False, False, False, True)
    assert loaded.CLOCK_OFFSET_FILE is None
    assert load(GOOD | {"DEBUG": "true"}).CLOCK_OFFSET_FILE is None


@pytest.mark.parametrize("name", LINES)
def test_site_refuses_to_start_without(load: Load, name: str) -> None:
    assert _refusal(load, {key: value for key, value in GOOD.items() if key != name}) == [
        REFUSAL,
        LINES[name],
    ]


@pytest.mark.parametrize(
    ("name", "weak"),
    [
        ("SECRET_KEY", GOOD["SECRET_KEY"][:49]),
        ("SECRET_KEY", "a" * 60),
        ("SECRET_KEY", "for-development-only" + GOOD["SECRET_KEY"]),
        ("ALLOWED_HOSTS", "*"),
    ],
)
def test_site_refuses_to_start_with_weak(load: Load, name: str, weak: str) -> None:
    assert _refusal(load, GOOD | {name: weak}) == [REFUSAL, LINES[name]]


def test_site_told_only_that_it_is_public_names_all_it_needs(load: Load) -> None:
    assert _refusal(load, {"DEBUG": "false"}) == [REFUSAL, *LINES.values()]


@pytest.mark.parametrize("args", [["manage.py", "check"], ["-m", "celery", "--app", "config", "beat"]])
def test_no_program_puts_a_traceback_around_the_refusal(args: list[str]) -> None:
    done = _run(args, {"DEBUG": "false"})
    assert (done.returncode, done.stderr.splitlines()) == (1, [REFUSAL, *LINES.values()])


@pytest.mark.parametrize(
    "more", [{}, {"PASSKEYS": "true", "METRICS_TOKEN": "m" * 32, "TRUSTED_PROXY_COUNT": "1"}]
)
def test_deployment_check_finds_nothing(more: dict[str, str]) -> None:
    done = _run(["manage.py", "check", "--deploy", "--fail-level", "INFO"], GOOD | more)
    assert (done.returncode, done.stdout) == (0, "System check identified no issues (0 silenced).\n"), (
        done.stderr
    )


def test_proxies_are_believed_only_as_far_as_they_are_counted(load: Load) -> None:
    alone, behind_two = load(GOOD), load(GOOD | {"TRUSTED_PROXY_COUNT": "2"})
    assert (alone.TRUSTED_PROXY_COUNT, hasattr(alone, "SECURE_PROXY_SSL_HEADER")) == (0, False)
    assert behind_two.TRUSTED_PROXY_COUNT == 2
    assert behind_two.SECURE_PROXY_SSL_HEADER == ("HTTP_X_FORWARDED_PROTO", "https")


def test_codes_by_mail_and_passkeys_are_offered_where_they_can_work(load: Load) -> None:
    bare, full = load(GOOD), load(GOOD | {"EMAIL_URL": "smtp://mail.example.org:25", "PASSKEYS": "true"})
    assert (bare.ACCOUNT_LOGIN_BY_CODE_ENABLED, "allauth.mfa" in bare.INSTALLED_APPS) == (False, False)
    assert bare.EMAIL_BACKEND == "django.core.mail.backends.console.EmailBackend"
    assert (full.ACCOUNT_LOGIN_BY_CODE_ENABLED, "allauth.mfa" in full.INSTALLED_APPS) == (True, True)
    assert (full.EMAIL_BACKEND, full.EMAIL_HOST) == ("config.mail.QueuedBackend", "mail.example.org")
