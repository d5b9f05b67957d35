"""What is no case of Estado Libre, and where it says that it is none."""

import copy

import msgspec
import pytest

from games.cases import InvalidCase
from games.estado.rules.case import adjudicate

BUDGET = {"allocations": {"defence": 1}, "grants": {"1": 1}, "withhold": {}}
CASE = {
    "game": "estado-libre",
    "seed": "ab" * 32,
    "dice": {"aid:1": 1, "aid-amount:6": 10, "landfall:2": 3, "assassin:1:2:3": 9999},
    "map": {
        "provinces": [f"p{n:02}" for n in range(1, 11)],
        "borders": [[f"p{n:02}", f"p{n + 1:02}"] for n in range(1, 10)],
        "coast": ["p01", "p02", "p03", "p04"],
        "capital": "p05",
        "barracks": "p06",
        "admiralty": "p01",
        "bank": "p07",
        "works": "p08",
    },
    "seats": ["president", "defence", "interior", "economy"],
    "steps": [{"1": BUDGET}, {"1": "aye"}, {"2": 1}, {"2": {"action": "support"}}],
}


def changed(path, value):
    """Copy the case with ``value`` put at ``path``, or the key taken out for ``...``."""
    case = copy.deepcopy(CASE)
    *way, last = path
    here = case
    for key in way:
        here = here[key]
    if value is ...:
        del here[last]
    else:
        here[last] = value
    return case


def test_the_case_is_one():
    assert adjudicate(msgspec.json.encode(CASE))["year"] == 2


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        *(((key,), ..., "$") for key in CASE),
        (("colour",), "red", "$"),
        (("game",), "kaban", "$.game"),
        (("seed",), "ab" * 31, "$.seed"),
        (("seed",), "xy" * 32, "$.seed"),
        (("seed",), 7, "$.seed"),
        (("dice",), [], "$.dice"),
        (("dice", "aid:1"), 2, "$.dice.aid:1"),
        (("dice", "aid:1"), True, "$.dice[...]"),
        (("dice", "aid:1"), 0.5, "$.dice[...]"),
        (("dice", "aid-amount:1"), 11, "$.dice.aid-amount:1"),
        (("dice", "landfall:1"), 4, "$.dice.landfall:1"),
        (("dice", "assassin:1:1:2"), 10000, "$.dice.assassin:1:1:2"),
        (("dice", "assassin:1:1:2"), -1, "$.dice.assassin:1:1:2"),
        (("dice", "assassin:1:1:1"), 1, "$.dice.assassin:1:1:1"),
        (("dice", "assassin:1:1:5"), 1, "$.dice.assassin:1:1:5"),
        (("dice", "assassin:7:1:2"), 1, "$.dice.assassin:7:1:2"),
        (("dice", "aid:0"), 1, "$.dice.aid:0"),
        (("dice", "aid:01"), 1, "$.dice.aid:01"),
        (("dice", "deal:1"), 1, "$.dice.deal:1"),
        (("dice", "luck:jobs"), 1, "$.dice.luck:jobs"),
        (("map", "capital"), ..., "$.map"),
        (("map", "rivers"), [], "$.map"),
        (("map", "capital"), "p11", "$.map.capital"),
        (("map", "barracks"), "p05", "$.map.barracks"),
        (("map", "barracks"), "p09", "$.map.barracks"),
        (("map", "admiralty"), "p09", "$.map.admiralty"),
        (("map", "coast"), ["p01", "p02", "p03"], "$.map.coast"),
        (("map", "coast"), ["p01", "p02", "p03", "p11"], "$.map.coast"),
        (("map", "borders", 0), ["p01", "p11"], "$.map.borders[0]"),
        (("map", "borders", 0), ["p01", "p01"], "$.map.borders[0]"),
        (("map", "borders", 0), ["p01", "p02", "p03"], "$.map.borders[0]"),
        (("map", "borders", 0), ["p02", "p03"], "$.map.borders"),
        (("map", "provinces", 0), "p02", "$.map.provinces"),
        (("seats",), ["president", "defence", "interior"], "$.seats"),
        (("seats", 3), "navy", "$.seats"),
        (("seats", 3), "interior", "$.seats"),
        (("seats", 3), "justice", "$.seats[3]"),
        (("steps",), {}, "$.steps"),
        (("steps",), [{}] * 2001, "$.steps"),
        (("steps", 1), [], "$.steps[1]"),
        (("steps", 0, "1"), 5, "$.steps[0].1"),
        (("steps", 0, "1"), {"allocations": {}, "grants": {}}, "$.steps[0].1"),
        (("steps", 0, "1"), BUDGET | {"loans": {}}, "$.steps[0].1"),
        (("steps", 0, "1"), BUDGET | {"allocations": {"defence": 1.5}}, "$.steps[0].1.allocations[...]"),
        (("steps", 0, "1"), BUDGET | {"grants": {"first": 1}}, "$.steps[0].1.grants"),
        (("steps", 0, "exile"), 3, "$.steps[0].exile"),
        (("steps", 0, "exile"), ["3"], "$.steps[0].exile[0]"),
        (("steps", 1, "1"), 1, "$.steps[1].1"),
        (("steps", 1, "1"), None, "$.steps[1].1"),
        (("steps", 1, "one"), "aye", "$.steps[1].one"),
        (("steps", 1, "01"), "aye", "$.steps[1].01"),
        (("steps", 2, "2"), "1", "$.steps[2].2"),
        (("steps", 2, "2"), 1.0, "$.steps[2].2"),
        (("steps", 3, "2"), "support", "$.steps[3].2"),
        (("steps", 3, "2"), {"action": "assassinate", "target": 1}, "$.steps[3].2"),
        (("steps", 3, "2"), {"action": "support", "target": 1}, "$.steps[3].2"),
        (("steps", 3, "2"), {"action": "support", "mood": "grim"}, "$.steps[3].2"),
        (("steps", 3, "2"), {"action": "none", "march": None}, "$.steps[3].2.march"),
        (("steps", 3, "2"), {"march": {"from": "p06", "to": "p05"}}, "$.steps[3].2.march"),
    ],
)
def test_what_does_not_fit_is_no_case(path, value, where):
    with pytest.raises(InvalidCase) as invalid:
        adjudicate(msgspec.json.encode(changed(path, value)))

    assert invalid.value.path == where


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"null", b"\xff", b'"estado-libre"', b"[" * 100_000])
def test_what_is_no_json_object_is_no_case(raw):
    with pytest.raises(InvalidCase) as invalid:
        adjudicate(raw)

    assert invalid.value.path == "$"


def test_five_megabytes_are_too_many():
    with pytest.raises(InvalidCase):
        adjudicate(msgspec.json.encode(CASE) + b" " * 5_000_000)
