"""What a tick goes past: rooms in which nothing is due yet, and worlds that are over."""

from datetime import datetime


def idle_rooms(count: int, at: datetime) -> None:
    """Have so many rooms: most run and are due in days, some are paused, some over, some still lobbies.

    None has been left alone for so long at ``at`` that it would be deleted.
    """
    from django.db import connection

    from games.models import Room

    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_room (public_id, game, options, status, join_token, watch_token, seal, scenery,"
            " created_at, touched_at, due_at, resumes_at, failures)"
            " SELECT 'idle-' || n, 'kaban', '{}', s, 'j-' || n, 'w-' || n, '', '', %(at)s,"
            " %(at)s - n %% 28 * (CASE s WHEN 'lobby' THEN interval '30 minutes' ELSE interval '1 day' END),"
            " CASE s WHEN 'running' THEN %(at)s + (1 + n %% 1000) * interval '1 hour' END,"
            " CASE s WHEN 'paused' THEN %(at)s + (1 + n %% 1000) * interval '1 hour' END, 0"
            " FROM generate_series(%(first)s, %(count)s) n, LATERAL (SELECT (ARRAY['running', 'running',"
            " 'paused', 'over', 'lobby'])[1 + n %% 5]) AS status(s)",
            {"at": at, "first": Room.objects.count() + 1, "count": count},
        )
        cursor.execute("ANALYZE games_room")


def archived_worlds(count: int, at: datetime) -> None:
    """Have worlds that were over before ``at``, for which nothing is due any more."""
    from django.db import connection

    from earths.models import World

    World.objects.bulk_create(
        World(
            slug=f"old-{number}",
            name=f"Old {number}",
            starts_on="2020-03-01",
            created_at=at,
            archived_at=at,
            due_at=at,
        )
        for number in range(count)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE earths_world")
