"""Counting the votes on bills, beside the bare query, and what that costs over sizes."""

import resource
from statistics import median

from bench import crowd
from bench.table import Row
from bench.timing import timed

SIZES = (10_000, 100_000, 1_000_000)
ROUNDS = 7
MOST, MOST_GROWN = 1.2, 5.0
"""Times the bare query, and megabytes that the process may grow by."""
A_BALLOT = 5


def measure() -> list[Row]:
    """Measure the count of ever more votes, and how much memory the largest takes."""
    from earths.actions import tallies, weeks
    from earths.models import Week, World

    rows = []
    for votes in SIZES:
        world = crowd.found_world(votes // A_BALLOT)
        for boundary in ("open", "ballot"):
            due = World.objects.get(pk=world)
            assert due.due == boundary
            weeks.advance(world_id=world, at=due.due_at)
            if boundary == "open":
                crowd.propose(world, Week.objects.get().pk)
        week = Week.objects.get()
        crowd.vote(world, week.pk, voters=votes // A_BALLOT)
        before = _memory()
        ours, bare = [], []
        for _ in range(ROUNDS):
            bare.append(timed(lambda week=week: group_by(week.pk)))
            ours.append(timed(lambda week=week: tallies.count_votes(week)))
        ratio = median(one / other for one, other in zip(ours, bare, strict=True))
        last = votes == SIZES[-1]
        rows.append(
            Row(
                f"count of {votes:,} votes on bills",
                f"{median(ours) * 1000:.0f} ms",
                f"{median(bare) * 1000:.0f} ms",
                f"{ratio:.2f}",
                f"≤ {MOST}" if last else "",
                ratio <= MOST if last else None,
            )
        )
        grown = _memory() - before
    rows.append(
        Row(
            "memory of the process, grown by the largest",
            f"{grown:.1f} MB",
            target=f"≤ {MOST_GROWN:.0f} MB",
            held=grown <= MOST_GROWN,
        )
    )
    return rows


def group_by(week_id: int) -> None:
    """Count the votes on the bills of a week's ballots with the least that could do it."""
    from django.db import connection

    from earths.models import Bill

    bills = list(Bill.objects.filter(week=week_id, place__isnull=False).values_list("pk", flat=True))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT bill_id, yes, count(*) FROM earths_vote WHERE bill_id = ANY(%s) GROUP BY 1, 2", [bills]
        )
        cursor.fetchall()


def _memory() -> float:
    """Answer the most memory that the process has ever held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
