"""The lock of a week: shared by everybody who does something in it, alone for working it off."""

from django.db import connection

LOCK_CLASS = 0x4577
"""Keeps the advisory locks of weeks apart from any others in the same database."""


def lock_shared(week_id: int) -> None:
    """Hold the week against being worked off until the transaction ends, beside others who do the same."""
    _lock("pg_advisory_xact_lock_shared", week_id)


def lock_alone(week_id: int) -> None:
    """Hold the week alone until the transaction ends, after everybody who held it has finished."""
    _lock("pg_advisory_xact_lock", week_id)


def _lock(function: str, week_id: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [LOCK_CLASS, week_id])
