"""Casting votes (E6). An accepted vote is always counted, a refused one never.

Tens of thousands of people vote on one day, so a vote takes two statements. The first holds the week; the
clock is read then; the second judges the vote by that moment and stores it, or answers why it does not.
"""

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import psycopg
from django.db import IntegrityError, connection, transaction

from earths.actions import weeks
from earths.actions.locks import LOCK_CLASS
from earths.actions.running_week import ARCHIVED, BANNED, LEFT, MOVING_ON
from earths.models import Response, Stage
from games.terms import Refused

CLOSED = "Voting is open on Wednesday, Eastern time. This vote was not counted."
UNCHANGED = object()
"""Stands for a crisis response that a call leaves as it was."""

LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""What receipt codes are written in: nothing that can be read as something else."""

CODE_IS_TAKEN = "one_ballot_per_code_and_week"
TRIES = 3
"""A try may find that the world has to be caught up first, and another that its new code is taken."""

HOLD = """
SELECT pg_advisory_xact_lock_shared(%(lock)s, world_id::integer), id, world_id
FROM earths_citizen WHERE id = %(citizen)s
"""
HOLD_SIGNED_IN = """
SELECT pg_advisory_xact_lock_shared(%(lock)s, world.id::integer), citizen.id, world.id,
       account.password, account.is_active
FROM earths_citizen AS citizen
JOIN earths_world AS world ON world.id = citizen.world_id
JOIN earths_account AS account ON account.id = citizen.account_id
WHERE world.slug = %(slug)s AND account.id = %(account)s
"""
"""Either finds the citizen and holds their world's running week, as ``locks.lock_shared`` does."""

STORE = """
WITH voter AS (
    SELECT citizen.id, citizen.earth, week.id AS week_id, CASE
        WHEN world.archived_at IS NOT NULL THEN 'archived'
        WHEN world.due_at <= %(at)s THEN 'behind'
        WHEN week.id IS NULL OR week.ballot_at > %(at)s OR week.count_at <= %(at)s THEN 'closed'
        WHEN week.stage <> %(balloted)s THEN 'moving on'
        WHEN week.year <> %(year)s THEN 'another week'
        WHEN citizen.left_at IS NOT NULL THEN 'left'
        WHEN citizen.banned_at IS NOT NULL THEN 'banned'
        WHEN citizen.joined_at >= week.ballot_at THEN 'new'
    END AS refusal
    FROM earths_citizen AS citizen
    JOIN earths_world AS world ON world.id = citizen.world_id
    LEFT JOIN earths_week AS week
        ON week.world_id = world.id AND week.opens_at <= %(at)s AND week.closes_at > %(at)s
    WHERE citizen.id = %(citizen)s
), named AS (
    SELECT named.bill, named.yes, CASE
        WHEN bill.id IS NULL THEN 'not listed'
        WHEN bill.struck_at IS NOT NULL AND named.yes IS NOT NULL THEN 'struck'
    END AS refusal
    FROM unnest(%(bills)s::bigint[], %(choices)s::boolean[]) AS named (bill, yes)
    CROSS JOIN voter
    LEFT JOIN earths_bill AS bill ON bill.id = named.bill
        AND bill.week_id = voter.week_id AND bill.earth = voter.earth AND bill.place IS NOT NULL
), judged AS (
    SELECT voter.*, COALESCE(voter.refusal, (SELECT min(named.refusal) FROM named)) AS verdict FROM voter
), mine AS (
    INSERT INTO earths_ballot (week_id, citizen_id, earth, code, response)
    SELECT week_id, id, earth, %(code)s, COALESCE(%(response)s::text, '') FROM judged WHERE verdict IS NULL
    ON CONFLICT (week_id, citizen_id)
        DO UPDATE SET response = COALESCE(%(response)s::text, earths_ballot.response)
    RETURNING id, code
), stored AS (
    INSERT INTO earths_vote (ballot_id, bill_id, yes)
    SELECT mine.id, named.bill, named.yes FROM mine CROSS JOIN named WHERE named.yes IS NOT NULL
    ON CONFLICT (ballot_id, bill_id) DO UPDATE SET yes = EXCLUDED.yes
)
SELECT judged.verdict, mine.id, mine.code FROM judged LEFT JOIN mine ON true
"""
"""Stores a ballot and votes on it. The ballot's row is held first, so that two posts of one citizen do not mix."""

TAKE_BACK = "DELETE FROM earths_vote WHERE ballot_id = %(ballot)s AND bill_id = ANY(%(skipped)s)"

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
    """The account is none in this world, or is not vouched for."""


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
    when voting is closed, for a citizen not on the roll and for a bill not on their ballot. ``now`` is
    read after the week's lock is held: the count waits for everybody who holds it.
    """
    who = {"citizen": citizen_id}
    return _cast(HOLD, who, lambda: True, year=year, votes=votes, response=response, now=now)


def cast_signed_in(
    *,
    account_id: int,
    slug: str,
    vouch: Callable[[str, bool], bool],
    year: int,
    votes: Mapping[int, bool | None],
    response: object = UNCHANGED,
    now: Callable[[], datetime],
) -> str:
    """Do as ``cast`` for the account's citizen in the world at ``slug``, read with the week's lock in one go.

    ``vouch`` is handed the account's password hash and whether it is active. Raises StrangerError where it
    says no, and where the account has no citizen there.
    """
    who = {"account": account_id, "slug": slug}
    return _cast(HOLD_SIGNED_IN, who, vouch, year=year, votes=votes, response=response, now=now)


def _cast(
    hold: str,
    who: dict[str, Any],
    vouch: Callable[..., bool],
    *,
    year: int,
    votes: Mapping[int, bool | None],
    response: object,
    now: Callable[[], datetime],
) -> str:
    if response is not UNCHANGED and response not in ("", *Response.values):
        raise Refused("Choose one of the three responses.")
    values: dict[str, Any] = {
        "year": year,
        "balloted": int(Stage.BALLOTED),
        "response": None if response is UNCHANGED else response,
        "bills": list(votes),
        "choices": list(votes.values()),
        "skipped": [bill for bill, yes in votes.items() if yes is None],
    }
    verdict = BEHIND
    for _ in range(TRIES):
        try:
            with transaction.atomic(), connection.wrap_database_errors:
                # Prepared once for each connection: to plan the statements would take longer than to run them.
                cursor: psycopg.Cursor[Any] = psycopg.Cursor(connection.connection)
                held = cursor.execute(hold, {"lock": LOCK_CLASS, **who}, prepare=True).fetchone()
                if held is None or not vouch(*held[3:]):
                    raise StrangerError
                _, citizen, world, *_ = held
                values |= {"citizen": citizen, "at": now(), "code": new_code()}
                [(verdict, ballot, code)] = cursor.execute(STORE, values, prepare=True)
                if verdict is None and values["skipped"]:
                    cursor.execute(TAKE_BACK, {**values, "ballot": ballot})
        except IntegrityError as error:
            if CODE_IS_TAKEN not in str(error):
                raise
            continue
        if verdict is None:
            return str(code)
        if verdict != BEHIND:
            break
        weeks.catch_up(world_id=world, at=now())
    raise Refused(SENTENCES[verdict])


def new_code() -> str:
    """Draw a receipt code such as ``K7QF-2M9X``."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(8))
    return f"{letters[:4]}-{letters[4:]}"
