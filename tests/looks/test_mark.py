"""The mark is a chamber whose seats say something: who voted, who is missing, who has the gold."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.templatetags.mark import chamber, classes, mark


@given(st.integers(5, 250))
def test_chamber_has_its_seats_from_left_to_right_without_overlap(seats: int) -> None:
    placed = chamber(seats)
    assert len(placed) == seats
    assert all(-1 <= seat.x <= 1 and 0 <= seat.y <= 1 for seat in placed)
    nearest = min(
        (one.x - two.x) ** 2 + (one.y - two.y) ** 2 for i, one in enumerate(placed) for two in placed[:i]
    )
    assert nearest**0.5 >= 2 * placed[0].radius


@given(st.integers(5, 250))
def test_chamber_is_the_same_seen_from_behind(seats: int) -> None:
    here = Counter((seat.x, seat.y) for seat in chamber(seats))
    there = Counter((-seat.x, seat.y) for seat in chamber(seats))
    assert here == there


def test_chamber_refuses_too_few_seats() -> None:
    with pytest.raises(ValueError, match="at least five"):
        chamber(4)


def test_earths_fill_from_their_own_edges() -> None:
    looks = classes("earths", 10, a=0.4, b=0.6)
    assert looks == (
        "seat a",
        "seat a",
        "ring a",
        "ring a",
        "ring a",
        "ring b",
        "ring b",
        "seat b",
        "seat b",
        "seat b",
    )


def test_one_voter_in_a_hundred_takes_a_seat() -> None:
    assert Counter(classes("earths", 20, a=0.01, b=0))["seat a"] == 1


@given(st.floats(0, 1), st.floats(0, 1))
def test_more_voters_never_take_fewer_seats(one: float, other: float) -> None:
    few, many = sorted((one, other))
    taken = [Counter(classes("earths", 60, a=part, b=0))["seat a"] for part in (few, many)]
    assert taken == sorted(taken)


@pytest.mark.parametrize(("variant", "odd"), [("estado", "ring"), ("kaban", "seat gold")])
def test_one_seat_is_unlike_the_others(variant: str, odd: str) -> None:
    assert Counter(classes(variant, 19, 1, 1)) == {"seat": 18, odd: 1}


def test_mark_refuses_an_unknown_variant() -> None:
    with pytest.raises(ValueError, match="no such mark"):
        mark("senate")


def test_mark_is_silent_unless_it_is_named() -> None:
    assert 'aria-hidden="true"' in mark()
    assert 'role="img" aria-label="12 &lt; 55 voted"' in mark(label="12 < 55 voted")


def test_rows_grow_with_the_chamber() -> None:
    gaps = [chamber(seats)[0].radius for seats in (9, 31, 90, 200)]
    assert all(wide > narrow for wide, narrow in pairwise(gaps))
