"""What only an admin does: put a room right that stood still, look behind the cards, clear a room away."""

from datetime import datetime

import msgspec
import structlog
from django.db import transaction

from games import store
from games.actions.due import delete_room
from games.commit import close_phase, commit
from games.formats import Newer
from games.live import nudge
from games.models import Order, Phase, Room
from games.store import Table
from games.terms import Refused

log = structlog.get_logger(__name__)


def put_back(*, room_id: int, at: datetime) -> None:
    """Let a room go on that was set aside; its running phase gets its whole length again.

    The phase is worked out once for trial first: refuses a room in which that still fails.
    """
    with commit(room_id=room_id, at=at) as table:
        if table.room.status != Room.Status.SET_ASIDE:
            raise Refused("This room is not set aside.")
        phase = table.phase
        if phase is None or phase.closed_at is not None:
            raise Refused("This room has no open phase to go on with.")
        table.room.status, table.room.failures = Room.Status.RUNNING, 0
        if (fault := _fault(table, at)) is not None:
            raise Refused(f"This phase still cannot be worked out ({fault}). The log says more.")
        phase.due_at = table.room.due_at = at + table.length(phase.name)
        phase.save(update_fields=["due_at"])
        store.notify(table, "An admin put this game right. It goes on, with new time for this phase.", at)


def _fault(table: Table, at: datetime) -> str | None:
    """Close the table's phase for trial, undo it, and answer the kind of error that this raised, if any."""
    room = Room.objects.get(pk=table.room.pk)
    room.status, room.failures = Room.Status.RUNNING, 0
    try:
        with transaction.atomic():
            close_phase(store.hold(room), at)
            transaction.set_rollback(True)
    except Newer:
        raise
    except Exception as error:
        log.exception("room_still_fails", room=room.pk)
        return type(error).__name__
    return None


def reveal(*, room_id: int, admin: str, at: datetime) -> str:
    """Answer all that is secret in a room, as JSON text, and tell the table that an admin looked.

    ``admin`` is who looks, for the log.
    """
    with commit(room_id=room_id, at=at) as table:
        store.notify(table, "An admin looked at the secrets of this game.", at)
        log.warning("room_revealed", room=room_id, admin=admin)
        phase = Phase.objects.filter(room=table.room, undone=False).order_by("-serial").first()
        orders = (
            Order.objects.filter(phase=phase).order_by("seat__number").values_list("seat__number", "given")
        )
        opened = {
            "state at the phase's opening": msgspec.json.decode(phase.state) if phase else None,
            "handed in since": {str(number): msgspec.json.decode(given) for number, given in orders},
        }
        return msgspec.json.format(msgspec.json.encode(opened), indent=2).decode()


def report_restore(*, since: datetime, until: datetime, at: datetime) -> int:
    """Tell every room that is not over what time was lost with a restore, and answer how many were told.

    Refuses a span that ends before it begins or after ``at``. Rooms themselves stay as the backup has them.
    """
    if not since < until <= at:
        raise Refused("The time that was lost begins with the backup and ends before now.")
    text = (
        f"This site was restored from a backup. What was handed in or said between {since:%Y-%m-%d %H:%M} and "
        f"{until:%Y-%m-%d %H:%M} UTC is lost, and the game stands as it did. Please look, and hand in again."
    )
    rooms = Room.objects.filter(created_at__lte=until).exclude(
        status__in=(Room.Status.OVER, Room.Status.CLOSED)
    )
    for room in rooms:
        with transaction.atomic():
            table = store.seated(room)
            store.notify(table, text, at)
            nudge(room.pk, table.nudged)
    return len(rooms)


def purge_room(*, room_id: int) -> None:
    """Delete a room with everything in it at once; one that is deleted already stays so."""
    delete_room(Room.objects.all(), room_id=room_id)
