"""Bots: they fill seats, and know nothing but what a person in that seat may see."""

from datetime import datetime

import structlog

from games import store
from games.models import Seat
from games.store import Table
from games.terms import Refused

log = structlog.get_logger(__name__)


def act(table: Table, at: datetime) -> None:
    """Let every bot that is awaited hand in its choice for the open phase.

    A bot gets the sight of its seat and dice of its own. What it hands in is checked as a person's is;
    were it refused, the phase would go on without it.
    """
    if table.state is None or table.game.phase(table.state) is None or table.phase is None:
        return
    dice = store.dice(table.room)
    for number in table.game.awaited(table.state):
        if table.seats[number].driver != Seat.Driver.BOT or number in table.orders:
            continue
        sight = table.game.see(table.state, number, table.inputs)
        given = table.game.bot(sight, dice.fork(f"bot:{table.phase.serial}:{number}"))
        try:
            table.game.check(table.state, number, given)
        except Refused as refused:
            log.error("bot_refused", game=table.room.game, phase=table.phase.name, reason=refused.reason)
            continue
        store.keep_order(table, number, given, at)
