"""One citizen's own desk: what they did, and what they can do now. For their eyes alone."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Q

from earths.models import Ballot, Bill, Citizen, Presidency, Upvote, Vote, Week
from earths.rules.calendar import Phase, phase_of
from earths.rules.tables import EARTHS, LIVE_BILLS
from earths.store import running_week


@dataclass(frozen=True)
class BallotSight:
    """A citizen's own ballot: its receipt code, yes or no by bill, and the crisis response ("" for none)."""

    code: str
    votes: dict[int, bool]
    response: str

    @property
    def chosen(self) -> int:
        """How many choices are stored."""
        return len(self.votes) + bool(self.response)


@dataclass(frozen=True)
class CandidateSight:
    """Somebody who stands for President; endorsements are public counts."""

    id: int
    name: str
    endorsements: int
    standing_since: datetime


@dataclass(frozen=True)
class DeskSight:
    """``bills_left`` counts further bills that may be proposed; ``own`` holds ids by whether they can be changed.

    ``on_roll`` says whether the citizen may vote this week. ``ballot`` is None before the first vote.
    """

    citizen_id: int
    name: str
    earth: str
    moves_to: str
    banned: bool
    phase: Phase | None
    year: int | None
    on_roll: bool
    bills_left: int
    own: dict[int, bool]
    upvoted: frozenset[int]
    ballot: BallotSight | None
    standing: bool
    endorses: int | None
    endorses_name: str
    is_president: bool
    veto: int | None

    @property
    def can_propose(self) -> bool:
        return self.phase is Phase.PROPOSING and not self.banned and self.bills_left > 0

    @property
    def can_upvote(self) -> bool:
        return self.phase is Phase.PROPOSING and not self.banned

    @property
    def can_vote(self) -> bool:
        return self.phase is Phase.VOTING and self.on_roll

    @property
    def can_veto(self) -> bool:
        return self.phase is Phase.COUNT and self.is_president


def see_desk(citizen: Citizen, at: datetime) -> DeskSight:
    """Show a citizen what they did in the running week and what they can do at ``at``."""
    return see_desk_of(citizen, running_week(world_id=citizen.world_id, at=at), at)


def see_desk_of(citizen: Citizen, week: Week | None, at: datetime) -> DeskSight:
    """Do as ``see_desk`` where the running week has been found already."""
    banned = citizen.banned_at is not None
    own = _own_bills(citizen, week)
    presidency = Presidency.objects.filter(week=week, earth=citizen.earth, citizen=citizen, left_at=None)
    is_president = week is not None and presidency.exists()
    return DeskSight(
        citizen_id=citizen.pk,
        name=citizen.name,
        earth=citizen.earth,
        moves_to=citizen.moves_to,
        banned=banned,
        phase=phase_of(week, at) if week else None,
        year=week.year if week else None,
        on_roll=week is not None and not banned and citizen.joined_at < week.ballot_at,
        bills_left=LIVE_BILLS - len(own),
        own=own,
        upvoted=frozenset(_upvoted(citizen, week)),
        ballot=see_own_ballot(citizen, week) if week else None,
        standing=citizen.standing_since is not None,
        endorses=citizen.endorses_id,
        endorses_name=citizen.endorses.name if citizen.endorses else "",
        is_president=is_president,
        veto=week.earth_years.get(earth=citizen.earth).veto_id if week and is_president else None,
    )


def see_own_ballot(citizen: Citizen, week: Week) -> BallotSight | None:
    """Show a citizen the votes that stand on their own ballot of any week, or None where they cast none."""
    ballot = Ballot.objects.filter(week=week, citizen=citizen).first()
    if ballot is None:
        return None
    votes = dict(Vote.objects.filter(ballot=ballot).values_list("bill", "yes"))
    return BallotSight(code=ballot.code, votes=votes, response=ballot.response)


def see_candidates(*, world_id: int) -> dict[str, tuple[CandidateSight, ...]]:
    """Show who stands for President of each Earth, most endorsed first.

    All standing endorsements are shown; which of them count is decided when a week opens.
    """
    citizens = Citizen.objects.filter(world=world_id, banned_at=None, left_at=None)
    counts = dict(
        citizens.filter(endorses__isnull=False, endorses__earth=F("earth"))
        .values_list("endorses")
        .annotate(Count("pk"))
        .order_by()
    )
    found: dict[str, list[CandidateSight]] = {earth: [] for earth in EARTHS}
    for row in citizens.filter(standing_since__isnull=False):
        endorsements = counts.get(row.pk, 0)
        found[row.earth].append(CandidateSight(row.pk, row.name, endorsements, row.standing_since))
    return {
        earth: tuple(sorted(standing, key=lambda one: (-one.endorsements, one.standing_since, one.id)))
        for earth, standing in found.items()
    }


def _own_bills(citizen: Citizen, week: Week | None) -> dict[int, bool]:
    live = Bill.objects.filter(Q(withdrawn_at=None, struck_at=None), week=week, author=citizen)
    return {pk: not settled for pk, settled in live.values_list("pk", "settled")} if week else {}


def _upvoted(citizen: Citizen, week: Week | None) -> list[int]:
    upvotes = Upvote.objects.filter(citizen=citizen, bill__week=week)
    return list(upvotes.values_list("bill", flat=True)) if week else []
