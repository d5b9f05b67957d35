"""Rows of rooms, read and written by statements that are put together once, and prepared where connections last.

Every resolution of a phase needs these few. Django would put each of them together anew and PostgreSQL would plan it
anew, which takes several times as long as running it. What is written is handed over as one JSON text, so that a
statement is the same for any number of rows.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec
import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

M = TypeVar("M", bound=Model)


def read(model: type[M], where: str, *values: Any, without: tuple[str, ...] = ()) -> list[M]:
    """Answer the rows of a model for which ``where`` holds, with ``values`` in its places (``%s``).

    What follows a condition may follow it here. The fields in ``without`` are read once somebody asks for them.
    """
    statement, names, converters = _selection(model, without)
    with open_cursor() as cursor:
        cursor.execute(f"{statement} WHERE {where}", values)
        found = [list(row) for row in cursor.fetchall()]
    for row in found:
        for place, convert in converters:
            row[place] = convert(row[place])
    return [model.from_db(DEFAULT_DB_ALIAS, names, row) for row in found]


def add(rows: Sequence[Model]) -> None:
    """Insert rows of one model, in their order, and give them their keys."""
    if rows:
        statement, names = _insertion(type(rows[0]))
        with open_cursor() as cursor:
            cursor.execute(statement, [_written(rows, names)])
            keys = cursor.fetchall()
        for row, (key,) in zip(rows, keys, strict=True):
            row.pk = key
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def change(rows: Sequence[Model], *fields: str) -> None:
    """Write these fields of rows of one model."""
    if rows:
        statement, names = _update(type(rows[0]), fields)
        with open_cursor() as cursor:
            cursor.execute(statement, [_written(rows, names)])


def open_cursor() -> CursorWrapper:
    """Answer a cursor like Django's, except that PostgreSQL puts the values in, so that statements can be prepared."""
    database = connections[DEFAULT_DB_ALIAS]
    database.ensure_connection()
    cursor: psycopg.Cursor[Any] = psycopg.Cursor(database.connection)
    return database.make_debug_cursor(cursor) if database.queries_logged else database.make_cursor(cursor)


def _written(rows: Sequence[Model], names: Sequence[tuple[str, str]]) -> str:
    plain = [{column: getattr(row, name) for column, name in names} for row in rows]
    return msgspec.json.encode(plain).decode()


@cache
def _selection(model: type[Model], without: tuple[str, ...]) -> tuple[str, list[str], list[tuple[int, Any]]]:
    """Answer a statement without its condition, the fields it reads, and which of them are JSON."""
    fields = [field for field in model._meta.concrete_fields if field.name not in without]
    documents = [
        (place, msgspec.json.decode)
        for place, field in enumerate(fields)
        if field.get_internal_type() == "JSONField"
    ]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    sql = f'SELECT {columns} FROM "{model._meta.db_table}"'  # noqa: S608  the model's own names
    return sql, [field.attname for field in fields], documents


@cache
def _insertion(model: type[Model]) -> tuple[str, list[tuple[str, str]]]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    table, columns = f'"{model._meta.db_table}"', ", ".join(f'"{field.column}"' for field in fields)
    given = f"json_populate_recordset(NULL::{table}, %s::json)"
    sql = f"INSERT INTO {table} ({columns}) SELECT {columns} FROM {given} RETURNING id"  # noqa: S608  the same
    return sql, [(field.column, field.attname) for field in fields]


@cache
def _update(model: type[Model], names: tuple[str, ...]) -> tuple[str, list[tuple[str, str]]]:
    fields = [model._meta.get_field(name) for name in names]
    table, settings = (
        f'"{model._meta.db_table}"',
        ", ".join(f'"{f.column}" = given."{f.column}"' for f in fields),
    )
    given = f"json_populate_recordset(NULL::{table}, %s::json) AS given"
    sql = f"UPDATE {table} SET {settings} FROM {given} WHERE {table}.id = given.id"  # noqa: S608  the same
    return sql, [("id", "pk"), *((field.column, field.attname) for field in fields)]
