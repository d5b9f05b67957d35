"""The map that is shown: what looks like a border is one, and the picture, its links and its table agree."""

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from math import dist
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string

from games.chance import Dice
from games.estado import sight
from games.estado.picture import Picture, paint
from games.estado.rules import play
from games.estado.rules.drawing import Drawing, draw
from games.estado.rules.sheet import VISIBLE_LENGTH
from games.estado.rules.state import State

SEEDS, CHUNK = 2_000, 50
SEATS = 7
NAMES = dict(enumerate(("Ada", "Bob", "Cem", "Dot", "Eve", "Fay", "Gil"), start=1))
Point = tuple[float, float]
Edge = tuple[Point, Point]


@lru_cache(maxsize=CHUNK)
def drawn(number: int) -> tuple[Drawing, State]:
    dice = Dice(number.to_bytes(32, "big"))
    drawing = draw(dice)
    return drawing, play.start(drawing.map, play.deal(SEATS, dice)).state


def painted(number: int, viewer: int | None = 1) -> tuple[Drawing, Picture]:
    drawing, state = drawn(number)
    return drawing, paint(drawing, sight.see(state, viewer), NAMES)


def rendered(picture: Picture) -> ElementTree.Element:
    html = render_to_string("estado/parts/map.html", {"country": picture})
    svg = re.search(r"<svg class=\"map\".*?</svg>", html, re.DOTALL)
    assert svg is not None
    return ElementTree.fromstring(svg[0])


def points(path: ElementTree.Element) -> list[Point]:
    numbers = iter(map(float, re.findall(r"-?[\d.]+", path.attrib["d"])))
    return list(zip(numbers, numbers, strict=True))


def edges(line: list[Point], *, closed: bool) -> set[Edge]:
    pairs = pairwise([*line, line[0]] if closed else line)
    return {(one, other) if one < other else (other, one) for one, other in pairs}


def shared(outlines: Mapping[str, set[Edge]]) -> dict[tuple[str, str], float]:
    owners: dict[Edge, str] = {}
    lengths: dict[tuple[str, str], float] = defaultdict(float)
    for name in sorted(outlines):
        for edge in outlines[name]:
            if (owner := owners.setdefault(edge, name)) != name:
                lengths[owner, name] += dist(*edge)
    return lengths


@pytest.mark.parametrize("start", range(0, SEEDS, CHUNK))
def test_a_line_is_shared_exactly_where_one_can_march(start: int) -> None:
    for number in range(start, start + CHUNK):
        drawing, picture = painted(number)
        svg = rendered(picture)
        provinces = {link.attrib["data-province"]: link for link in svg.iter("a")}
        outlines = {
            name: edges(points(next(link.iter("path"))), closed=True) for name, link in provinces.items()
        }
        lengths = shared(outlines)
        assert set(lengths) == {tuple(sorted(pair)) for pair in drawing.map.borders}
        assert min(lengths.values()) >= VISIBLE_LENGTH
        rivers = {
            tuple(sorted(path.attrib["data-between"].split())): edges(points(path), closed=False)
            for path in svg.iter("path")
            if path.attrib.get("class") == "river"
        }
        assert set(rivers) == set(lengths)
        for (one, other), line in rivers.items():
            assert line <= outlines[one]
            assert line <= outlines[other]
        for name, link in provinces.items():
            told = {tuple(sorted((name, other))) for other in link.attrib["data-borders"].split()}
            assert told == {pair for pair in lengths if name in pair}


def test_the_sea_touches_exactly_the_coast() -> None:
    for number in range(20):
        drawing, picture = painted(number)
        svg = rendered(picture)
        sea = next(path for path in svg.iter("path") if path.attrib.get("class") == "sea")
        wet: set[Edge] = set()
        for part in sea.attrib["d"].split("Z")[:-1]:
            ring = ElementTree.Element("path", {"d": part})
            wet |= edges(points(ring), closed=True)
        touching = {
            link.attrib["data-province"]
            for link in svg.iter("a")
            if edges(points(next(link.iter("path"))), closed=True) & wet
        }
        assert touching == set(drawing.map.coast)
        assert touching == {
            link.attrib["data-province"] for link in svg.iter("a") if "data-coast" in link.attrib
        }


def test_every_province_is_a_link_that_says_what_the_picture_shows() -> None:
    drawing, picture = painted(3)
    capital = next(place for place in picture.places if place.building == "capital")
    words = {link.attrib["data-province"]: link.attrib["aria-label"] for link in rendered(picture).iter("a")}
    assert list(words) == list(drawing.map.provinces)
    assert words[capital.id] == capital.words
    assert capital.words.startswith(f"{capital.name}, Presidential Palace")
    assert "palace guard: 4 units and Interior: 2 units" in capital.words
    assert all(name in capital.words for name in capital.borders)


def test_the_table_says_the_same_as_the_picture() -> None:
    _, picture = painted(5)
    html = render_to_string("estado/parts/map.html", {"country": picture})
    rows = dict(re.findall(r'<tr id="row-(p\d\d)"[^>]*>(.*?)</tr>', html, re.DOTALL))
    assert list(rows) == [place.id for place in picture.places]
    for place in picture.places:
        assert place.name in rows[place.id]
        assert ", ".join(place.borders) in rows[place.id]
        assert place.building_name in rows[place.id]
        assert all(person in rows[place.id] for person in place.people)
        assert sum(token.count for token in place.tokens) == sum(
            map(int, re.findall(r"\b(\d+)</span>", rows[place.id]))
        )


def test_own_troops_and_oneself_are_marked() -> None:
    _, state = drawn(9)
    commander = next(n for n, seat in enumerate(state.seats, 1) if seat.office == "defence")
    _, picture = painted(9, viewer=commander)
    mine = [token for place in picture.places for token in place.tokens if token.mine]
    assert [(token.kind, token.count) for token in mine] == [("defence", 4)]
    assert [pawn.initials for place in picture.places for pawn in place.pawns if pawn.mine] == [
        NAMES[commander][0]
    ]


def test_nobody_is_marked_for_a_watcher() -> None:
    _, picture = painted(9, viewer=None)
    assert not any(pawn.mine for place in picture.places for pawn in place.pawns)
    assert not any(token.mine for place in picture.places for token in place.tokens)


def test_all_that_stands_in_a_province_fits_into_it() -> None:
    for number in range(60):
        drawing, picture = painted(number)
        room = {province.id: province.room for province in drawing.provinces}
        for place in picture.places:
            marks = [abs(token.x) + 21 for token in place.tokens] + [abs(pawn.x) + 16 for pawn in place.pawns]
            assert max(marks, default=0) * place.scale <= room[place.id] * 1.05
