"""Bots play by what their seat may see, and never hand in what the rules refuse."""

import inspect
from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace

from games import simulation
from games.chance import Dice
from games.estado import bot, game, judgement, plots, sight
from games.estado.rules.state import Budget, State
from games.estado.rules.tables import Action, Office, Phase
from games.registry import News, Told, Turn


def dice(number: int) -> Dice:
    return Dice(number.to_bytes(32, "big"))


@cache
def whole_game(seats: int, number: int) -> list[tuple[State, dict[int, object], list[Told]]]:
    """Answer each phase of a game among bots: its state, what was handed in, what had been told."""
    begun = game.start(seats=seats, options={}, dice=dice(number))
    state, told, phases = begun.state, [Told(1, game.plain(news)) for news in begun.news], []
    while state.phase is not None:
        inputs = simulation.choose(game, state, told, len(phases) + 1, dice(number))
        phases.append((state, inputs, list(told)))
        step = game.resolve(state, Turn(inputs, game.read_interventions({})), dice(number))
        state = step.state
        told += [Told(state.year, game.plain(news)) for news in step.news]
    return phases


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_bots_play_to_the_end_without_being_refused(seats: int) -> None:
    for number in range(2):
        played = simulation.play(game, seats=seats, options={}, dice=dice(number))
        assert played.told[-1].news.kind == "over"


def test_a_bot_gets_a_sight_and_never_a_state() -> None:
    for function in (bot.choose, bot.propose, bot.vote, bot.name_president, plots.plan, judgement.judge):
        hints = {name: part.annotation for name, part in inspect.signature(function).parameters.items()}
        assert hints["sight"] is sight.Sight
        assert State not in hints.values()


@pytest.mark.parametrize("number", range(3))
def test_a_bot_plays_alike_whatever_is_secret_to_it(number: int) -> None:
    """Change everything that others keep secret, and nothing that the seat hands in becomes another."""
    for state, inputs, told in whole_game(6, number):
        for seat, given in inputs.items():
            fork = dice(number).fork(f"bot:{1}:{seat}")
            other = with_other_secrets(state, seat)
            heard = [one for one in told if game.may_read(state, seat, one.news, one.year)]
            before = bot.choose(sight.see(state, seat), heard, fork)
            assert bot.choose(sight.see(other, seat), heard, fork) == before
            assert type(given) is type(before)


def with_other_secrets(state: State, seat: int) -> State:
    """Answer a state that looks the same from ``seat``, and differs in whatever it may not see."""
    own = state.seats[seat - 1]
    seats = tuple(
        replace(person, account=person.account + 7 * number) if person.alive and person is not own else person
        for number, person in enumerate(state.seats, 1)
    )
    balances = {
        office: money if office is own.office else money + 5 for office, money in state.balances.items()
    }
    announced = state.announced
    if announced is not None and own.office is not Office.PRESIDENT:
        more = {str(office): 1 for office, sum_ in announced.allocations.items() if sum_ > 1}
        announced = Budget(announced.allocations, announced.grants, more)
    other = replace(state, seats=seats, balances=balances, announced=announced)
    assert other != state
    assert sight.see(other, seat) == sight.see(state, seat)
    return other


def test_bots_do_all_that_there_is_to_do() -> None:
    """Over some games they withhold, reject, skim, support, patrol, march, kill and revolt."""
    done = Counter[str]()
    for number in range(8):
        for state, inputs, _ in whole_game(7, number):
            for given in inputs.values():
                match state.phase:
                    case Phase.BUDGET:
                        done["withhold"] += bool(given.withhold)
                    case Phase.VOTE:
                        done[given] += 1
                    case Phase.SKIM:
                        done["skim"] += bool(given)
                    case Phase.ORDERS:
                        done[given.action] += 1
                        done["march"] += bool(given.march)
    wanted = {"withhold", "aye", "nay", "skim", "march", *(str(action) for action in Action)}
    assert {thing for thing in wanted if done[thing]} == wanted


def test_a_bot_guesses_fortunes_from_what_was_told() -> None:
    state = game.start(seats=4, options={}, dice=dice(1)).state
    seats = {seat.office: number for number, seat in enumerate(state.seats, 1)}
    economy, interior = seats[Office.ECONOMY], seats[Office.INTERIOR]
    told = [
        Told(1, News(None, "revenue", {"amount": 32, "treasury": 32})),
        Told(
            1,
            News(
                None,
                "budget-announced",
                {"attempt": 1, "allocations": {"economy": 20}, "grants": {str(interior): 5}},
            ),
        ),
        Told(1, News(None, "budget-vote", {"ayes": 3, "nays": 1, "passed": True})),
    ]
    view = judgement.judge(sight.see(state, seats[Office.PRESIDENT]), told)
    assert view.fortunes[economy] == pytest.approx(27)
    assert view.fortunes[interior] == pytest.approx(15)


def test_a_bot_that_was_short_changed_trusts_less() -> None:
    state = game.start(seats=4, options={}, dice=dice(1)).state
    seats = {seat.office: number for number, seat in enumerate(state.seats, 1)}
    economy, president = seats[Office.ECONOMY], seats[Office.PRESIDENT]
    voting = game.resolve(
        state, Turn({president: Budget({"economy": 6}, {}, {})}, game.read_interventions({})), dice(1)
    ).state
    seen = sight.see(voting, economy)
    cheated = [Told(1, News(economy, "short-changed", {"promised": 9, "arrived": 1}))] * 4
    votes = [
        Counter(bot.vote(seen, judgement.judge(seen, told), dice(number)) for number in range(60))
        for told in ([], cheated)
    ]
    assert votes[0]["aye"] > votes[1]["aye"]
