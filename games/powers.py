"""Who has a say at a table: its host, whoever may follow them, the moderator."""

from datetime import datetime, timedelta

from django.db.models import F, Max, Min, Q

from games.models import Phase, Room, Seat
from games.store import Table
from games.terms import Refused, Viewer

GONE_AFTER = 2
"""Phases that somebody lets pass before they count as gone, and a host may be followed by somebody else."""

LOBBY_KEPT = timedelta(hours=24)
ROOM_KEPT = timedelta(days=30)


def seat_limit(table: Table) -> int:
    """Answer how many seats the table has room for."""
    limit: int = table.room.options.get("seats", table.game.MOST)
    return limit


def seat_of(table: Table, number: int) -> Seat:
    """Answer the seat of that number; refuse one that is not at the table, or not any more."""
    if number not in table.seats:
        raise Refused("There is no such seat.")
    return table.seats[number]


def is_led(table: Table) -> bool:
    """Say whether a moderator leads the game, so that it has no host and goes at the moderator's pace."""
    return table.game.MODERATED and table.room.host_id is None


def is_host(table: Table, by: Viewer) -> bool:
    """Say whether ``by`` is the room's host or its moderator."""
    return by == "moderator" or any(
        seat.number == by for seat in table.seats.values() if seat.pk == table.room.host_id
    )


def require_host(table: Table, by: Viewer) -> None:
    """Refuse whoever is neither the room's host nor its moderator."""
    if not is_host(table, by):
        raise Refused("Only the host of this room can do this.")


def require_moderator(by: Viewer) -> None:
    """Refuse whoever is not the room's moderator."""
    if by != "moderator":
        raise Refused("Only the moderator of this room can do this.")


def host_is_gone(table: Table) -> bool:
    """Say whether the host is gone, or no longer sits here."""
    seat = next((seat for seat in table.seats.values() if seat.pk == table.room.host_id), None)
    return seat is None or is_gone(table, seat)


def is_gone(table: Table, seat: Seat) -> bool:
    """Say whether nobody answers for a seat: asked twice running in vain, or out of the game and unseen as long."""
    if seat.vacant or seat.driver == Seat.Driver.BOT or seat.missed >= GONE_AFTER:
        return True
    if not _is_out(table, seat.number):
        return False
    latest = Phase.objects.filter(room=table.room, undone=False).order_by("-serial")
    opened = list(latest.values_list("opened_at", flat=True)[: GONE_AFTER + 1])
    return len(opened) > GONE_AFTER and (seat.seen_at or seat.joined_at) <= opened[-1]


def heir(table: Table) -> int | None:
    """Answer who has sat here longest, the present host aside; the gone come last, before them those who are out."""
    people = [
        seat
        for seat in table.seats.values()
        if seat.driver == Seat.Driver.PERSON and not seat.vacant and seat.pk != table.room.host_id
    ]
    ranked = [
        (is_gone(table, seat), _is_out(table, seat.number), seat.joined_at, seat.number) for seat in people
    ]
    return min(ranked)[-1] if ranked else None


def may_talk(table: Table, number: int, to: int | None) -> bool:
    """Say whether the game lets a seat say something now, to one other or to the whole table."""
    if table.state is None:
        return True
    try:
        table.game.check_talk(table.state, number, to)
    except Refused:
        return False
    return True


def _is_out(table: Table, number: int) -> bool:
    """Say whether the game has no more to ask of a seat: whoever is out of it reads on and says nothing."""
    return not may_talk(table, number, None)


def may_claim(table: Table, by: Viewer) -> bool:
    """Say whether ``by`` may become the host now. Where a moderator leads there is no host to follow."""
    return not is_led(table) and table.phase is not None and host_is_gone(table) and heir(table) == by


def deleted_on(room: Room) -> datetime:
    """Answer when the room will be deleted, at the earliest, if nobody touches it again.

    Once the game has begun that goes by what everybody saw somebody do: what was done in secret since then puts
    it off, and must not show.
    """
    if room.status == Room.Status.LOBBY:
        return room.touched_at + LOBBY_KEPT
    closed_early = Q(closed_at__lt=F("due_at"))
    seen = Phase.objects.filter(room=room).aggregate(
        started=Min("opened_at"), hurried=Max("closed_at", filter=closed_early)
    )
    moments = (room.created_at, room.paused_at, *seen.values())
    return max(moment for moment in moments if moment is not None) + ROOM_KEPT
