"""The country drawn from a seed: the one geometry behind both the picture and the marches (L2).

Two provinces border exactly when their drawn outlines have a line of visible length in common.
"""

from itertools import count

from msgspec import Struct

from games.chance import Dice
from games.estado.rules.map import Map, marches
from games.estado.rules.names import invent
from games.estado.rules.outlines import HEIGHT, WIDTH, Draws, Line, Point
from games.estado.rules.sheet import Sheet, try_sheet
from games.estado.rules.tables import BARRACKS_FARTHEST, PROVINCES


class Province(Struct, frozen=True):
    """One province as drawn; ``heart`` is the middle of its roomiest circle, ``room`` the radius."""

    id: str
    name: str
    outline: Line
    heart: Point
    room: float


class River(Struct, frozen=True):
    """The line that two bordering provinces have in common."""

    between: tuple[str, str]
    line: Line


class Drawing(Struct, frozen=True):
    """A country on its sheet: closed outlines and sea, open rivers and shores; all else is abroad."""

    width: float
    height: float
    provinces: tuple[Province, ...]
    rivers: tuple[River, ...]
    shores: tuple[Line, ...]
    sea: tuple[Line, ...]
    map: Map


def draw(dice: Dice) -> Drawing:
    """Draw the country of a seed, always the same, by labels that begin ``map:`` (L2)."""
    sheet = next(sheet for attempt in count() if (sheet := try_sheet(dice, f"map:{attempt}")))
    provinces = _name(Draws(dice, "map:names"), sheet)
    rivers, shores, coast = [], [], set()
    for (one, other), line in sorted(sheet.shared.items()):
        if other < PROVINCES:
            rivers.append(River(between=(provinces[one].id, provinces[other].id), line=line))
        else:
            shores.append(line)
            coast.add(provinces[one].id)
    return Drawing(
        width=WIDTH,
        height=HEIGHT,
        provinces=provinces,
        rivers=tuple(rivers),
        shores=tuple(shores),
        sea=sheet.outlines[PROVINCES:],
        map=_build(
            Draws(dice, "map:buildings"),
            ids=tuple(province.id for province in provinces),
            borders=tuple(river.between for river in rivers),
            coast=tuple(sorted(coast)),
        ),
    )


def path(line: Line, *, closed: bool) -> str:
    """Write ``line`` as the path data of an SVG, every point as it is."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in line) + ("Z" if closed else "")


def _name(draws: Draws, sheet: Sheet) -> tuple[Province, ...]:
    named = zip(invent(draws, PROVINCES), sheet.outlines, sheet.hearts, strict=False)
    return tuple(
        Province(id=f"p{number:02}", name=name, outline=outline, heart=heart, room=room)
        for number, (name, outline, (heart, room)) in enumerate(named, 1)
    )


def _build(
    draws: Draws, *, ids: tuple[str, ...], borders: tuple[tuple[str, str], ...], coast: tuple[str, ...]
) -> Map:
    """Put the five buildings in five provinces (L2.2)."""
    free = list(ids)

    def take(allowed: list[str]) -> str:
        place = allowed[draws.below(len(allowed))]
        free.remove(place)
        return place

    capital = take(free.copy())
    empty = Map(ids, borders, coast, capital=capital, barracks="", admiralty="", bank="", works="")
    near = marches(empty)[capital]
    barracks = take([place for place in free if near[place] <= BARRACKS_FARTHEST])
    admiralty = take([place for place in free if place in coast])
    bank, works = take(free.copy()), take(free.copy())
    return Map(ids, borders, coast, capital, barracks, admiralty, bank, works)
