"""Telling a world that the site was put back to how a backup held it, so that people can do again what is lost."""

from datetime import datetime

from django.db import transaction

from earths.actions import weeks
from earths.actions.notices import publish
from earths.actions.running_week import ARCHIVED
from earths.models import Week, World
from earths.rules.calendar import Phase, phase_of
from earths.store import running_week
from games.templatetags.moments import eastern
from games.terms import Refused


def report_restore(*, world_id: int, since: datetime, until: datetime, at: datetime) -> None:
    """Tell a world that what was done in it between two moments is lost, and whether votes can be cast again.

    Refuses a span that ends before it begins or after ``at``, and an archived world. Nothing else is changed:
    the calendar goes on, and a count is made of the votes that there are.
    """
    if not since < until <= at:
        raise Refused("The time that was lost begins with the backup and ends before now.")
    weeks.catch_up(world_id=world_id, at=at)
    with transaction.atomic():
        world = World.objects.select_for_update(no_key=True).get(pk=world_id)
        if world.archived_at is not None:
            raise Refused(ARCHIVED)
        publish(
            world=world,
            text=f"This site was restored from a backup. What was done here between {eastern(since, year=True)} and "
            f"{eastern(until, year=True)} is lost. {_what_to_do(world, since, until, at)}",
            at=at,
        )


def _what_to_do(world: World, since: datetime, until: datetime, at: datetime) -> str:
    week: Week | None = running_week(world_id=world.pk, at=at)
    if week is None or not (since < week.count_at and week.ballot_at < until):
        return "Please look at what you did in that time, and do it again."
    if phase_of(week, at) is Phase.VOTING:
        return (
            "Votes cast in that time were lost too. Please look at your ballot and vote again: voting is open "
            f"until {eastern(week.count_at)}."
        )
    return "Voting was open then and is over now: votes cast in that time could not be counted."
