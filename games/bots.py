"""Bots: they fill seats, and know nothing but what a person in that seat may see."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import structlog

from games import store
from games.models import Seat
from games.store import Table
from games.terms import Refused

log = structlog.get_logger(__name__)


def act(table: Table, at: datetime) -> None:
    """Let every bot that is awaited hand in its choice for the open phase.

    A bot gets the sight of its seat, the news its seat may read, and dice of its own. What it hands in
    is checked like a person's; if it is refused, the phase goes on without it.
    """
    _choose(table, [number for number in sights(table) if number not in table.orders], at)


def reconsider(table: Table, before: Mapping[int, Any], at: datetime) -> None:
    """Let bots choose again whose sight has changed since ``before``, as when a fellow has handed in."""
    _choose(table, [number for number, sight in sights(table).items() if sight != before.get(number)], at)


def sights(table: Table) -> dict[int, Any]:
    """Answer the sight of each bot that the open phase waits for."""
    if table.state is None or table.game.phase(table.state) is None:
        return {}
    inputs = table.inputs
    return {
        number: table.game.see(table.state, number, inputs)
        for number in table.game.awaited(table.state)
        if table.seats[number].driver == Seat.Driver.BOT
    }


def _choose(table: Table, numbers: list[int], at: datetime) -> None:
    if not numbers or table.phase is None:
        return
    dice, told, inputs = store.dice(table.room), store.told(table), table.inputs
    chosen = {}
    for number in numbers:
        sight = table.game.see(table.state, number, inputs)
        heard = [one for one in told if table.game.may_read(table.state, number, one.news, one.year)]
        try:
            given = table.game.bot(sight, heard, dice.fork(f"bot:{table.phase.serial}:{number}"))
            table.game.check(table.state, number, given)
        except Refused as refused:
            log.error("bot_refused", game=table.room.game, phase=table.phase.name, reason=refused.reason)
            continue
        except Exception:
            # A bot that is at its wits' end must not hold up the people at its table.
            log.exception("bot_failed", game=table.room.game, phase=table.phase.name)
            continue
        chosen[number] = given
    if chosen:
        store.keep_orders(table, chosen, at)
