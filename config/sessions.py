"""Sessions in the database, read by a prepared statement: every page of who is signed in needs it."""

from typing import Any

from django.contrib.sessions.backends import db
from django.utils import timezone

from games import sql

FIND = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"


class SessionStore(db.SessionStore):
    """Do as Django's own, whose query takes four times as long to put together as to be answered.

    ``as_kept`` is the text that the session was read from, once it has been.
    """

    as_kept = ""

    def load(self) -> dict[str, Any]:
        """Answer what the session holds; one that is unknown or has expired is forgotten."""
        with sql.open_cursor() as cursor:
            cursor.execute(FIND, [self.session_key, timezone.now()])  # noqa: TID251  Django's own clock is what expiry is written by
            row = cursor.fetchone()
        if row is None:
            self._session_key = None
            return {}
        self.as_kept = row[0]
        return self.decode(row[0])
