"""Letting people in, on a second device too, and showing them out."""

from datetime import datetime

from games import store
from games.commit import commit
from games.live import show_out
from games.models import Pass, Room, Seat
from games.powers import require_host, require_moderator, seat_of
from games.terms import Refused, Viewer
from games.tokens import digest, new_token

MOST_DEVICES = 10
"""Passes to one seat that are in use at a time."""
MOST_PASSES = 50
"""Passes that are ever made to one seat, or to the console, of a room: rows that are kept as long as the room."""


def issue(
    *, room: Room, seat: Seat | None, at: datetime, used: bool = False, takes_over: bool = False
) -> str:
    """Make a pass to ``seat`` (None: to the moderator's console) and answer its token, which is not kept.

    ``used`` says that its bearer is here and gets it at once, not by a link. Refuses more than ``MOST_PASSES``.
    """
    if Pass.objects.filter(room=room, seat=seat).count() >= MOST_PASSES:
        raise Refused("No further link can be made here: there have been too many already.")
    token = new_token()
    kind = Pass.Kind.MODERATOR if seat is None else Pass.Kind.SEAT
    Pass.objects.create(
        room=room,
        kind=kind,
        seat=seat,
        token_hash=digest(token),
        issued_at=at,
        used_at=at if used else None,
        takes_over=takes_over,
    )
    return token


def resume_link(*, room_id: int, by: Viewer, at: datetime, pass_id: int | None = None) -> str:
    """Answer a fresh token for the same seat or console, for another device of the same person.

    The one before dies if nobody has come in by it. Refuses a seat that is open on ``MOST_DEVICES`` already, and
    whoever's own ``pass_id`` has ended.
    """
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        if by == "public":
            raise Refused("Only somebody with a seat can do this.")
        seat = seat_of(table, by) if isinstance(by, int) else None
        if seat is not None:
            Pass.objects.filter(seat=seat, revoked_at=None, used_at=None).delete()
            require_free_device(seat)
        return issue(room=table.room, seat=seat, at=at)


def renew_links(*, room_id: int, by: Viewer, before: str, at: datetime, pass_id: int | None = None) -> None:
    """Put new links to join and to watch in the place of those so far, and show out whoever came to watch.

    ``before`` is the way to watch that the button was drawn with: a second click renews nothing.
    """
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        require_host(table, by)
        if before != table.room.watch_token:
            return
        table.room.join_token, table.room.watch_token = new_token(), new_token()
        show_out(table.room.pk, "public")
        store.notify(table, "The links to join and to watch were replaced. Those so far are void.", at)


def require_free_device(seat: Seat) -> None:
    """Refuse a seat that is open on ``MOST_DEVICES`` already."""
    if Pass.objects.filter(seat=seat, revoked_at=None).count() >= MOST_DEVICES:
        raise Refused("Your seat is open on ten devices already. Play on on one of them.")


def was_handed_over(room: Room) -> bool:
    """Say whether the room's console went to another moderator, who alone lets others in from then on."""
    return Pass.objects.filter(room=room, takes_over=True, used_at__isnull=False).exists()


def console_link(
    *, room_id: int, by: Viewer, takes_over: bool, at: datetime, pass_id: int | None = None
) -> str:
    """Answer a fresh token for the console, for a helper, or with ``takes_over`` for a new moderator.

    That one ends all other passes to the console when it is first used.
    """
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        require_moderator(by)
        return issue(room=table.room, seat=None, at=at, takes_over=takes_over)


def find(token: str) -> Pass | None:
    """Answer the pass of a token that still opens something."""
    return (
        Pass.objects.select_related("room", "seat")
        .filter(token_hash=digest(token), revoked_at=None)
        .exclude(room__status=Room.Status.CLOSED)
        .first()
    )


def use(*, pass_id: int, at: datetime) -> None:
    """Note that a pass came in; one that takes the console over ends the others, which the table is told."""
    room_id = Pass.objects.get(pk=pass_id).room_id
    with commit(room_id=room_id, at=at) as table:
        entry = Pass.objects.get(pk=pass_id)
        if entry.used_at is not None or entry.revoked_at is not None:
            return
        entry.used_at = at
        entry.save(update_fields=["used_at"])
        if entry.kind != Pass.Kind.MODERATOR:
            return
        if entry.takes_over:
            others = Pass.objects.filter(room=table.room, kind=Pass.Kind.MODERATOR, revoked_at=None)
            others.exclude(pk=pass_id).update(revoked_at=at)
            show_out(table.room.pk, "moderator")
            store.notify(table, "The moderator handed the game over to another moderator.", at)
        else:
            store.notify(table, "Another moderator has joined the console.", at)


def leave_console(*, room_id: int, pass_id: int, at: datetime) -> None:
    """Give up a pass to the console; refuse the last one that is in use, so that the game keeps a moderator."""
    with commit(room_id=room_id, at=at) as table:
        mine = Pass.objects.get(pk=pass_id, room=table.room, kind=Pass.Kind.MODERATOR)
        others = Pass.objects.filter(
            room=table.room, kind=Pass.Kind.MODERATOR, revoked_at=None, used_at__isnull=False
        )
        if not others.exclude(pk=mine.pk).exists():
            raise Refused("Nobody else leads this game yet. Hand it over first, or close the room.")
        mine.revoked_at = at
        mine.save(update_fields=["revoked_at"])
        show_out(table.room.pk, "moderator")
        store.notify(table, "A moderator has left the console.", at)


def revoke(*, room: Room, seat: Seat | None, at: datetime) -> None:
    """Revoke all passes to a seat (None: to the console) and close the sockets opened with them."""
    Pass.objects.filter(room=room, seat=seat, revoked_at=None).update(revoked_at=at)
    show_out(room.pk, seat.number if seat else "moderator")
