"""Nudges: telling the pages of a room to look again, and only those whose viewer would see a difference.

A nudge carries nothing, yet its moment tells that something happened. So each viewer's sight is
compared before and after a change, and whoever sees the same as before hears nothing.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Literal, NamedTuple

import msgspec
from channels.layers import get_channel_layer
from django.db import transaction

from config import pushes
from games import store
from games.store import Table
from games.terms import Viewer

Audience = Viewer | Literal["everybody"]
"""Whom one push reaches: the pages of a viewer, or all pages of the room."""


class Glance(NamedTuple):
    """A table as it was at one moment: what all see of its room, and what each viewer's sight is worked out from."""

    public: bytes
    table: Table


def watch_changes(table: Table) -> Glance:
    """Take down how the table is now. Its state is frozen, so that sights can be worked out once they are needed."""
    return Glance(_public(table), replace(table, seats=dict(table.seats), orders=dict(table.orders)))


def announce_changes(table: Table, before: Glance) -> None:
    """Once the running transaction is committed, nudge each viewer who now sees something else than ``before``."""
    everybody = store.everybody(table)
    if _public(table) != before.public or table.nudged >= everybody:
        nudge(table.room.pk, ["everybody"])
        return
    earlier, later = _sights(before.table), _sights(table)
    changed = {viewer for viewer in everybody if later[viewer] != earlier.get(viewer)}
    nudge(table.room.pk, changed | table.nudged)


def nudge(room_id: int, changed: Collection[Audience]) -> None:
    """Once the running transaction is committed, tell these pages to look again."""
    if changed:
        _once_committed(room_id, sorted(changed, key=str), "look.again")


def show_out(room_id: int, viewer: Viewer) -> None:
    """Once the running transaction is committed, close the sockets of whoever may no longer look as ``viewer``."""
    _once_committed(room_id, [viewer], "check.pass")


def group(room_id: int, audience: Audience) -> str:
    """Answer the name of the channel group of one viewer's pages, or of all pages of a room."""
    return f"room.{room_id}.{audience}"


def _once_committed(room_id: int, to: Collection[Audience], kind: str) -> None:
    """Send once the running transaction is committed; where it cannot be sent that is logged, and no more."""

    # Not a partial: Django logs a robust callback that fails by its name.
    def send() -> None:
        _send(room_id, to, kind)

    transaction.on_commit(send, robust=True)


def _send(room_id: int, to: Collection[Audience], kind: str) -> None:
    layer = get_channel_layer()

    async def send_all() -> None:
        for audience in to:
            name = group(room_id, audience)
            await layer.group_send(name, {"type": kind, "group": name})

    pushes.wait_for(send_all())


def _public(table: Table) -> bytes:
    room, phase = table.room, table.phase
    seats = [(seat.number, seat.name, seat.driver, seat.vacant) for seat in table.seats.values()]
    seen = [room.status, room.due_at, room.host_id, seats, phase.serial if phase else 0]
    return msgspec.json.encode(seen)


def _sights(table: Table) -> Mapping[Viewer, bytes]:
    # What was handed in is read once for all viewers: reading it costs more than what is done with it.
    inputs = table.inputs if table.state is not None else {}
    return {viewer: msgspec.json.encode(_seen(table, viewer, inputs)) for viewer in store.everybody(table)}


def _seen(table: Table, viewer: Viewer, inputs: Mapping[int, Any]) -> list[Any]:
    if table.state is None:
        return []
    # Naming nobody is an input of None, and not the same as none.
    own = [given for seat, given in inputs.items() if seat == viewer]
    return [table.game.see(table.state, viewer, inputs), own]
