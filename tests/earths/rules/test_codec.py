"""Earths and figures in writing."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from earths.rules import codec
from earths.rules.figures import from_text, half_even, to_text
from earths.rules.tables import STATS
from earths.rules.year import START, Due, Earth

WRITTEN = {
    "stats": {**dict.fromkeys(STATS, "50.00"), "jobs": "61.20", "safety": "0.07"},
    "space": 3,
    "due": [
        {"year": 2032, "passed": 2030, "policy": "fund-schools", "stat": "jobs", "delta": "2.14"},
        {"year": 2033, "passed": 2031, "policy": "fund-schools", "stat": "jobs", "delta": "-0.50"},
    ],
    "milestones": {"debt-free": 2030},
}
MEANT = Earth(
    {**START.stats, "jobs": 6120, "safety": 7},
    3,
    (Due(2032, 2030, "fund-schools", "jobs", 214), Due(2033, 2031, "fund-schools", "jobs", -50)),
    {"debt-free": 2030},
)


def test_earth_is_written_as_plain_data():
    assert codec.write(MEANT) == WRITTEN


def test_earth_is_read_as_it_was_written():
    assert codec.read(WRITTEN) == MEANT
    assert codec.read(codec.write(START)) == START


def test_what_is_due_is_read_into_the_order_it_comes_in():  # E10.2
    assert codec.read({**WRITTEN, "due": WRITTEN["due"][::-1]}) == MEANT


@pytest.mark.parametrize(
    "changed",
    [
        {"stats": {}},
        {"space": -1},
        {"space": True},
        {"due": None},
        {"milestones": {"utopia": 2030}},
        {"more": 1},
    ],
    ids=str,
)
def test_what_is_no_state_of_an_earth_is_refused(changed):
    with pytest.raises(msgspec.ValidationError):
        codec.read(WRITTEN | changed)


@pytest.mark.parametrize(
    ("hundredths", "text"),
    [(6120, "61.20"), (0, "0.00"), (7, "0.07"), (-50, "-0.50"), (-101, "-1.01"), (10000, "100.00")],
)
def test_hundredths_are_written_with_two_decimals(hundredths, text):
    assert to_text(hundredths) == text
    assert from_text(text) == hundredths


@given(st.integers(-(10**11) + 1, 10**11 - 1))
def test_hundredths_are_read_as_written(hundredths):
    assert from_text(to_text(hundredths)) == hundredths


@pytest.mark.parametrize("text", ["61.2", "61", "", "61.20 ", "6_1.20", "six", "1e1.00"])
def test_other_text_is_no_figure(text):
    with pytest.raises(ValueError, match="two decimals"):
        from_text(text)


@pytest.mark.parametrize(
    ("numerator", "denominator", "expected"),
    [
        (1, 2, 0),
        (3, 2, 2),
        (5, 2, 2),
        (-1, 2, 0),
        (-3, 2, -2),
        (-5, 2, -2),
        (4, 8, 0),
        (5, 8, 1),
        (12, 8, 2),
        (20, 8, 2),
    ],
)
def test_half_goes_to_the_even_one(numerator, denominator, expected):  # E10.4, E11.2
    assert half_even(numerator, denominator) == expected
