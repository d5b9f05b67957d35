"""Casting votes (E6). An accepted vote is always counted, a refused one never.

Tens of thousands of people vote on one day, so a vote is one call of a function in the database, ``earths_cast``:
it holds the week, reads the clock, judges the vote by that moment, and stores it or answers why it does not.
See ``docs/decisions/0020-a-vote-is-one-call.md``.
"""

import secrets
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from earths.actions import weeks
from earths.actions.running_week import ARCHIVED, BANNED, LEFT, MOVING_ON
from earths.models import Response
from games import clock, sql
from games.terms import Refused

CLOSED = "Voting is open on Wednesday, Eastern time. This vote was not counted."
UNCHANGED = object()
"""Stands for a crisis response that a call leaves as it was."""

LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""What receipt codes are written in: nothing that can be read as something else."""

CODE_IS_TAKEN = "one_ballot_per_code_and_week"
TRIES = 3
"""A try may find that the world has to be caught up first, and another that its new code is taken."""

CAST = """
SELECT voter.world_id, done.verdict, done.cast_id, done.cast_code
FROM {voter} AS voter CROSS JOIN LATERAL earths_cast(
    voter.id, %(at)s, %(year)s::numeric, %(votes)s::jsonb, %(response)s::text, %(code)s::text
) AS done
"""
CAST_OF_CITIZEN = CAST.format(voter="(SELECT id, world_id FROM earths_citizen WHERE id = %(citizen)s)")
CAST_OF_SESSION = CAST.format(
    voter="""(
    SELECT citizen.id, citizen.world_id
    FROM django_session AS session
    JOIN earths_account AS account ON account.id = %(account)s
    JOIN earths_world AS world ON world.slug = %(slug)s
    JOIN earths_citizen AS citizen ON citizen.world_id = world.id AND citizen.account_id = account.id
    WHERE session.session_key = %(session_key)s AND session.session_data = %(session_data)s
        AND session.expire_date > %(unhopped)s AND account.password = %(password)s AND account.is_active
)"""
)

BEHIND = "behind"
SENTENCES = {
    "archived": ARCHIVED,
    BEHIND: CLOSED,
    "closed": CLOSED,
    "moving on": MOVING_ON,
    "another week": "This ballot is of another week, and is closed.",
    "left": LEFT,
    "banned": BANNED,
    "new": "You joined after voting had opened, so your first vote is next Wednesday.",
    "not listed": "This bill is not on your ballot.",
    "struck": "This bill has been struck, so it cannot be voted on any more.",
}


class StrangerError(Exception):
    """The session no longer holds, or its account has no citizen in this world."""


@dataclass(frozen=True)
class SignIn:
    """A session that was found good, with all that decided it: while none of that changes, it is still good."""

    session_key: str
    session_data: str = field(repr=False)
    account_id: int
    password: str = field(repr=False)


def cast(
    *,
    citizen_id: int,
    year: int,
    votes: Mapping[int, bool | None],
    response: object = UNCHANGED,
    now: Callable[[], datetime],
) -> str:
    """Store yes (True), no (False) or a skip (None) by bill id, and a crisis response; answer the receipt code.

    What is not named stays as it was; ``response`` "" takes the response back. Refuses, storing nothing,
    when voting is closed, for a citizen not on the roll and for a bill not on their ballot. Judged by the moment
    that ``now`` answers, and where the week was not free, by that at which its lock is held.
    """
    who = {"citizen": citizen_id}
    _, code = _cast(CAST_OF_CITIZEN, who, year=year, votes=votes, response=response, now=now)
    return code


def cast_signed_in(
    *,
    by: SignIn,
    slug: str,
    year: int,
    votes: Mapping[int, bool | None],
    response: object = UNCHANGED,
    now: Callable[[], datetime],
) -> int:
    """Do as ``cast`` for the citizen in the world at ``slug`` who signed in so; answer the ballot's id.

    Raises StrangerError where that has ended or changed, and where the account has no citizen there.
    """
    who = {
        "session_key": by.session_key,
        "session_data": by.session_data,
        "account": by.account_id,
        "password": by.password,
        "slug": slug,
    }
    ballot_id, _ = _cast(CAST_OF_SESSION, who, year=year, votes=votes, response=response, now=now)
    return ballot_id


def _cast(
    statement: str,
    who: dict[str, Any],
    *,
    year: int,
    votes: Mapping[int, bool | None],
    response: object,
    now: Callable[[], datetime],
) -> tuple[int, str]:
    if response is not UNCHANGED and response not in ("", *Response.values):
        raise Refused("Choose one of the three responses.")
    values: dict[str, Any] = {
        **who,
        "year": year,
        "votes": msgspec.json.encode([{"bill": bill, "yes": yes} for bill, yes in votes.items()]).decode(),
        "response": None if response is UNCHANGED else response,
    }
    verdict = BEHIND
    for _ in range(TRIES):
        at = now()
        values |= {"at": at, "unhopped": clock.unhopped(at), "code": new_code()}
        try:
            with sql.open_cursor() as cursor, _apart(cursor.db):
                cursor.execute(statement, values)
                found = cursor.fetchone()
        except IntegrityError as error:
            if CODE_IS_TAKEN not in str(error):
                raise
            continue
        if found is None:
            raise StrangerError
        world, verdict, ballot, code = found
        if verdict is None:
            return ballot, code
        if verdict != BEHIND:
            break
        weeks.catch_up(world_id=world, at=now())
    raise Refused(SENTENCES[verdict])


def _apart(database: BaseDatabaseWrapper) -> AbstractContextManager[Any]:
    """Keep a try that fails from spoiling the transaction it stands in; by itself a call is one of its own."""
    return transaction.atomic() if database.in_atomic_block else nullcontext()


def new_code() -> str:
    """Draw a receipt code such as ``K7QF-2M9X``."""
    drawn, letters = secrets.randbelow(len(LETTERS) ** 8), ""
    for _ in range(8):
        drawn, place = divmod(drawn, len(LETTERS))
        letters += LETTERS[place]
    return f"{letters[:4]}-{letters[4:]}"
