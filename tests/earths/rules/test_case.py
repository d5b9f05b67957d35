"""What is no case of Two Earths, what is refused, and what is taken as it stands."""

import json
from copy import deepcopy
from itertools import pairwise

import msgspec
import pytest

from earths.rules.case import Case, adjudicate
from earths.rules.tables import STATS
from games.cases import InvalidCase
from games.terms import Refused

REMOVED = object()


def side(**changed):
    return {
        "bills": [],
        "struck": [],
        "voters": 1,
        "crisis": {"A": 0, "B": 0, "C": 0},
        "veto": None,
        **changed,
    }


def bill(name="a1", policy="fund-police", upvotes=0, yes=1, no=0):
    return {"id": name, "policy": policy, "upvotes": upvotes, "votes": {"yes": yes, "no": no}}


def earth(**changed):
    return {"stats": dict.fromkeys(STATS, "50.00"), "space": 0, "due": [], "milestones": {}, **changed}


def due(**changed):
    return {
        "year": 2031,
        "passed": 2029,
        "policy": "fund-schools",
        "stat": "jobs",
        "delta": "2.14",
        **changed,
    }


def case(**changed):
    week = {"seed": "5e" * 32, "dice": {"crisis": 6}, "A": side(bills=[bill()]), "B": side()}
    start = {"year": 2031, "A": earth(due=[due()]), "B": earth(milestones={"debt-free": 2030})}
    return {"game": "two-earths", "from": start, "weeks": [week], **changed}


def with_change(path, value):
    """Answer a whole case in which what stands at ``path`` is something else, or missing."""
    changed = case()
    *way, last = path
    place = changed
    for key in way:
        place = place[key]
    if value is REMOVED:
        del place[last]
    else:
        place[last] = value
    return changed


def invalid(given):
    with pytest.raises(InvalidCase) as caught:
        adjudicate(json.dumps(given).encode())
    return caught.value


def refused(given):
    with pytest.raises(Refused) as caught:
        adjudicate(json.dumps(given).encode())
    assert caught.value.reason.endswith(".")
    return caught.value.at, caught.value.seat


def played(given):
    return adjudicate(json.dumps(given).encode())


def every_place(value, path=()):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key)
            yield from every_place(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from every_place(inner, (*path, index))


# Dice override single labels and milestones name those reached, so both may hold fewer; a case may
# set in at the beginning.
MAY_BE_MISSING = [("from",), ("weeks", 0, "dice", "crisis"), ("from", "B", "milestones", "debt-free")]
REQUIRED = [path for path in every_place(case()) if path not in MAY_BE_MISSING]


def test_whole_case_is_played():
    assert list(played(case())) == ["weeks", "milestones"]
    assert REQUIRED


@pytest.mark.parametrize("path", REQUIRED, ids=str)
def test_key_that_is_missing_is_no_case(path):
    assert "missing" in invalid(with_change(path, REMOVED)).reason


@pytest.mark.parametrize("path", MAY_BE_MISSING, ids=str)
def test_key_that_may_be_missing_may_be(path):
    assert played(with_change(path, REMOVED))["weeks"]


OBJECTS = [(), ("from",), ("from", "A"), ("from", "A", "stats"), ("from", "A", "due", 0), ("weeks", 0)]
OBJECTS += [("weeks", 0, "A"), ("weeks", 0, "A", "crisis"), ("weeks", 0, "A", "bills", 0)]
OBJECTS += [("weeks", 0, "A", "bills", 0, "votes"), ("from", "A", "milestones"), ("weeks", 0, "dice")]


@pytest.mark.parametrize("path", OBJECTS, ids=str)
def test_key_that_nobody_knows_is_no_case(path):
    invalid(with_change((*path, "D"), 1))


NUMBERS = [
    ("from", "year"),
    ("from", "A", "space"),
    ("from", "A", "due", 0, "year"),
    ("from", "A", "due", 0, "passed"),
]
NUMBERS += [
    ("from", "B", "milestones", "debt-free"),
    ("weeks", 0, "A", "voters"),
    ("weeks", 0, "A", "crisis", "B"),
]
NUMBERS += [("weeks", 0, "A", "bills", 0, "upvotes"), ("weeks", 0, "A", "bills", 0, "votes", "no")]
NUMBERS += [("weeks", 0, "dice", "crisis")]


@pytest.mark.parametrize("value", [True, 1.0, 1.5, "1", None, [], -1, 10**30], ids=repr)
@pytest.mark.parametrize("path", NUMBERS, ids=str)
def test_number_that_is_no_whole_count_is_no_case(path, value):
    invalid(with_change(path, value))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("game",), "kaban"),
        (("weeks",), {}),
        (("weeks", 0), []),
        (("from",), None),
        (("weeks", 0, "A", "bills"), None),
        (("weeks", 0, "A", "bills", 0, "id"), 1),
        (("weeks", 0, "A", "bills", 0, "policy"), None),
        (("weeks", 0, "A", "struck"), "a1"),
        (("weeks", 0, "A", "struck"), [1]),
        (("weeks", 0, "A", "veto"), 1),
        (("weeks", 0, "A", "veto"), False),
        (("weeks", 0, "dice"), None),
        (("from", "A", "due"), {}),
        (("from", "A", "milestones"), []),
    ],
    ids=str,
)
def test_wrong_type_is_no_case(path, value):
    invalid(with_change(path, value))


@pytest.mark.parametrize("seed", ["", "5e" * 31, "5e" * 33, "5g" * 32, "5e" * 32 + "\n", 5, None, "５e" * 32])
def test_seed_that_is_not_64_hex_digits_is_no_case(seed):
    assert invalid(with_change(("weeks", 0, "seed"), seed)).path == "$.weeks[0].seed"


def test_hex_digits_of_a_seed_may_be_capitals():
    given = with_change(("weeks", 0, "seed"), "5E" * 32)
    assert played(given) == played(case())


@pytest.mark.parametrize(
    "text",
    [
        "50",
        "50.0",
        "50.000",
        "-0.01",
        "100.01",
        "100.1",
        "1000.00",
        "+5.00",
        " 5.00",
        "5,00",
        "5.00\n",
        "٥٠.00",
        "",
    ],
)
def test_stat_that_is_not_nought_to_a_hundred_with_two_decimals_is_no_case(text):
    assert invalid(with_change(("from", "A", "stats", "jobs"), text)).path == "$.from.A.stats.jobs"


@pytest.mark.parametrize("value", [50, 50.00, None])
def test_stat_that_is_no_text_is_no_case(value):
    invalid(with_change(("from", "A", "stats", "jobs"), value))


@pytest.mark.parametrize("text", ["0.00", "9.99", "15.00", "85.01", "99.99", "100.00"])
def test_stat_is_read_to_the_hundredth(text):
    given = case()
    given["weeks"] = []
    given["from"]["A"]["stats"]["jobs"] = text
    given["from"]["A"]["due"] = []
    given["weeks"] = [{"seed": "5e" * 32, "dice": {"crisis": 6, "drift:jobs": 1}, "A": side(), "B": side()}]
    assert played(given)["weeks"][0]["A"]["stats"]["jobs"] == text


@pytest.mark.parametrize("text", ["2", "2.1", "2.145", "1e2", "--1.00", "", "9" * 5000 + ".00"])
def test_delta_that_is_no_number_with_two_decimals_is_no_case(text):
    assert invalid(with_change(("from", "A", "due", 0, "delta"), text)).path == "$.from.A.due[0].delta"


@pytest.mark.parametrize(("label", "most"), [("crisis", 6), ("luck:cut-taxes", 100), ("drift:jobs", 2)])
def test_die_shows_what_it_has_sides_for(label, most):
    assert played(with_change(("weeks", 0, "dice"), {label: 0}))["weeks"]
    assert played(with_change(("weeks", 0, "dice"), {label: most}))["weeks"]
    assert invalid(with_change(("weeks", 0, "dice"), {label: most + 1})).path == f"$.weeks[0].dice.{label}"
    assert invalid(with_change(("weeks", 0, "dice"), {label: -1})).path == f"$.weeks[0].dice.{label}"


@pytest.mark.parametrize(
    "label", ["", "luck", "luck:", "luck:free-ice-cream", "drift:luck", "Crisis", "crisis ", "aid"]
)
def test_die_the_game_does_not_have_is_no_case(label):
    invalid(with_change(("weeks", 0, "dice"), {label: 0}))


def test_what_was_due_before_the_first_week_is_no_case():
    assert invalid(with_change(("from", "A", "due", 0, "year"), 2030)).path == "$.from.A.due[0].year"
    assert played(with_change(("from", "A", "due", 0, "year"), 2031))["weeks"][0]["A"]["due"] == []


@pytest.mark.parametrize("key", ["policy", "stat"])
def test_what_is_due_from_no_policy_or_on_no_stat_is_no_case(key):
    assert invalid(with_change(("from", "A", "due", 0, key), "free-ice-cream")).path == "$.from.A.due[0]"


def test_milestone_that_is_not_there_is_no_case():
    assert invalid(with_change(("from", "B", "milestones"), {"utopia": 2030})).path == "$.from.B"


def test_two_bills_of_one_id_are_no_case():
    twice = [bill(policy="cut-taxes"), bill()]
    assert invalid(with_change(("weeks", 0, "B", "bills"), twice)).path == "$.weeks[0].B.bills"


def test_same_id_on_both_earths_names_two_bills():
    given = with_change(("weeks", 0, "B", "bills"), [bill(policy="cut-taxes")])
    week = played(given)["weeks"][0]
    assert (week["A"]["laws"], week["B"]["laws"]) == (["a1"], ["a1"])
    assert week["A"]["stats"] != week["B"]["stats"]


def test_over_two_thousand_weeks_are_no_case():
    week = {"seed": "5e" * 32, "dice": {}, "A": side(), "B": side()}
    assert len(played(case(weeks=[week] * 2000))["weeks"]) == 2000
    assert invalid(case(weeks=[week] * 2001)).path == "$.weeks"


def test_no_case_at_all_comes_before_a_refusal():
    given = case()
    given["weeks"] = [deepcopy(given["weeks"][0]), deepcopy(given["weeks"][0])]
    given["weeks"][0]["A"]["veto"] = "nobody"
    assert refused(given) == (0, "A")
    given["weeks"][1]["dice"] = {"crisis": 7}
    assert invalid(given).path == "$.weeks[1].dice.crisis"


def test_policy_off_the_menu_is_refused_even_off_the_ballot():  # E4.1
    given = with_change(("weeks", 0, "B", "bills"), [bill(str(n), policy="cut-taxes") for n in range(6)])
    assert played(given)["weeks"][0]["B"]["ballot"] == ["0"]
    given["weeks"][0]["B"]["bills"].append(bill("ice", policy="free-ice-cream"))
    assert refused(given) == (0, "B")


def test_tallies_are_taken_as_they_stand():
    given = with_change(("weeks", 0, "A", "bills"), [bill(yes=9, no=8)])
    given["weeks"][0]["A"]["crisis"] = {"A": 0, "B": 7, "C": 3}
    answer = played(given)["weeks"][0]["A"]
    assert (answer["passed"], answer["response"]) == (["a1"], "B")


def test_ids_are_any_text():
    given = with_change(("weeks", 0, "A", "bills"), [bill(""), bill("Ω 🚀", policy="cut-taxes")])
    assert played(given)["weeks"][0]["A"]["ballot"] == ["", "Ω 🚀"]


def test_answer_holds_its_keys_in_the_documented_order():
    answer = played(case())
    assert list(answer["weeks"][0]) == ["year", "crisis", "A", "B"]
    assert list(answer["weeks"][0]["A"]) == [
        "ballot", "passed", "vetoed", "laws", "response", "stats", "score", "space", "due", "milestones"
    ]  # fmt: skip


def test_answer_of_one_year_is_where_the_next_sets_in():
    week = {"seed": "a7" * 32, "dice": {}, "A": side(bills=[bill(policy="fund-schools")]), "B": side()}
    whole = played({"game": "two-earths", "weeks": [week] * 6})["weeks"]
    for one, other in pairwise(whole):
        start = {"year": other["year"]}
        for name in ("A", "B"):
            start[name] = {key: one[name][key] for key in ("stats", "space", "due", "milestones")}
        assert played({"game": "two-earths", "from": start, "weeks": [week]})["weeks"] == [other]


def test_case_written_from_its_struct_is_the_same_case():
    raw = json.dumps(case()).encode()
    written = msgspec.json.encode(msgspec.json.decode(raw, type=Case))
    assert json.loads(written) == json.loads(raw)
    bare = {"game": "two-earths", "weeks": []}
    assert json.loads(msgspec.json.encode(msgspec.convert(bare, Case))) == bare
