"""Standing, endorsing, holding the office, and its veto (E9)."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from earths.actions import weeks
from earths.actions.running_week import ANY_PHASE, NO_WEEK, active_citizen, held_week, world_of
from earths.live import board_changed
from earths.models import Bill, Citizen, EarthYear, Presidency, Week
from earths.rules.calendar import Phase
from games.terms import Refused

VETO_CLOSED = "The President can veto on Thursday only, Eastern time."


def stand(*, citizen_id: int, at: datetime) -> None:
    """Stand for President; who stands already goes on standing since then."""
    with _citizen(citizen_id=citizen_id, at=at) as citizen:
        if citizen.standing_since is None:
            citizen.standing_since = at
            citizen.save(update_fields=["standing_since"])


def stop_standing(*, citizen_id: int, at: datetime) -> None:
    """Stop standing for President. An office held goes on to the end of its week."""
    with _citizen(citizen_id=citizen_id, at=at) as citizen:
        citizen.standing_since = None
        citizen.save(update_fields=["standing_since"])


def endorse(*, citizen_id: int, candidate_id: int, at: datetime) -> None:
    """Give one's one endorsement to somebody who stands on one's own Earth, oneself allowed."""
    with _citizen(citizen_id=citizen_id, at=at) as citizen:
        candidate = Citizen.objects.filter(
            pk=candidate_id, world_id=citizen.world_id, earth=citizen.earth, standing_since__isnull=False
        ).first()
        if candidate is None:
            raise Refused("You can endorse somebody who stands for President on your own Earth.")
        citizen.endorses = candidate
        citizen.save(update_fields=["endorses"])


def withdraw_endorsement(*, citizen_id: int, at: datetime) -> None:
    """Take one's endorsement back; where there is none, nothing changes."""
    with _citizen(citizen_id=citizen_id, at=at) as citizen:
        citizen.endorses = None
        citizen.save(update_fields=["endorses"])


def resign(*, citizen_id: int, at: datetime) -> None:
    """Give up the office of President; the place stays empty for the week, and a veto stands."""
    world = world_of(citizen_id=citizen_id)
    with held_week(world=world, phases=ANY_PHASE, closed=NO_WEEK, now=lambda: at) as week:
        citizen = active_citizen(citizen_id=citizen_id)
        if not open_presidencies(week).filter(citizen=citizen).update(left_at=at):
            raise Refused("You do not hold the office of President.")
        board_changed(world.slug)


def veto(*, citizen_id: int, bill_id: int, at: datetime) -> None:
    """Veto one passed bill of the President's own Earth, in place of any other veto of the week."""
    world = world_of(citizen_id=citizen_id)
    with held_week(world=world, phases={Phase.COUNT}, closed=VETO_CLOSED, now=lambda: at) as week:
        president = _president(week, citizen_id)
        bill = Bill.objects.filter(pk=bill_id, week=week, earth=president.earth, passed=True, struck_at=None)
        if not bill.exists():
            raise Refused("Only a bill that has passed on your Earth this week can be vetoed.")
        EarthYear.objects.filter(week=week, earth=president.earth).update(veto=bill_id)
        board_changed(world.slug)


def withdraw_veto(*, citizen_id: int, at: datetime) -> None:
    """Withdraw the office's veto; where there is none, nothing changes."""
    world = world_of(citizen_id=citizen_id)
    with held_week(world=world, phases={Phase.COUNT}, closed=VETO_CLOSED, now=lambda: at) as week:
        president = _president(week, citizen_id)
        EarthYear.objects.filter(week=week, earth=president.earth).update(veto=None)
        board_changed(world.slug)


def open_presidencies(week: Week) -> QuerySet[Presidency]:
    """Answer who holds office in the week at present, on either Earth."""
    return Presidency.objects.filter(week=week, left_at=None)


def _president(week: Week, citizen_id: int) -> Citizen:
    citizen = active_citizen(citizen_id=citizen_id)
    if not open_presidencies(week).filter(citizen=citizen, earth=citizen.earth).exists():
        raise Refused("Only the President can do this, and you do not hold the office.")
    return citizen


@contextmanager
def _citizen(*, citizen_id: int, at: datetime) -> Iterator[Citizen]:
    """Hold a citizen of a world that may not have started yet; standing and endorsing are open at any time."""
    world = world_of(citizen_id=citizen_id)
    weeks.catch_up(world_id=world.pk, at=at)
    with transaction.atomic():
        yield active_citizen(citizen_id=citizen_id, lock=True)
        board_changed(world.slug)
