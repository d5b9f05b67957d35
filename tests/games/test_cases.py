"""Strict decoding, dice of a case, and comparing an answer with what is expected."""

from enum import StrEnum
from typing import Annotated

import msgspec
import pytest

from games.cases import MAX_BYTES, InvalidCase, check_dice, decode, differences


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    counts: dict[str, int] = {}
    few: Annotated[list[int], msgspec.Meta(max_length=2)] = []


class Colour(StrEnum):
    RED = "red"


def invalid(raw):
    with pytest.raises(InvalidCase) as caught:
        decode(raw, Shape)
    return caught.value.path, caught.value.reason


def test_case_is_decoded():
    assert decode(b'{"name": "Ida", "counts": {"a": 1}}', Shape) == Shape("Ida", {"a": 1})


@pytest.mark.parametrize(
    ("raw", "path"),
    [
        (b'{"name": 1}', "$.name"),
        (b'{"name": "Ida", "counts": {"a": 1.0}}', "$.counts[...]"),
        (b'{"name": "Ida", "counts": {"a": true}}', "$.counts[...]"),
        (b'{"name": "Ida", "few": [1, 2, 3]}', "$.few"),
        (b'{"name": "Ida", "few": [1, "2"]}', "$.few[1]"),
        (b'{"name": "Ida", "more": 1}', "$"),
        (b'{"name": "Ida", "more - at `$.few`": 1}', "$"),
        (b"{}", "$"),
        (b"[]", "$"),
        (b"1", "$"),
        (b"null", "$"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(raw, path):
    where, reason = invalid(raw)
    assert where == path
    assert reason.endswith(".")
    assert " - at " not in reason or b" - at " in raw


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b" ",
        b"{",
        b"\xff\xfe",
        b"\x00" * 9,
        b'{"name": NaN}',
        b'{"name": "Ida"} x',
        b'{"name": "\\ud800"}',
    ],
)
def test_what_is_not_json_is_no_case(raw):
    path, reason = invalid(raw)
    assert path == "$"
    assert reason.startswith("This is not JSON")


def test_case_may_have_five_megabytes_and_no_more():
    case = b'{"name": "Ida"}'
    assert decode(case.ljust(MAX_BYTES), Shape) == Shape("Ida")
    assert invalid(case.ljust(MAX_BYTES + 1)) == ("$", "A case may have at most 5,000,000 bytes.")


def test_case_nested_too_deeply_is_no_case():
    class Loose(msgspec.Struct):
        anything: object

    with pytest.raises(InvalidCase, match="nested too deeply"):
        decode(b'{"anything": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", Loose)


DICE = {"crisis": 7, r"deal:[0-9]+": 4}


@pytest.mark.parametrize("dice", [{}, {"crisis": 0}, {"crisis": 6}, {"deal:12": 3, "crisis": 1}])
def test_dice_the_game_has_are_taken(dice):
    assert check_dice(dice, DICE, "$.dice") is None


@pytest.mark.parametrize(
    ("dice", "path"),
    [
        ({"crisis": 7}, "$.dice.crisis"),
        ({"crisis": -1}, "$.dice.crisis"),
        ({"deal:1": 4}, "$.dice.deal:1"),
        ({"deal:": 0}, "$.dice.deal:"),
        ({"deal:1x": 0}, "$.dice.deal:1x"),
        ({"deal:1\n": 0}, "$.dice.deal:1\n"),
        ({"deal:١": 0}, "$.dice.deal:١"),
        ({"crisis": 1, "luck": 0}, "$.dice.luck"),
    ],
)
def test_dice_the_game_does_not_have_are_refused(dice, path):
    with pytest.raises(InvalidCase) as caught:
        check_dice(dice, DICE, "$.dice")
    assert caught.value.path == path


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ({}, {"a": 1}),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}, "d": 3}),
        ([{"a": 1}, {}], [{"a": 1, "b": 2}, {"c": 3}]),
        ({"a": None}, {"a": None}),
        ({"a": "red"}, {"a": Colour.RED}),
        ({"a": [1, {"b": 2}]}, {"a": (1, {"b": 2, "c": 3})}),
        ({"dispatches": [{"kind": "x"}, {"kind": "y"}]}, {"dispatches": [{"kind": "y"}, {"kind": "x"}]}),
        ({"dispatches": [{"b": 1, "a": 2}]}, {"dispatches": [{"a": 2, "b": 1}]}),
        ({"dispatches": [{}, {"k": 1}]}, {"dispatches": [{"k": 1, "to": 2}, {"k": 2}]}),
        ({"dispatches": [{}, {"k": 1}, {"k": 1}]}, {"dispatches": [{"k": 1}, {"k": 1, "to": 2}, {"k": 3}]}),
    ],
)
def test_only_the_keys_that_are_expected_are_compared(expected, got):
    assert differences(expected, got) == []


@pytest.mark.parametrize(
    ("expected", "got", "lines"),
    [
        ({"a": 1}, {}, ["$.a: expected 1, got nothing"]),
        ({"a": None}, {}, ["$.a: expected null, got nothing"]),
        ({"a": 1, "b": 2}, {"a": 2, "b": 1}, ["$.a: expected 1, got 2", "$.b: expected 2, got 1"]),
        ({"a": 1}, {"a": True}, ["$.a: expected 1, got true"]),
        ({"a": 1}, {"a": 1.0}, ["$.a: expected 1, got 1.0"]),
        ({"a": None}, {"a": 0}, ["$.a: expected null, got 0"]),
        ({"a": {}}, {"a": []}, ["$.a: expected {}, got []"]),
        ({"a": [1]}, {"a": [1, 2]}, ["$.a: expected [1], got [1,2]"]),
        ({"a": [{"b": 1}]}, {"a": [{"b": 2}]}, ["$.a[0].b: expected 1, got 2"]),
        ({"a": [1, 2]}, {"a": [2, 1]}, ["$.a[0]: expected 1, got 2", "$.a[1]: expected 2, got 1"]),
        (
            {"dispatches": [{"k": 1}, {"k": 1}]},
            {"dispatches": [{"k": 1}, {"k": 2}]},
            ['$.dispatches: missing {"k":1}', '$.dispatches: unexpected {"k":2}'],
        ),
        ({"dispatches": [{"k": 1}]}, {"dispatches": [{"k": 1}] * 2}, ['$.dispatches: unexpected {"k":1}']),
        (
            {"dispatches": [{"k": 1}, {"k": 1, "to": 2}]},
            {"dispatches": [{"k": 1, "to": 2}, {"k": 2, "to": 2}]},
            ['$.dispatches: missing {"k":1}', '$.dispatches: unexpected {"k":2,"to":2}'],
        ),
        ({"dispatches": []}, {"dispatches": None}, ["$.dispatches: expected [], got null"]),
    ],
)
def test_each_difference_is_told_with_its_place(expected, got, lines):
    assert differences(expected, got) == lines
