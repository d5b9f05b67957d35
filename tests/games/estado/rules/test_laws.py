"""Laws that hold in every game, shown over random ones."""

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cases import differences
from games.estado.rules.case import adjudicate
from tests.games.estado.rules.random_play import random_case

GAMES = st.randoms(use_true_random=False)


@settings(max_examples=150, deadline=None)
@given(GAMES)
def test_a_second_reading_of_the_rules_comes_to_the_same(chance):
    case, table = random_case(chance)

    assert differences(table.answer(), adjudicate(msgspec.json.encode(case))) == []
