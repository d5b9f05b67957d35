"""Outlines of a country: cells around drawn sites, whose straight edges become rivers and a coast (L2.4).

Every edge is bent once and used by the shapes on both sides of it, so two outlines either have
the very same points along their border, or none but perhaps one corner.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, cos, dist, floor, log2, pi, sin
from typing import Any

import shapely

from games.chance import Dice

Point = tuple[float, float]
Line = tuple[Point, ...]
Edge = tuple[Point, Point]

WIDTH, HEIGHT = 1000.0, 720.0
SHEET = shapely.box(0, 0, WIDTH, HEIGHT)
BEYOND = shapely.box(-60, -60, WIDTH + 60, HEIGHT + 60)
FINENESS = 1 << 15

RIM_SITES = 16
CANDIDATES = 5
RELAXATIONS = 6
REACH = 0.48
"""How far from its straight edge a line may wander, as a share of the edge's length."""
STRIDE = 30.0
SMOOTHINGS = 2


class Draws:
    """Numbers drawn one after another under labels that begin alike."""

    def __init__(self, dice: Dice, label: str) -> None:
        self._dice, self._label, self._drawn = dice, label, 0

    def fractions(self) -> tuple[float, float, float, float]:
        """Draw four numbers from 0 up to 1 at once."""
        drawn = self.below(FINENESS**4)
        rest, a = divmod(drawn, FINENESS)
        rest, b = divmod(rest, FINENESS)
        d, c = divmod(rest, FINENESS)
        return a / FINENESS, b / FINENESS, c / FINENESS, d / FINENESS

    def below(self, sides: int) -> int:
        """Draw a whole number from 0 to ``sides`` - 1."""
        self._drawn += 1
        return self._dice.pick(f"{self._label}:{self._drawn}", sides)


def edges(outline: Line) -> list[Edge]:
    """Go round a closed outline edge by edge."""
    return list(pairwise([*outline, outline[0]]))


def length(line: Line) -> float:
    """Measure an open line."""
    return sum(dist(*edge) for edge in pairwise(line))


def polygons(outlines: Sequence[Line]) -> Any:
    """Turn closed outlines into shapes."""
    indices = [number for number, outline in enumerate(outlines) for _ in outline]
    points = [point for outline in outlines for point in outline]
    return shapely.polygons(shapely.linearrings(points, indices=indices))


def shared_lines(outlines: Sequence[Line]) -> dict[tuple[int, int], list[Line]]:
    """Trace, point for point, the lines that any two closed outlines have in common, if they have any."""
    owner: dict[Edge, int] = {}
    shared: dict[tuple[int, int], list[Edge]] = {}
    for number, outline in enumerate(outlines):
        for start, end in edges(outline):
            before = owner.setdefault((start, end) if start < end else (end, start), number)
            if before != number:
                shared.setdefault((before, number), []).append((start, end))
    return {pair: _join(pieces) for pair, pieces in shared.items()}


def _join(pieces: list[Edge]) -> list[Line]:
    """Join edges, in order round an outline, to lines as long as can be."""
    lines = [[*pieces[0]]]
    for start, end in pieces[1:]:
        if lines[-1][-1] == start:
            lines[-1].append(end)
        else:
            lines.append([start, end])
    if len(lines) > 1 and lines[-1][-1] == lines[0][0]:
        lines[0] = lines.pop() + lines[0][1:]
    return [tuple(line) for line in lines]


def to_tenths(points: Iterable[Sequence[float]]) -> Line:
    """Round points to a tenth, so that writing them down loses nothing."""
    return tuple([(floor(x * 10 + 0.5) / 10, floor(y * 10 + 0.5) / 10) for x, y in points])


def divisions(draws: Draws, count: int) -> Iterator[tuple[list[Point], list[Line]]]:
    """Lay ``count`` cells in the middle of the sheet and in order round them a rim of cells; then evener ones.

    Gives all sites, and the corners of the cells in the middle.
    """
    inner = _scatter(draws, count)
    rim = [_on_rim(draws, place) for place in range(RIM_SITES)]
    for relaxation in range(RELAXATIONS):
        sites = [*inner, *rim]
        cells = _cells(sites, count)
        if relaxation:
            yield sites, [_distinct(to_tenths([*cell, cell[0]])) for cell in cells]
        centres = shapely.centroid(polygons(cells))
        inner = [(x, y) for x, y in shapely.get_coordinates(centres).tolist()]


def all_cells(sites: Sequence[Point]) -> list[Line]:
    """Go round the corners of the cells of all sites, as far as they lie near the sheet."""
    drawn = shapely.voronoi_polygons(shapely.multipoints(sites), extend_to=BEYOND, ordered=True)
    near = shapely.intersection(shapely.get_parts(drawn), BEYOND)
    return [_distinct(to_tenths(shapely.get_coordinates(cell).tolist())) for cell in near]


def _cells(sites: Sequence[Point], count: int) -> list[Line]:
    """Go round the cells of the first ``count`` sites, which others must surround on all sides.

    A cell's corners are the middles of the circles around the triangles that meet in its site. To find
    them so takes a third of the time of ``all_cells``, and most divisions are looked at and thrown away.
    """
    triangles = shapely.get_parts(shapely.delaunay_triangles(shapely.multipoints(sites)))
    points = [(x, y) for x, y in shapely.get_coordinates(triangles).tolist()]
    around: dict[Point, dict[Point, tuple[Point, Point]]] = {site: {} for site in sites}
    for a, b, c in zip(points[::4], points[1::4], points[2::4], strict=True):
        middle = _middle_of_circle(a, b, c)
        around[a][b], around[b][c], around[c][a] = (c, middle), (a, middle), (b, middle)
    return [_go_round(around[site]) for site in sites[:count]]


def _go_round(beside: dict[Point, tuple[Point, Point]]) -> Line:
    start = neighbour = next(iter(beside))
    corners = []
    while True:
        neighbour, corner = beside[neighbour]
        corners.append(corner)
        if neighbour == start:
            return tuple(corners)


def _middle_of_circle(a: Point, b: Point, c: Point) -> Point:
    """Find the point that is as far from ``a`` as from ``b`` and ``c``."""
    bx, by, cx, cy = b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]
    bb, cc, area = bx * bx + by * by, cx * cx + cy * cy, 2 * (bx * cy - by * cx)
    return a[0] + (cy * bb - by * cc) / area, a[1] + (bx * cc - cx * bb) / area


def _distinct(closed: Line) -> Line:
    """Drop the end of a closed line, which is its start, and points that follow one like them."""
    return tuple([there for here, there in pairwise(closed) if there != here])


def bend(draws: Draws, edge: Edge, sides: tuple[Point, Point]) -> Line:
    """Let a straight edge meander between the sites on its two sides, without leaving its own ground.

    The ground of an edge is the quadrilateral of its ends and a point towards either site; the
    grounds of two edges have at most an end in common, so bent lines never cross.
    """
    start, end = edge
    span, middle = dist(start, end), _towards(start, end, 0.5)
    one, other = (_towards(middle, side, min(0.8, REACH * span / dist(middle, side))) for side in sides)
    a, b, c, d = (complex(*corner) for corner in (start, one, end, other))
    depth = max(1, ceil(log2(max(2.0, span / STRIDE))))
    line = [a, *_wander(draws, (a, b, c, d), depth), c]
    for _ in range(SMOOTHINGS):
        line = _cut_corners(line)
    return to_tenths([(point.real, point.imag) for point in line])


def _scatter(draws: Draws, count: int) -> list[Point]:
    """Strew sites over an ellipse in the middle, each the farthest of some candidates from those before it."""
    sites: list[Point] = []
    while len(sites) < count:
        candidates = []
        for _ in range(CANDIDATES):
            turn, out, *_ = draws.fractions()
            candidates.append(_round_middle(2 * pi * turn, 0.33 * out**0.5))
        sites.append(max(candidates, key=lambda c: min((dist(c, s) for s in sites), default=0.0)))
    return sites


def _on_rim(draws: Draws, index: int) -> Point:
    turn, out, *_ = draws.fractions()
    return _round_middle(2 * pi * (index + 0.5 * turn) / RIM_SITES, 0.48 + 0.08 * out)


def _round_middle(turn: float, out: float) -> Point:
    return WIDTH * (0.5 + out * cos(turn)), HEIGHT * (0.5 + out * sin(turn))


def _towards(here: Point, there: Point, share: float) -> Point:
    return here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share


def _wander(draws: Draws, ground: tuple[complex, complex, complex, complex], depth: int) -> list[complex]:
    """List points on a way from the first corner of ``ground`` to the third, without leaving it.

    Points are complex numbers here, since they are moved by one operation each: this is where a map's time goes.
    """
    if not depth:
        return []
    a, b, c, d = ground
    p, q, r, u = draws.fractions()
    along, across = 0.35 + 0.3 * p, 0.1 + 0.8 * q
    left, right = a + (d - a) * along, b + (c - b) * along
    above, below = a + (b - a) * across, d + (c - d) * across
    via = left + (right - left) * across
    s, t = 0.6 + 0.4 * r, 0.6 + 0.4 * u
    before = _wander(draws, (a, b + (above - b) * s, via, d + (left - d) * s), depth - 1)
    after = _wander(draws, (via, c + (right - c) * t, c, c + (below - c) * t), depth - 1)
    return [*before, via, *after]


def _cut_corners(line: list[complex]) -> list[complex]:
    cut = [line[0]]
    for here, there in pairwise(line):
        way = there - here
        cut += (here + way * 0.25, here + way * 0.75)
    cut.append(line[-1])
    return cut
