"""Whatever a file holds, adjudicating it ends soon, with an answer, a refusal or the place where it is no case."""

import json
import time
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from games.cases import InvalidCase, differences
from games.terms import Refused

FOLDER = Path(__file__).parents[1] / "cases"
READERS: dict[str, Callable[[bytes], dict[str, Any]]] = {
    game: import_module(module).adjudicate for game, module in settings.CASE_READERS.items()
}
SOON = 5.0
"""Seconds that no case may take, on a machine that is busy with other things too."""

HUGE = st.sampled_from([-1, 0, 1, 99, 2**31, 2**53, 2**63 - 1, 2**63, -(2**63), 2**64, 10**30, 10**400])
LEAVES = st.none() | st.booleans() | HUGE | st.integers(-3, 12) | st.floats() | st.text(max_size=8)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@cache
def samples(game: str) -> list[Any]:
    found = [json.loads(path.read_text()) for path in sorted((FOLDER / game).glob("*.json"))]
    return [case for case in found if len(json.dumps(case)) < 20_000]


def judged(game: str, raw: bytes) -> dict[str, Any] | str:
    """Answer what came of a case, or why nothing did; let pass nothing else."""
    begun = time.monotonic()
    try:
        answer: dict[str, Any] | str = READERS[game](raw)
    except InvalidCase as invalid:
        answer = invalid.reason if invalid.path.startswith("$") else ""
    except Refused as refused:
        answer = refused.reason
    assert time.monotonic() - begun < SOON
    if isinstance(answer, str):
        assert answer.endswith("."), answer
    return answer


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*path, key))


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


@st.composite
def spoilt(draw: st.DrawFn, game: str) -> bytes:
    """A true case in which some places hold something else."""
    case = {key: value for key, value in draw(st.sampled_from(samples(game))).items() if key != "expect"}
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(list(places(case))[1:]))
        case = replaced(case, path, draw(ANYTHING))
        if not isinstance(case, dict):
            break
    return json.dumps(case).encode()


@pytest.mark.parametrize("game", sorted(READERS))
def test_a_case_with_anything_in_any_place_is_answered(game: str) -> None:
    @effort(max_examples=100, deadline=None)
    @given(spoilt(game))
    def spoil(raw: bytes) -> None:
        judged(game, raw)

    spoil()
    assert isinstance(judged(game, json.dumps(samples(game)[0]).encode()), dict)


@pytest.mark.parametrize("game", sorted(READERS))
def test_bytes_of_any_kind_are_answered(game: str) -> None:
    @effort(max_examples=50, deadline=None)
    @given(st.binary(max_size=60) | ANYTHING.map(lambda value: json.dumps(value).encode("utf-8", "replace")))
    def throw(raw: bytes) -> None:
        assert isinstance(judged(game, raw), str)

    throw()


IDLE = {"bills": [], "struck": [], "voters": 0, "crisis": {"A": 0, "B": 0, "C": 0}, "veto": None}
WEEK = {"seed": "5e" * 32, "dice": {}, "A": IDLE, "B": IDLE}
NEVER_LAST = {"moderator": {"last_year": False, "spending": 1, "fund": 1}}


def test_the_largest_cases_are_answered_soon() -> None:
    kaban, estado = samples("kaban")[0], samples("estado-libre")[0]
    bills = [
        {"id": str(number), "policy": "fund-police", "upvotes": 10**9, "votes": {"yes": 10**9, "no": 1}}
        for number in range(50_000)
    ]
    for large in (
        {"game": "two-earths", "weeks": [WEEK] * 2_000},
        {"game": "two-earths", "weeks": [{**WEEK, "A": {**IDLE, "bills": bills}}]},
        {
            "game": "two-earths",
            "weeks": [{**WEEK, "A": {**IDLE, "bills": bills[:9], "struck": ["1"] * 900_000}}],
        },
        {**kaban, "targets": {"spending": 10**6, "fund": 10**6}, "steps": [NEVER_LAST] * 2_000},
        {**kaban, "dice": {f"small:{year}": 0 for year in range(1, 250_000)}},
        {**estado, "map": {**estado["map"], "borders": estado["map"]["borders"] * 18_000}},
        {**estado, "steps": [{"exile": [1] * 700}] * 2_000},
    ):
        judged(large["game"], json.dumps({**large, "expect": None}).encode())


@pytest.mark.parametrize("game", sorted(READERS))
def test_one_step_more_than_the_most_is_no_case(game: str) -> None:
    case = samples(game)[0]
    steps = "weeks" if game == "two-earths" else "steps"
    with pytest.raises(InvalidCase) as caught:
        READERS[game](json.dumps({**case, steps: [{} if steps == "steps" else WEEK] * 2_001}).encode())
    assert caught.value.path == f"$.{steps}"


@pytest.mark.parametrize(
    ("few", "many", "named"),
    [
        (400, 400, {}),
        (20_000, 100, {"step": -5}),
        (1_500, 1_500, {}),
        (200, 1_500, {"kind": ["x" * 1_000] * 100}),
    ],
)
def test_what_a_case_expects_is_compared_soon(few: int, many: int, named: dict[str, Any]) -> None:
    got = [{"step": number, "kind": "revenue"} for number in range(many)]
    begun = time.monotonic()
    found = differences({"dispatches": [named] * few}, {"dispatches": got})
    assert time.monotonic() - begun < SOON
    assert found == (
        []
        if few * many < 200_000
        else [f"$.dispatches: {few:,} expected dispatches against {many:,} others are too many to compare"]
    )


@given(
    st.lists(st.sampled_from([{"a": 1}, {"b": 1}, {}, {"a": 1, "b": 1}]), min_size=4, max_size=4), st.data()
)
def test_dispatches_are_paired_wherever_they_can_be(
    wanted: list[dict[str, int]], data: st.DataObject
) -> None:
    came = data.draw(
        st.lists(
            st.sampled_from([{"a": 1, "c": 1}, {"b": 1, "c": 2}, {"a": 1, "b": 1, "c": 3}]),
            min_size=4,
            max_size=4,
        )
    )
    most = max(
        sum(one.items() <= other.items() for one, other in zip(wanted, order, strict=True))
        for order in permutations(came)
    )
    found = differences({"dispatches": wanted}, {"dispatches": came})
    assert sum("missing" in one for one in found) == 4 - most
