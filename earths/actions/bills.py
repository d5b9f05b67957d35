"""Proposing bills, changing them while nobody else has backed them, and upvoting (E4, E13.1, E13.2)."""

from datetime import datetime

from django.db.models import QuerySet

from earths.actions.running_week import active_citizen, held_week, world_of
from earths.live import board_changed
from earths.models import Bill, Citizen, Upvote, Week
from earths.rules.calendar import Phase
from earths.rules.tables import LIVE_BILLS, NAME_LENGTH, PITCH_LENGTH, POLICIES
from games.terms import Refused
from games.text import clean

PROPOSING = {Phase.PROPOSING}
CLOSED = "Bills can be proposed, changed and upvoted from Sunday to the end of Tuesday, Eastern time."


def propose(*, citizen_id: int, policy: str, name: str, pitch: str, at: datetime) -> int:
    """Propose a bill on the citizen's own Earth and answer its id; refuse a fourth live one.

    The same bill sent twice (a double click) is proposed once.
    """
    if policy not in POLICIES:
        raise Refused("Choose a policy from the menu.")
    name, pitch = _worded(name, pitch)
    world = world_of(citizen_id=citizen_id)
    with held_week(world=world, phases=PROPOSING, closed=CLOSED, now=lambda: at) as week:
        citizen = active_citizen(citizen_id=citizen_id, lock=True)
        live = list(live_bills(week, citizen))
        for bill in live:
            if (bill.policy, bill.name, bill.pitch) == (policy, name, pitch):
                return bill.pk
        if len(live) >= LIVE_BILLS:
            raise Refused(
                f"You have {LIVE_BILLS} live bills this week, and that is the most. Withdraw one to propose another."
            )
        bill = Bill.objects.create(
            week=week,
            earth=citizen.earth,
            author=citizen,
            policy=policy,
            name=name,
            pitch=pitch,
            proposed_at=at,
        )
        board_changed(world.slug)
    return bill.pk


def edit(*, citizen_id: int, bill_id: int, name: str, pitch: str, at: datetime) -> None:
    """Change the name and pitch of one's own bill; refuse once somebody else has upvoted it."""
    name, pitch = _worded(name, pitch)
    world = world_of(citizen_id=citizen_id)
    with held_week(world=world, phases=PROPOSING, closed=CLOSED, now=lambda: at) as week:
        bill = _own_bill(week, active_citizen(citizen_id=citizen_id), bill_id)
        bill.name, bill.pitch, bill.edited_at = name, pitch, at
        bill.save(update_fields=["name", "pitch", "edited_at"])
        board_changed(world.slug)


def withdraw(*, citizen_id: int, bill_id: int, at: datetime) -> None:
    """Take one's own bill back; refuse once somebody else has upvoted it. Its place is free again."""
    world = world_of(citizen_id=citizen_id)
    with held_week(world=world, phases=PROPOSING, closed=CLOSED, now=lambda: at) as week:
        bill = _own_bill(week, active_citizen(citizen_id=citizen_id), bill_id)
        bill.withdrawn_at = at
        bill.save(update_fields=["withdrawn_at"])
        board_changed(world.slug)


def upvote(*, citizen_id: int, bill_id: int, at: datetime) -> None:
    """Upvote a live bill of one's own Earth, once however often it is asked."""
    world = world_of(citizen_id=citizen_id)
    with held_week(world=world, phases=PROPOSING, closed=CLOSED, now=lambda: at) as week:
        citizen = active_citizen(citizen_id=citizen_id)
        bill = _live_bill(week, citizen, bill_id)
        if bill.author_id != citizen.pk and not bill.settled:
            # Waits for an edit or withdrawal under way, which holds the row.
            live = Bill.objects.filter(pk=bill.pk, withdrawn_at=None, struck_at=None)
            if not live.update(settled=True):
                raise Refused("This bill has just been taken off the list.")
        Upvote.objects.bulk_create([Upvote(bill=bill, citizen=citizen)], ignore_conflicts=True)
        board_changed(world.slug)


def take_back_upvote(*, citizen_id: int, bill_id: int, at: datetime) -> None:
    """Take an upvote back; where there is none, nothing changes."""
    world = world_of(citizen_id=citizen_id)
    with held_week(world=world, phases=PROPOSING, closed=CLOSED, now=lambda: at) as week:
        citizen = active_citizen(citizen_id=citizen_id)
        bill = _live_bill(week, citizen, bill_id)
        if Upvote.objects.filter(bill=bill, citizen=citizen).delete()[0]:
            board_changed(world.slug)


def live_bills(week: Week, citizen: Citizen) -> QuerySet[Bill]:
    """Answer the citizen's bills of the week that are neither withdrawn nor struck."""
    return Bill.objects.filter(week=week, author=citizen, withdrawn_at=None, struck_at=None)


def _worded(name: str, pitch: str) -> tuple[str, str]:
    return (
        clean(name, what="A bill's name", least=1, longest=NAME_LENGTH),
        clean(pitch, what="A pitch", longest=PITCH_LENGTH, lines=True),
    )


def _live_bill(week: Week, citizen: Citizen, bill_id: int) -> Bill:
    bill = Bill.objects.filter(pk=bill_id, week=week, withdrawn_at=None, struck_at=None).first()
    if bill is None:
        raise Refused("This bill is no longer on this week's list.")
    if bill.earth != citizen.earth:
        raise Refused("You can upvote the bills of your own Earth only.")
    return bill


def _own_bill(week: Week, citizen: Citizen, bill_id: int) -> Bill:
    bill = (
        Bill.objects.select_for_update()
        .filter(pk=bill_id, week=week, author=citizen, withdrawn_at=None, struck_at=None)
        .first()
    )
    if bill is None:
        raise Refused("This is not a live bill of yours this week.")
    if bill.settled:
        raise Refused("Somebody else has upvoted this bill, so it stays as it is.")
    return bill
