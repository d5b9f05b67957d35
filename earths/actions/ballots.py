"""Casting votes (E6). An accepted vote is always counted, a refused one never.

Tens of thousands of people vote on one day, so a vote takes three statements: hold the week, read who
votes in what, store.
"""

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db import IntegrityError, connection, transaction

from earths.actions import weeks
from earths.actions.locks import lock_shared_for
from earths.actions.running_week import MOVING_ON, refuse_inactive
from earths.models import Bill, Citizen, Response, Stage, Vote, Week
from games.terms import Refused

CLOSED = "Voting is open on Wednesday, Eastern time. This vote was not counted."
UNCHANGED = object()
"""Stands for a crisis response that a call leaves as it was."""

LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""What receipt codes are written in: nothing that can be read as something else."""

CODE_IS_TAKEN = "one_ballot_per_code_and_week"
TRIES = 3
"""A try may find that the world has to be caught up first, and another that its new code is taken."""

STORE = """
WITH mine AS (
    INSERT INTO earths_ballot (week_id, citizen_id, earth, code, response)
    VALUES (%(week)s, %(citizen)s, %(earth)s, %(code)s, COALESCE(%(response)s, ''))
    ON CONFLICT (week_id, citizen_id) DO UPDATE SET response = COALESCE(%(response)s, earths_ballot.response)
    RETURNING id, code
), stored AS (
    INSERT INTO earths_vote (ballot_id, bill_id, yes)
    SELECT mine.id, bill.id, chosen.yes
    FROM mine, unnest(%(bills)s::bigint[], %(choices)s::boolean[]) AS chosen (bill, yes)
    JOIN earths_bill AS bill ON bill.id = chosen.bill
    WHERE bill.week_id = %(week)s AND bill.earth = %(earth)s
      AND bill.place IS NOT NULL AND bill.struck_at IS NULL
    ON CONFLICT (ballot_id, bill_id) DO UPDATE SET yes = EXCLUDED.yes
    RETURNING 1
)
SELECT mine.id, mine.code, (SELECT count(*) FROM stored) FROM mine
"""
"""Stores a ballot and votes on it. The ballot's row is held first, so that two posts of one citizen do not mix."""


class _Voter(NamedTuple):
    """Who votes, and in which week."""

    week: int
    year: int
    stage: int
    ballot_at: datetime
    count_at: datetime
    due_at: datetime
    archived_at: datetime | None
    earth: str
    joined_at: datetime
    banned_at: datetime | None
    left_at: datetime | None


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
    if response is not UNCHANGED and response not in ("", *Response.values):
        raise Refused("Choose one of the three responses.")
    for _ in range(TRIES):
        try:
            code = _cast(citizen_id, year, votes, response, now)
        except IntegrityError as error:
            if CODE_IS_TAKEN not in str(error):
                raise
            continue
        if code is not None:
            return code
        world_id = Citizen.objects.values_list("world_id", flat=True).get(pk=citizen_id)
        weeks.catch_up(world_id=world_id, at=now())
    raise Refused(CLOSED)


def _cast(
    citizen_id: int,
    year: int,
    votes: Mapping[int, bool | None],
    response: object,
    now: Callable[[], datetime],
) -> str | None:
    """Cast in one transaction; None where no week is open at present, or the running one has fallen behind."""
    with transaction.atomic():
        lock_shared_for(citizen_id)
        at = now()
        voter = _read(citizen_id, at)
        if voter is None or (voter.due_at <= at and voter.archived_at is None):
            return None
        _check(voter, year, at)
        ballot, code = _store(voter, citizen_id, votes, None if response is UNCHANGED else response)
        skipped = [bill for bill, yes in votes.items() if yes is None]
        if skipped:
            _check_bills(voter, votes)
            Vote.objects.filter(ballot=ballot, bill__in=skipped).delete()
    return code


def _read(citizen_id: int, at: datetime) -> _Voter | None:
    running = Week.objects.filter(world__citizens=citizen_id, opens_at__lte=at, closes_at__gt=at)
    row = running.values_list(
        "pk",
        "year",
        "stage",
        "ballot_at",
        "count_at",
        "world__due_at",
        "world__archived_at",
        "world__citizens__earth",
        "world__citizens__joined_at",
        "world__citizens__banned_at",
        "world__citizens__left_at",
    ).first()
    return _Voter(*row) if row else None


def _check(voter: _Voter, year: int, at: datetime) -> None:
    if voter.archived_at is not None:
        raise Refused("This world is archived. It can be read, but nothing can be done in it any more.")
    if not voter.ballot_at <= at < voter.count_at:
        raise Refused(CLOSED)
    if voter.stage != Stage.BALLOTED:
        raise Refused(MOVING_ON)
    if voter.year != year:
        raise Refused("This ballot is of another week, and is closed.")
    refuse_inactive(banned_at=voter.banned_at, left_at=voter.left_at)
    if voter.joined_at >= voter.ballot_at:
        raise Refused("You joined after voting had opened, so your first vote is next Wednesday.")


def _store(
    voter: _Voter, citizen_id: int, votes: Mapping[int, bool | None], response: object
) -> tuple[int, str]:
    """Store what was chosen and answer the ballot's id and code; refuse a bill that is not on the ballot."""
    chosen = {bill: yes for bill, yes in votes.items() if yes is not None}
    values: dict[str, Any] = {
        "week": voter.week,
        "citizen": citizen_id,
        "earth": voter.earth,
        "response": response,
        "bills": list(chosen),
        "choices": list(chosen.values()),
        "code": new_code(),
    }
    with connection.cursor() as cursor:
        cursor.execute(STORE, values)
        ballot, code, stored = cursor.fetchone()
    if stored < len(chosen):
        _check_bills(voter, votes)
    return ballot, code


def _check_bills(voter: _Voter, votes: Mapping[int, bool | None]) -> None:
    found = Bill.objects.filter(week=voter.week, earth=voter.earth, place__isnull=False).in_bulk(list(votes))
    if len(found) < len(votes):
        raise Refused("This bill is not on your ballot.")
    if any(bill.struck_at and votes[pk] is not None for pk, bill in found.items()):
        raise Refused("This bill has been struck, so it cannot be voted on any more.")


def new_code() -> str:
    """Draw a receipt code such as ``K7QF-2M9X``."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(8))
    return f"{letters[:4]}-{letters[4:]}"
