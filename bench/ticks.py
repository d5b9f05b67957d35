"""What a tick costs where nothing is due, as idle rooms and archived worlds grow in number."""

from statistics import median

from bench.boundaries import timed
from bench.table import Row

SIZES = (100, 1_000, 10_000, 100_000)
WORLDS, ROUNDS = 1_000, 15
MOST = 1.5
"""By how much the cost may differ between the least and the most rooms and still be called flat."""


def measure() -> list[Row]:
    """Measure the whole tick over a growing number of rooms that wait for somebody."""
    from django.core.management import call_command

    call_command("flush", interactive=False, verbosity=0)
    rows, first = [], 0.0
    for size in SIZES:
        if size == SIZES[-1]:
            archive_worlds(WORLDS)
        idle_rooms(size)
        took = _tick()
        first = first or took
        beside = f" and {WORLDS:,} archived worlds" if size == SIZES[-1] else ""
        rows.append(
            Row(
                f"tick with nothing due, {size:,} idle rooms{beside}",
                f"{took * 1000:.1f} ms",
                f"{first * 1000:.1f} ms",
                f"{took / first:.2f}",
                f"≤ {MOST}",
                took / first <= MOST,
            )
        )
    return rows


def idle_rooms(size: int) -> None:
    """Have so many rooms: most run and are due in days, some are paused, some over, some still lobbies."""
    from django.db import connection

    from games import clock
    from games.models import Room

    now = clock.now()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_room (public_id, game, options, status, join_token, watch_token, seal, scenery,"
            " created_at, touched_at, due_at, resumes_at, failures)"
            " SELECT 'idle-' || n, 'kaban', '{}', s, 'j-' || n, 'w-' || n, '', '', %(now)s,"
            " %(now)s - n %% 28 * (CASE s WHEN 'lobby' THEN interval '30 minutes' ELSE interval '1 day' END),"
            " CASE s WHEN 'running' THEN %(now)s + (1 + n %% 1000) * interval '1 hour' END,"
            " CASE s WHEN 'paused' THEN %(now)s + (1 + n %% 1000) * interval '1 hour' END, 0"
            " FROM generate_series(%(first)s, %(size)s) n, LATERAL (SELECT (ARRAY['running', 'running',"
            " 'paused', 'over', 'lobby'])[1 + n %% 5]) AS status(s)",
            {"now": now, "first": Room.objects.count() + 1, "size": size},
        )
        cursor.execute("ANALYZE games_room")


def archive_worlds(count: int) -> None:
    """Have worlds that are over, for which nothing is due any more."""
    from django.db import connection

    from earths.models import World
    from games import clock

    World.objects.bulk_create(
        World(
            slug=f"old-{n}",
            name=f"Old {n}",
            starts_on="2020-03-01",
            created_at=clock.now(),
            archived_at=clock.now(),
            due_at=clock.now(),
        )
        for n in range(count)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE earths_world")


def _tick() -> float:
    from config.tick import tick

    tick()
    return median(timed(tick) for _ in range(ROUNDS))
