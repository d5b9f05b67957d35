"""What each viewer sees: what is public, what is their own, and nothing else before the end."""

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from games.estado.rules.assassination import odds
from games.estado.rules.sight import choices, may_read, nameable, see
from games.estado.rules.state import Budget, bury
from games.estado.rules.tables import Action, Office, Phase

SEATS = 6
WATCHER = None


@pytest.fixture
def marked(table):
    """A vote under way in which every secret sum is a number found nowhere else."""
    state = table(SEATS)
    seats = tuple(replace(seat, account=70_001 + number) for number, seat in enumerate(state.seats))
    balances = {office: 80_001 + number for number, office in enumerate(state.balances)}
    budget = Budget({"navy": 60_000}, {2: 1}, {"navy": 50_001})
    return replace(state, phase=Phase.VOTE, seats=seats, balances=balances, announced=budget)


SECRETS = {*range(70_001, 70_001 + SEATS), *range(80_001, 80_000 + SEATS), 50_001}


def numbers(value):
    if isinstance(value, dict):
        return {n for key, inner in value.items() for n in numbers(key) | numbers(inner)}
    if isinstance(value, tuple | list):
        return {n for inner in value for n in numbers(inner)}
    return {value} if type(value) is int else set()


def secrets_seen(state, viewer):
    return numbers(to_builtins(see(state, viewer))) & SECRETS


def test_each_sees_their_own_and_no_other_secret(marked):
    """L13.2, L13.3, L13.4."""
    assert secrets_seen(marked, WATCHER) == set()
    assert {seat: secrets_seen(marked, seat) for seat in range(1, SEATS + 1)} == {
        1: {70_001, 50_001},
        2: {70_002, 80_001},
        3: {70_003, 80_002},
        4: {70_004, 80_003},
        5: {70_005, 80_004},
        6: {70_006, 80_005},
    }


def test_the_dead_see_what_watchers_see(marked):
    state = bury(marked, [4])
    seen = see(state, 4)

    assert secrets_seen(state, 4) == set()
    assert replace(seen, viewer=None, people=see(state, WATCHER).people) == see(state, WATCHER)


def test_everybody_sees_everything_after_the_end(marked):
    """L11.3."""
    over = replace(marked, phase=None, announced=None)
    seen = [replace(see(over, viewer), viewer=None) for viewer in (WATCHER, *range(1, SEATS + 1))]

    assert secrets_seen(over, WATCHER) == SECRETS - {50_001}
    assert all(other == seen[0] for other in seen)


def test_a_secret_of_another_changes_nothing_in_a_sight(marked):
    richer = replace(
        marked,
        seats=(marked.seats[0], replace(marked.seats[1], account=9), *marked.seats[2:]),
        balances=marked.balances | {Office.DEFENCE: 9},
        announced=replace(marked.announced, withhold={}),
    )

    assert see(richer, 2) != see(marked, 2)
    assert see(richer, 1) != see(marked, 1)
    assert [see(richer, viewer) for viewer in (WATCHER, 3, 4, 5, 6)] == [
        see(marked, viewer) for viewer in (WATCHER, 3, 4, 5, 6)
    ]


def test_what_is_public_is_shown(marked):
    """L13.2."""
    seen = see(marked, WATCHER)

    assert [(person.office, person.alive, person.place) for person in seen.people[:3]] == [
        ("president", True, "p05"),
        ("defence", True, "p04"),
        ("interior", True, "p05"),
    ]
    assert seen.units == {"defence": {"p04": 4}, "interior": {"p05": 2}}
    assert (seen.treasury, seen.guard, seen.phase, seen.awaited) == (48, 4, "vote", (1, 2, 3, 4, 5, 6))
    assert (seen.proposal.allocations, seen.proposal.grants) == ({"navy": 60_000}, {2: 1})


def test_dispatches_reach_their_audience(table):
    """L13.1."""
    viewers, state = (WATCHER, 1, 2, 3), table(SEATS)
    over = replace(state, phase=None)

    assert [viewer for viewer in viewers if may_read(state, viewer, to="all")] == list(viewers)
    assert [viewer for viewer in viewers if may_read(state, viewer, to=2)] == [2]
    assert [viewer for viewer in viewers if may_read(over, viewer, to=2)] == list(viewers)


def test_choices_are_what_the_rules_allow(table):
    """L6.1 - L6.7."""
    state = replace(bury(table(5), [4]), phase=Phase.ORDERS)
    offered = {seat: choices(state, seat) for seat in range(1, 6)}

    assert offered[4] is None
    assert offered[1].actions == (Action.NONE, Action.ASSASSINATE)
    assert offered[2].actions == (Action.NONE, Action.SUPPORT, Action.REVOLT, Action.ASSASSINATE)
    assert offered[5].actions == (Action.NONE, Action.SUPPORT, Action.ASSASSINATE, Action.PATROL)
    assert offered[5].patrols == ("p01", "p03", "p07", "p10")
    assert offered[2].marches == {"p04": (4, ("p03", "p05"))}
    assert offered[1].marches == offered[5].marches == {}
    assert offered[1].odds == {
        2: (0,) * 8 + (250, 500),
        3: (0,) * 6 + (500, 1000, 1500, 2000),
        5: (125, 250, 375, 500, 625, 750, 875, 1000, 1125, 1250),
    }
    assert choices(table(5), 1) is None


def test_a_penniless_commander_far_off_has_little_choice(table):
    state = replace(table(4), phase=Phase.ORDERS, units={Office.DEFENCE: {"p10": 2}, Office.INTERIOR: {}})
    poor = replace(state, seats=(state.seats[0], replace(state.seats[1], account=0), *state.seats[2:]))

    assert choices(poor, 2).actions == (Action.NONE, Action.SUPPORT)
    assert choices(poor, 2).odds == {1: (), 3: (), 4: ()}


def test_odds_are_listed_as_far_as_more_dollars_buy_more(table):
    """L7.4."""
    state = replace(table(5), phase=Phase.ORDERS)
    rich = replace(state, seats=(replace(state.seats[0], account=500), *state.seats[1:]))

    for chances in choices(rich, 1).odds.values():
        assert len(chances) == 18
    assert all(odds(rich, 1, 2, spend) == choices(rich, 1).odds[2][-1] for spend in (18, 19, 500))


def test_ministers_may_be_named_only_in_a_succession(table):
    """L9.2."""
    state = bury(table(5), [1, 3])

    assert nameable(state) == ()
    assert nameable(replace(state, phase=Phase.SUCCESSION)) == (2, 4, 5)
