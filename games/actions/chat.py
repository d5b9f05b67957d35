"""Talking at the table and whispering to a neighbour."""

from datetime import datetime, timedelta

from games.commit import commit
from games.live import nudge
from games.models import Message, Room
from games.powers import seat_of
from games.store import everybody
from games.terms import Refused, Viewer
from games.text import clean
from games.wordfilter import mask

LONGEST = 500
BURST, WITHIN = 5, timedelta(seconds=10)
"""At most this many messages of one seat in this time."""


def say(
    *, room_id: int, number: int, text: str, to: int | None, at: datetime, pass_id: int | None = None
) -> None:
    """Say ``text`` to the table, or whisper it to seat ``to``; refuse whom the game does not let speak now.

    Words that nobody should read are masked. Only those who can read it are told to look.
    """
    text = clean(text, what="A message", least=1, longest=LONGEST, lines=True)
    with commit(room_id=room_id, at=at, pass_id=pass_id) as table:
        if table.room.status == Room.Status.CLOSED:
            raise Refused("This room is closed.")
        seat = seat_of(table, number)
        if to is not None and (to == number or to not in table.seats):
            raise Refused("There is nobody there to whisper to.")
        if table.state is not None:
            table.game.check_talk(table.state, number, to)
        elif to is not None:
            raise Refused("There is nothing to whisper about before the game has started.")
        lately = Message.objects.filter(room=table.room, seat=seat, at__gt=at - WITHIN)
        if lately.count() >= BURST:
            raise Refused("You are talking too fast. Take a breath, and try again in a few seconds.")
        Message.objects.create(
            room=table.room,
            seat=seat,
            to=table.seats[to] if to is not None else None,
            text=mask(text)[:LONGEST],
            at=at,
        )
        hearers: set[Viewer] = {number, to} if to is not None else everybody(table) - {"public"}
        nudge(room_id, hearers)
