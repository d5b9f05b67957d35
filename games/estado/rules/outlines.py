"""Outlines of a country: cells around drawn sites, whose straight edges become rivers and a coast (L2.4).

Every edge is bent once and used by the shapes on both sides of it, so two outlines either have
the very same points along their border, or none but perhaps one corner.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain, combinations, islice, pairwise, repeat
from math import ceil, cos, dist, log2, pi, sin
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
ROUNDING = 0.2
"""More than an edge can grow or shrink when its ends are rounded to a tenth."""

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
        drawn = self.below(1 << 60)
        return (
            (drawn & 0x7FFF) / FINENESS,
            (drawn >> 15 & 0x7FFF) / FINENESS,
            (drawn >> 30 & 0x7FFF) / FINENESS,
            (drawn >> 45) / FINENESS,
        )

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
    # Two lists of numbers become an array in half the time of one list of points.
    xs, ys = zip(*chain.from_iterable(outlines), strict=True)
    return shapely.polygons(shapely.linearrings(xs, ys, indices=indices))


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


def _pairs(points: Any) -> list[Point]:
    """List the points of an array."""
    return [*zip(*points.T.tolist(), strict=True)]


def to_tenths(points: Any) -> Line:
    """Round an array of points to a tenth, so that writing them down loses nothing."""
    return tuple(_pairs((points * 10 + 0.5) // 1 / 10))


def divisions(draws: Draws, count: int, shortest_side: float) -> Iterator[tuple[list[Point], list[Line]]]:
    """Lay ``count`` cells in the middle of the sheet and in order round them a rim of cells; then evener ones.

    Gives all sites, and the corners of the cells in the middle, but passes over most divisions in which
    two of these meet in less than ``shortest_side``.
    """
    inner = _scatter(draws, count)
    rim = [_on_rim(draws, place) for place in range(RIM_SITES)]
    for relaxation in range(RELAXATIONS):
        sites = [*inner, *rim]
        cells, shortest = _cells(sites, count)
        if relaxation and shortest > shortest_side - ROUNDING:
            yield sites, _corners(cells)
        centres = shapely.centroid(cells)
        inner = _pairs(shapely.get_coordinates(centres))


def all_cells(sites: Sequence[Point]) -> list[Line]:
    """Go round the corners of the cells of all sites, as far as they lie near the sheet."""
    drawn = shapely.voronoi_polygons(shapely.multipoints(sites), extend_to=BEYOND, ordered=True)
    near = shapely.intersection(shapely.get_parts(drawn), BEYOND)
    return _corners(near)


def _corners(shapes: Any) -> list[Line]:
    """Go round the corners of shapes, rounded to a tenth."""
    ends = iter(to_tenths(shapely.get_coordinates(shapes)))
    return [_distinct([*islice(ends, count)]) for count in shapely.get_num_coordinates(shapes).tolist()]


def _cells(sites: Sequence[Point], count: int) -> tuple[Any, float]:
    """Shape the cells of the first ``count`` sites, which others must surround on all sides.

    Tells also how long the shortest edge between two of these cells is. A cell's corners are the middles
    of the circles around the triangles that meet in its site. To find them so takes a third of the time
    of ``all_cells``, and most divisions are looked at and thrown away.
    """
    # A line through the sites takes half the time of as many points.
    corners = shapely.get_coordinates(shapely.delaunay_triangles(shapely.linestrings(sites)))
    points, middles = _pairs(corners), _middles_of_circles(corners[::4], corners[1::4], corners[2::4])
    around: dict[Point, dict[Point, tuple[Point, int]]] = {site: {} for site in sites}
    for number, (a, b, c) in enumerate(zip(points[::4], points[1::4], points[2::4], strict=True)):
        around[a][b], around[b][c], around[c][a] = (c, number), (a, number), (b, number)
    inner = sites[:count]
    rounds = [_go_round(around[site]) for site in inner]
    indices = [number for number, cell in enumerate(rounds) for _ in cell]
    rings = shapely.linearrings(middles[[*chain.from_iterable(rounds)]], indices=indices)
    beside = [
        (around[one][other][1], around[other][one][1])
        for one, other in combinations(inner, 2)
        if other in around[one]
    ]
    ends = middles.tolist()
    return shapely.polygons(rings), min(dist(ends[one], ends[other]) for one, other in beside)


def _go_round(beside: dict[Point, tuple[Point, int]]) -> list[int]:
    start = neighbour = next(iter(beside))
    triangles = []
    while True:
        neighbour, triangle = beside[neighbour]
        triangles.append(triangle)
        if neighbour == start:
            return triangles


def _middles_of_circles(a: Any, b: Any, c: Any) -> Any:
    """Find the points that are as far from those in ``a`` as from those in ``b`` and ``c``, all arrays."""
    (bx, by), (cx, cy) = (b - a).T, (c - a).T
    bb, cc, area = bx * bx + by * by, cx * cx + cy * cy, 2 * (bx * cy - by * cx)
    middles = a.copy()
    middles[:, 0] += (cy * bb - by * cc) / area
    middles[:, 1] += (bx * cc - cx * bb) / area
    return middles


def _distinct(closed: Sequence[Point]) -> Line:
    """Drop the end of a closed line, which is its start, and points that follow one like them."""
    return tuple([there for here, there in pairwise(closed) if there != here])


def bend(draws: Draws, sides: Mapping[Edge, tuple[Point, Point]]) -> dict[Edge, Line]:
    """Let straight edges meander between the sites on their two sides, without leaving their own ground.

    The ground of an edge is the quadrilateral of its ends and a point towards either site; the
    grounds of two edges have at most an end in common, so bent lines never cross.
    """
    ways = [_meander(draws, edge, beside) for edge, beside in sides.items()]
    starts = [0, *accumulate(map(len, ways))]
    points = shapely.get_coordinates(shapely.linestrings([(p.real, p.imag) for way in ways for p in way]))
    for _ in range(SMOOTHINGS):
        points, starts = _cut_corners(points, starts)
    bent = to_tenths(points)
    return {edge: bent[start:end] for edge, (start, end) in zip(sides, pairwise(starts), strict=True)}


def _meander(draws: Draws, edge: Edge, sides: tuple[Point, Point]) -> list[complex]:
    start, end = edge
    span, middle = dist(start, end), _towards(start, end, 0.5)
    one, other = (_towards(middle, side, min(0.8, REACH * span / dist(middle, side))) for side in sides)
    a, b, c, d = (complex(*corner) for corner in (start, one, end, other))
    depth = max(1, ceil(log2(max(2.0, span / STRIDE))))
    return [a, *_wander(draws, (a, b, c, d), depth), c]


def _scatter(draws: Draws, count: int) -> list[Point]:
    """Strew sites over an ellipse in the middle, each the farthest of some candidates from those before it."""
    sites: list[Point] = []
    while len(sites) < count:
        candidates = []
        for _ in range(CANDIDATES):
            turn, out, *_ = draws.fractions()
            candidates.append(_round_middle(2 * pi * turn, 0.33 * out**0.5))
        sites.append(max(candidates, key=lambda c: min(map(dist, sites, repeat(c)), default=0.0)))
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
    a, b, c, d = ground
    p, q, r, u = draws.fractions()
    along, across = 0.35 + 0.3 * p, 0.1 + 0.8 * q
    left, right = a + (d - a) * along, b + (c - b) * along
    via = left + (right - left) * across
    if depth == 1:
        return [via]
    above, below = a + (b - a) * across, d + (c - d) * across
    s, t = 0.6 + 0.4 * r, 0.6 + 0.4 * u
    before = _wander(draws, (a, b + (above - b) * s, via, d + (left - d) * s), depth - 1)
    after = _wander(draws, (via, c + (right - c) * t, c, c + (below - c) * t), depth - 1)
    return [*before, via, *after]


def _cut_corners(points: Any, starts: list[int]) -> tuple[Any, list[int]]:
    """Put two points in place of each, a quarter of the way to those beside it; the ends of lines stay.

    The lines lie in one array one behind another, and start where ``starts`` says.
    """
    ways = points[1:] - points[:-1]
    cut = points.repeat(2, axis=0)
    cut[1:-1:2] += ways * 0.25
    cut[2::2] = points[:-1] + ways * 0.75
    first, last = starts[:-1], [end - 1 for end in starts[1:]]
    starts = [2 * start for start in starts]
    cut[starts[:-1]] = points[first]
    cut[[end - 1 for end in starts[1:]]] = points[last]
    return cut, starts
