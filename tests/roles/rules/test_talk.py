"""Who may talk, and when."""

import pytest

from games.terms import Refused
from roles.rules.talk import check_talk
from tests.roles.rules.tables_set import CITIZEN, COA, GOOD, JAILED, after, corrected, opened, silenced


def may_talk(state, seat):
    try:
        check_talk(state, seat)
    except Refused:
        return False
    return True


def test_talk_is_closed_in_the_hidden_phase_and_open_in_all_others():
    """K2.7."""
    talking = {}
    state = opened()
    for inputs in ({}, {GOOD: GOOD}, {}, {}):
        talking[state.phase] = may_talk(state, CITIZEN)
        state = after(state, inputs)

    assert talking == {"hidden": False, "election": True, "project": True, "discussion": True}


def test_the_jailed_and_the_removed_do_not_talk():
    """K2.4."""
    state = corrected(after(opened(), {}), standing={CITIZEN: JAILED}, remove=(GOOD,))

    assert not may_talk(state, CITIZEN)
    assert not may_talk(state, GOOD)
    assert may_talk(state, COA)


def test_a_silenced_coa_is_refused_in_every_public_step_and_told_why():
    """K7.2."""
    state = silenced()
    for inputs in ({GOOD: GOOD}, {}, {}):
        with pytest.raises(Refused, match="silenced"):
            check_talk(state, COA)
        assert may_talk(state, CITIZEN)
        state = after(state, inputs)
    next_year = after(state, {}, {})

    assert (next_year.year, next_year.phase) == (2, "project")
    assert may_talk(next_year, COA)


def test_after_the_end_everybody_talks():
    over = corrected(silenced(), remove=(1, 2))

    assert over.over
    assert may_talk(over, COA)
    assert may_talk(over, 1)


def test_who_is_not_there_does_not_talk():
    with pytest.raises(Refused, match="no seat 10"):
        check_talk(silenced(), 10)
