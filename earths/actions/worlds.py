"""What an admin does to a world as a whole, and to its running week, each told to everybody (E13.5 to E13.9)."""

from datetime import date, datetime

from django.db import IntegrityError, transaction

from earths.actions import weeks
from earths.actions.notices import clean_reason, publish
from earths.actions.presidents import open_presidencies
from earths.actions.running_week import ANY_PHASE, NO_WEEK, active_citizen, held_week
from earths.models import Bill, EarthYear, Notice, Presidency, World
from earths.rules import boundary as boundaries
from earths.rules.boundary import Boundary
from earths.rules.calendar import Phase, phase_of
from earths.rules.tables import FIRST_YEAR
from earths.store import earth_names
from games.terms import Refused
from games.text import clean

WORLD_NAME_LENGTH, EARTH_NAME_LENGTH = 60, 40
UNTIL_LOCKED = {Phase.PROPOSING, Phase.VOTING, Phase.COUNT}


def create(
    *, slug: str, name: str, earth_a: str, earth_b: str, starts_on: date, at: datetime, featured: bool = False
) -> int:
    """Create a world whose first week opens on a Sunday that lies ahead, and answer its id (E1.3)."""
    name, earth_a, earth_b = _clean_names(name, earth_a, earth_b)
    try:
        due_at = boundaries.instant(starts_on, FIRST_YEAR, Boundary.OPEN)
    except ValueError:
        raise Refused("A world starts on a Sunday.") from None
    if due_at <= at:
        raise Refused("A world starts on a Sunday that lies ahead.")
    with transaction.atomic():
        if featured:
            World.objects.filter(featured=True).update(featured=False)
        try:
            with transaction.atomic():
                world = World.objects.create(
                    slug=slug,
                    name=name,
                    earth_a=earth_a,
                    earth_b=earth_b,
                    starts_on=starts_on,
                    featured=featured,
                    created_at=at,
                    due_at=due_at,
                )
        except IntegrityError:
            raise Refused("There is a world at this address already.") from None
        opens_on = f"{starts_on.day} {starts_on:%b %Y}"
        publish(
            world=world, text=f"The world “{name}” was created. Its first week opens on {opens_on}.", at=at
        )
    return world.pk


def rename(*, world_id: int, name: str, earth_a: str, earth_b: str, at: datetime) -> None:
    """Give a world and its Earths other display names."""
    name, earth_a, earth_b = _clean_names(name, earth_a, earth_b)
    with transaction.atomic():
        world = World.objects.select_for_update(no_key=True).get(pk=world_id)
        if (world.name, world.earth_a, world.earth_b) == (name, earth_a, earth_b):
            return
        world.name, world.earth_a, world.earth_b = name, earth_a, earth_b
        world.save(update_fields=["name", "earth_a", "earth_b"])
        publish(world=world, text=f"The names are now: “{name}”, “{earth_a}” and “{earth_b}”.", at=at)


def feature(*, world_id: int, at: datetime) -> None:
    """Show this world on the front page in place of any other; one that is there already stays."""
    with transaction.atomic():
        world = World.objects.select_for_update(no_key=True).get(pk=world_id)
        if world.archived_at is not None:
            raise Refused("This world is archived.")
        if world.featured:
            return
        World.objects.filter(featured=True).update(featured=False)
        world.featured = True
        world.save(update_fields=["featured"])
        publish(world=world, text="An admin put this world on the front page.", at=at)


def archive(*, world_id: int, at: datetime) -> None:
    """Archive a world: it can be read for good, and nothing happens in it any more.

    What was due before is worked off first, so that votes that were accepted are counted; a world whose
    calendar fails is archived as it stands.
    """
    if not World.objects.get(pk=world_id).failures:
        weeks.catch_up(world_id=world_id, at=at)
    with transaction.atomic():
        world = World.objects.select_for_update(no_key=True).get(pk=world_id)
        if world.archived_at is not None:
            raise Refused("This world is archived already.")
        world.archived_at, world.featured = at, False
        world.save(update_fields=["archived_at", "featured"])
        publish(world=world, text="An admin archived this world.", at=at)


def strike(*, bill_id: int, reason: str, at: datetime) -> None:
    """Strike a bill with a public reason, until Friday opens; on the ballot it stays, and cannot pass (E6.4)."""
    reason = clean_reason(reason)
    bill = Bill.objects.select_related("week__world").get(pk=bill_id)
    world = bill.week.world
    closed = "A bill can be struck until Friday opens, Eastern time, in its own week."
    with held_week(world=world, phases=UNTIL_LOCKED, closed=closed, now=lambda: at, alone=True) as week:
        bill = Bill.objects.select_for_update().get(pk=bill_id)
        if bill.week_id != week.pk:
            raise Refused(closed)
        if bill.struck_at is not None or bill.withdrawn_at is not None:
            raise Refused("This bill is off the list already.")
        bill.struck_at, bill.struck_reason = at, reason
        if phase_of(week, at) is Phase.COUNT and bill.place is not None:
            bill.passed = False
        bill.save(update_fields=["struck_at", "struck_reason", "passed"])
        EarthYear.objects.filter(week=week, veto=bill).update(veto=None)
        publish(world=world, text=f"An admin struck the bill “{bill.name}” of {week.year}: {reason}", at=at)


def appoint(*, citizen_id: int, at: datetime) -> None:
    """Appoint a President for the running week, in place of whoever holds the office (E13.9)."""
    world = World.objects.get(citizens=citizen_id)
    with held_week(world=world, phases=ANY_PHASE, closed=NO_WEEK, now=lambda: at, alone=True) as week:
        citizen = active_citizen(citizen_id=citizen_id, lock=True)
        held = open_presidencies(week).filter(earth=citizen.earth)
        if held.filter(citizen=citizen).exists():
            raise Refused("This citizen holds the office already.")
        held.update(left_at=at)
        Presidency.objects.create(
            week=week, earth=citizen.earth, citizen=citizen, how=Presidency.How.APPOINTED, took_at=at
        )
        where = earth_names(world)[citizen.earth]
        publish(
            world=world,
            text=f"An admin appointed {Notice.CITIZEN} President of {where} for {week.year}.",
            at=at,
            about=citizen,
        )


def _clean_names(name: str, earth_a: str, earth_b: str) -> tuple[str, str, str]:
    return (
        clean(name, what="A world's name", least=1, longest=WORLD_NAME_LENGTH),
        clean(earth_a, what="An Earth's name", least=1, longest=EARTH_NAME_LENGTH),
        clean(earth_b, what="An Earth's name", least=1, longest=EARTH_NAME_LENGTH),
    )
