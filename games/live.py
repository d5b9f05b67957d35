"""Nudges: telling the pages of a room to look again, and only those whose viewer would see a difference.

A nudge carries nothing, yet its moment tells that something happened. So each viewer's sight is
compared before and after a change, and whoever sees the same as before hears nothing.
"""

import hashlib
from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from channels.layers import get_channel_layer
from django.db import transaction

from config import pushes
from games.registry import Viewer
from games.store import Table, everybody

Digests = Mapping[Viewer, bytes]


def watch_changes(table: Table) -> Digests:
    """Take down what each viewer sees now."""
    room, phase = table.room, table.phase
    seats = [(seat.number, seat.name, seat.driver, seat.vacant) for seat in table.seats.values()]
    public = [room.status, room.due_at, room.host_id, seats, phase.serial if phase else 0]
    # What was handed in is read once for all viewers: reading it costs more than what is done with it.
    inputs = table.inputs if table.state is not None else {}
    return {viewer: _digest(public, _seen(table, viewer, inputs)) for viewer in everybody(table)}


def announce_changes(table: Table, before: Digests) -> None:
    """Once the running transaction is committed, nudge each viewer who now sees something else than ``before``."""
    after = watch_changes(table)
    changed = {viewer for viewer, seen in after.items() if seen != before.get(viewer)}
    nudge(table.room.pk, changed | table.nudged)


def nudge(room_id: int, changed: Collection[Viewer]) -> None:
    """Once the running transaction is committed, tell these viewers' pages to look again."""
    if changed:
        _once_committed(room_id, sorted(changed, key=str), "look.again")


def show_out(room_id: int, viewer: Viewer) -> None:
    """Once the running transaction is committed, close the sockets of whoever may no longer look as ``viewer``."""
    _once_committed(room_id, [viewer], "check.pass")


def group(room_id: int, viewer: Viewer) -> str:
    """Answer the name of the channel group of one viewer's pages."""
    return f"room.{room_id}.{viewer}"


def _once_committed(room_id: int, to: Collection[Viewer], kind: str) -> None:
    """Send once the running transaction is committed; where it cannot be sent that is logged, and no more."""

    # A function with a name of its own: Django asks a robust one for it when it fails.
    def send() -> None:
        _send(room_id, to, kind)

    transaction.on_commit(send, robust=True)


def _send(room_id: int, to: Collection[Viewer], kind: str) -> None:
    layer = get_channel_layer()

    async def send_all() -> None:
        for viewer in to:
            name = group(room_id, viewer)
            await layer.group_send(name, {"type": kind, "group": name})

    pushes.wait_for(send_all())


def _digest(public: list[Any], seen: list[Any]) -> bytes:
    return hashlib.blake2b(msgspec.json.encode([public, seen]), digest_size=16).digest()


def _seen(table: Table, viewer: Viewer, inputs: Mapping[int, Any]) -> list[Any]:
    if table.state is None:
        return []
    # Naming nobody is an input of None, and not the same as none.
    own = [given for seat, given in inputs.items() if seat == viewer]
    return [table.game.see(table.state, viewer, inputs), own]
