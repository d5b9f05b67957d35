"""Every case of Estado Libre, each named after the clause it rules on, and every clause of the rules shown."""

import re
from pathlib import Path

import msgspec
import pytest

from games.cases import differences
from games.estado.rules import case
from games.terms import Refused

ROOT = Path(__file__).parents[4]
CASES = sorted((ROOT / "tests/cases/estado-libre").glob("*.json"))
CLAUSE = re.compile(r"\bL\d+\.\d+\b")
CLAUSES = re.findall(
    r"^- \*\*(L\d+\.\d+)\*\*", (ROOT / "docs/rules/estado-libre.md").read_text(), re.MULTILINE
)

# What only a whole site can show: the sealed seed, and that the record is opened.
OF_THE_SITE = {"L1.3", "L11.3"}


def cited_in(folder):
    return {clause for path in (ROOT / folder).rglob("*.py") for clause in CLAUSE.findall(path.read_text())}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case_comes_out_as_expected(path):
    raw = path.read_bytes()
    expected = msgspec.json.decode(raw)["expect"]
    try:
        got = case.adjudicate(raw)
    except Refused as refusal:
        got = {"error": {"at": refusal.at, "seat": refusal.seat}}

    assert differences(expected, got) == []


def test_clauses_are_numbered_without_gaps():
    sections = {}
    for clause in CLAUSES:
        section, number = clause.split(".")
        sections.setdefault(section, []).append(int(number))

    assert list(sections) == [f"L{number}" for number in range(1, len(sections) + 1)]
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in sections.values())


def test_every_clause_is_shown_by_a_case_or_a_test():
    by_cases = {CLAUSE.match(path.stem)[0] for path in CASES}

    assert set(CLAUSES) - by_cases - cited_in("tests/games/estado/rules") == set()
    assert set(CLAUSES) >= OF_THE_SITE


def test_nothing_cites_a_clause_that_is_not_there():
    cited = cited_in("games/estado") | cited_in("tests/games/estado")

    assert {"L7.4", "L9.5"} <= cited
    assert cited - set(CLAUSES) == set()
