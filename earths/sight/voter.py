"""What one citizen needs to see of a week to vote in it: whether they may, its ballot, and what stands on theirs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from earths.models import Bill, Citizen, Stage, Week
from earths.rules.calendar import Phase, phase_of
from earths.rules.tables import POLICIES
from earths.sight.bills import BillSight
from earths.sight.desk import BallotSight, see_own_ballot
from games import sql

STORED = """
SELECT week.year, week.crisis, week.stage,
    week.opens_at, week.ballot_at, week.count_at, week.lock_at, week.results_at, week.closes_at,
    citizen.earth, citizen.joined_at, citizen.banned_at, ballot.code, ballot.response, bill.id,
    bill.policy, bill.name, bill.pitch, bill.author_id, author.name, bill.proposed_at, bill.edited_at,
    bill.final_upvotes, bill.place, bill.struck_reason, bill.settled, vote.yes
FROM earths_ballot AS ballot
JOIN earths_week AS week ON week.id = ballot.week_id
JOIN earths_citizen AS citizen ON citizen.id = ballot.citizen_id
LEFT JOIN earths_bill AS bill
    ON bill.week_id = week.id AND bill.earth = citizen.earth AND bill.place IS NOT NULL
LEFT JOIN earths_citizen AS author ON author.id = bill.author_id
LEFT JOIN earths_vote AS vote ON vote.ballot_id = ballot.id AND vote.bill_id = bill.id
WHERE ballot.id = %s
ORDER BY bill.place
"""
READ = {
    "id": "pk",
    "policy": "policy",
    "name": "name",
    "pitch": "pitch",
    "author_id": "author",
    "author": "author__name",
    "proposed_at": "proposed_at",
    "edited_at": "edited_at",
    "upvotes": "final_upvotes",
    "place": "place",
    "struck_reason": "struck_reason",
    "settled": "settled",
}
"""What is read of a bill, above in this order, by its name in the sight."""


@dataclass(frozen=True)
class VoterSight:
    """``on_roll`` says whether the citizen may vote in the week, ``fixed`` whether it has a ballot yet.

    ``bills`` are those on the ballot, in its order; ``ballot`` is the citizen's own, None before the first vote.
    """

    earth: str
    banned: bool
    phase: Phase | None
    on_roll: bool
    fixed: bool
    bills: tuple[BillSight, ...]
    ballot: BallotSight | None

    @property
    def can_vote(self) -> bool:
        return self.phase is Phase.VOTING and self.on_roll


def see_voter(citizen: Citizen, week: Week | None, at: datetime) -> VoterSight:
    """Show a citizen how they stand to the running week's vote."""
    if week is None:
        return VoterSight(citizen.earth, citizen.banned_at is not None, None, False, False, (), None)
    # Bills have their places on it once it is fixed; until then they are a forecast, and no ballot.
    bills = _on_ballot(week, citizen.earth) if week.stage >= Stage.BALLOTED else ()
    return _seen(citizen, week, at, bills, see_own_ballot(citizen, week))


def see_stored(ballot_id: int, at: datetime) -> tuple[Week, VoterSight] | None:
    """Show a ballot's owner the same, with its week, by one statement; None where the ballot is gone by now."""
    with sql.open_cursor() as cursor:
        cursor.execute(STORED, [ballot_id])
        rows = cursor.fetchall()
    if not rows:
        return None
    year, crisis, stage, opens_at, ballot_at, count_at, lock_at, results_at, closes_at, *_ = rows[0]
    week = Week(
        year=year,
        crisis=crisis,
        stage=stage,
        opens_at=opens_at,
        ballot_at=ballot_at,
        count_at=count_at,
        lock_at=lock_at,
        results_at=results_at,
        closes_at=closes_at,
    )
    earth, joined_at, banned_at, code, response = rows[0][9:14]
    citizen = Citizen(earth=earth, joined_at=joined_at, banned_at=banned_at)
    on_ballot = [row[14:] for row in rows if row[14] is not None]
    votes = {bill_id: yes for bill_id, *_, yes in on_ballot if yes is not None}
    bills = tuple(_bill(earth, row[:-1]) for row in on_ballot)
    return week, _seen(citizen, week, at, bills, BallotSight(code, votes, response))


def _seen(
    citizen: Citizen, week: Week, at: datetime, bills: tuple[BillSight, ...], ballot: BallotSight | None
) -> VoterSight:
    banned = citizen.banned_at is not None
    return VoterSight(
        earth=citizen.earth,
        banned=banned,
        phase=phase_of(week, at),
        on_roll=not banned and citizen.joined_at < week.ballot_at,
        fixed=week.stage >= Stage.BALLOTED,
        bills=bills,
        ballot=ballot,
    )


def _on_ballot(week: Week, earth: str) -> tuple[BillSight, ...]:
    bills = Bill.objects.filter(week=week, earth=earth, place__isnull=False).order_by("place")
    return tuple(_bill(earth, row) for row in bills.values_list(*READ.values()))


def _bill(earth: str, row: Sequence[Any]) -> BillSight:
    values = dict(zip(READ, row, strict=True))
    return BillSight(**{**values, "earth": earth, "policy": POLICIES[values["policy"]]})
