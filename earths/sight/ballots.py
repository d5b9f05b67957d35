"""The ballots of a counted week, public under their receipt codes, so that anybody can recount them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from earths.models import Ballot, Bill, Stage, Vote, Week
from earths.rules import count
from earths.rules.tables import LETTERS
from earths.store import responses_of
from games.terms import Refused

AT_A_TIME = 2_000
"""How many ballots are read with their votes in one go."""


@dataclass(frozen=True)
class CastSight:
    """One ballot under its code: yes, no or None by the ballot's places, and the response ("" for none)."""

    code: str
    votes: tuple[bool | None, ...]
    response: str


@dataclass(frozen=True)
class RecountSight:
    """A count made anew from the public ballots, beside what was announced."""

    voters: int
    votes: dict[int, tuple[int, int]]
    responses: dict[str, int]
    agrees: bool


def see_places(week: Week, earth: str) -> list[Bill]:
    """Answer the bills of one Earth's ballot by place."""
    return list(Bill.objects.filter(week=week, earth=earth, place__isnull=False).order_by("place"))


def see_ballots(week: Week, earth: str) -> Iterator[CastSight]:
    """Show the ballots of one Earth sorted by code, as a stream; refuse before they are counted.

    A ballot on which no vote stands is no voter's, and is left out.
    """
    if week.stage < Stage.COUNTED:
        raise Refused("The ballots are public once they are counted, on Thursday.")
    places = {bill.pk: index for index, bill in enumerate(see_places(week, earth))}
    skipped: tuple[bool | None, ...] = (None,) * len(places)
    ballots = Ballot.objects.filter(week=week, earth=earth).order_by("code")
    rows = ballots.values_list("pk", "code", "response").iterator(chunk_size=AT_A_TIME)
    while some := list(islice(rows, AT_A_TIME)):
        cast: dict[int, list[bool | None]] = {}
        votes = Vote.objects.filter(ballot__in=[pk for pk, _, _ in some])
        for ballot_id, bill_id, yes in votes.values_list("ballot_id", "bill_id", "yes"):
            cast.setdefault(ballot_id, list(skipped))[places[bill_id]] = yes
        for pk, code, response in some:
            if response or pk in cast:
                yield CastSight(code, tuple(cast.get(pk, skipped)), response)


def recount(week: Week, earth: str) -> RecountSight:
    """Count one Earth's public ballots again, one by one, and compare with what was announced."""
    bills = see_places(week, earth)
    tally = [[0, 0] for _ in bills]
    responses = dict.fromkeys(LETTERS, 0)
    voters = 0
    for cast in see_ballots(week, earth):
        voters += 1
        if cast.response:
            responses[cast.response] += 1
        for index, yes in enumerate(cast.votes):
            if yes is not None:
                tally[index][not yes] += 1
    announced = week.earth_years.get(earth=earth)
    agrees = (
        voters == announced.voters
        and responses == responses_of(announced)
        and count.response(responses) == announced.response
        and all([bill.yes, bill.no] == counted for bill, counted in zip(bills, tally, strict=True))
        and all(
            bill.struck_at or bill.passed == count.passes(yes, no, voters)
            for bill, (yes, no) in zip(bills, tally, strict=True)
        )
    )
    votes = {bill.pk: (yes, no) for bill, (yes, no) in zip(bills, tally, strict=True)}
    return RecountSight(voters=voters, votes=votes, responses=responses, agrees=agrees)
