"""Who takes office when a week opens (E9)."""

from collections import Counter

import pytest

from earths.rules.count import Endorsements, president


def endorsed(*pairs, active=True):
    given = Counter((candidate, by == candidate) for by, candidate in pairs)
    return [Endorsements(candidate, own, active, number) for (candidate, own), number in given.items()]


def elect(candidates, endorsements, incumbent=None, week=10):
    return president(candidates, endorsements, incumbent=incumbent, week=week)


def test_candidate_with_most_endorsements_takes_office():  # E9.1, E9.2
    given = endorsed(("Ann", "Ida"), ("Ben", "Ola"), ("Cem", "Ola"))
    assert elect(["Ida", "Ola"], given) == "Ola"


def test_without_candidates_there_is_no_president():  # E9.4
    assert elect([], []) is None
    assert elect([], endorsed(("Ann", "Ida"))) is None


def test_endorsement_of_somebody_who_no_longer_stands_counts_for_nobody():  # E9.1
    assert elect(["Ola"], endorsed(("Ann", "Ida"), ("Ben", "Ida"), ("Cem", "Ola"))) == "Ola"


def test_endorser_who_stayed_away_for_four_weeks_does_not_count():  # E9.3
    given = endorsed(("Ann", "Ida"), ("Ben", "Ida"), active=False) + endorsed(("Cem", "Ola"))
    assert elect(["Ida", "Ola"], given, week=3) == "Ola"


@pytest.mark.parametrize("week", [1, 2])
def test_everybody_counts_in_the_first_two_weeks(week):  # E9.3
    given = endorsed(("Ann", "Ida"), ("Ben", "Ida"), active=False) + endorsed(("Cem", "Ola"))
    assert elect(["Ida", "Ola"], given, week=week) == "Ida"


def test_endorsing_oneself_alone_is_not_enough():  # E9.4
    assert elect(["Ida"], endorsed(("Ida", "Ida"))) is None
    assert elect(["Ida"], endorsed(("Ida", "Ida"), ("Ann", "Ida"))) == "Ida"


def test_the_endorsement_by_somebody_else_must_itself_count():  # E9.4
    given = endorsed(("Ida", "Ida")) + endorsed(("Ann", "Ida"), active=False)
    assert elect(["Ida"], given) is None


def test_ones_own_endorsement_adds_to_those_of_others():  # E9.2
    given = endorsed(("Ann", "Ida"), ("Ben", "Ola"), ("Ola", "Ola"))
    assert elect(["Ida", "Ola"], given) == "Ola"


def test_of_equals_the_incumbent_stays():  # E9.5
    given = endorsed(("Ann", "Ida"), ("Ben", "Ola"))
    assert elect(["Ida", "Ola"], given, incumbent="Ola") == "Ola"
    assert elect(["Ida", "Ola"], given, incumbent="Ida") == "Ida"


def test_of_equals_without_an_incumbent_the_longest_standing_wins():  # E9.5
    given = endorsed(("Ann", "Ola"), ("Ben", "Ida"), ("Cem", "Uwe"))
    assert elect(["Ida", "Ola", "Uwe"], given) == "Ida"
    assert elect(["Ola", "Ida", "Uwe"], given, incumbent="Zoe") == "Ola"


def test_incumbent_with_fewer_endorsements_leaves():  # E9.5
    given = endorsed(("Ann", "Ida"), ("Ben", "Ola"), ("Cem", "Ola"))
    assert elect(["Ida", "Ola"], given, incumbent="Ida") == "Ola"
