"""PostgreSQL as Django knows it, with a pool that is whole as soon as the server is back from a restart."""

from typing import Any

from django.db.backends.postgresql import base

from config.postgresql.pooling import answers

TRIES = 3
"""How many connections are tried one after another: the second is new, unless somebody gave back a dead one."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Try a pooled connection before it is used, and with the first that is dead throw away all others that are.

    The pool's own check goes through them one by one, with longer and longer waits between: with four dead ones it
    gives up, and pages fail although the server is back. So ``CONN_HEALTH_CHECKS``, which turns it on, has to be off.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Answer a connection on which the server answers; raises ``OperationalError`` where there is none in time."""
        for _ in range(TRIES - 1):
            connection = super().get_new_connection(conn_params)
            if not self.pool or answers(connection):
                return connection
            self.pool.putconn(connection)
            self.pool.check()
        return super().get_new_connection(conn_params)
