"""Casting votes (E6). An accepted vote is always counted, a refused one never."""

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime

from django.db import IntegrityError, transaction

from earths.actions.running_week import active_citizen, held_week, world_of
from earths.models import Ballot, Bill, Citizen, Response, Vote, Week
from earths.rules.calendar import Phase
from games.terms import Refused

CLOSED = "Voting is open on Wednesday, Eastern time. This vote was not counted."
UNCHANGED = object()
"""Stands for a crisis response that a call leaves as it was."""

LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""What receipt codes are written in: nothing that can be read as something else."""


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
    read once more after the week's lock is held: the count waits for everybody who holds it.
    """
    if response is not UNCHANGED and response not in ("", *Response.values):
        raise Refused("Choose one of the three responses.")
    world = world_of(citizen_id=citizen_id)
    with held_week(world=world, phases={Phase.VOTING}, closed=CLOSED, now=now) as week:
        if week.year != year:
            raise Refused("This ballot is of another week, and is closed.")
        citizen = active_citizen(citizen_id=citizen_id)
        if citizen.joined_at >= week.ballot_at:
            raise Refused("You joined after voting had opened, so your first vote is next Wednesday.")
        _check_bills(week, citizen, votes)
        ballot = _ballot(week, citizen)
        if response is not UNCHANGED:
            Ballot.objects.filter(pk=ballot.pk).update(response=response)
        # In the order of ids, so that two whole ballots sent at once wait for each other instead of locking up.
        kept = [
            Vote(ballot=ballot, bill_id=pk, yes=yes) for pk, yes in sorted(votes.items()) if yes is not None
        ]
        Vote.objects.bulk_create(
            kept, update_conflicts=True, unique_fields=["ballot", "bill"], update_fields=["yes"]
        )
        skipped = [pk for pk, yes in votes.items() if yes is None]
        if skipped:
            Vote.objects.filter(ballot=ballot, bill_id__in=skipped).delete()
    return ballot.code


def _check_bills(week: Week, citizen: Citizen, votes: Mapping[int, bool | None]) -> None:
    if not votes:
        return
    found = Bill.objects.filter(week=week, earth=citizen.earth, place__isnull=False).in_bulk(list(votes))
    if len(found) < len(votes):
        raise Refused("This bill is not on your ballot.")
    if any(bill.struck_at and votes[pk] is not None for pk, bill in found.items()):
        raise Refused("This bill has been struck, so it cannot be voted on any more.")


def _ballot(week: Week, citizen: Citizen) -> Ballot:
    """Answer the citizen's ballot of the week, holding its row; their first vote makes it, with a new code."""
    while True:
        ballot = Ballot.objects.select_for_update().filter(week=week, citizen=citizen).first()
        if ballot is not None:
            return ballot
        try:
            with transaction.atomic():
                Ballot.objects.create(week=week, citizen=citizen, earth=citizen.earth, code=new_code())
        except IntegrityError:
            # The same citizen's other click came first, or the code is taken: look again.
            continue


def new_code() -> str:
    """Draw a receipt code such as ``K7QF-2M9X``."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(8))
    return f"{letters[:4]}-{letters[4:]}"
