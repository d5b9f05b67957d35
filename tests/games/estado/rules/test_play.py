"""Starting a game, and who is awaited."""

import pytest
from msgspec.structs import replace

from games.chance import Dice
from games.estado.rules import codec
from games.estado.rules.assassination import odds
from games.estado.rules.news import Revenue
from games.estado.rules.orders import March, Orders
from games.estado.rules.play import awaited, deal, start
from games.estado.rules.state import Budget, bury, place
from games.estado.rules.tables import OFFICES, Office, Phase
from games.terms import Refused

SEED = bytes(range(32))


def test_offices_are_dealt_by_a_shuffle_from_the_end():
    """L1.2."""
    fixed = Dice(SEED, {"deal:4": 1, "deal:3": 3, "deal:2": 0, "deal:1": 1})

    assert deal(5, fixed) == (
        Office.INTERIOR,
        Office.NAVY,
        Office.PRESIDENT,
        Office.ECONOMY,
        Office.DEFENCE,
    )
    assert deal(7, Dice(SEED)) == deal(7, Dice(SEED))
    assert set(deal(7, Dice(SEED))) == set(OFFICES)


@pytest.mark.parametrize("seats", [3, 8])
def test_three_are_too_few_and_eight_too_many(seats):
    """L1.1."""
    with pytest.raises(Refused):
        deal(seats, Dice(SEED))


def test_the_first_revenue_is_told(country):
    """L3.2."""
    assert list(start(country, OFFICES[:5]).news) == [Revenue(amount=40, treasury=40)]


def test_everybody_stands_at_their_office(table):
    """L2.3."""
    places = {seat.office: place(table(7), number) for number, seat in enumerate(table(7).seats, 1)}

    assert places == {
        "president": "p05",
        "defence": "p04",
        "interior": "p05",
        "economy": "p06",
        "navy": "p01",
        "development": "p09",
        "foreign": "p06",
    }


def test_those_who_may_act_are_awaited(table):
    """L5.3."""
    state = bury(table(6), [4])

    assert {phase: awaited(replace(state, phase=phase)) for phase in (*Phase, None)} == {
        Phase.BUDGET: (1,),
        Phase.VOTE: (1, 2, 3, 5, 6),
        Phase.SKIM: (2, 3, 5, 6),
        Phase.ORDERS: (1, 2, 3, 5, 6),
        Phase.SUCCESSION: (1, 2, 3, 5, 6),
        None: (),
    }


@pytest.mark.parametrize(
    ("killer", "victim", "spend", "chance"),
    [
        (4, 7, 1, 500),
        (4, 7, 18, 9000),
        (4, 7, 99, 9000),
        (4, 1, 18, 4500 - 6 * 500),
        (4, 2, 18, 2250 - 4 * 500),
        (1, 3, 13, 6500 - 6 * 500),
        (5, 6, 18, 9000 // 16),
        (6, 5, 1, 31),
        (4, 1, 1, 0),
    ],
)
def test_odds_follow_money_borders_and_guards(table, killer, victim, spend, chance):
    """L7.4."""
    assert odds(table(7), killer, victim, spend) == chance


@pytest.mark.parametrize(
    ("phase", "given", "text"),
    [
        (
            Phase.BUDGET,
            Budget({"navy": 3}, {2: 1}, {"navy": 2}),
            b'{"allocations":{"navy":3},"grants":{"2":1},"withhold":{"navy":2}}',
        ),
        (Phase.VOTE, "aye", b'"aye"'),
        (Phase.SKIM, 4, b"4"),
        (Phase.SUCCESSION, 2, b"2"),
        (
            Phase.ORDERS,
            Orders(action="support", march=March("p04", "p05", 2)),
            b'{"action":"support","march":{"from":"p04","to":"p05","units":2}}',
        ),
        (
            Phase.ORDERS,
            Orders(action="assassinate", target=3, spend=2),
            b'{"action":"assassinate","target":3,"spend":2}',
        ),
    ],
)
def test_input_is_written_as_cases_have_it(phase, given, text):
    assert codec.encode_input(given) == text
    assert codec.decode_input(phase, text) == given


def test_a_state_of_another_format_is_not_read(table):
    raw = codec.encode(table(4))

    assert codec.decode(raw) == table(4)
    with pytest.raises(ValueError, match="format 2"):
        codec.decode(raw.replace(b'"format":1', b'"format":2'))
    with pytest.raises(ValueError, match="navel"):
        codec.decode(raw.replace(b'"defence"', b'"navel"'))


def test_secrets_are_not_in_the_printed_form(table):
    budget = Budget({"navy": 30}, {2: 1}, {"navy": 17})
    state = replace(table(5), announced=budget, treasury=1, balances={Office.NAVY: 271828})
    orders = Orders(action="assassinate", target=3, spend=2)

    assert "271828" not in repr(state)
    assert "account" not in repr(state)
    assert "17" not in repr(budget)
    assert "assassinate" not in repr(orders)
