"""The front page: what the site is, its games, and the running week of the featured world."""

from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from earths import board as boards
from earths.models import World
from earths.views.public import answer_all
from games import clock

FEATURED = "earths:featured"
FEATURED_FOR = 10
"""Seconds for which the front page may show a world that has just ceased to be the featured one."""


@dataclass(frozen=True)
class Tile:
    """One game on the front page.

    ``slug`` names a game that is played in rooms. ``quick`` are its ways to start among bots in one click: as
    whom, and what the button says.
    """

    theme: str
    name: str
    words: str
    people: str
    act: str
    slug: str = ""
    quick: tuple[tuple[str, str], ...] = ()


GAMES = (
    Tile(
        "earths",
        "Two Earths",
        "Two versions of one planet, the same crises and the same luck. Propose laws, vote on Wednesday, "
        "and see on Saturday whose people chose better.",
        "A whole community · one vote a week",
        "Enter the world",
    ),
    Tile(
        "estado",
        "Estado Libre",
        "A small republic, a cabinet that cannot trust itself. Secret orders, a budget with a column nobody "
        "else sees, and one empty chair.",
        "4–7 friends · one evening",
        "Open a room",
        "estado-libre",
        (("player", "Play now against bots"),),
    ),
    Tile(
        "kaban",
        "Kaban",
        "Everybody at the table has a role, and some of them are after the treasury. A moderator leads "
        "the nights.",
        "9–16 people and a moderator · one evening",
        "Set a table",
        "kaban",
        (("player", "Play with bots"), ("moderator", "Lead a table of bots")),
    ),
)


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """Show what there is to play, and how the featured world stands."""
    at = clock.now()

    def make() -> dict[str, Any]:
        slug = _featured()
        board = boards.current(slug, at) if slug else None
        return {"board": board, "tiles": _tiles(board)}

    return answer_all(request, "earths/front.html", at, address="/", find=_featured, make=make)


def _featured() -> str:
    """Answer the slug of the world on the front page, "" where there is none."""
    slug: str | None = cache.get(FEATURED)
    if slug is None:
        slug = World.objects.filter(featured=True).values_list("slug", flat=True).first() or ""
        cache.set(FEATURED, slug, timeout=FEATURED_FOR)
    return slug


def _tiles(board: boards.Board | None) -> list[dict[str, Any]]:
    tiles = []
    for game in GAMES:
        if game.slug:
            address = reverse("rooms:play", args=[game.slug])
        else:
            address = reverse("earths:world", args=[board.slug]) if board else ""
        if address:
            tiles.append({**vars(game), "href": address})
    return tiles
