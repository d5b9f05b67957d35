"""The adjudicate command: one line per case, a status, and never a traceback."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).parents[2]
NO_DICE_CAST = {"seed": "5e" * 32, "dice": {}}
IDLE = {"bills": [], "struck": [], "voters": 0, "crisis": {"A": 0, "B": 0, "C": 0}, "veto": None}


def two_earths(*weeks, **more):
    return {"game": "two-earths", "weeks": list(weeks), **more}


def week(veto=None):
    return {**NO_DICE_CAST, "A": {**IDLE, "veto": veto}, "B": IDLE}


@pytest.fixture
def written(tmp_path):
    """Write each case, given as data or bytes, to a file of its own, and answer the paths in order."""

    def write(*cases):
        paths = []
        for number, case in enumerate(cases):
            path = tmp_path / f"case-{number}.json"
            path.write_bytes(case if isinstance(case, bytes) else json.dumps(case).encode())
            paths.append(str(path))
        return paths

    return write


def adjudicate(*arguments):
    """Answer the exit status and the lines printed."""
    out = StringIO()
    try:
        call_command("adjudicate", *arguments, stdout=out)
        status = 0
    except SystemExit as stopped:
        status = stopped.code
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


PLAYED, REFUSED, INVALID = two_earths(week()), two_earths(week(veto="nobody")), {"game": "two-earths"}


def test_case_played_is_answered_with_status_nought(written):
    status, [answer] = adjudicate(*written(PLAYED))
    assert status == 0
    assert list(answer) == ["weeks", "milestones"]


def test_refused_move_is_answered_with_status_one(written):
    status, [answer] = adjudicate(*written(REFUSED))
    assert status == 1
    assert answer == {"error": {"at": 0, "seat": "A", "reason": "Only a bill that passed can be vetoed."}}


def test_what_is_no_case_is_answered_with_status_two(written):
    status, [answer] = adjudicate(*written(INVALID))
    assert status == 2
    assert answer == {"invalid": {"path": "$", "reason": "Object missing required field `weeks`."}}


@pytest.mark.parametrize(
    ("cases", "worst", "kinds"),
    [
        ([PLAYED, REFUSED, PLAYED], 1, ["weeks", "error", "weeks"]),
        ([INVALID, PLAYED, REFUSED], 2, ["invalid", "weeks", "error"]),
        ([REFUSED, INVALID], 2, ["error", "invalid"]),
        ([PLAYED, PLAYED], 0, ["weeks", "weeks"]),
    ],
)
def test_of_several_cases_all_are_answered_in_order_and_the_worst_counts(written, cases, worst, kinds):
    status, answers = adjudicate(*written(*cases))
    assert status == worst
    assert [next(iter(answer)) for answer in answers] == kinds


@pytest.mark.parametrize(
    ("raw", "path"),
    [
        (b"", "$"),
        (b"\x00\xff\xfe" * 100, "$"),
        (b'{"game": "two-earths", "weeks": [', "$"),
        (b"[]", "$"),
        (b"null", "$"),
        (b"{}", "$"),
        (b'{"game": 1}', "$.game"),
        (b'{"game": "chess", "weeks": []}', "$.game"),
        (b"[" * 1_000_000, "$"),
        (b'{"game": "two-earths", "weeks": [], "expect": ' + b"[" * 1_000_000, "$"),
        (b" " * 5_000_001, "$"),
        (b'{"game": "two-earths", "weeks": [], "expect": [1e400]}', "$.expect[0]"),
        (b'{"game": "two-earths", "weeks": [], "expect": [' + b"9" * 6_000 + b"]}", "$.expect[0]"),
        (json.dumps({**PLAYED, "more": 1}).encode(), "$"),
        (json.dumps(two_earths(*[week()] * 2001)).encode(), "$.weeks"),
    ],
    ids=lambda value: str(value[:30])[:30],
)
def test_whatever_a_file_holds_the_answer_is_one_line(written, raw, path):
    status, [answer] = adjudicate("--check", *written(raw))
    assert status == 2
    assert answer["invalid"]["path"] == path
    assert answer["invalid"]["reason"].endswith(".")


def test_file_that_cannot_be_read_is_no_case(written, tmp_path):
    [good] = written(PLAYED)
    status, answers = adjudicate(str(tmp_path / "missing.json"), str(tmp_path), good)
    assert status == 2
    assert [answer.get("invalid") for answer in answers] == [
        {"path": "$", "reason": "The file cannot be read: No such file or directory."},
        {"path": "$", "reason": "The file cannot be read: Is a directory."},
        None,
    ]


def test_check_prints_nothing_more_when_all_is_as_expected(written):
    expected = two_earths(week(), expect={"weeks": [{"year": 2027, "A": {"response": "C"}}]})
    status, answers = adjudicate("--check", *written(expected))
    assert status == 0
    assert len(answers) == 1


def test_check_prints_each_difference_below_its_answer(written):
    wrong = two_earths(week(), expect={"weeks": [{"year": 2028, "A": {"response": "B"}}]})
    paths = written(wrong, PLAYED)
    status, answers = adjudicate("--check", *paths)
    assert status == 1
    assert answers[1:3] == [
        {"case": paths[0], "difference": "$.weeks[0].year: expected 2028, got 2027"},
        {"case": paths[0], "difference": '$.weeks[0].A.response: expected "B", got "C"'},
    ]
    assert list(answers[3]) == ["weeks", "milestones"]
    assert adjudicate(*paths)[0] == 0


def test_check_compares_refusals_and_what_is_no_case_too(written):
    paths = written(
        {**REFUSED, "expect": {"error": {"at": 0, "seat": "A"}}},
        {**REFUSED, "expect": {"error": {"at": 0, "seat": "B"}}},
        {**INVALID, "expect": {"invalid": {"path": "$"}}},
    )
    status, answers = adjudicate("--check", *paths)
    assert status == 2
    assert [answer["difference"] for answer in answers if "difference" in answer] == [
        '$.error.seat: expected "B", got "A"'
    ]


def test_command_needs_no_database_and_prints_plain_lines(written):
    """Run as a player would, with servers named that do not exist."""
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "REDIS_URL": "redis://127.0.0.1:1/0"}
    result = subprocess.run(
        [sys.executable, "manage.py", "adjudicate", *written(PLAYED, REFUSED)],
        cwd=ROOT,
        env={**os.environ, **nowhere, "DEBUG": "true", "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert result.stderr == ""
    assert [next(iter(json.loads(line))) for line in result.stdout.splitlines()] == ["weeks", "error"]
