"""Joining a world, being moved or banned in it, and leaving it (E2)."""

from datetime import datetime

from django.db import IntegrityError, transaction

from earths.actions import weeks
from earths.actions.locks import lock_alone
from earths.actions.notices import clean_reason, publish
from earths.live import board_changed
from earths.models import Account, Ballot, Citizen, Earth, Notice, Presidency, Stage, Upvote, Week, World
from earths.rules.count import open_earths
from earths.store import count_citizens, earth_names
from games.names import clean_name, reserve
from games.terms import Refused
from games.text import fold

NAME_LENGTH = 40
FORMER = "former citizen"
RESERVED = reserve(
    offices=("President", "Moderator", "Admin", "Administrator"), words=(FORMER, "Hemicycle", "Nobody")
)


def join(*, account_id: int, world_id: int, earth: str, name: str, at: datetime) -> int:
    """Make the account a citizen of ``earth`` under ``name`` and answer its id; it is one already: its id.

    Refuses an Earth that is over a tenth larger than the other (E2.2) and a name that is taken.
    """
    name = clean_name(name, longest=NAME_LENGTH, reserved=RESERVED)
    weeks.catch_up(world_id=world_id, at=at)
    with transaction.atomic():
        # Newcomers are let in one by one, so that two at once cannot both take the last place of balance.
        world = World.objects.select_for_update(no_key=True).get(pk=world_id)
        if world.archived_at is not None:
            raise Refused("This world is archived, and nobody can join it any more.")
        known = Citizen.objects.filter(world=world, account_id=account_id).first()
        if known is not None:
            return known.pk
        if earth not in open_earths(count_citizens(world_id=world_id)):
            raise Refused(
                "This Earth has over a tenth more citizens than the other. Please join the smaller one."
            )
        try:
            with transaction.atomic():
                citizen = Citizen.objects.create(
                    world=world,
                    account_id=account_id,
                    earth=earth,
                    name=name,
                    folded_name=fold(name),
                    joined_at=at,
                )
        except IntegrityError:
            raise Refused(
                "Somebody in this world has this name already, or one that looks like it."
            ) from None
        board_changed(world.slug)
    return citizen.pk


def move(*, citizen_id: int, earth: str, at: datetime) -> None:
    """Move a citizen to the other Earth when the next week opens; naming their present one calls that off."""
    with transaction.atomic():
        citizen = Citizen.objects.select_for_update(no_key=True).select_related("world").get(pk=citizen_id)
        if citizen.left_at is not None:
            raise Refused("This citizen has left the world.")
        moves_to = "" if earth == citizen.earth else Earth(earth).value
        if moves_to == citizen.moves_to:
            where = earth_names(citizen.world)[earth]
            raise Refused(
                f"{citizen.name} is to move to {where} already."
                if moves_to
                else f"{citizen.name} lives on {where}."
            )
        citizen.moves_to = moves_to
        citizen.save(update_fields=["moves_to"])
        if moves_to:
            text = f"An admin moves {Notice.CITIZEN} to {earth_names(citizen.world)[earth]} when the next week opens."
        else:
            text = f"An admin leaves {Notice.CITIZEN} on {earth_names(citizen.world)[earth]} after all."
        publish(world=citizen.world, text=text, at=at, about=citizen)


def ban(*, citizen_id: int, reason: str, at: datetime) -> None:
    """Ban a citizen, with a public reason: upvotes, endorsement, candidacy and office go at once.

    Their votes of the running week go too, unless they have been counted already (E13.6).
    """
    reason = clean_reason(reason)
    world_id = Citizen.objects.values_list("world_id", flat=True).get(pk=citizen_id)
    weeks.catch_up(world_id=world_id, at=at)
    with transaction.atomic():
        citizen = _strip(citizen_id=citizen_id, at=at)
        if citizen.banned_at is not None or citizen.left_at is not None:
            raise Refused("This citizen is banned already, or has left.")
        citizen.banned_at = at
        citizen.save(update_fields=["banned_at"])
        text = f"An admin banned {Notice.CITIZEN}: {reason}"
        publish(world=citizen.world, text=text, at=at, about=citizen)


def lift_ban(*, citizen_id: int, at: datetime) -> None:
    """Let a banned citizen take part again from now on. What the ban took stays gone."""
    with transaction.atomic():
        citizen = Citizen.objects.select_for_update(no_key=True).select_related("world").get(pk=citizen_id)
        if citizen.banned_at is None:
            raise Refused("This citizen is not banned.")
        citizen.banned_at = None
        citizen.save(update_fields=["banned_at"])
        text = f"An admin lifted the ban of {Notice.CITIZEN}."
        publish(world=citizen.world, text=text, at=at, about=citizen)


def delete_account(*, account_id: int, at: datetime) -> None:
    """Delete an account: its citizens lose their names, and their votes that are not counted yet.

    Votes of a finished count stay, as totals and under their receipt codes.
    """
    citizens = list(
        Citizen.objects.filter(account_id=account_id).order_by("world").values_list("pk", "world_id")
    )
    for _, world_id in citizens:
        weeks.catch_up(world_id=world_id, at=at)
    with transaction.atomic():
        for citizen_id, _ in citizens:
            citizen = _strip(citizen_id=citizen_id, at=at)
            citizen.left_at, citizen.account = at, None
            citizen.name, citizen.folded_name = FORMER, fold(FORMER)
            citizen.save(update_fields=["left_at", "account", "name", "folded_name"])
        Account.objects.filter(pk=account_id).delete()


def _strip(*, citizen_id: int, at: datetime) -> Citizen:
    """Take from a citizen all that is not history yet, keeping the week from being counted meanwhile."""
    citizen = Citizen.objects.select_related("world").get(pk=citizen_id)
    # Alone: a vote of theirs under way is stored before it is taken, and none comes after.
    lock_alone(citizen.world_id)
    # Not the running week: that of a world archived in the middle of it is no longer one.
    week = Week.objects.filter(world=citizen.world_id, opens_at__lte=at, closes_at__gt=at).first()
    if week is not None:
        Upvote.objects.filter(citizen=citizen, bill__week=week).delete()
        Presidency.objects.filter(week=week, citizen=citizen, left_at=None).update(left_at=at)
        if week.stage < Stage.COUNTED:
            Ballot.objects.filter(week=week, citizen=citizen).delete()
    citizen = Citizen.objects.select_for_update(no_key=True).select_related("world").get(pk=citizen_id)
    citizen.standing_since, citizen.endorses = None, None
    citizen.save(update_fields=["standing_since", "endorses"])
    board_changed(citizen.world.slug)
    return citizen
