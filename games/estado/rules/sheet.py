"""One sheet of paper with a country on it, kept only when nobody could misread it (L2.1, L2.4)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import dist, floor
from typing import Any

import shapely

from games.chance import Dice
from games.estado.rules.outlines import (
    HEIGHT,
    RIM_SITES,
    SHEET,
    WIDTH,
    Draws,
    Edge,
    Line,
    Point,
    all_cells,
    bend,
    divisions,
    edges,
    length,
    polygons,
    shared_lines,
    to_tenths,
)
from games.estado.rules.tables import COASTAL_PROVINCES, PROVINCES

VISIBLE_LENGTH = 28.0
"""The shortest border or shore, on a sheet 1000 wide: nine pixels on a telephone 320 wide."""
VISIBLE_GAP = 12.0
"""What at least lies between two provinces that do not border, and between the sea and the inland."""
ROOM = 46.0
"""Every province holds a circle of this radius, for its building and its troops."""
MARGIN = 16.0
"""What at least lies between the country and the edge of the sheet."""

COARSENESS = 6.0
"""How much smaller than can be the circle that is found in a province may be."""

ROWS = 5

SEA, ABROAD = -1, -2


@dataclass(frozen=True)
class Sheet:
    """A country on paper.

    ``outlines`` are closed: the provinces in reading order, then the water. ``shared`` has the line
    that any two have in common; ``hearts`` are the provinces' roomiest circles, middle and radius.
    """

    outlines: tuple[Line, ...]
    shared: Mapping[tuple[int, int], Line]
    hearts: tuple[tuple[Point, float], ...]


def try_sheet(dice: Dice, label: str) -> Sheet | None:
    """Draw one sheet; ``None`` when it could be misread or has a province too cramped to use."""
    for sites, provinces in divisions(Draws(dice, f"{label}:sites"), PROVINCES, VISIBLE_LENGTH):
        if _is_promising(provinces):
            return _flood_and_bend(dice, label, sites, all_cells(sites))
    return None


def _flood_and_bend(dice: Dice, label: str, sites: list[Point], cells: list[Line]) -> Sheet | None:
    sides = _sides(cells)
    water = _choose_water(Draws(dice, f"{label}:sea"), sides)
    if water is None:
        return None
    draws = Draws(dice, f"{label}:lines")
    lines = bend(
        draws,
        {
            edge: (sites[beside[0]], sites[beside[1]])
            for edge, beside in sorted(sides.items())
            if len({_realm(number, water) for number in beside}) == 2
        },
    )
    provinces = [_follow(cell, lines) for cell in cells[:PROVINCES]]
    flood = shapely.union_all(polygons([_follow(cells[number], lines) for number in sorted(water)]))
    sea, shapes = shapely.intersection(flood, SHEET), polygons(provinces)
    shapely.prepare(sea)
    if shapely.dwithin(sea, shapes[_inland(sides, water)], VISIBLE_GAP).any():
        # Most sheets that come to nothing do so here, before what takes longest.
        return None
    hearts = _hearts(shapes)
    order = sorted(range(PROVINCES), key=lambda number: _row(hearts[number]))
    waters = _rings(sea)
    outlines = (*(provinces[number] for number in order), *waters)
    shared = shared_lines(outlines)
    if not _is_clear([*shapes[order], *polygons(waters)], shared) or min(room for _, room in hearts) < ROOM:
        return None
    only = {pair: line for pair, (line,) in shared.items()}
    return Sheet(outlines, only, tuple(hearts[number] for number in order))


def _row(heart: tuple[Point, float]) -> tuple[int, float]:
    """Order provinces as a page is read: in rows from the top, each from the left."""
    (x, y), _ = heart
    return int(y * ROWS / HEIGHT), x


def _inland(sides: dict[Edge, list[int]], water: frozenset[int]) -> list[int]:
    """List the provinces that no water washes."""
    washed = {beside[0] for beside in sides.values() if not water.isdisjoint(beside)}
    return [number for number in range(PROVINCES) if number not in washed]


def _choose_water(draws: Draws, sides: dict[Edge, list[int]]) -> frozenset[int] | None:
    """Flood a stretch of the rim that washes exactly as many provinces as the rules ask for."""
    shores: dict[int, dict[int, float]] = {PROVINCES + place: {} for place in range(RIM_SITES)}
    for edge, (first, *rest) in sides.items():
        if rest and first < PROVINCES <= rest[0]:
            shores[rest[0]][first] = dist(*edge)
    floods = []
    for start in range(RIM_SITES):
        shore: dict[int, float] = {}
        for cells in range(1, RIM_SITES):
            for washed, span in shores[PROVINCES + (start + cells - 1) % RIM_SITES].items():
                shore[washed] = shore.get(washed, 0) + span
            if len(shore) > COASTAL_PROVINCES:
                break
            if len(shore) == COASTAL_PROVINCES and min(shore.values()) >= VISIBLE_LENGTH:
                floods.append(frozenset(PROVINCES + (start + i) % RIM_SITES for i in range(cells)))
    return floods[draws.below(len(floods))] if floods else None


def _realm(number: int, water: frozenset[int]) -> int:
    """Tell provinces from one another, from the sea and from the land abroad."""
    if number < PROVINCES:
        return number
    return SEA if number in water else ABROAD


def _follow(cell: Line, lines: dict[Edge, Line]) -> Line:
    """Go round ``cell`` along bent lines, where its edges were bent."""
    outline: list[Point] = []
    for start, end in edges(cell):
        line = lines.get((min(start, end), max(start, end)), (start, end))
        outline += line[:-1] if line[0] == start else line[:0:-1]
    return tuple(outline)


def _is_promising(provinces: Sequence[Line]) -> bool:
    """Tell from the straight edges alone whether the provinces can come out as they should."""
    sides = _sides(provinces)
    if any(dist(*edge) < VISIBLE_LENGTH for edge, beside in sides.items() if len(beside) > 1):
        return False
    ends = [corner for province in provinces for corner in province]
    if not all(MARGIN < x < WIDTH - MARGIN and MARGIN < y < HEIGHT - MARGIN for x, y in ends):
        return False
    beside = {(pair[0], pair[-1]) for pair in sides.values()}
    shapes = polygons(provinces)
    return _are_apart(shapes, beside) and _are_roomy(shapes)


def _sides(cells: Sequence[Line]) -> dict[Edge, list[int]]:
    """Map every straight edge to the one or two cells that have it."""
    sides: dict[Edge, list[int]] = {}
    for number, cell in enumerate(cells):
        for start, end in edges(cell):
            sides.setdefault((start, end) if start < end else (end, start), []).append(number)
    return sides


def _is_clear(shapes: Sequence[Any], shared: Mapping[tuple[int, int], list[Line]]) -> bool:
    """Tell whether every outline is sound and nobody could doubt who borders whom or lies by the sea."""
    return (
        all(len(lines) == 1 and length(lines[0]) >= VISIBLE_LENGTH for lines in shared.values())
        and bool(shapely.is_valid(shapes).all())
        and _are_apart(shapes, shared.keys())
    )


def _are_apart(shapes: Sequence[Any], beside: Collection[tuple[int, int]]) -> bool:
    """Tell whether there is a visible gap between any two that have no line in common."""
    pairs = [pair for pair in combinations(range(len(shapes)), 2) if pair not in beside]
    shapely.prepare(shapes)
    ones, others = ([shapes[pair[side]] for pair in pairs] for side in (0, 1))
    return not shapely.dwithin(ones, others, VISIBLE_GAP).any()


def _are_roomy(shapes: Any) -> bool:
    """Tell whether the roomiest circle of every convex shape, as ``_hearts`` finds it, is large enough."""
    around = shapely.distance(shapely.centroid(shapes), shapely.get_exterior_ring(shapes))
    # The circle found is at most its coarseness and some tenths smaller than the one round the centroid.
    doubtful = shapes[around < ROOM + COARSENESS + 1]
    return all(room >= ROOM for _, room in _hearts(doubtful))


def _hearts(shapes: Sequence[Any]) -> list[tuple[Point, float]]:
    circles = shapely.maximum_inscribed_circle(shapes, tolerance=COARSENESS)
    ends = to_tenths(shapely.get_coordinates(circles))
    return [
        (middle, floor(10 * dist(middle, rim)) / 10)
        for middle, rim in zip(ends[::2], ends[1::2], strict=True)
    ]


def _rings(water: shapely.Geometry) -> list[Line]:
    rings = shapely.get_exterior_ring(shapely.get_parts(water))
    return [to_tenths(shapely.get_coordinates(ring)[:-1]) for ring in rings]
