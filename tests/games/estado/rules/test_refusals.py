"""Refused moves: in any game, the step and the lowest seat at fault are named."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.estado.rules.case import adjudicate
from games.estado.rules.orders import March, Orders
from games.estado.rules.play import check
from games.estado.rules.state import Budget
from games.estado.rules.tables import Phase
from games.terms import Refused
from tests.games.estado.rules.random_play import Chance, random_case

NOTHING = {"action": "none"}
GIVEN = {
    "budget": {"allocations": {}, "grants": {}, "withhold": {}},
    "vote": "aye",
    "skim": 0,
    "orders": NOTHING,
    "succession": 1,
}


def faults(table):
    """List inputs of the running phase that the rules refuse: seat, input."""
    seats, alive, boss = table.account, table.alive(), table.who("president")
    given = GIVEN[table.phase]
    found = [(seat, given) for seat in (0, len(seats) + 1)]
    found += [(seat, given) for seat in seats if seat not in alive]
    match table.phase:
        case "budget":
            found += [(seat, given) for seat in alive if seat != boss]
            found.append((boss, given | {"allocations": {"treasury": 1}}))
            found.append((boss, given | {"allocations": {"president": 0}}))
            found.append((boss, given | {"grants": {str(boss): table.treasury + 1}}))
            found.append((boss, given | {"grants": {str(boss): -1}}))
            found += [(boss, given | {"grants": {str(s): 0}}) for s in seats if s not in alive]
            found += [(boss, given | {"allocations": {o: 0}}) for o in table.box if not table.who(o)]
            for office in filter(table.who, table.box):
                found.append((boss, given | {"allocations": {office: 3}, "withhold": {office: 3}}))
                found.append((boss, given | {"withhold": {office: 1}}))
        case "vote":
            found += [(seat, "perhaps") for seat in alive]
        case "skim":
            found += [(seat, table.box[table.office[seat]] + 1) for seat in table.cabinet()]
            found += [(seat, -1) for seat in table.cabinet()] + [(boss, 0)]
        case "orders":
            for seat in alive:
                office, account = table.office[seat], table.account[seat]
                other = next(s for s in alive if s != seat)
                found.append((seat, {"action": "sulk"}))
                found.append((seat, {"action": "assassinate", "target": seat, "spend": 1}))
                found.append((seat, {"action": "assassinate", "target": 8, "spend": 1}))
                found += [
                    (seat, {"action": "assassinate", "target": other, "spend": n})
                    for n in (-1, 0, account + 1)
                ]
                if office != "navy":
                    found.append((seat, {"action": "patrol", "province": table.map["coast"][0]}))
                if office not in table.at or not table.ring(office):
                    found.append((seat, {"action": "revolt"}))
                if seat == boss:
                    found.append((seat, {"action": "support"}))
                home = next(iter(table.near))
                march = {"from": home, "to": min(table.near[home] - {home}), "units": 99}
                found.append((seat, {"march": march}))
        case "succession":
            found += [(seat, name) for seat in alive for name in (0, 8)]
    return found


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**64).map(Chance), st.integers(0, 40))
def test_a_refused_move_names_its_step_and_seat(chance, steps):
    case, table = random_case(chance, steps=steps)
    if table.phase is None:
        case["steps"].append({"2": 1, "exile": [1]})
        wrong = [1]
    else:
        bad = chance.sample(faults(table), 2)
        case["steps"].append({str(seat): given for seat, given in bad})
        wrong = [seat for seat, _ in bad]
    with pytest.raises(Refused) as refused:
        adjudicate(msgspec.json.encode(case))

    assert (refused.value.at, refused.value.seat) == (len(case["steps"]) - 1, min(wrong))
    assert refused.value.reason.endswith(".")


@pytest.mark.parametrize(
    ("phase", "given"),
    [
        (Phase.BUDGET, "aye"),
        (Phase.VOTE, 1),
        (Phase.SKIM, "aye"),
        (Phase.SKIM, True),
        (Phase.ORDERS, Budget({}, {}, {})),
        (Phase.SUCCESSION, Orders()),
    ],
)
def test_input_of_another_phase_is_refused(table, phase, given):
    state = msgspec.structs.replace(table(4), phase=phase)
    seat = 1 if phase is Phase.BUDGET else 2
    with pytest.raises(Refused):
        check(state, seat, given)


@pytest.mark.parametrize(
    "orders",
    [
        Orders(action="assassinate", target=3),
        Orders(action="assassinate", spend=3),
        Orders(action="support", target=3),
        Orders(action="none", province="p01"),
        Orders(spend=1, march=March("p04", "p05", 1)),
    ],
)
def test_orders_with_a_field_too_many_or_too_few_are_refused(table, orders):
    """L6.1."""
    state = msgspec.structs.replace(table(4), phase=Phase.ORDERS)
    with pytest.raises(Refused):
        check(state, 2, orders)
