"""Every case in tests/cases/two-earths comes to what it expects; its name says which clause it is about."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from earths.rules.case import adjudicate
from games.cases import InvalidCase, differences
from games.terms import Refused

CASES = sorted((Path(__file__).parents[2] / "cases" / "two-earths").glob("*.json"))


def answer(raw: bytes) -> dict[str, Any]:
    try:
        return adjudicate(raw)
    except Refused as refused:
        return {"error": {"at": refused.at, "seat": refused.seat, "reason": refused.reason}}
    except InvalidCase as invalid:
        return {"invalid": {"path": invalid.path, "reason": invalid.reason}}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case_comes_to_what_it_expects(path):
    raw = path.read_bytes()
    expected = msgspec.json.decode(raw)["expect"]
    assert expected
    assert differences(expected, answer(raw)) == []
