"""Each numbered clause is shown by a case or a test, and nothing cites a clause that is not there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
DOCUMENT = (ROOT / "docs/rules/two-earths.md").read_text()
CLAUSES = set(re.findall(r"^- \*\*(E\d+\.\d+)\*\*", DOCUMENT, re.MULTILINE))
SECTIONS = set(re.findall(r"^## (E\d+) ", DOCUMENT, re.MULTILINE))

# What hangs on rows and forms rather than on the rules core is shown where the site is tested.
OF_THE_SITE = {"E2.1", "E4.2", "E6.1"} | {clause for clause in CLAUSES if clause.startswith("E13.")}


def cited_by_cases() -> set[str]:
    names = [path.name for path in (ROOT / "tests/cases/two-earths").glob("*.json")]
    return {match[0].upper() for name in names if (match := re.match(r"e\d+\.\d+", name))}


def cited_in(*places: str) -> set[str]:
    files = [path for place in places for path in (ROOT / place).rglob("*.py")]
    return {clause for path in files for clause in re.findall(r"\bE\d+\.\d+\b", path.read_text())}


def test_clauses_are_numbered_without_gaps():
    for section in SECTIONS:
        numbers = sorted(int(clause.split(".")[1]) for clause in CLAUSES if clause.startswith(f"{section}."))
        assert numbers == list(range(1, len(numbers) + 1)), section


def test_every_clause_the_rules_decide_is_shown():
    assert CLAUSES - OF_THE_SITE - cited_by_cases() - cited_in("tests/earths/rules") == set()


def test_nothing_cites_a_clause_that_is_not_there():
    cited = cited_by_cases() | cited_in("earths", "tests/earths")
    assert {"E10.3", "E6.2"} <= cited
    assert cited - CLAUSES == set()
