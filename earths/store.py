"""Between the rows of Two Earths and its rules: finding the running week, reading and keeping states."""

from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from earths.models import Ballot, Citizen, EarthYear, Vote, Week, World
from earths.rules import codec, year
from earths.rules.tables import EARTHS


def running_week(*, world_id: int, at: datetime) -> Week | None:
    """Answer the week of the world that ``at`` lies in, if it has been opened; an archived world's stand still."""
    weeks = Week.objects.filter(world_id=world_id, world__archived_at=None)
    return weeks.filter(opens_at__lte=at, closes_at__gt=at).first()


def states_before(week: Week) -> dict[str, year.Earth]:
    """Answer how each Earth stood when the week opened."""
    rows = EarthYear.objects.filter(week__world=week.world_id, week__year=week.year - 1, state__isnull=False)
    before = {row.earth: codec.read(row.state) for row in rows}
    return {earth: before.get(earth, year.START) for earth in EARTHS}


def changes_to_plain(changes: tuple[year.Change, ...]) -> list[dict[str, Any]]:
    """Write the changes of a tick as they are kept."""
    return msgspec.to_builtins(changes)  # type: ignore[no-any-return]


def changes_from_plain(rows: list[dict[str, Any]]) -> tuple[year.Change, ...]:
    """Read the changes of a tick as they were kept."""
    return msgspec.convert(rows, tuple[year.Change, ...])


def standing_ballots(weeks: QuerySet[Week]) -> QuerySet[Ballot]:
    """Answer the ballots of those weeks on which at least one vote stands (E6.1)."""
    votes = Vote.objects.filter(ballot=OuterRef("pk"))
    return Ballot.objects.filter(week__in=weeks).filter(~Q(response="") | Exists(votes))


def earth_names(world: World) -> dict[str, str]:
    """Answer the display names of a world's Earths by letter."""
    return {"A": world.earth_a, "B": world.earth_b}


def responses_of(row: EarthYear) -> dict[str, int]:
    """Answer how many chose each response, of an Earth whose votes have been counted."""
    return {"A": row.response_a, "B": row.response_b, "C": row.response_c}  # type: ignore[dict-item]  counted


def count_citizens(*, world_id: int) -> dict[str, int]:
    """Count the citizens of each Earth that are neither banned nor gone."""
    # Rows, not ids: these are all in the index, and no citizen has to be looked up.
    rows = Citizen.objects.filter(world_id=world_id, banned_at=None, left_at=None)
    counted = dict(rows.values_list("earth").annotate(number=Count("*")).order_by())
    return {earth: counted.get(earth, 0) for earth in EARTHS}
