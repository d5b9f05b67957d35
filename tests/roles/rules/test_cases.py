"""Every case of Kaban, each named after the clause it rules on, and every clause of the rules cited."""

import re
from pathlib import Path

import msgspec
import pytest

from games.cases import differences
from games.terms import Refused
from roles.rules import case

ROOT = Path(__file__).parents[3]
CASES = sorted((ROOT / "tests/cases/kaban").glob("*.json"))
RULES = ROOT / "docs/rules/kaban.md"
CLAUSE = re.compile(r"\bK\d+\.\d+\b")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case_comes_out_as_expected(path):
    raw = path.read_bytes()
    expected = msgspec.json.decode(raw)["expect"]
    try:
        got = case.adjudicate(raw)
    except Refused as refusal:
        got = {"error": {"at": refusal.at, "seat": refusal.seat}}

    assert differences(expected, got) == []


def test_every_clause_is_cited_by_a_case_or_a_test():
    clauses = set(CLAUSE.findall(RULES.read_text()))
    cited = set(CLAUSE.findall(" ".join(path.stem.upper() for path in CASES)))
    for path in Path(__file__).parent.glob("test_*.py"):
        cited |= set(CLAUSE.findall(path.read_text()))

    assert clauses != set()
    assert clauses == cited


def test_code_cites_no_clause_that_is_not_there():
    clauses = set(CLAUSE.findall(RULES.read_text()))
    for path in (ROOT / "roles/rules").glob("*.py"):
        assert set(CLAUSE.findall(path.read_text())) <= clauses, path.name
