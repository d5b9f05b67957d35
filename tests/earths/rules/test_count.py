"""Ballots, passing, the crisis response, and which Earth takes newcomers (E2.2, E5, E6)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earths.rules.count import Candidate, ballot, needed, open_earths, passes, response
from earths.rules.tables import POLICIES

BILLS = st.lists(st.tuples(st.sampled_from(list(POLICIES)), st.integers(0, 3)), max_size=25).map(
    lambda drawn: [Candidate(place, policy, upvotes) for place, (policy, upvotes) in enumerate(drawn)]
)


def test_ballot_without_bills_is_empty():
    assert ballot([]) == ()


def test_bill_struck_before_the_ballot_lets_the_next_one_up():  # E5.4
    proposed = [Candidate("liked", "cut-taxes", 2), Candidate("copy", "cut-taxes", 1)]
    assert ballot(proposed) == ("liked",)
    assert ballot(proposed[1:]) == ("copy",)


@given(BILLS)
def test_ballot_is_the_first_five_policies_by_upvotes(bills):  # E5.1, E5.2, E5.3
    left, expected = list(bills), []
    while left and len(expected) < 5:
        best = max(left, key=lambda bill: (bill.upvotes, -bill.id))
        expected.append(best.id)
        left = [bill for bill in left if bill.policy != best.policy]
    assert ballot(bills) == tuple(expected)


@pytest.mark.parametrize(
    ("voters", "votes"), [(0, 0), (1, 1), (4, 1), (5, 1), (6, 2), (10, 2), (11, 3), (55, 11), (56, 12)]
)
def test_needed_is_one_in_five(voters, votes):  # E6.2
    assert needed(voters) == votes


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 1000))
def test_bill_passes_with_more_yes_than_no_and_a_fifth_of_the_voters(yes, no, voters):  # E6.2, E6.3
    enough = voters == 0 or Fraction(yes + no, voters) >= Fraction(1, 5)
    assert passes(yes, no, voters) == (yes > no and enough)
    assert (yes + no >= needed(voters)) == enough


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_response_has_most_votes_or_is_c(a, b, c):  # E6.5, E6.6
    ranked = sorted([(-a, "A"), (-b, "B"), (-c, "C")])
    assert response({"A": a, "B": b, "C": c}) == (ranked[0][1] if a + b + c else "C")


def test_response_counts_a_letter_left_out_as_nought():
    assert response({"B": 1}) == "B"
    assert response({}) == "C"


@pytest.mark.parametrize(
    ("a", "b", "open_to_newcomers"),
    [
        (0, 0, ("A", "B")),
        (1, 0, ("B",)),
        (1, 1, ("A", "B")),
        (10, 9, ("B",)),
        (11, 10, ("A", "B")),
        (12, 10, ("B",)),
        (100, 110, ("A", "B")),
        (100, 111, ("A",)),
    ],
)
def test_newcomers_may_not_join_an_earth_over_a_tenth_larger(a, b, open_to_newcomers):  # E2.2
    assert open_earths({"A": a, "B": b}) == open_to_newcomers


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_smaller_earth_always_takes_newcomers(a, b):  # E2.2
    assert ("A" if a <= b else "B") in open_earths({"A": a, "B": b})
