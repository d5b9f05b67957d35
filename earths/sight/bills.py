"""Bills as everybody sees them: what they say, and how far they have come."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, QuerySet

from earths.models import Bill, EarthYear, Stage, Week, World
from earths.rules import count
from earths.rules.tables import POLICIES, Policy

OTHERS = 50
"""How many bills that are not on a ballot stand on one page."""
BALLOTED = {"final_upvotes__isnull": False}
"""Finds the bills that were still there when the ballots were fixed; those struck before have no final upvotes."""


@dataclass(frozen=True)
class BillSight:
    """One bill. ``place`` is its place on the ballot, or while proposing the place it would get now.

    ``yes``, ``no``, ``voted``, ``needed`` and ``passed`` are None until the count, ``is_law`` until Friday.
    """

    id: int
    earth: str
    policy: Policy
    name: str
    pitch: str
    author: str
    author_id: int
    proposed_at: datetime
    edited_at: datetime | None
    upvotes: int
    place: int | None
    struck_reason: str
    settled: bool
    yes: int | None = None
    no: int | None = None
    needed: int | None = None
    passed: bool | None = None
    vetoed: bool | None = None
    is_law: bool | None = None

    @property
    def is_struck(self) -> bool:
        return bool(self.struck_reason)

    @property
    def voted(self) -> int | None:
        """How many voted on the bill, yes or no."""
        return None if self.yes is None or self.no is None else self.yes + self.no

    @property
    def missing(self) -> int:
        """How many more should have voted on it for one in five."""
        return max((self.needed or 0) - (self.voted or 0), 0)


def see_bills(
    week: Week, years: Iterable[EarthYear] | None = None, *, others: bool = True
) -> tuple[BillSight, ...]:
    """Show the live bills of both Earths: by upvotes while proposing, afterwards in ballot order, the rest behind.

    ``years`` are the week's rows of both Earths, where they have been read already. Without ``others``, once
    the ballots stand nothing but what is on them is shown.
    """
    rows = _rows(week)
    if week.stage == Stage.OPENED:
        live = list(rows.filter(struck_at=None).annotate(now=Count("upvotes")).order_by("proposed_at", "pk"))
        places = _places(live)
        shown = [_shown(bill, upvotes=bill.now, place=places.get(bill.pk)) for bill in live]
    else:
        counted = rows.filter(**BALLOTED, **({} if others else {"place__isnull": False}))
        read = list(week.earth_years.defer("state", "changes")) if years is None else list(years)
        voters = {one.earth: one.voters for one in read}
        vetoes = {one.veto_id for one in read}
        shown = [_counted(bill, week.stage, voters, vetoes) for bill in counted.order_by("proposed_at", "pk")]
    return tuple(sorted(shown, key=lambda bill: (bill.earth, bill.place or 1_000, -bill.upvotes)))


def see_others(week: Week, number: object) -> Page:
    """Show one page of the bills that are on none of the ballots that stand, the most upvoted of each Earth first.

    A page that is not there is the nearest that is.
    """
    rest = _rows(week).filter(**BALLOTED, place=None).order_by("earth", "-final_upvotes", "proposed_at", "pk")
    page = Paginator(rest, OTHERS).get_page(number)
    # The page's own slice would ask nothing where there is nothing; so the queries are always the same.
    first = (page.number - 1) * OTHERS
    page.object_list = [
        _shown(bill, upvotes=bill.final_upvotes or 0, place=None) for bill in rest[first : first + OTHERS]
    ]
    return page


def _rows(week: Week) -> QuerySet[Bill]:
    """Answer the bills of a week with their authors' names alone: a whole author costs as much as a bill."""
    return Bill.objects.filter(week=week, withdrawn_at=None).annotate(author_name=F("author__name"))


def see_finished_bills(world: World) -> Iterator[tuple[int, BillSight]]:
    """Show every bill of all finished years with its year, as a stream: by year and Earth, ballots first."""
    finished = EarthYear.objects.filter(week__world=world, week__stage=Stage.TICKED)
    voters: dict[int, dict[str, int | None]] = {}
    vetoes = set()
    for week_id, earth, voted, veto in finished.values_list("week", "earth", "voters", "veto"):
        voters.setdefault(week_id, {})[earth] = voted
        vetoes.add(veto)
    bills = Bill.objects.filter(week__world=world, week__stage=Stage.TICKED, withdrawn_at=None, **BALLOTED)
    bills = bills.select_related("week").annotate(author_name=F("author__name"))
    in_order = bills.order_by("week__year", "earth", F("place").asc(nulls_last=True), "proposed_at", "pk")
    for bill in in_order.iterator():
        yield bill.week.year, _counted(bill, bill.week.stage, voters[bill.week_id], vetoes)


def _places(live: Iterable[Bill]) -> dict[int, int]:
    """Answer the place on the ballot that each bill would get if proposing closed now."""
    found = {}
    for earth in {bill.earth for bill in live}:
        mine = [count.Candidate(bill.pk, bill.policy, bill.now) for bill in live if bill.earth == earth]
        found.update({pk: index for index, pk in enumerate(count.ballot(mine), start=1)})
    return found


def _counted(bill: Bill, stage: int, voters: dict[str, int | None], vetoes: set[int | None]) -> BillSight:
    if stage < Stage.COUNTED or bill.place is None:
        return _shown(bill, upvotes=bill.final_upvotes or 0, place=bill.place)
    return _shown(
        bill,
        upvotes=bill.final_upvotes or 0,
        place=bill.place,
        yes=bill.yes,
        no=bill.no,
        needed=count.needed(voters[bill.earth] or 0),
        passed=bill.passed,
        vetoed=bill.pk in vetoes,
        is_law=bill.is_law,
    )


def _shown(bill: Bill, *, upvotes: int, place: int | None, **counted: object) -> BillSight:
    return BillSight(
        id=bill.pk,
        earth=bill.earth,
        policy=POLICIES[bill.policy],
        name=bill.name,
        pitch=bill.pitch,
        author=bill.author_name,
        author_id=bill.author_id,
        proposed_at=bill.proposed_at,
        edited_at=bill.edited_at,
        upvotes=upvotes,
        place=place,
        struck_reason=bill.struck_reason,
        settled=bill.settled,
        **counted,  # type: ignore[arg-type]
    )
