"""The same people once more, in a new room."""

from datetime import datetime

from games.actions.lobby import open_room, take_seat
from games.actions.passes import issue, require_free_device, was_handed_over
from games.commit import commit
from games.models import Pass, Room, Seat
from games.store import Table, everybody
from games.terms import Refused, Viewer


def rematch(*, room_id: int, by: Viewer, at: datetime, pass_id: int | None = None) -> tuple[Room, str]:
    """Open a room with the same options for the people of a finished game, and answer the asker's pass to it.

    Seats are kept for all of them under their names. Where a moderator led, only the moderator asks. Once
    there is such a room, asking again only lets the asker into it, as ``follow`` does.
    """
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        _require_over(table)
        if table.room.rematch is None:
            if by == "public" or (table.room.host_id is None and table.game.MODERATED and by != "moderator"):
                raise Refused("Whoever led this game can ask for another one.")
            table.room.rematch, token = _open_for_same(table, by, at)
            table.nudged |= everybody(table)
            return table.room.rematch, token
        return table.room.rematch, _admit(table, by, at)


def follow(*, room_id: int, by: Viewer, at: datetime, pass_id: int | None = None) -> tuple[Room, str]:
    """Answer the next room with a pass to the seat that is kept there for ``by``.

    Refuses whose seat was given up or handed on there, and a moderator who has handed that room over.
    """
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        _require_over(table)
        if table.room.rematch is None:
            raise Refused("Nobody has asked for another game yet.")
        return table.room.rematch, _admit(table, by, at)


def _open_for_same(table: Table, by: Viewer, at: datetime) -> tuple[Room, str]:
    here = set(Pass.objects.filter(room=table.room, revoked_at=None).values_list("seat_id", flat=True))
    people = [
        seat
        for seat in table.seats.values()
        if not seat.vacant and (seat.driver == Seat.Driver.PERSON or seat.pk in here)
    ]
    if isinstance(by, int):
        people.sort(key=lambda seat: (seat.number != by, seat.number))
    first = people.pop(0).name if isinstance(by, int) else None
    room, token = open_room(game=table.room.game, options=table.room.options, name=first, at=at)
    for number, seat in enumerate(people, start=1 if first is None else 2):
        take_seat(room, number, seat.name, at)
    return room, token


def _admit(table: Table, by: Viewer, at: datetime) -> str:
    room = table.room.rematch
    assert room is not None
    if by == "moderator":
        if was_handed_over(room):
            raise Refused("Somebody else leads the new room by now. Ask them for a link to its console.")
        return issue(room=room, seat=None, at=at, used=True)
    mine = table.seats.get(by) if isinstance(by, int) else None
    # Whoever sat down there later, by the link or as a substitute, may go by the same name.
    kept = Seat.objects.filter(room=room, joined_at=room.created_at, vacant=False)
    seat = kept.filter(folded_name=mine.folded_name).first() if mine else None
    if seat is None:
        raise Refused("No seat is kept for you there. Ask for the link to the new room.")
    require_free_device(seat)
    return issue(room=room, seat=seat, at=at, used=True)


def _require_over(table: Table) -> None:
    if table.room.status != Room.Status.OVER:
        raise Refused("This game is not over yet.")
