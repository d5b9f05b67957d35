"""Laws that hold in every game, shown over random ones."""

from collections import Counter

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cases import differences
from games.chance import Dice
from games.estado.rules import case, codec
from games.estado.rules.map import Map
from games.estado.rules.news import (
    AidReceived,
    AidSeized,
    Assassinated,
    Attempt,
    BudgetVote,
    Exile,
    Post,
    Revenue,
    ShortChanged,
    Upkeep,
)
from games.estado.rules.play import awaited, resolve, start
from games.estado.rules.state import living, ministries
from games.estado.rules.tables import Office, Phase
from tests.games.estado.rules.random_play import Chance, random_case

GAMES = st.integers(0, 2**64).map(Chance)
PRIVATE = {"short-changed", "aid-received", "aid-stopped", "aid-seized", "attempt", "upkeep"}


def turns_of(game):
    """Play a case phase by phase: the state before, what was given, who is exiled, and what came of it."""
    dice = Dice(bytes.fromhex(game["seed"]), game["dice"])
    state = start(msgspec.convert(game["map"], Map), tuple(map(Office, game["seats"]))).state
    for parts in game["steps"]:
        exiled = parts.get("exile", [])
        inputs = {
            int(key): codec.decode_input(state.phase, msgspec.json.encode(given))
            for key, given in parts.items()
            if key != "exile"
        }
        step = resolve(state, inputs, dice, exiled=exiled)
        yield state, inputs, exiled, dice, step
        state = step.state


def money(state):
    return state.treasury + sum(state.balances.values()) + sum(seat.account for seat in state.seats)


@settings(max_examples=120, deadline=None)
@given(GAMES)
def test_a_second_reading_of_the_rules_comes_to_the_same(chance):
    game, table = random_case(chance)

    assert differences(table.answer(), case.adjudicate(msgspec.json.encode(game))) == []


@settings(max_examples=60, deadline=None)
@given(GAMES)
def test_every_dollar_is_accounted_for(chance):
    game, _ = random_case(chance)
    for before, inputs, exiled, dice, step in turns_of(game):
        stayed = resolve(before, inputs, dice) if exiled else step
        taken_abroad = sum(stayed.state.seats[n.seat - 1].account for n in step.news if isinstance(n, Exile))
        come = Counter()
        gone = Counter()
        for piece in step.news:
            match piece:
                case Revenue():
                    come["revenue"] += piece.amount
                case AidReceived() | AidSeized():
                    come["aid"] += piece.amount
                    come[piece.to] = piece.amount
                case Attempt():
                    gone["murder"] += piece.spent
                    gone[piece.to] = piece.spent
                    gone["estates"] -= piece.gained
                case Assassinated():
                    victim = piece.seat
                    estate = before.seats[victim - 1].account + come[victim] - gone[victim]
                    gone["estates"] += estate
                case Upkeep():
                    gone["upkeep"] += piece.paid
                case BudgetVote(passed=True):
                    grants = before.announced.grants.items()
                    gone["grants"] = sum(n for seat, n in grants if not before.seats[seat - 1].alive)

        came = come["revenue"] + come["aid"]
        lost = gone["murder"] + gone["estates"] + gone["upkeep"] + gone["grants"] + taken_abroad
        assert money(step.state) == money(before) + came - lost


@settings(max_examples=40, deadline=None)
@given(GAMES)
def test_states_stay_sound(chance):
    game, _ = random_case(chance)
    for _, _, _, _, step in turns_of(game):
        state = step.state
        held = [seat.office for seat in state.seats if seat.office is not None]

        assert len(held) == len(set(held))
        assert set(held) <= {Office.PRESIDENT, *ministries(state)}
        assert all((seat.office is not None) == seat.alive for seat in state.seats)
        assert all(seat.alive or seat.account == 0 for seat in state.seats)
        assert all(seat.account >= 0 for seat in state.seats)
        assert state.treasury >= 0
        assert all(balance >= 0 for balance in state.balances.values())
        assert all(units > 0 for troops in state.units.values() for units in troops.values())
        assert (Office.PRESIDENT in held) == (state.phase is not Phase.SUCCESSION) or state.over
        assert bool(awaited(state)) is not state.over
        assert codec.decode(codec.encode(state)) == state


@settings(max_examples=60, deadline=None)
@given(GAMES)
def test_every_game_ends(chance):
    game, table = random_case(chance)
    answer = case.adjudicate(msgspec.json.encode(game))

    assert answer["over"]
    assert table.phase is None
    assert len(game["steps"]) <= 6 * (3 * 2 + 3)
    alive = [seat["account"] for seat in answer["seats"] if seat["alive"]]
    assert {answer["seats"][winner - 1]["account"] for winner in answer["winners"]} == set(
        alive and [max(alive)]
    )


@settings(max_examples=60, deadline=None)
@given(GAMES)
def test_each_dispatch_has_exactly_its_audience(chance):
    """L13.1."""
    game, _ = random_case(chance)
    for before, inputs, _, _, step in turns_of(game):
        for piece in step.news:
            kind = codec.plain(piece)["kind"]
            assert (piece.to == "all") is (kind not in PRIVATE)
            match piece:
                case Attempt():
                    assert inputs[piece.to].target == piece.target
                case AidSeized():
                    assert before.seats[piece.to - 1].office is Office.NAVY
                case ShortChanged():
                    office = before.seats[piece.to - 1].office
                    budget = before.announced
                    withheld = budget.withhold[office]
                    assert (piece.promised, piece.arrived + withheld) == (budget.allocations[office],) * 2
                    assert withheld > 0
                case AidReceived():
                    assert before.seats[piece.to - 1].office is Office.PRESIDENT
                case Post():
                    assert piece.seat in living(before)


@settings(max_examples=30, deadline=None)
@given(GAMES)
def test_a_game_written_down_comes_to_the_same_again(chance):
    game, table = random_case(chance, fixed=False)
    turns = [case.Turn(inputs, exiled) for _, inputs, exiled, _, _ in turns_of(game)]

    written = case.write(
        bytes.fromhex(game["seed"]),
        msgspec.convert(game["map"], Map),
        list(map(Office, game["seats"])),
        turns,
    )

    assert differences(table.answer(), msgspec.json.decode(written)["expect"]) == []
    assert differences(table.answer(), case.adjudicate(written)) == []
