"""After the end everything is open to everybody: votes, orders, withheld sums, fortunes, who killed whom."""

import json
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from games import simulation
from games.chance import Dice
from games.commit import catch_up
from games.estado import chronicle, fortunes, game
from games.estado.rules import case
from games.estado.rules.state import State
from games.models import Room
from games.registry import Told, Turn
from tests.games.conftest import NAMES, SECOND, Sitting, begin
from tests.games.estado.table import Cabinet

SEATS = 6
CALLED = dict(enumerate(NAMES, start=1))


@cache
def ended(number: int) -> tuple[bytes, State, tuple[Told, ...]]:
    """Answer the record of a game among bots, its last state and all that was told."""
    seed = number.to_bytes(32, "big")
    dice = Dice(seed)
    begun = game.start(seats=SEATS, options={}, dice=dice)
    state, told, turns = begun.state, [Told(1, game.plain(news)) for news in begun.news], []
    while state.phase is not None:
        inputs = simulation.choose(game, state, told, len(turns) + 1, dice)
        turns.append(Turn(inputs, game.read_interventions({})))
        step = game.resolve(state, turns[-1], dice)
        state = step.state
        told += [Told(state.year, game.plain(news)) for news in step.news]
    return game.record(seed, {}, SEATS, turns), state, tuple(told)


@pytest.mark.parametrize("number", range(6))
def test_the_chronicle_comes_to_the_end_that_was_played(number: int) -> None:
    record, state, told = ended(number)
    story = chronicle.tell(record, CALLED)
    curves = {curve.seat: curve for curve in story.fortunes.curves}
    for seat, person in enumerate(state.seats, 1):
        assert curves[seat].sums[0] == 10
        assert curves[seat].sums[-1] == (person.account if person.alive else None)
        assert curves[seat].won is (seat in state.winners)
    killed = [
        one.news.body["target"] for one in told if one.news.kind == "attempt" and one.news.body["killed"]
    ]
    assert len(story.kills) == len(killed)
    assert [CALLED[victim] in said for victim, said in zip(killed, story.kills, strict=True)] == [True] * len(
        killed
    )
    assert [year.number for year in story.years] == list(range(1, state.year + 1))


def test_each_year_tells_its_votes_safes_and_orders() -> None:
    record, _, told = ended(0)
    story = chronicle.tell(record, CALLED)
    handed = json.loads(record)["steps"]
    votes = [step for step in handed if all(given in ("aye", "nay") for given in step.values())]
    ballots = [ballot for year in story.years for ballot in year.ballots]
    assert len(ballots) == len(votes)
    for ballot, cast in zip(ballots, votes, strict=True):
        for seat, vote in cast.items():
            assert CALLED[int(seat)] in (ballot.ayes if vote == "aye" else ballot.nays)
    assert [ballot.passed for ballot in ballots] == [
        one.news.body["passed"] for one in told if one.news.kind == "budget-vote"
    ]
    assert all(deed.order for year in story.years for deed in year.deeds)


def test_labels_of_equal_fortunes_do_not_lie_on_one_another() -> None:
    drawn = fortunes.chart([[10] * 7, [50] * 7], dict(enumerate("ABCDEFG", start=1)), (1,))
    heights = sorted(curve.label_y for curve in drawn.curves)
    assert min(there - here for here, there in pairwise(heights)) >= 16
    assert max(heights) <= drawn.height


def test_who_died_has_no_label_at_the_end() -> None:
    drawn = fortunes.chart([[10, 10], [20, None]], {1: "Ada", 2: "Bob"}, (1,))
    assert [curve.label_y > 0 for curve in drawn.curves] == [True, False]
    assert [len(curve.dots) for curve in drawn.curves] == [2, 1]


def play_out(sitting: Sitting) -> None:
    while (due_at := Room.objects.get(pk=sitting.room_id).due_at) is not None:
        catch_up(room_id=sitting.room_id, at=due_at + SECOND)


@pytest.mark.django_db
@pytest.mark.parametrize("viewer", [1, "public"])
def test_the_end_page_opens_what_was_secret_before(frozen: Any, viewer: Any) -> None:
    table = Cabinet(begin("estado-libre", 1, seats=4, bots=True))
    before = table.page(viewer)
    play_out(table.sitting)
    seen = table.sitting.see(viewer)
    frozen.move_to(seen.dispatches[-1].at + SECOND)
    after = table.page(viewer)
    for opened in (
        "The archive is open",
        "Who killed whom",
        "Withheld in it:",
        "Download the record",
        seen.seed,
    ):
        assert opened in after
        assert opened not in before
    assert case.adjudicate(table.sitting.browser(viewer).get(f"{table.sitting.path}record.json").content)[
        "over"
    ]
    for person in seen.play.people:
        if person.alive:
            assert f'<span class="money">${person.account}</span>' in after
