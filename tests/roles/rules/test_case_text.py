"""What is no case, and where it goes wrong; and a state that is no state."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cases import InvalidCase
from games.terms import Refused
from roles.rules import case, codec
from tests.roles.rules.tables_set import ROLES, opened, silenced

TEXT = {"game": "kaban", "seed": "ab" * 32, "dice": {}, "roles": list(ROLES), "steps": []}
NINE_GOOD = ["good"] * 9


def adjudicate(**changes):
    return case.adjudicate(msgspec.json.encode({**TEXT, **changes}))


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"game": "estado-libre"}, "$.game"),
        ({"seed": "ab" * 31}, "$.seed"),
        ({"seed": "ab" * 32 + "\n"}, "$.seed"),
        ({"extra": 1}, "$"),
        ({"roles": NINE_GOOD}, "$.roles"),
        ({"roles": list(ROLES[:8])}, "$.roles"),
        ({"roles": [*ROLES[:8], "mayor"]}, "$.roles[8]"),
        ({"dice": {"lot:1": 9}}, "$.dice.lot:1"),
        ({"dice": {"lot:0": 0}}, "$.dice.lot:0"),
        ({"dice": {"small:1": 8}}, "$.dice.small:1"),
        ({"dice": {"large:1": -1}}, "$.dice.large:1"),
        ({"dice": {"deal:9": 0}}, "$.dice.deal:9"),
        ({"dice": {"deal:3": 4}}, "$.dice.deal:3"),
        ({"dice": {"luck:1": 0}}, "$.dice.luck:1"),
        ({"dice": {"lot:1": True}}, "$.dice[...]"),
        ({"targets": {"spending": 0, "fund": 9}}, "$.targets"),
        ({"targets": {"spending": 9}}, "$.targets"),
        ({"jail_years": 4}, "$.jail_years"),
        ({"jail_years": 0}, "$.jail_years"),
        ({"steps": {}}, "$.steps"),
        ({"steps": [{}] * 2001}, "$.steps"),
        ({"steps": [{}, None]}, "$.steps[1]"),
        ({"steps": [{"first": {}}]}, "$.steps[0].first"),
        ({"steps": [{"01": {}}]}, "$.steps[0].01"),
        ({"steps": [{"1": "aye"}]}, "$.steps[0].1"),
        ({"steps": [{"1": 2.0}]}, "$.steps[0].1"),
        ({"steps": [{"1": {"steal": True}}]}, "$.steps[0].1"),
        ({"steps": [{"6": {"protect": "me"}}]}, "$.steps[0].6.protect"),
        ({"steps": [{"1": {"card": "small"}}]}, "$.steps[0].1"),
        ({"steps": [{"1": 3}]}, "$.steps[0].1"),
        ({"steps": [{}, {"1": True}]}, "$.steps[1].1"),
        ({"steps": [{"moderator": None}]}, "$.steps[0].moderator"),
        ({"steps": [{"moderator": {"fund": "6"}}]}, "$.steps[0].moderator.fund"),
        ({"steps": [{"moderator": {"office": 6}}]}, "$.steps[0].moderator"),
        ({"steps": [{"moderator": {"standing": {"x": {}}}}]}, "$.steps[0].moderator.standing"),
        ({"steps": [{"moderator": {"remove": [5, "6"]}}]}, "$.steps[0].moderator.remove[1]"),
    ],
)
def test_what_is_no_case_is_told_with_its_place(changes, path):
    with pytest.raises(InvalidCase) as invalid:
        adjudicate(**changes)

    assert invalid.value.path == path


@pytest.mark.parametrize("key", ["game", "seed", "dice", "roles", "steps"])
def test_a_missing_key_makes_no_case(key):
    with pytest.raises(InvalidCase, match=key):
        case.adjudicate(msgspec.json.encode({k: v for k, v in TEXT.items() if k != key}))


def test_a_fixed_die_is_held_to_how_many_were_tied():
    """K10.2: three tied could roll a 2, two cannot."""
    three = [{}, {"1": 1, "2": 2, "3": 3}, {}]
    two = [{}, {"1": 1, "2": 2}, {}]

    assert adjudicate(dice={"lot:1": 2}, steps=three)["president"] == 3
    with pytest.raises(InvalidCase) as invalid:
        adjudicate(dice={"lot:1": 2}, steps=two)
    assert invalid.value.path == "$.dice.lot:1"


def test_a_case_may_have_as_many_steps_as_a_case_may_have():
    quiet = adjudicate(steps=[{}] * 2000, targets={"spending": 999, "fund": 999})

    assert (quiet["over"], quiet["spending"]) == (False, 0)


def test_an_earlier_refusal_comes_before_a_later_misfit_but_not_before_a_wrong_type():
    with pytest.raises(Refused) as refused:
        adjudicate(steps=[{"9": {"jail": 1}}, {"1": True}])
    assert (refused.value.at, refused.value.seat) == (0, 9)
    with pytest.raises(InvalidCase):
        adjudicate(steps=[{"9": {"jail": 1}}, {"1": "aye"}])


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 20) | st.sampled_from(["small", "active", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["1", "3", "6", "10", "moderator", "nakaw", "jail", "card", "committee", "remove"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(st.lists(json_values, max_size=4))
def test_any_json_is_played_refused_or_no_case(steps):
    try:
        last_step = adjudicate(steps=steps)["dispatches"][-1]["step"]
    except InvalidCase as invalid:
        last_step = -1 if invalid.path.startswith("$") else None
    except Refused as refused:
        last_step = refused.at

    assert last_step in range(-1, len(steps))


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"fund": -1},
        {"phase": "lunch"},
        {"phase": None},
        {"phase": "committee"},
        {"winner": "good", "why": "spending"},
        {"president": 10},
        {"tied": [0]},
        {"seats": []},
        {"offer": {"small": "S9", "large": None}},
        {"findings": [{"by": 12, "seat": 1, "good": True}]},
        {"protections": [{"by": 1, "seat": 12}]},
        {"secret": 1},
    ],
)
def test_a_malformed_state_does_not_get_into_play(change):
    stored = msgspec.json.decode(codec.encode(opened()))
    assert codec.decode(msgspec.json.encode(stored)) == opened()

    with pytest.raises(ValueError, match=r"."):
        codec.decode(msgspec.json.encode({**stored, **change}))


def test_an_input_of_another_phase_is_not_read():
    with pytest.raises(ValueError, match="int"):
        codec.decode_input(silenced().phase, b"true")
    with pytest.raises(ValueError, match="no input"):
        codec.decode_input("discussion", b"1")
