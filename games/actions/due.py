"""What the tick does for rooms: whatever is due, and clearing away what nobody touches any more."""

from datetime import datetime, timedelta

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q, QuerySet

from config import metrics
from games import clock
from games.commit import advance
from games.deadlines import OUTAGE, outage
from games.formats import Newer
from games.live import nudge, show_out
from games.models import Heartbeat, Room
from games.powers import LOBBY_KEPT, ROOM_KEPT
from games.store import everybody, seated

log = structlog.get_logger(__name__)

TRIES = 3
CROWD = 50
"""Rooms that are due at once of which a second worker takes its part."""
MOST_PURGED = 100
"""Rooms of each kind that one tick deletes."""


def advance_due(at: datetime) -> None:
    """Do what is due in all rooms at ``at``, the longest due first, each in a transaction of its own.

    A room held by another worker is left to it. One that fails three times running is set aside.
    """
    lost = outage(at)
    for room_id in find_due(at):
        advance_room(room_id=room_id, at=at, wait=False, lost=lost)
    _beat(at)
    purge(at)


def find_due(at: datetime) -> list[int]:
    """Answer the rooms in which something is due at ``at``, the longest due first."""
    due = Room.objects.filter(due_at__lte=at).values_list("due_at", "pk")
    resuming = Room.objects.filter(resumes_at__lte=at).values_list("resumes_at", "pk")
    return [room_id for _, room_id in due.union(resuming, all=True).order_by("due_at")]


def is_crowded(at: datetime) -> bool:
    """Say whether more is due at ``at`` than one worker should be left alone with."""
    return Room.objects.filter(due_at__lte=at)[:CROWD].count() == CROWD


def find_old(at: datetime) -> list[int]:
    """Answer rooms that nobody has touched for longer than they are kept, some at a time."""
    rooms = Room.objects.filter(touched_at__lte=at - ROOM_KEPT)
    lobbies = Room.objects.filter(status=Room.Status.LOBBY, touched_at__lte=at - LOBBY_KEPT)
    # In order of the index: unordered, PostgreSQL hopes to meet enough of them soon, and reads all rooms.
    some, others = (
        found.order_by("touched_at").values_list("pk")[:MOST_PURGED] for found in (rooms, lobbies)
    )
    return [room_id for (room_id,) in some.union(others)]


def catch_up_room(room: Room, at: datetime) -> bool:
    """Do whatever is due in a room that somebody comes to look at; say whether there was something."""
    is_due = any(moment is not None and moment <= at for moment in (room.due_at, room.resumes_at))
    if is_due:
        advance_room(room_id=room.pk, at=at, wait=True)
    return is_due


def advance_room(*, room_id: int, at: datetime, wait: bool, lost: timedelta | None = None) -> None:
    """Do all that is due in one room, and count when it fails.

    A room that a newer version of the site has written is left to it. A database that is away is no fault of
    the room's.
    """
    try:
        while advance(room_id=room_id, at=at, wait=wait, lost=lost):
            pass
    except Newer:
        log.info("room_left_to_a_newer_version", room=room_id)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.exception("room_failed", room=room_id)
        metrics.count("hemicycle_failures", kind="room")
        _count_failure(room_id)


def purge(at: datetime) -> None:
    """Delete rooms untouched for 30 days, and lobbies for 24 hours, with everything in them."""
    for room_id in find_old(at):
        delete_room(Room.objects.filter(_is_old(at)), room_id=room_id)


def delete_room(among: QuerySet[Room], *, room_id: int) -> None:
    """Delete a room with everything in it, and close the sockets of its pages; nothing of it is kept elsewhere.

    One that is not ``among`` these rooms, once its row is held, is left alone: somebody came back to it meanwhile, or
    it is deleted already.
    """
    with transaction.atomic():
        room = among.select_for_update().filter(pk=room_id).first()
        if room is None:
            return
        for viewer in everybody(seated(room)):
            show_out(room_id, viewer)
        Room.objects.filter(pk=room_id).update(host=None)
        room.delete()
    log.info("room_deleted", room=room_id)


def _is_old(at: datetime) -> Q:
    lobby = Q(status=Room.Status.LOBBY, touched_at__lte=at - LOBBY_KEPT)
    return lobby | Q(touched_at__lte=at - ROOM_KEPT)


def _beat(at: datetime) -> None:
    """Note that there was a tick. A hop during it makes it look older than the one before, and is let pass.

    A last one that lies well ahead was noted before the clock was put back, and counts no more.
    """
    moment, present = clock.unhopped(at), clock.unhopped(clock.now())
    beat, is_first = Heartbeat.objects.get_or_create(pk=1, defaults={"at": moment})
    if not is_first:
        earlier = Q(at__lt=moment) | Q(at__gt=present + OUTAGE)
        Heartbeat.objects.filter(earlier, pk=beat.pk).update(at=moment)


def _count_failure(room_id: int) -> None:
    Room.objects.filter(pk=room_id).update(failures=F("failures") + 1)
    failed = Room.objects.filter(pk=room_id, failures__gte=TRIES)
    if failed.update(status=Room.Status.SET_ASIDE, due_at=None, resumes_at=None):
        log.error("room_set_aside", room=room_id)
        nudge(room_id, everybody(seated(Room.objects.get(pk=room_id))))
