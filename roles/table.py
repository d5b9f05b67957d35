"""What everybody at the table sees of it, in the words and figures of the pages."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from games.registry import News
from games.sight import RoomSight
from roles.chronicle import Chapter, chapters
from roles.rules.sight import SeatSight
from roles.rules.tables import CARDS, SETUPS, STRIKES_TO_REMOVAL, Role
from roles.words import ENDS, ROLES, SIDES, describe_card, side_of, tell

ALOUD = (
    "released", "decrease", "revenue", "elected", "project", "no-project", "jail-vote", "jailed", "protected",
    "removed", "over",
)  # fmt: skip
BALLOTS = {"election": "Election", "run-off": "Run-off", "jail": "Jail vote"}


@dataclass(frozen=True)
class Person:
    """One player as the whole table knows them; ``role`` is empty while their card lies face down."""

    number: int
    name: str
    is_bot: bool
    is_me: bool
    is_president: bool
    on_committee: bool
    standing: str
    strikes: int
    back: int | None
    role: str
    side: str

    @property
    def notches(self) -> str:
        return notches(self.strikes)


def notches(strikes: int) -> str:
    """Draw a player's strikes as notches, those to come hollow."""
    return "●" * strikes + "○" * (STRIKES_TO_REMOVAL - strikes)


def name_of(seen: RoomSight, number: int) -> str:
    return next((seat.name for seat in seen.seats if seat.number == number), f"seat {number}")


def say(seen: RoomSight, kind: str, body: Mapping[str, Any]) -> str:
    """Say one piece of news with the names of this table; empty for what is shown otherwise."""
    return tell(kind, body, partial(name_of, seen))


def last_year_of(seen: RoomSight) -> int | None:
    """Answer which Year is the last, if one was set or announced."""
    if seen.play.last_year:
        return int(seen.play.year)
    planned: int | None = seen.options.get("last_year")
    return planned if planned is not None and planned > seen.play.year else None


def news_of(seen: RoomSight) -> tuple[Chapter, ...]:
    """Answer what the viewer was told, Year by Year."""
    first = seen.dispatches[0].year if seen.dispatches else 1
    return chapters((News(one.to, one.kind, one.body) for one in seen.dispatches), first=first)


def read_aloud(seen: RoomSight, news: Iterable[News]) -> list[str]:
    """Say what was told to everybody, as it would be read aloud."""
    return [say(seen, one.kind, one.body) for one in news if one.kind in ALOUD]


def see_table(seen: RoomSight) -> dict[str, Any]:
    """Show what is public: the Year, the trackers, the players, what was read aloud and how all voted."""
    play = seen.play
    told = news_of(seen)
    now = next((chapter for chapter in told if chapter.year == play.year), Chapter(play.year, ()))
    before = next((chapter for chapter in told if chapter.year == play.year - 1), None)
    committee = play.committee
    return {
        "play": play,
        "people": [_person(seen, seat) for seat in play.seats],
        "president": name_of(seen, play.president) if play.president else "",
        "spending_share": min(100, round(100 * play.spending / play.targets.spending)),
        "aloud": read_aloud(seen, now.news),
        "aloud_before": read_aloud(seen, before.news) if before else [],
        "ballots": [*_ballots(seen, now), *(_ballots(seen, before, only="jail") if before else [])],
        "committee": [name_of(seen, number) for number in committee.members] if committee else [],
        "cast": _cast(seen),
        "last_year": last_year_of(seen),
        "years": sorted({one.year for one in seen.dispatches if one.to is None}),
        "project": describe_card(CARDS[committee.card]) if committee else "",
        "winner": SIDES[play.winner] if play.winner else "",
        "ending": ENDS[play.why] if play.why else "",
    }


def ballot_rows(seen: RoomSight, ballots: dict[int, int | None]) -> list[dict[str, Any]]:
    """Answer whom each was named by, the most named first."""
    named: dict[int | None, list[str]] = {}
    for voter, choice in ballots.items():
        named.setdefault(choice, []).append(name_of(seen, voter))
    rows = [
        {
            "name": name_of(seen, choice) if choice else "Nobody",
            "by": by,
            "count": len(by),
            "none": not choice,
        }
        for choice, by in named.items()
    ]
    return sorted(rows, key=lambda row: (row["none"], -row["count"], row["name"]))


def _ballots(seen: RoomSight, chapter: Chapter, only: str = "") -> list[dict[str, Any]]:
    return [
        {
            "title": f"{BALLOTS[body['of']]}, Year {chapter.year}",
            "rows": ballot_rows(seen, chapter.ballots(body["of"])),
        }
        for body in chapter.all("ballots")
        if not only or body["of"] == only
    ]


def _cast(seen: RoomSight) -> list[str]:
    """Say how many hold which card; that is laid open before the deal."""
    players = len(seen.play.seats)
    cards = seen.options.get("cards")
    if cards is None:
        counts = dict(SETUPS[players].composition)
    else:
        counts = {role: cards.get(role.value, 0) for role in Role}
        counts[Role.CITIZEN] = players - sum(n for role, n in counts.items() if role is not Role.CITIZEN)
    return [f"{count} × {ROLES[role]}" for role, count in counts.items() if count]


def _person(seen: RoomSight, seat: SeatSight) -> Person:
    play, at = seen.play, next(one for one in seen.seats if one.number == seat.number)
    face_up = seat.role is not None and (seat.standing == "removed" or play.winner is not None)
    return Person(
        number=seat.number,
        name=at.name,
        is_bot=at.is_bot,
        is_me=at.is_me,
        is_president=play.president == seat.number,
        on_committee=bool(play.committee and seat.number in play.committee.members),
        standing=seat.standing,
        strikes=seat.strikes,
        back=seat.back,
        role=ROLES[Role(seat.role)] if face_up else "",
        side=side_of(Role(seat.role)) if face_up else "",
    )
