"""The public ballots of a counted week page by page, found by their codes however many there are."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch

from earths.models import Ballot, Citizen, Stage, Vote, Week
from earths.sight.ballots import CastSight, see_places
from earths.store import standing_ballots
from games.terms import Refused

PAGE = 100


@dataclass(frozen=True)
class BallotPageSight:
    """Ballots in the order of their codes; ``before`` and ``after`` are where the pages beside begin.

    ``before`` is "" for the very first ballot. Both are None where there is no such page.
    """

    casts: tuple[CastSight, ...]
    before: str | None
    after: str | None


def see_ballot_page(
    week: Week, earth: str, *, start: str = "", size: int = PAGE, bills: Sequence[int] | None = None
) -> BallotPageSight:
    """Show up to ``size`` ballots of one Earth from code ``start`` on; refuse before they are counted.

    ``bills`` are the ids of its ballot's bills in order, where they are known already. Pages
    are found by the index on codes, never by counting through those before.
    """
    if week.stage < Stage.COUNTED:
        raise Refused("The ballots are public once they are counted, on Thursday.")
    ballots = standing_ballots(Week.objects.filter(pk=week.pk)).filter(earth=earth)
    votes = Prefetch("votes", queryset=Vote.objects.order_by())
    here = list(ballots.filter(code__gte=start).order_by("code").prefetch_related(votes)[: size + 1])
    back = list(
        ballots.filter(code__lt=start).order_by("-code").values_list("code", flat=True)[:size]
    ) if start else []  # fmt: skip
    listed = [bill.pk for bill in see_places(week, earth)] if bills is None else bills
    places = {bill: index for index, bill in enumerate(listed)}
    return BallotPageSight(
        casts=tuple(_cast(ballot, places) for ballot in here[:size]),
        before=(back[-1] if len(back) == size else "") if back else None,
        after=here[size].code if len(here) > size else None,
    )


def see_own_code(citizen: Citizen, week: Week, earth: str) -> str:
    """Show a citizen the code of their own ballot on one Earth; "" where none of their votes stands."""
    ballots = standing_ballots(Week.objects.filter(pk=week.pk)).filter(earth=earth, citizen=citizen)
    return ballots.values_list("code", flat=True).first() or ""


def _cast(ballot: Ballot, places: dict[int, int]) -> CastSight:
    votes: list[bool | None] = [None] * len(places)
    for vote in ballot.votes.all():
        votes[places[vote.bill_id]] = vote.yes
    return CastSight(ballot.code, tuple(votes), ballot.response)
