"""Working off the five boundaries of a world with 200,000 citizens, and showing what came of it."""

from collections.abc import Callable
from statistics import median

from bench import crowd
from bench.count import group_by
from bench.table import Row
from bench.timing import timed

PEOPLE = 200_000
ROUNDS = 3
MOST, MOST_PAGE = 2.0, 0.1


def measure() -> list[Row]:
    """Measure each boundary, the count beside its bare query, and the pages that are new after it."""
    from earths.models import Week

    world = crowd.found_world(PEOPLE)
    _advance(world)
    week = Week.objects.get()
    crowd.propose(world, week.pk)
    rows = [_row("ballot", _advance(world))]
    crowd.vote(world, week.pk, voters=PEOPLE)
    bare = median(timed(lambda: group_by(week.pk)) for _ in range(ROUNDS))
    rows += [_row("count", _advance(world), bare), *_pages(world, "count")]
    rows.append(_row("lock", _advance(world)))
    rows += [_row("tick", _advance(world)), *_pages(world, "results")]
    crowd.move(world)
    rows.append(_row("open", _advance(world)))
    return rows


def _advance(world: int) -> float:
    """Work the next boundary off for good, after some times that are undone, and answer the median."""
    from django.db import transaction

    from earths.actions import weeks
    from earths.models import World

    def work_and_undo() -> None:
        with transaction.atomic():
            due = World.objects.get(pk=world)
            weeks.WORK[weeks.Boundary(due.due)](due)
            transaction.set_rollback(True)

    due_at = World.objects.get(pk=world).due_at
    times = [timed(work_and_undo) for _ in range(ROUNDS - 1)]
    return median([*times, timed(lambda: weeks.advance(world_id=world, at=due_at))])


def _row(boundary: str, took: float, bare: float = 0.0) -> Row:
    return Row(
        f"boundary: {boundary}, {PEOPLE:,} citizens",
        f"{took:.2f} s",
        f"{bare:.2f} s" if bare else "",
        f"+{took - bare:.2f} s" if bare else "",
        f"≤ {'+' if bare else ''}{MOST:.0f} s",
        took - bare <= MOST,
    )


def _pages(world_id: int, after: str) -> list[Row]:
    """Render the world's public board and the year's page as the first reader after a boundary has them made."""
    from django.test import Client

    from earths import board
    from earths.models import Week, World

    world, week = World.objects.get(pk=world_id), Week.objects.get()
    client = Client(SERVER_NAME="127.0.0.1")
    at = week.results_at if after == "results" else week.count_at
    pages: dict[str, Callable[[], object]] = {
        "board of the world": lambda: board.make(world, at),
        "page of the year": lambda: client.get(f"/w/crowd/years/{week.year}/"),
    }
    assert client.get(f"/w/crowd/years/{week.year}/").status_code == 200
    rows = []
    for name, render in pages.items():
        render()
        took = median(timed(render) for _ in range(ROUNDS))
        target = f"≤ {MOST_PAGE * 1000:.0f} ms"
        rows.append(
            Row(f"{name} after the {after}", f"{took * 1000:.0f} ms", "", "", target, took <= MOST_PAGE)
        )
    return rows
