"""The map as it is shown: every line of the drawing, and on it the buildings, troops and people of a sight.

The lines are those of ``Room.scenery``, point for point; nothing here decides who borders whom.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import dist

from games.estado.initials import initials
from games.estado.rules.drawing import Drawing, Province, path
from games.estado.rules.map import neighbours
from games.estado.rules.outlines import Line
from games.estado.rules.tables import COMMANDS
from games.estado.sight import Sight
from games.estado.words import BUILDINGS, OFFICES, listing, units

EDGE = 40.0
"""How much of the sheet is shown around the country."""
TONES = 4
ROOM_FOR_ALL = 84.0
"""The radius that takes everything that can stand in one province; in a smaller one all is drawn smaller."""
TOKEN_STRIDE, PAWN_STRIDE = 46.0, 38.0
NAME_Y, NAME_MAKES_ROOM = 8.0, 14
"""Where a province's name stands, and by how much it moves down for what stands above it, or up for troops."""
BUILDING_ABOVE, PAWNS_ABOVE, TOKENS_BELOW = 42, 40, 36
"""How far from the name each of them stands."""
BESIDE_A_BUILDING = (45.0, -45.0)
COMPASS_ROOM, COMPASS_INSET = 105.0, 72.0


@dataclass(frozen=True)
class Token:
    """Troops: ``kind`` is the command, or ``guard``; ``mine`` for those the viewer commands."""

    kind: str
    count: int
    x: float
    y: float
    mine: bool


@dataclass(frozen=True)
class Pawn:
    """Somebody who stands in a province."""

    initials: str
    x: float
    y: float
    mine: bool


@dataclass(frozen=True)
class Place:
    """A province with all that stands in it, placed around (x, y); ``words`` says the same as the picture."""

    id: str
    name: str
    outline: str
    tone: int
    x: float
    y: float
    scale: float
    name_y: float
    building: str
    building_name: str
    coastal: bool
    tokens: tuple[Token, ...]
    pawns: tuple[Pawn, ...]
    people: tuple[str, ...]
    borders: tuple[str, ...]
    border_ids: str
    words: str

    @property
    def unscaled(self) -> float:
        """Undo half of the scale, so that names stay readable."""
        return round(self.scale**-0.6, 3)

    @property
    def building_y(self) -> float:
        return self.name_y - BUILDING_ABOVE


@dataclass(frozen=True)
class River:
    between: str
    line: str


@dataclass(frozen=True)
class Picture:
    """Path data of all lines, in the units of the sheet; ``box`` is the part of it that is shown."""

    box: str
    left: float
    top: float
    width: float
    height: float
    places: tuple[Place, ...]
    rivers: tuple[River, ...]
    shores: tuple[str, ...]
    sea: str
    waterlines: tuple[str, ...]
    compass: tuple[float, float] | None


def paint(drawing: Drawing, seen: Sight, names: Mapping[int, str]) -> Picture:
    """Put what ``seen`` knows on the drawing; ``names`` are the people's by seat."""
    points = [point for province in drawing.provinces for point in province.outline]
    left, right = (
        max(0.0, min(x for x, _ in points) - EDGE),
        min(drawing.width, max(x for x, _ in points) + EDGE),
    )
    top, bottom = (
        max(0.0, min(y for _, y in points) - EDGE),
        min(drawing.height, max(y for _, y in points) + EDGE),
    )
    tones = _tones(drawing)
    return Picture(
        box=f"{left:g} {top:g} {right - left:g} {bottom - top:g}",
        left=left,
        top=top,
        width=right - left,
        height=bottom - top,
        places=tuple(
            _place(drawing, province, tones[province.id], seen, names) for province in drawing.provinces
        ),
        rivers=tuple(
            River(" ".join(river.between), path(river.line, closed=False)) for river in drawing.rivers
        ),
        shores=tuple(path(line, closed=False) for line in drawing.shores),
        sea="".join(path(line, closed=True) for line in drawing.sea),
        waterlines=tuple(path(line, closed=False) for sea in drawing.sea for line in _coast(sea, drawing)),
        compass=_compass(points, left, top, right, bottom),
    )


def _place(drawing: Drawing, province: Province, tone: int, seen: Sight, names: Mapping[int, str]) -> Place:
    country = drawing.map
    here = [person for person in seen.people if person.place == province.id]
    building = next((kind for kind in BUILDINGS if getattr(country, kind) == province.id), "")
    mine = next((person.office for person in seen.people if person.seat == seen.viewer), None)
    troops = [("guard", seen.guard)] if province.id == country.capital else []
    troops += [(command, seen.units[command].get(province.id, 0)) for command in COMMANDS]
    troops = [(kind, count) for kind, count in troops if count]
    name_y = NAME_Y + NAME_MAKES_ROOM * (bool(building or here) - bool(troops))
    tokens = tuple(
        Token(str(kind), count, at, name_y + TOKENS_BELOW, kind == mine)
        for (kind, count), at in zip(troops, _row(len(troops), TOKEN_STRIDE), strict=True)
    )
    spots = BESIDE_A_BUILDING if building else _row(len(here), PAWN_STRIDE)
    named = {other.id: other.name for other in drawing.provinces}
    borders = sorted(neighbours(country)[province.id])
    people = tuple(f"{names[person.seat]} ({OFFICES[person.office]})" for person in here if person.office)
    place = Place(
        id=province.id,
        name=province.name,
        outline=path(province.outline, closed=True),
        tone=tone,
        x=province.heart[0],
        y=province.heart[1],
        scale=min(1.0, round(province.room / ROOM_FOR_ALL, 2)),
        name_y=name_y,
        building=building,
        building_name=BUILDINGS.get(building, ""),
        coastal=province.id in country.coast,
        tokens=tokens,
        pawns=tuple(
            Pawn(initials(names[person.seat]), at, name_y - PAWNS_ABOVE, person.seat == seen.viewer)
            for person, at in zip(here, spots, strict=False)
        ),
        people=people,
        borders=tuple(named[other] for other in borders),
        border_ids=" ".join(borders),
        words="",
    )
    return _with_words(place)


def _with_words(place: Place) -> Place:
    parts = [place.name]
    if place.building:
        parts.append(place.building_name)
    if place.coastal:
        parts.append("on the coast")
    said = [", ".join(parts)]
    if place.tokens:
        kinds = {"guard": "palace guard", **{str(command): OFFICES[command] for command in COMMANDS}}
        said.append(listing(f"{kinds[token.kind]}: {units(token.count)}" for token in place.tokens))
    if place.people:
        said.append(f"Here: {listing(place.people)}")
    said.append(f"Borders {listing(place.borders)}")
    return replace(place, words=". ".join(said) + ".")


def _row(count: int, stride: float) -> tuple[float, ...]:
    """Place things side by side around the middle."""
    return tuple(stride * (place - (count - 1) / 2) for place in range(count))


def _tones(drawing: Drawing) -> dict[str, int]:
    """Give bordering provinces different tones, as far as there are enough."""
    tones: dict[str, int] = {}
    for province in drawing.provinces:
        taken = [tones.get(other) for other in neighbours(drawing.map)[province.id]]
        tones[province.id] = min(range(TONES), key=lambda tone: (taken.count(tone), tone))
    return tones


def _coast(sea: Line, drawing: Drawing) -> Iterator[Line]:
    """Cut the outline of the sea where it runs along the edge of the sheet."""
    line = [*sea, sea[0]]
    run: list[tuple[float, float]] = []
    for here, there in pairwise(line):
        along_edge = any(
            here[axis] == there[axis] and here[axis] in (0.0, end)
            for axis, end in ((0, drawing.width), (1, drawing.height))
        )
        if along_edge:
            if run:
                yield tuple(run)
            run = []
        else:
            run = [*(run or [here]), there]
    if run:
        yield tuple(run)


def _compass(
    points: Line | Sequence[tuple[float, float]], left: float, top: float, right: float, bottom: float
) -> tuple[float, float] | None:
    """Find the corner of the picture with most room for a compass, if one has enough."""
    corners = [
        (x, y)
        for x in (left + COMPASS_INSET, right - COMPASS_INSET)
        for y in (top + COMPASS_INSET, bottom - COMPASS_INSET)
    ]
    room = {corner: min(dist(corner, point) for point in points) for corner in corners}
    best = max(corners, key=room.__getitem__)
    return best if room[best] >= COMPASS_ROOM else None
