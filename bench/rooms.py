"""A thousand rooms that fall due in the same second, resolved by two workers as they run on a site."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from statistics import median
from threading import Event, Thread
from typing import Any

from bench.table import Row

ROOMS, WORKERS, ROUNDS = 1_000, 2, 3
GAMES = {"estado-libre": ("orders", 7), "kaban": ("hidden", 12)}
"""Which game's rooms stand before the end of which phase, with how many people at the table."""
LEAST, LATEST = 150, 10.0
AHEAD = timedelta(seconds=5)
PATIENCE = 120.0


def measure() -> list[Row]:
    """Let the rooms fall due, several times over, and see to it that all was done that belongs to it."""
    import redis
    from django.conf import settings

    rates, lasts = [], []
    for _ in range(ROUNDS):
        make_rooms(ROOMS)
        with (
            redis.Redis.from_url(settings.CACHES["default"]["LOCATION"]) as valkey,
            _pushes(valkey) as pushed,
        ):
            with _site():
                rate, last = _fall_due()
            rates.append(rate)
            lasts.append(last)
            _check(pushed)
    rate, last = median(rates), median(lasts)
    what = f"{ROOMS:,} rooms due at once, {WORKERS} workers"
    return [
        Row(f"{what}: resolved", f"{rate:.0f}/s", target=f"≥ {LEAST}/s", held=rate >= LEAST),
        Row(f"{what}: the last one", f"{last:.1f} s", target=f"≤ {LATEST:.0f} s", held=last <= LATEST),
    ]


def make_rooms(count: int) -> None:
    """Make rooms anew, in equal parts of each game, in which one of those who are awaited has not acted yet."""
    from django.core.management import call_command

    from games import clock
    from games.models import Phase, Room, RoomSeed, Seat

    call_command("flush", interactive=False, verbosity=0)
    now = clock.now()
    for slug in GAMES:
        game, room, phase, seats, given = _before_deadline(slug)
        rooms = Room.objects.bulk_create(
            Room(**room, public_id=f"{slug}-{n}", join_token=f"j-{slug}-{n}", watch_token=f"w-{slug}-{n}",
                 created_at=now, touched_at=now, due_at=now + timedelta(days=1))
            for n in range(count // len(GAMES))
        )  # fmt: skip
        RoomSeed.objects.bulk_create(RoomSeed(room=one, secret=one.pk.to_bytes(32, "big")) for one in rooms)
        placed = Seat.objects.bulk_create(
            Seat(room=one, number=n, name=f"Person {n}", folded_name=f"person {n}", joined_at=now)
            for one in rooms
            for n in range(1, seats + 1)
        )
        phases = Phase.objects.bulk_create(
            Phase(room=one, **phase, opened_at=now, due_at=one.due_at) for one in rooms
        )
        _hand_in(game, phases, placed, given, now)


def _before_deadline(slug: str) -> tuple[Any, dict[str, Any], dict[str, Any], int, dict[int, Any]]:
    """Play a game by bots to the second year's phase that is measured, and answer what its rows hold."""
    from games import registry
    from games.chance import Dice, seal
    from games.simulation import follow

    game, dice = registry.find(slug), Dice(b"bench" * 6 + b"42")
    name, seats = GAMES[slug]
    options = game.check_options({"bots": False} if slug == "estado-libre" else {})
    moments = follow(game, seats=seats, options=options, dice=dice)
    year = game.year(next(moments).state) + 1
    moment = next(one for one in moments if (game.phase(one.state), game.year(one.state)) == (name, year))
    given = dict(moment.inputs)
    given.pop(max(given))
    room = {
        "game": slug,
        "options": options,
        "status": "running",
        "seal": seal(b""),
        "scenery": game.scenery(dice),
    }
    phase = {"serial": moment.serial, "name": name, "year": year, "state": game.encode(moment.state)}
    return game, room, phase, seats, given


def _hand_in(game: Any, phases: list[Any], seats: list[Any], given: dict[int, Any], at: Any) -> None:
    import msgspec

    from games.models import Order

    texts = {n: msgspec.json.encode(game.write_input(one)).decode() for n, one in given.items()}
    opened = {phase.room_id: phase for phase in phases}
    Order.objects.bulk_create(
        Order(phase=opened[seat.room_id], seat=seat, given=texts[seat.number], at=at)
        for seat in seats
        if seat.number in texts
    )


@contextmanager
def _site() -> Iterator[None]:
    """Run the workers and the beat as a site does."""
    from config import run

    commands = run.programs("127.0.0.1", 0)
    started = [subprocess.Popen(commands[name]) for name in ["worker"] * WORKERS + ["beat"]]
    try:
        yield
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait()


def _fall_due() -> tuple[float, float]:
    """Let all rooms fall due at one instant and answer how many a second were resolved, and when the last was."""
    from config.tick import last_tick_at
    from games import clock
    from games.models import Phase, Room

    until, before = time.monotonic() + PATIENCE, last_tick_at()
    while last_tick_at() == before and time.monotonic() < until:
        time.sleep(0.1)
    due_at = clock.now() + AHEAD
    Phase.objects.update(due_at=due_at)
    Room.objects.update(due_at=due_at)
    waiting = Room.objects.filter(due_at=due_at)
    begun = due_at
    while (left := waiting.count()) and time.monotonic() < until:
        if left == ROOMS:
            begun = max(due_at, clock.now())
        time.sleep(0.05)
    ended = clock.now()
    return (ROOMS - left) / (ended - begun).total_seconds(), (ended - due_at).total_seconds()


@contextmanager
def _pushes(valkey: Any) -> Iterator[set[int]]:
    """Note which rooms' pages were told to look again."""
    told: set[int] = set()
    ended = Event()
    listening = valkey.pubsub(ignore_subscribe_messages=True)
    listening.psubscribe("*room.*")

    def listen() -> None:
        while not ended.is_set():
            if message := listening.get_message(timeout=0.2):
                told.add(int(message["channel"].decode().split("room.")[1].split(".")[0]))

    thread = Thread(target=listen)
    thread.start()
    try:
        yield told
    finally:
        ended.set()
        thread.join()
        listening.close()


def _check(pushed: set[int]) -> None:
    """Raise ``AssertionError`` unless every room has its next phase, news of the last, and was told so."""
    from django.db.models import Count

    from games.models import Dispatch, Phase, Room

    phases = Phase.objects.values("room").annotate(count=Count("pk"))
    assert {row["count"] for row in phases} == {2}, "a phase was resolved twice, or never"
    rooms = set(Room.objects.values_list("pk", flat=True))
    assert set(Dispatch.objects.values_list("room", flat=True)) == rooms, "a room has no news"
    assert pushed == rooms, f"{len(rooms - pushed)} rooms were not told to look again"
