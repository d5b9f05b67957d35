"""`manage.py adjudicate`: read cases, play each on the rules alone, and print what came of it."""

import json
import sys
from argparse import ArgumentParser
from enum import IntEnum
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand

from games.cases import MAX_BYTES, InvalidCase, decode, differences
from games.terms import Refused


class Status(IntEnum):
    """What became of a case, as the exit status tells; of several cases the worst counts."""

    PLAYED = 0
    REFUSED = 1
    INVALID = 2


class Heading(msgspec.Struct):
    """The keys that are the same in every game's cases."""

    game: str
    expect: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class Command(BaseCommand):
    help = (
        "Play cases on the rules alone, without a database, and print one JSON object per case, each on "
        "a line of its own. The exit status is 0, 1 when the rules refuse a move, 2 when something is no "
        "valid case; of several the worst."
    )
    requires_system_checks: ClassVar[list[str]] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("cases", nargs="+", type=Path, metavar="CASE.json")
        parser.add_argument(
            "--check",
            action="store_true",
            help="compare each answer with what its case expects, and print every difference below it as "
            'a line {"case": …, "difference": …}; then a difference makes the exit status 1 at least',
        )

    def handle(self, *, cases: list[Path], check: bool, **options: Any) -> None:
        worst, differing = Status.PLAYED, 0
        for path in cases:
            status, answer, expected = _judge(path)
            self.stdout.write(json.dumps(answer))
            if check and expected:
                try:
                    found = differences(decode(bytes(expected), object), answer)
                except InvalidCase as invalid:
                    # A case that is none for this very reason has said so already.
                    told = status is Status.INVALID
                    found = [] if told else [f"$.expect cannot be read: {invalid.reason}"]
                    status = Status.INVALID
                for difference in found:
                    status = max(status, Status.REFUSED)
                    self.stdout.write(json.dumps({"case": str(path), "difference": difference}))
                differing += len(found)
            worst = max(worst, status)
        if check:
            # Beside the answers, so that whoever reads those by program reads nothing else.
            self.stderr.write(
                f"{len(cases)} looked at, {differing or 'no'} difference{'s' * (differing > 1)}."
            )
        if worst:
            sys.exit(worst)


def _judge(path: Path) -> tuple[Status, dict[str, Any], msgspec.Raw | msgspec.UnsetType]:
    """Answer what came of the case in ``path``, and what it expects where that much of it can be read."""
    expected: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    try:
        raw = _read(path)
        heading = decode(raw, Heading)
        expected = heading.expect
        if heading.game not in settings.CASE_READERS:
            raise InvalidCase("$.game", "There is no game of that name.")
        reader = import_module(settings.CASE_READERS[heading.game])
        return Status.PLAYED, reader.adjudicate(raw), expected
    except InvalidCase as invalid:
        return Status.INVALID, {"invalid": {"path": invalid.path, "reason": invalid.reason}}, expected
    except Refused as refused:
        error = {"at": refused.at, "seat": refused.seat, "reason": refused.reason}
        return Status.REFUSED, {"error": error}, expected


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            # One byte more than a case may have is enough to see that it has too many.
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InvalidCase("$", f"The file cannot be read: {error.strerror or error}.") from None
