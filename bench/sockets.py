"""One change told to three thousand live pages of one process, beside a bare consumer of Channels."""

import asyncio
import time
from dataclasses import dataclass, field
from itertools import count
from statistics import median

from bench.listeners import BARE_GROUP, BARE_PATH, Listener, connect, drop, last_receipt
from bench.site import make_world, web
from bench.table import Row

PAGES, ROUNDS, CHANGES, STORM = 3_000, 3, 3, 300
WARMING, LOOKS, DROPS, DROPPED = 5, 5, 10, 500
PAUSE, PATIENCE = 1.5, 60.0
SETTLING = 0.7
MOST_RECEIPT, MOST_CONNECT, MOST_MEMORY = 2.0, 1.5, 0.05
PATH = "/ws/w/bench/"


@dataclass
class Side:
    """What was measured of one consumer, in seconds."""

    connects: list[float] = field(default_factory=list)
    receipts: list[float] = field(default_factory=list)


def measure() -> list[Row]:
    """Measure both sides in turn on one live process, then a storm of changes, and pages that come and go."""
    make_world(16)
    with web("asginl", "bench") as port:
        rows = asyncio.run(_measure(port))
    # In a process of its own, that holds nothing of what the bare consumer was sent.
    with web("asginl", "bench") as port:
        return [*rows, _memory(*asyncio.run(_come_and_go(port)))]


async def _measure(port: int) -> list[Row]:
    ours, bare, names = Side(), Side(), count()
    missed = 0
    for _ in range(ROUNDS):
        listeners, took = await connect(PATH, port, PAGES)
        ours.connects.append(took)
        for _ in range(CHANGES):
            await asyncio.sleep(PAUSE)
            ours.receipts.append(await _change(listeners, f"Named {next(names)}"))
        frame = listeners[0].last.decode()
        missed += await _storm(listeners, names)
        await drop(listeners)
        listeners, took = await connect(BARE_PATH, port, PAGES)
        bare.connects.append(took)
        for _ in range(CHANGES):
            await asyncio.sleep(PAUSE)
            bare.receipts.append(await _tell(listeners, frame, f"Told {next(names)}"))
        await drop(listeners)
    return _rows(ours, bare, missed)


async def _change(listeners: list[Listener], name: str) -> float:
    """Change what a world's page shows and answer how long it took until the last page had it."""
    begun = time.monotonic()
    await asyncio.to_thread(_rename, name)
    return await last_receipt(listeners, name.encode(), PATIENCE) - begun


async def _tell(listeners: list[Listener], frame: str, mark: str) -> float:
    from channels.layers import get_channel_layer

    begun = time.monotonic()
    await get_channel_layer().group_send(BARE_GROUP, {"type": "frame", "text": frame + mark})
    return await last_receipt(listeners, mark.encode(), PATIENCE) - begun


async def _storm(listeners: list[Listener], names: "count[int]") -> int:
    """Change it many times as fast as can be and answer how many pages never got to see the last state."""
    name = ""
    for _ in range(STORM):
        name = f"Named {next(names)}."
        await asyncio.to_thread(_rename, name)
    try:
        await last_receipt(listeners, name.encode(), PATIENCE)
    except TimeoutError:
        return sum(name.encode() not in one.last for one in listeners)
    return 0


def _rename(name: str) -> None:
    from django.db import close_old_connections, transaction

    from earths.live import board_changed
    from earths.models import Bill

    with transaction.atomic():
        Bill.objects.filter(earth="A", place=1).update(name=name)
        board_changed("bench")
    close_old_connections()


async def _come_and_go(port: int) -> tuple[float, float]:
    """Let pages come and go, and answer the process's memory after some of the first times and of the last.

    Each is the median of several looks, since memory goes up and down with what waits to be collected.
    """
    sizes = []
    for _ in range(WARMING + DROPS + LOOKS):
        listeners, _ = await connect(PATH, port, DROPPED)
        await drop(listeners)
        await asyncio.sleep(SETTLING)
        sizes.append(_resident())
    return median(sizes[WARMING : WARMING + LOOKS]), median(sizes[-LOOKS:])


def _resident() -> int:
    import psutil

    return sum(
        process.memory_info().rss
        for process in psutil.Process().children(recursive=True)
        if any("granian" in part for part in process.cmdline())
    )


def _rows(ours: Side, bare: Side, missed: int) -> list[Row]:
    receipt, connected = median(ours.receipts), median(ours.connects)
    least, bare_connected = median(bare.receipts), median(bare.connects)
    return [
        Row(
            f"one change to {PAGES:,} sockets: last receipt",
            f"{receipt * 1000:.0f} ms",
            f"{least * 1000:.0f} ms",
            f"{receipt / least:.2f}",
            f"≤ {MOST_RECEIPT}",
            receipt / least <= MOST_RECEIPT,
        ),
        Row(
            f"{PAGES:,} sockets connect",
            f"{connected:.2f} s",
            f"{bare_connected:.2f} s",
            f"{connected / bare_connected:.2f}",
            f"≤ {MOST_CONNECT}",
            connected / bare_connected <= MOST_CONNECT,
        ),
        Row(
            f"{STORM} changes at once: sockets without the last state",
            f"{missed}",
            target="0",
            held=not missed,
        ),
    ]


def _memory(before: float, after: float) -> Row:
    grown = after / before - 1
    return Row(
        f"memory after {DROPS} times {DROPPED} sockets came and went",
        f"{after / 1e6:.0f} MB",
        f"{before / 1e6:.0f} MB",
        f"{grown:+.1%}",
        f"≤ +{MOST_MEMORY:.0%}",
        grown <= MOST_MEMORY,
    )
