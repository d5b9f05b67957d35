"""Laws that hold in every game of Kaban, looked at over random whole games."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from games.terms import Refused
from roles.rules import case, codec, news, play
from roles.rules.sight import may_read, see
from roles.rules.state import Phase, Standing
from roles.rules.tables import Role
from tests.roles.rules import second_reading
from tests.roles.rules.tables_at_play import play_out

seeds = st.binary(min_size=32, max_size=32)


def written(game):
    return case.write(
        game.seed, game.roles, game.turns, targets=game.targets, jail_years=game.jail_years
    )


def answer_of(game):
    told = [(step, one) for step, heard in enumerate(game.news, -1) for one in heard]
    return case.answer(game.states[-1], told)


@given(seeds)
def test_a_record_replays_to_the_same_end(seed):
    game = play_out(seed)
    record = written(game)

    assert case.adjudicate(record) == answer_of(game)
    assert msgspec.json.decode(record)["expect"] == answer_of(game)


@given(seeds)
def test_a_second_reading_of_the_rules_comes_to_the_same(seed):
    game = play_out(seed)
    text = msgspec.json.decode(written(game))

    first, second = answer_of(game), second_reading.play(text)

    def key(told):
        return msgspec.json.encode(told, order="sorted")

    assert sorted(first.pop("dispatches"), key=key) == sorted(second.pop("dispatches"), key=key)
    assert first == second
