"""What the documentation for operators says is so."""

import re
from importlib import import_module

import yaml
from django.contrib.admin import site

from config import health, metrics, metrics_page, settings
from earths.models import World
from games.admin import ACTS
from games.models import Room
from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "operations.md").read_text()
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
NGINX = re.findall(r"```nginx\n(.*?)```", TEXT, re.DOTALL)[0]


def test_every_environment_variable_is_explained_once_and_no_other() -> None:
    read = re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "config" / "settings.py").read_text())
    told = re.findall(r"^\| `([A-Z_]+)` \|", TEXT, re.MULTILINE)
    assert sorted(told) == sorted(set(read))
    assert len(told) == len(set(told))


def test_every_figure_is_explained_and_no_other() -> None:
    kept = {f"{name}_total" for name in metrics.COUNTERS} | set(metrics.HISTOGRAMS)
    now = {f"hemicycle_{name}" for name in health.FIGURES} | {"hemicycle_sockets", "hemicycle_check"}
    table = TEXT[TEXT.index("| figure |") : TEXT.index("Wake somebody for")]
    assert set(re.findall(r"`(hemicycle_\w+)", table)) == kept | now
    kinds = set(metrics_page.REFUSALS.values()) | set(metrics_page.CLOSES.values())
    assert [kind for kind in sorted(kinds) if f"`{kind}`" not in table] == []


def test_every_check_is_explained() -> None:
    table = TEXT[TEXT.index("| word |") : TEXT.index("Do not let a proxy")]
    told = set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE))
    assert told == {"database", "migrations", "cache", "tick", "rooms_set_aside", "worlds_failing"}
    assert set(health.FIGURES) - told == {"last_tick_seconds_ago"}


GUIDE = {
    "Worlds": ["create", "rename", "feature", "report-restore", "archive"],
    "Citizens": ["ban", "lift-ban", "move", "appoint"],
    "Rooms": [
        "pause",
        "go-on",
        "extend",
        "advance",
        "remove",
        "close",
        "put-back",
        "report-restore",
        "reveal",
        "purge",
    ],
    "Bills": ["strike"],
    "Users": ["delete"],
}
"""What an admin can do where, in the order of the guide; that accounts are changed there as well needs no button."""
SAYS = {"feature": "show on the front page", "purge": "delete", "lift-ban": "lift a ban"}


def test_guide_for_admins_names_every_button_they_have() -> None:
    guide = (ROOT / "docs" / "admin.md").read_text()
    rows = re.findall(r"^\| (\w+) \| ([^|]+) \|", guide, re.MULTILINE)
    buttons: dict[str, set[str]] = {}
    for model, page in site._registry.items():
        slugs = {one.slug for one in getattr(page, "interventions", ())}
        if model is Room:
            slugs = {act.slug for act in ACTS} | {"report-restore"}
        elif model is World:
            slugs |= {"create"}
        if slugs:
            buttons[{"Account": "Users"}.get(model.__name__, f"{model.__name__}s")] = slugs
    assert buttons == {where: set(slugs) for where, slugs in GUIDE.items()}
    for where, slugs in GUIDE.items():
        told = " ".join(what for named, what in rows if named == where)
        assert [slug for slug in slugs if SAYS.get(slug, slug.replace("-", " ").split()[0]) not in told] == []


def test_processes_are_those_of_compose() -> None:
    told = dict(re.findall(r"^\| (\w+) \| `([^`]+)` \|", TEXT, re.MULTILINE))
    ours = {
        name: service for name, service in COMPOSE["services"].items() if service.get("image") == "hemicycle"
    }
    assert set(told) == set(ours) - {"migrate"}
    for name, command in told.items():
        given = " ".join(ours[name]["command"]).replace("=", " ")
        options = (
            r"--(?:interface|app|pool|queues|workers|workers-max-rss|blocking-threads) \S+|config\.\w+:\w+"
        )
        assert [word for word in re.findall(options, command) if word not in given] == [], name
        # Whoever begins messages on many lines and ends none takes no more memory than this.
        assert ("--workers-max-rss" in command) == (name == "live")
        for target in re.findall(r"config\.\w+(?=:application)", command):
            assert callable(import_module(target).application)


def test_docker_lines_name_services_and_commands_that_exist() -> None:
    lines = re.findall(r"docker compose ([^`\n]+)", TEXT)
    assert len(lines) > 4
    for line in lines:
        words = [word for word in line.split(">")[0].split("<")[0].split() if not word.startswith("-")]
        verb, *rest = words
        if verb in ("exec", "run"):
            service, program, *command = rest
            assert (service in COMPOSE["services"], program) == (True, "python"), line
            named = command[0].removesuffix(".py")
            assert (ROOT / "manage.py").exists() if named == "manage" else import_module(named).main, line
        else:
            assert verb in ("up", "stop"), line
            assert set(rest) - set(COMPOSE["services"]) == set(), line
    stopped = next(line for line in lines if line.startswith("stop ")).split()[1:]
    ours = {name for name, service in COMPOSE["services"].items() if service.get("image") == "hemicycle"}
    # Whoever restores has all of ours stopped but what runs once and ends, and none of the servers.
    assert set(stopped) == ours - {"migrate"} | {"proxy"}


def test_both_proxies_split_the_paths_and_keep_figures_and_long_bodies_out() -> None:
    caddy = COMPOSE["configs"]["caddyfile"]["content"]
    assert re.search(r"location /ws/ \{\s+proxy_pass http://live;", NGINX)
    assert re.search(r"location / \{\s+proxy_pass http://web;", NGINX)
    assert "location = /metrics { return 404; }" in NGINX
    # A bare "respond" would come after the handles, so that everybody got to it.
    assert re.search(r"handle /metrics \{\s+respond 404\s+\}", caddy)
    assert "client_max_body_size 1m;" in NGINX
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE == 1_000_000
    # Each adds its caller, so one entry is believed.
    assert "X-Forwarded-For $proxy_add_x_forwarded_for;" in NGINX
    assert COMPOSE["services"]["web"]["environment"]["TRUSTED_PROXY_COUNT"] == "1"
    assert "web" in COMPOSE["services"]["web"]["environment"]["ALLOWED_HOSTS"].split(",")
