"""When a pool of connections tries to reach the server, and which of its connections it still trusts."""

from typing import Any

from psycopg import Error
from psycopg_pool import ConnectionPool


def answers(connection: Any) -> bool:
    """Say whether the server still answers on a connection; one on which it does not is closed."""
    try:
        ConnectionPool.check_connection(connection)
    except Error:
        connection.close()
        return False
    return True


def go_on_connecting(pool: ConnectionPool) -> None:
    """Begin to connect anew, where that has failed for a while and somebody waits for a connection."""
    if pool.get_stats()["requests_waiting"]:
        pool.check()
