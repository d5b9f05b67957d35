"""Letting people in, on a second device too, and showing them out."""

from datetime import datetime

from games.commit import commit
from games.live import show_out
from games.models import Pass, Room, Seat
from games.registry import Viewer
from games.terms import Refused
from games.tokens import digest, new_token


def issue(*, room: Room, seat: Seat | None, at: datetime) -> str:
    """Make a pass to ``seat`` (None: to the moderator's console) and answer its token, which is not kept."""
    token = new_token()
    kind = Pass.Kind.MODERATOR if seat is None else Pass.Kind.SEAT
    Pass.objects.create(room=room, kind=kind, seat=seat, token_hash=digest(token), issued_at=at)
    return token


def resume_link(*, room_id: int, by: Viewer, at: datetime) -> str:
    """Answer a fresh token for the same seat or console, for another device of the same person."""
    with commit(room_id=room_id, at=at) as table:
        if by == "public":
            raise Refused("Only somebody with a seat can do this.")
        seat = table.seats[by] if isinstance(by, int) else None
        return issue(room=table.room, seat=seat, at=at)


def revoke(*, room: Room, seat: Seat | None, at: datetime) -> None:
    """Revoke all passes to a seat (None: to the console) and close the sockets opened with them."""
    Pass.objects.filter(room=room, seat=seat, revoked_at=None).update(revoked_at=at)
    show_out(room.pk, seat.number if seat else "moderator")
