"""The lock of a world's running week: shared by who does something in it, alone for working it off."""

from django.db import connection

LOCK_CLASS = 0x4577
"""Keeps these advisory locks apart from any others in the same database."""


def lock_shared(world_id: int) -> None:
    """Hold the running week against being worked off until the transaction ends, beside others who do the same."""
    _lock("pg_advisory_xact_lock_shared", world_id)


def lock_alone(world_id: int) -> None:
    """Hold the running week alone until the transaction ends, after everybody who held it has finished."""
    _lock("pg_advisory_xact_lock", world_id)


def _lock(function: str, world_id: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [LOCK_CLASS, world_id])
