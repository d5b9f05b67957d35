"""Holding the running week while a citizen, or an admin, does something in it."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from earths.actions import weeks
from earths.actions.locks import lock_alone, lock_shared
from earths.models import Citizen, Stage, Week, World
from earths.rules.calendar import Phase, phase_of
from earths.store import running_week
from games.terms import Refused

STAGE_OF = {
    Phase.PROPOSING: Stage.OPENED,
    Phase.VOTING: Stage.BALLOTED,
    Phase.COUNT: Stage.COUNTED,
    Phase.LOCKED: Stage.LOCKED,
    Phase.RESULTS: Stage.TICKED,
}
ANY_PHASE = frozenset(Phase)
NO_WEEK = "No week of this world is running."
ARCHIVED = "This world is archived. It can be read, but nothing can be done in it any more."
BANNED = "You have been banned from this world and can only watch."
LEFT = "This account has left the world."
MOVING_ON = "The week is just moving on to its next day. Please try again in a moment."


@contextmanager
def held_week(
    *,
    world: World,
    phases: Collection[Phase],
    closed: str,
    now: Callable[[], datetime],
    alone: bool = False,
) -> Iterator[Week]:
    """Catch the world up, then yield its running week under its lock, judged by the moment at which the lock was held.

    Refuses with ``closed`` when the clock does not stand in one of ``phases``. What is done under it is
    one transaction. ``alone`` keeps everybody else out of the week meanwhile.
    """
    if world.due_at <= (at := now()):
        weeks.catch_up(world_id=world.pk, at=at)
    with transaction.atomic():
        (lock_alone if alone else lock_shared)(world.pk)
        at = now()
        week = running_week(world_id=world.pk, at=at)
        phase = phase_of(week, at) if week else None
        if week is None or phase is None or phase not in phases:
            raise Refused(closed)
        if STAGE_OF[phase] != week.stage:
            raise Refused(MOVING_ON)
        yield week


def active_citizen(*, citizen_id: int, lock: bool = False) -> Citizen:
    """Read the citizen again, refusing one who is banned or gone; ``lock`` holds the row."""
    citizens = Citizen.objects.select_for_update(no_key=True) if lock else Citizen.objects
    citizen = citizens.get(pk=citizen_id)
    refuse_inactive(banned_at=citizen.banned_at, left_at=citizen.left_at)
    return citizen


def refuse_inactive(*, banned_at: datetime | None, left_at: datetime | None) -> None:
    """Refuse a citizen who is banned or gone."""
    if left_at is not None:
        raise Refused(LEFT)
    if banned_at is not None:
        raise Refused(BANNED)


def world_of(*, citizen_id: int) -> World:
    """Answer the world a citizen belongs to, refusing one that is archived."""
    world = World.objects.get(citizens=citizen_id)
    if world.archived_at is not None:
        raise Refused(ARCHIVED)
    return world
