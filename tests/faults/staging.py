"""What a storm plays with: worlds whose voting is open, worlds far behind, rooms whose phases are short."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count

from earths.actions import worlds
from earths.models import Seed, World
from earths.rules.boundary import Boundary
from earths.rules.calendar import week_at
from earths.rules.tables import EARTHS
from games import access
from games.actions import lobby
from games.models import Phase, Room
from tests.earths.voting import open_voting, sign_in
from tests.games.conftest import Sitting, sit_down

CSRF = "c" * 32
SHORT = {"budget": 3, "vote": 2, "skim": 2, "orders": 3, "succession": 2}
"""Seconds that the phases of a storm's room last."""
_numbers = count(1)


@dataclass(frozen=True)
class Voter:
    """Somebody signed in: their citizen, and the cookies of their browser."""

    citizen: int
    cookies: str


@dataclass
class Election:
    """A world whose voting is open until ``count_at``; ``bills`` are the five of each Earth."""

    world: int
    slug: str
    week: int
    count_at: datetime
    bills: dict[str, list[int]]
    voters: list[tuple[Voter, str]]


def hold_election(*, people: int, at: datetime, lasts: timedelta) -> Election:
    """Make a world in which voting is open, and closes ``lasts`` after ``at``."""
    slug = f"storm-{next(_numbers)}-{at:%H%M%S%f}"
    sunday = (at + timedelta(weeks=9)).date()
    sunday += timedelta(days=(6 - sunday.weekday()) % 7)
    # Its later boundaries lie weeks ahead, so that nothing but this count is due.
    world = World.objects.create(
        slug=slug, name=slug, starts_on=sunday, created_at=at, due=Boundary.COUNT, due_at=at + lasts
    )
    week, citizens, bills = open_voting(world, people=people, at=at)
    Seed.objects.create(week=week, secret=bytes(32))
    ballots = {earth: [bill.pk for bill in bills if bill.earth == earth] for earth in EARTHS}
    cookies = [f"{session}; csrftoken={CSRF}" for session in sign_in(citizens)]
    voters = [(Voter(one.pk, cookie), one.earth) for one, cookie in zip(citizens, cookies, strict=True)]
    return Election(world.pk, slug, week.pk, world.due_at, ballots, voters)


def fall_behind(*, weeks: int, at: datetime) -> int:
    """Make a world of which ``weeks`` whole weeks are due at once, and answer its id."""
    starts_on = week_at(at).sunday - timedelta(weeks=weeks)
    long_ago = at - timedelta(weeks=weeks + 2)
    slug = f"late-{next(_numbers)}-{at:%H%M%S%f}"
    return worlds.create(slug=slug, name=slug, earth_a="A", earth_b="B", starts_on=starts_on, at=long_ago)


def seat_people(*, people: int, at: datetime, lengths: dict[str, int] | None = None) -> Sitting:
    """Begin a game of Estado Libre among people, in phases of a few seconds."""
    sitting = sit_down("estado-libre", people, at=at, bots=False)
    return _begin(sitting, 1, SHORT if lengths is None else lengths, at)


def seat_bots(*, at: datetime) -> Sitting:
    """Begin a game of Estado Libre that bots play by themselves."""
    return _begin(sit_down("estado-libre", 1, at=at, seats=5), 1, SHORT, at)


def lead_bots(*, at: datetime, seconds: int = 3) -> Sitting:
    """Begin a game of Kaban among bots, that a moderator leads."""
    sitting = sit_down("kaban", 9, at=at, moderated=True, seats=9, bots=False)
    lengths = dict.fromkeys(
        ("hidden", "election", "run-off", "project", "committee", "discussion", "jail"), seconds
    )
    return _begin(sitting, "moderator", lengths, at)


def _begin(sitting: Sitting, by: int | str, lengths: dict[str, int], at: datetime) -> Sitting:
    room = sitting.room
    room.options["lengths"] = lengths
    room.save(update_fields=["options"])
    # Lengths are the room's own affair, and no option of this game.
    lobby.start(room_id=room.pk, by=by, at=at)  # type: ignore[arg-type]
    return sitting


def end_at(sitting: Sitting, due_at: datetime) -> None:
    """Let the open phase be due at this moment."""
    Phase.objects.filter(room=sitting.room_id, closed_at=None).update(due_at=due_at)
    Room.objects.filter(pk=sitting.room_id).update(due_at=due_at)


def browser(sitting: Sitting, viewer: int | str) -> str:
    """Answer the cookies of somebody at the table, for pages and for the socket."""
    if viewer == "public":
        name, token = access.WATCH, sitting.room.watch_token
    else:
        name, token = (
            (access.CONSOLE, sitting.tokens[0])
            if viewer == "moderator"
            else (access.SEAT, sitting.tokens[int(viewer)])
        )
    return f"{name}={token}; {name}-live={token}; csrftoken={CSRF}"
