"""Migrations only add: while versions change, the one before runs on with the newer tables."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

pytestmark = pytest.mark.django_db

OURS = {app.label for app in apps.get_app_configs() if Path(app.path).is_relative_to(settings.BASE_DIR)} - {
    app.label for app in apps.get_app_configs() if ".venv" in Path(app.path).parts
}
TAKES_AWAY: frozenset[tuple[str, str]] = frozenset()
"""Migrations that take away, one version later, what the version before them does not use any more: app and name."""
ADDED = re.compile(r"CREATE TABLE|CREATE INDEX|CREATE FUNCTION|DROP INDEX|COMMENT ON|SET CONSTRAINTS")
"""How statements begin that no older version minds."""
BODY = re.compile(r"\$\$.*?\$\$", re.DOTALL)
"""What a new function does, which no older version calls."""
COLUMN = re.compile(r'ALTER TABLE "\w+" ADD COLUMN "\w+" .*?( DEFAULT .+ NOT NULL|(?<!NOT) NULL)\b')
"""A column that rows may be without, or that the database fills in."""


def breaking(statements: Sequence[str]) -> list[str]:
    """List the statements that an older version may not live with, leaving out those on tables that are new."""
    new = {table for one in statements for table in re.findall(r'^CREATE TABLE "(\w+)"', one)}
    found = []
    parts = [part.strip() for statement in statements for part in BODY.sub("", statement).split(";")]
    for one in filter(None, parts):
        table = re.match(r'(?:ALTER TABLE|CREATE UNIQUE INDEX "\w+" ON) "(\w+)"', one)
        if not (ADDED.match(one) or COLUMN.match(one) or (table and table[1] in new)):
            found.append(one)
    return found


def sql_of(state: ProjectState, operations: Sequence[Operation], app: str) -> list[str]:
    """Answer the statements that these operations come to. What is no statement, but code, is told as such."""
    migration = migrations.Migration("tried", app)
    migration.operations = list(operations)
    with connection.schema_editor(collect_sql=True, atomic=True) as editor:
        migration.apply(state.clone(), editor, collect_sql=True)
    return [one for one in editor.collected_sql if not one.startswith("--") or "CANNOT" in one]


def latest() -> ProjectState:
    return MigrationLoader(None).project_state()


def all_of_ours() -> list[tuple[str, str]]:
    return sorted(key for key in MigrationLoader(None).graph.nodes if key[0] in OURS)


def test_all_our_apps_are_looked_at() -> None:
    assert {"earths", "games"} == {app for app, _ in all_of_ours()}


@pytest.mark.parametrize(("app", "name"), all_of_ours())
def test_a_migration_takes_nothing_from_the_version_before(app: str, name: str) -> None:
    loader = MigrationLoader(None)
    migration = loader.get_migration(app, name)
    state = loader.project_state((app, name), at_end=False)
    assert bool(breaking(sql_of(state, migration.operations, app))) == ((app, name) in TAKES_AWAY)


@pytest.mark.parametrize(
    "operation",
    [
        migrations.RemoveField("seat", "seen_at"),
        migrations.RenameField("seat", "seen_at", "last_seen_at"),
        migrations.DeleteModel("Heartbeat"),
        migrations.RenameModel("Seat", "Chair"),
        migrations.AlterModelTable("Seat", "seats"),
        migrations.AddField("seat", "rank", models.IntegerField(default=0)),
        migrations.AddField("seat", "rank", models.IntegerField(default=0, unique=True)),
        migrations.AlterField("seat", "name", models.CharField(max_length=3)),
        migrations.AlterField("seat", "seen_at", models.DateTimeField()),
        migrations.AlterField("seat", "missed", models.TextField()),
        migrations.AddConstraint(
            "seat", models.CheckConstraint(condition=models.Q(missed__lt=5), name="few_missed")
        ),
        migrations.AddConstraint("seat", models.UniqueConstraint(fields=["name"], name="one_name")),
        migrations.RemoveConstraint("room", "paused_rooms_resume"),
        migrations.RunSQL("UPDATE games_seat SET missed = 0;"),
        migrations.RunPython(migrations.RunPython.noop),
    ],
    ids=lambda operation: operation.describe(),
)
def test_what_an_older_version_could_not_live_with_is_found(operation: Operation) -> None:
    assert breaking(sql_of(latest(), [operation], "games"))


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("seat", "rank", models.IntegerField(null=True)),
        migrations.AddField("seat", "rank", models.IntegerField(db_default=0)),
        migrations.AddField("seat", "rank", models.CharField(max_length=9, db_default="none")),
        migrations.AddField(
            "seat", "friend", models.ForeignKey("games.Seat", models.SET_NULL, null=True, related_name="+")
        ),
        migrations.AddIndex("seat", models.Index(fields=["missed"], name="seats_by_missed")),
        migrations.RemoveIndex("room", "rooms_by_due"),
        migrations.CreateModel(
            "Medal",
            [
                ("id", models.BigAutoField(primary_key=True)),
                ("seat", models.ForeignKey("games.Seat", models.CASCADE)),
                ("name", models.CharField(max_length=20, unique=True)),
            ],
        ),
    ],
    ids=lambda operation: operation.describe(),
)
def test_what_only_adds_is_let_through(operation: Operation) -> None:
    statements = sql_of(latest(), [operation], "games")
    assert statements
    assert breaking(statements) == []
