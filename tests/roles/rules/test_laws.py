"""Laws that hold in every game of Kaban, looked at over random whole games."""

from collections import Counter

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import Dice
from roles.rules import case, codec, news, play
from roles.rules.state import Phase, Standing, active_seats, active_with, seat_of
from roles.rules.tables import CARDS, Role
from tests.roles.rules import second_reading
from tests.roles.rules.tables_at_play import Whim, handed_in, play_out

seeds = st.binary(min_size=32, max_size=32)
over_games = settings(max_examples=25, deadline=None)

AFTER = {
    Phase.HIDDEN: {Phase.ELECTION, Phase.PROJECT, Phase.DISCUSSION},
    Phase.ELECTION: {Phase.RUN_OFF, Phase.PROJECT, Phase.DISCUSSION},
    Phase.RUN_OFF: {Phase.PROJECT, Phase.DISCUSSION},
    Phase.PROJECT: {Phase.COMMITTEE, Phase.DISCUSSION},
    Phase.COMMITTEE: {Phase.DISCUSSION},
    Phase.DISCUSSION: {Phase.JAIL},
    Phase.JAIL: {Phase.HIDDEN},
}
FOR_ROLE = {
    news.Recognition: Role.CORRUPT,
    news.Nakaw: Role.CORRUPT,
    news.AuditReport: Role.COA,
    news.Silenced: Role.COA,
    news.Alignment: Role.OMBUDSPERSON,
}
FOR_WHAT = {"suhol": Role.CORRUPT, "tokhang": Role.CORRUPT, "auto-jail": Role.GOOD}


def written(game):
    return case.write(game.seed, game.roles, game.turns, targets=game.targets, jail_years=game.jail_years)


def answer_of(game):
    told = [(step, one) for step, heard in enumerate(game.news, -1) for one in heard]
    return case.answer(game.states[-1], told)


def as_text(told):
    return msgspec.json.encode(told, order="sorted")


@over_games
@given(seeds)
def test_a_record_replays_to_the_same_end(seed):
    game = play_out(seed)
    record = written(game)

    assert case.adjudicate(record) == answer_of(game)
    assert msgspec.json.decode(record)["expect"] == answer_of(game)


@over_games
@given(seeds)
def test_a_second_reading_of_the_rules_comes_to_the_same(seed):
    game = play_out(seed)
    text = msgspec.json.decode(written(game))

    first, second = answer_of(game), second_reading.play(text)

    assert sorted(first.pop("dispatches"), key=as_text) == sorted(second.pop("dispatches"), key=as_text)
    assert first == second


@over_games
@given(seeds)
def test_trackers_are_never_negative(seed):
    for state in play_out(seed).states:
        assert state.spending >= 0
        assert state.fund >= 0


@over_games
@given(seeds)
def test_announced_and_true_kaban_differ_by_what_is_not_yet_announced(seed):
    """K4.2, recounted from what was told: the table's own sums give the public figure, always."""
    game = play_out(seed, meddling=False)
    public = true = 2 * len(game.roles)
    for before, state, heard in zip(game.states, game.states[1:], game.news[1:], strict=False):
        for told in heard:
            match told:
                case news.Revenue(amount=amount):
                    public, true = public + amount, true + amount
                case news.Decrease(amount=amount):
                    public -= amount
                case news.Project(card=card, passed=True):
                    true -= CARDS[card].cost
        stolen = max((told.stolen for told in heard if isinstance(told, news.Nakaw)), default=0)
        true -= stolen
        if state.silenced and not before.silenced:
            true += min(3, stolen)
        assert (state.announced, state.kaban) == (public, true)
        assert state.announced - state.kaban == state.unannounced + state.decrease


@over_games
@given(seeds)
def test_roles_never_change(seed):
    game = play_out(seed)

    assert {tuple(seat.role for seat in state.seats) for state in game.states} == {game.roles}


@over_games
@given(seeds)
def test_the_game_goes_on_or_is_over(seed):
    game = play_out(seed)
    for before, after in zip(game.states, game.states[1:], strict=False):
        assert after.over or after.phase in AFTER[before.phase]
        assert after.year == before.year + (after.phase is Phase.HIDDEN)
    for state in game.states:
        assert state.over == (state.phase is None) == (state.winner is not None)
        if not state.over:
            silent = play.resolve(state, {}, Dice(seed)).state
            assert silent.over or silent.phase in AFTER[state.phase]


@over_games
@given(seeds)
def test_only_the_awaited_hand_in(seed):
    whim = Whim(seed)
    for state in play_out(seed).states:
        waiting = play.awaited(state)
        assert set(waiting) <= set(active_seats(state))
        assert set(handed_in(state, whim)) <= set(waiting)


@over_games
@given(seeds)
def test_each_dispatch_has_exactly_its_audience(seed):
    game = play_out(seed)
    for heard in game.news:
        for told in heard:
            if isinstance(told, news.PublicDispatch):
                assert told.to == "all"
            elif isinstance(told, news.Lacking | news.Blocked):
                assert game.roles[told.to - 1] is FOR_WHAT[told.what]
            else:
                assert game.roles[told.to - 1] is FOR_ROLE[type(told)]


@over_games
@given(seeds)
def test_each_hidden_phase_tells_each_free_player_once(seed):
    """K3.9, K3.4, K3.2: nobody who is owed an answer goes without, and nobody gets two."""
    game = play_out(seed, meddling=False)
    for turn, before, after, heard in zip(
        game.turns, game.states, game.states[1:], game.news[1:], strict=False
    ):
        audited = [told.to for told in heard if isinstance(told, news.AuditReport)]
        opens = after.phase is Phase.HIDDEN
        assert audited == (list(active_with(after, Role.COA)) if opens else [])
        if before.phase is not Phase.HIDDEN:
            continue
        free = active_with(before, Role.CORRUPT)
        assert Counter(told.to for told in heard if isinstance(told, news.Nakaw)) == Counter(free)
        asked = {
            n
            for n in active_with(before, Role.OMBUDSPERSON)
            if n in turn.inputs and isinstance(turn.inputs[n].investigate, int)
        }
        answered = [told for told in heard if isinstance(told, news.Alignment)]
        assert [told.to for told in answered] == sorted(asked)
        assert all(told.good == (seat_of(before, told.seat).role is not Role.CORRUPT) for told in answered)


@over_games
@given(seeds)
def test_strikes_and_standing_agree(seed):
    """K2.2, K2.3: without the moderator's hand, strikes only grow, and two of them are the end."""
    game = play_out(seed, meddling=False)
    for before, after in zip(game.states, game.states[1:], strict=False):
        for was, now in zip(before.seats, after.seats, strict=True):
            assert was.strikes <= now.strikes <= was.strikes + 1
            assert (now.standing is Standing.JAILED) == (now.back is not None)
            assert now.back is None or after.year < now.back <= after.year + game.jail_years + 1
            assert now.strikes < 2 or now.standing is Standing.REMOVED
            assert was.standing is not Standing.REMOVED or now.standing is Standing.REMOVED


@over_games
@given(seeds)
def test_a_state_and_its_inputs_survive_being_stored(seed):
    game = play_out(seed)
    for state in game.states:
        assert codec.decode(codec.encode(state)) == state
    for state, turn in zip(game.states, game.turns, strict=False):
        for given_in in turn.inputs.values():
            if turn.corrections is None:
                assert codec.decode_input(state.phase, codec.encode_input(given_in)) == given_in
