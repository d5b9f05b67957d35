"""The public parts of a world's pages: made once per change, kept in the cache, the same for every reader."""

import hashlib
import json
import re
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from earths import drawing, keeping
from earths.models import World
from earths.phases import PhaseWords, words_for
from earths.rules.calendar import Phase
from earths.sight.archive import see_history
from earths.sight.bills import BillSight
from earths.sight.board import BoardSight, EarthSight, WeekSight, see_board
from games.templatetags.moments import time_left

PARTS = ("due", "phase", "board", "crisis", "bills", "past", "notices")
COUNTDOWN = re.compile(r'(data-countdown="([^"]+)"[^>]*>)[^<]*')


@dataclass(frozen=True)
class Board:
    """Parts of HTML by name, and ``version``, which tells two boards apart by what they show.

    ``upvotes`` and ``places`` are by bill id, empty when nothing can be upvoted; ``newest`` is the id of
    the last bill proposed on each Earth. ``until`` is the instant from which the board is another one.
    """

    world_id: int
    slug: str
    name: str
    phase: str
    said: str
    year: int | None
    version: str
    parts: dict[str, str]
    upvotes: dict[int, int]
    places: dict[int, int]
    newest: dict[str, int]
    until: datetime | None

    @cached_property
    def html(self) -> str:
        """All parts one after another, each with its own id."""
        return "\n".join(self.parts.values())

    @cached_property
    def frame(self) -> str:
        """What is pushed to live pages."""
        return json.dumps({
            "version": self.version,
            "phase": self.phase,
            "said": self.said,
            "html": self.html,
            "upvotes": self.upvotes,
            "places": self.places,
            "newest": self.newest,
        })  # fmt: skip

    def parts_at(self, at: datetime) -> dict[str, SafeString]:
        """Answer the parts for a page of the moment ``at``, with the time left written in."""
        return {name: mark_safe(with_time_left(html, at)) for name, html in self.parts.items()}  # noqa: S308  rendered by templates


def current(slug: str, at: datetime) -> Board | None:
    """Answer the world's board at ``at``, made anew if what is kept is no longer good; None without such a world."""
    key = f"earths:board:{slug}"
    kept = keeping.find(key, slug, at)
    if kept.value is not None:
        return Board(**kept.value)
    world = World.objects.filter(slug=slug).first()
    if world is None:
        return None
    board = make(world, at)
    keeping.keep(key, kept.generation, board.until, vars_of(board))
    return board


def vars_of(board: Board) -> dict[str, Any]:
    """Answer the fields of a board as plain values, for the cache."""
    return {name: getattr(board, name) for name in Board.__dataclass_fields__}


def with_time_left(html: str, at: datetime) -> str:
    """Write the time left at ``at`` into each countdown, for readers without scripts."""
    return COUNTDOWN.sub(lambda found: found[1] + time_left(datetime.fromisoformat(found[2]), at), html)


def make(world: World, at: datetime) -> Board:
    """Render the public parts of a world as they are at ``at``."""
    seen = see_board(world, at)
    words = words_for(seen, at)
    context = {"seen": seen, "week": seen.week, "words": words, **_drawn(world, seen, words, at)}
    parts = {}
    for name in PARTS:
        html = render_to_string(f"earths/live/{name}.html", context).strip()
        mark = _digest(html)
        parts[name] = f'<div class="live" id="live-{name}" data-part="{mark}">{html}</div>'
    proposed = [bill for earth in seen.earths for bill in earth.bills] if words.slug == "proposing" else []
    upvotes = {bill.id: bill.upvotes for bill in proposed}
    places = {bill.id: bill.place for bill in proposed if bill.place}
    return Board(
        world_id=world.pk,
        slug=seen.slug,
        name=seen.name,
        phase=words.slug,
        said=words.title,
        year=seen.week.year if seen.week else None,
        version=_digest("".join(parts.values()), json.dumps([upvotes, places])),
        parts=parts,
        upvotes=upvotes,
        places=places,
        newest={
            earth.letter: max((b.id for b in proposed if b.earth == earth.letter), default=0)
            for earth in seen.earths
        },
        until=words.closing or words.opening,
    )


def _digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def _drawn(world: World, seen: BoardSight, words: PhaseWords, at: datetime) -> dict[str, Any]:
    return {
        "duel": drawing.draw_board(seen),
        "crisis": seen.week and _crisis(seen.week, seen.earths),
        "sides": [_side(earth, seen.week) for earth in seen.earths],
        "laws": drawing.draw_laws(seen.last_laws),
        "milestones": drawing.draw_milestones(seen),
        "race": drawing.draw_scores(see_history(world), {earth.letter: earth.name for earth in seen.earths}),
        "today": drawing.day_of_week(at) if seen.week else None,
        "ticked": seen.week is not None and seen.week.phase is Phase.RESULTS,
    }


def _crisis(week: WeekSight, earths: tuple[EarthSight, ...]) -> Any:
    return drawing.draw_crisis(week.crisis, words=_carried(week, earths) if week.counted else "")


def _carried(week: WeekSight, earths: tuple[EarthSight, ...]) -> str:
    chosen = {earth.name: earth.response for earth in earths if earth.response}
    return " ".join(
        f"{name} answers with {letter}, {week.crisis.response(letter).title}."
        for name, letter in chosen.items()
    )


def _side(earth: EarthSight, week: WeekSight | None) -> Any:
    """Draw one Earth's ballot or count."""
    voters = earth.voters or 0
    counted = week is not None and week.counted and earth.voters is not None
    return drawing.drawn(
        letter=earth.letter,
        side=earth.letter.lower(),
        name=earth.name,
        citizens=earth.citizens,
        voters=voters,
        needed=_needed(earth.ballot),
        part=voters / earth.citizens if earth.citizens else 0,
        president=earth.president,
        counted=counted,
        ballot=[_row(bill, voters, counted) for bill in earth.ballot],
        responses=drawing.draw_crisis(week.crisis, responses=earth.responses, won=earth.response).responses
        if week and counted
        else [],
    )


def _needed(ballot: tuple[BillSight, ...]) -> int:
    return next((bill.needed for bill in ballot if bill.needed is not None), 0)


def _row(bill: BillSight, voters: int, counted: bool) -> Any:
    return drawing.drawn(
        bill=drawing.draw_bill(bill), row=drawing.draw_count_row(bill, voters) if counted else None
    )
