"""Countries of two hundred seeds, read again from what would be printed."""

import re
from functools import cache
from itertools import combinations

import pytest
import shapely

from games.chance import Dice
from games.estado.rules.drawing import draw, path
from games.estado.rules.map import fault, marches

SEEDS, CHUNK = 200, 25
VISIBLE_LENGTH, VISIBLE_GAP = 28, 12


class Recorder(Dice):
    """Dice that remember which labels were asked for."""

    def __init__(self, seed, labels):
        super().__init__(seed)
        object.__setattr__(self, "labels", labels)

    def pick(self, label, n):
        self.labels.append(label)
        return super().pick(label, n)


def seed(number):
    return number.to_bytes(32, "big")


@cache
def drawn(number):
    return draw(Dice(seed(number)))


@pytest.fixture(params=range(0, SEEDS, CHUNK))
def numbers(request):
    """Answer the seeds of some countries, all of them at last."""
    return range(request.param, request.param + CHUNK)


def reread(line):
    """Turn path data back into a shape, as if nothing else of the drawing were known."""
    text = path(line, closed=True)
    points = [tuple(map(float, pair.split())) for pair in re.findall(r"[ML]([-\d.]+ [-\d.]+)", text)]
    assert text.endswith("Z")
    return shapely.Polygon(points)


def common_length(one, other):
    return one.boundary.intersection(other.boundary).length


def test_a_visible_line_in_common_is_a_border_and_nothing_else_is(numbers):
    """L2.1, L2.4."""
    for number in numbers:
        require_lines_and_borders_to_agree(drawn(number))


def require_lines_and_borders_to_agree(drawing):
    shapes = {province.id: reread(province.outline) for province in drawing.provinces}
    waters = [reread(water) for water in drawing.sea]
    bordering = set(map(frozenset, drawing.map.borders))
    for pair in combinations(shapes, 2):
        one, other = (shapes[name] for name in pair)
        if frozenset(pair) in bordering:
            assert common_length(one, other) >= VISIBLE_LENGTH
        else:
            assert one.distance(other) >= VISIBLE_GAP
    for name, shape in shapes.items():
        if name in drawing.map.coast:
            assert max(common_length(shape, water) for water in waters) >= VISIBLE_LENGTH
        else:
            assert min(shape.distance(water) for water in waters) >= VISIBLE_GAP


def test_a_country_is_as_the_rules_ask(numbers):
    """L2.1, L2.2, L2.5."""
    for number in numbers:
        require_what_the_rules_ask(drawn(number))


def require_what_the_rules_ask(drawing):
    country = drawing.map
    ways = marches(country)[country.capital]

    assert fault(country) is None
    assert len(ways) == 10
    assert len(country.coast) == 4
    assert len({country.capital, country.barracks, country.admiralty, country.bank, country.works}) == 5
    assert country.admiralty in country.coast
    assert 1 <= ways[country.barracks] <= 2
    names = [province.name for province in drawing.provinces]
    assert len({name[0] for name in names}) == len({name[-3:] for name in names}) == 10
    assert all(re.fullmatch(r"[A-Z][a-z]{4,13}", name) for name in names)


def test_a_drawing_is_sound(numbers):
    for number in numbers[::4]:
        require_sound_shapes(drawn(number))


def require_sound_shapes(drawing):
    shapes = [reread(province.outline) for province in drawing.provinces]
    waters = [reread(water) for water in drawing.sea]
    sheet = shapely.box(0, 0, drawing.width, drawing.height)

    assert all(shape.is_valid for shape in [*shapes, *waters])
    whole = shapely.union_all([*shapes, *waters])
    assert whole.area == pytest.approx(sum(shape.area for shape in [*shapes, *waters]), abs=1)
    assert shapely.union_all(shapes).geom_type == "Polygon"
    assert sheet.contains(shapely.union_all(shapes))
    for province, shape in zip(drawing.provinces, shapes, strict=True):
        circle = shapely.Point(province.heart).buffer(province.room - 4)
        assert shape.contains(circle)
        assert province.room >= 40
    by_id = {province.id: shape for province, shape in zip(drawing.provinces, shapes, strict=True)}
    for river in drawing.rivers:
        one, other = (by_id[name].boundary for name in river.between)
        line = shapely.LineString(river.line)
        assert line.difference(one).length == line.difference(other).length == pytest.approx(0, abs=1e-6)


def test_the_same_seed_draws_the_same_country_by_map_labels_alone():
    labels = []
    first = draw(Recorder(seed(7), labels))

    assert first == draw(Dice(seed(7))) != draw(Dice(seed(8)))
    assert labels != []
    assert all(label.startswith("map:") for label in labels)
    assert len(labels) == len(set(labels))


def test_countries_differ():
    coasts = {drawn(number).map.coast for number in range(30)}
    layouts = {drawn(number).map.borders for number in range(30)}
    capitals = {drawn(number).map.capital for number in range(30)}

    assert len(coasts) > 15
    assert len(layouts) > 20
    assert len(capitals) > 5
