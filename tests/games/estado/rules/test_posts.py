"""Who ends up where: each office vacated, with each set of survivors."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from games.chance import Dice
from games.estado.rules.exile import banish
from games.estado.rules.news import NewPresident, Post
from games.estado.rules.orders import Orders
from games.estado.rules.play import resolve
from games.estado.rules.posts import fill, succeed
from games.estado.rules.state import bury, holder, living
from games.estado.rules.tables import OFFICES, Office, Phase

PRESIDENT, DEFENCE, INTERIOR, ECONOMY, NAVY, DEVELOPMENT, FOREIGN = OFFICES
CALM = Dice(bytes(32), {f"aid:{year}": 0 for year in range(1, 7)})
REVOLT = Orders(action="revolt")


def holders(state):
    return {seat.office: number for number, seat in enumerate(state.seats, 1) if seat.office}


def chain(held, table):
    """Fill vacancies as told: seniors first, each by the most junior minister below it."""
    held = dict(held)
    for rank, office in enumerate(table):
        below = [junior for junior in table[rank + 1 :] if junior in held]
        if office is not PRESIDENT and office not in held and below:
            held[office] = held.pop(below[-1])
    return held


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_posts_are_filled_whoever_is_left(table, seats):
    """L9.4, for every set of survivors at every table."""
    state = table(seats)
    for size in range(seats):
        for dead in combinations(range(1, seats + 1), size):
            left = bury(state, dead)
            step = fill(left)
            moved = {piece.seat: piece.office for piece in step.news}

            assert holders(step.state) == chain(holders(left), OFFICES[:seats])
            assert moved == {
                seat: office
                for office, seat in holders(step.state).items()
                if holders(left).get(office) != seat
            }


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
@pytest.mark.parametrize("leaders", [(DEFENCE,), (INTERIOR,), (DEFENCE, INTERIOR)])
def test_deposed_president_takes_the_lowest_vacancy(table, seats, leaders):
    """L8.2, L9.4, L9.5, for a revolt by each commander and by both, with every set of survivors."""
    state = table(seats)
    strong = {DEFENCE: {"p04": 6}, INTERIOR: {"p05": 5}}
    state = replace(state, phase=Phase.ORDERS, units=strong)
    rebels = [holder(state, office) for office in leaders]
    for size in range(seats - len(rebels)):
        for dead in combinations([s for s in range(2, seats + 1) if s not in rebels], size):
            left = bury(state, dead)
            step = resolve(left, dict.fromkeys(rebels, REVOLT), CALM)
            before = holders(left)
            successor, came_from = before[leaders[0]], leaders[0]
            after = {office: seat for office, seat in before.items() if seat not in (1, successor)}
            expected = chain(after, OFFICES[:seats])
            vacant = [office for office in OFFICES[1:seats] if office not in expected]
            expected |= {PRESIDENT: successor, vacant[-1]: 1}

            assert holders(step.state) == expected
            assert expected[vacant[-1]] == 1
            assert vacant[-1] is not came_from


def test_interior_with_more_units_leads(table):
    """L8.2."""
    state = replace(
        table(4), phase=Phase.ORDERS, units={DEFENCE: {"p04": 2, "p03": 4}, INTERIOR: {"p05": 1, "p06": 2}}
    )
    step = resolve(state, {2: REVOLT, 3: REVOLT}, CALM)

    assert holders(step.state) == {PRESIDENT: 3, DEFENCE: 2, INTERIOR: 4, ECONOMY: 1}
    assert step.state.units == {DEFENCE: {"p03": 4, "p05": 2, "p04": 1}, INTERIOR: {"p05": 3}}


@pytest.mark.parametrize(
    ("defence", "interior", "dead", "heir"),
    [
        ({"p04": 9}, {"p05": 1}, (), 3),
        ({"p05": 1}, {"p05": 1}, (), 2),
        ({"p05": 1}, {"p05": 2}, (), 3),
        ({"p05": 1}, {"p05": 2}, (3,), 2),
        ({"p04": 9}, {"p06": 1}, (), None),
        ({"p04": 9}, {"p05": 1}, (3,), None),
        ({}, {}, (2, 3), None),
    ],
)
def test_troops_in_the_capital_decide_who_follows(table, defence, interior, dead, heir):
    """L9.1, L9.2."""
    state = bury(replace(table(6), units={DEFENCE: defence, INTERIOR: interior}), (1, *dead))
    step = succeed(state)

    if heir is None:
        assert step.state.phase is Phase.SUCCESSION
        assert list(step.news) == []
    else:
        assert holders(step.state)[PRESIDENT] == heir
        assert list(step.news) == [NewPresident(seat=heir, how="troops")]


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_somebody_presides_after_every_exile(table, seats):
    """L12.3 - L12.5, for every set of exiles from every table, with troops in the capital and without."""
    for units in ({"p05": 2}, {"p06": 2}):
        state = replace(table(seats), units={DEFENCE: {"p04": 4}, INTERIOR: units})
        for size in range(1, seats):
            for gone in combinations(range(1, seats + 1), size):
                step = banish(state, gone)
                left = [seat for seat in range(1, seats + 1) if seat not in gone]
                heir = left[0]
                if 1 in gone and 3 in left and "p05" in units:
                    heir = 3

                assert living(step.state) == left
                assert holder(step.state, PRESIDENT) == heir
                remaining = {office: s for office, s in holders(state).items() if s in left and s != heir}
                assert holders(step.state) == chain(remaining, OFFICES[:seats]) | {PRESIDENT: heir}


def test_a_minister_moves_but_once(table):
    state = bury(table(7), (2, 3, 4))
    posts = [piece for piece in fill(state).news if isinstance(piece, Post)]

    assert posts == [
        Post(seat=7, office=Office.DEFENCE),
        Post(seat=6, office=Office.INTERIOR),
        Post(seat=5, office=Office.ECONOMY),
    ]
