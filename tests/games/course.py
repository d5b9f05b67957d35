"""A whole game played step by step before everybody's eyes, with all that is shown taken down as evidence."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import time_machine
from django.db import transaction
from django.test import TestCase, override_settings

from games import store
from games.models import Phase
from games.terms import Viewer
from tests.games import addresses
from tests.games.conftest import START, Sitting
from tests.games.crawl import STRANGERS, Answer, Crowd
from tests.games.evidence import WALL, Clause, Evidence
from tests.games.recording import RecordingLayer

BEHIND = ("admin:games_room_changelist", "admin:games_room_change", "admin:games_room_history")
LIVE = ("rooms:room", "rooms:look")
"""A page and its changing parts, which are one template: each viewer is shown the one or the other in turn."""

BETWEEN = timedelta(seconds=5)
"""From one act to the next, so that a page which says when somebody did something last is found out."""


@dataclass(frozen=True)
class Stir:
    """What came of one secret act: whose pages were told to look again, and whose answers differ now."""

    act: str
    moment: str
    may_know: frozenset[Any]
    told: frozenset[Any]
    changed: frozenset[Any] | None

    @property
    def by(self) -> str:
        return f"{self.act}, {self.moment}"


@dataclass
class Course:
    """A room with its visitors, what was secret in it and who was shown what."""

    sitting: Sitting
    crowd: Crowd
    evidence: Evidence
    public_words: re.Pattern[str] | None = None
    stirs: list[Stir] = field(default_factory=list)
    frames: list[dict[str, Any]] = field(default_factory=list)
    statuses: dict[tuple[str, Any, str], int] = field(default_factory=dict)
    before: dict[tuple[Any, str, str], Answer] | None = None
    at: datetime = START

    @property
    def phase(self) -> Phase:
        return Phase.objects.filter(room=self.sitting.room_id, undone=False).latest("serial")

    def inside(self, who: Any) -> dict[str, set[int]]:
        """Answer how the addresses of the room itself have answered a visitor, by the name of their route."""
        found: dict[str, set[int]] = {}
        for (_, visitor, name), status in self.statuses.items():
            if visitor == who and addresses.routes()[name].startswith("r/"):
                found.setdefault(name, set()).add(status)
        return found

    def crawl(
        self, moment: str, *, all_routes_to: Collection[Any] = ()
    ) -> Mapping[tuple[Any, str, str], Answer]:
        """Show everybody the room as it is now: to some at every address there is, to others where it shows most."""
        self.evidence.moments.append(moment)
        live = {who: LIVE[(place + self.evidence.now) % 2] for place, who in enumerate(self.crowd.clients)}
        wall = next(iter(self.sitting.tokens))

        def wanted(who: Any, name: str) -> bool:
            usual = name in (live[who], "rooms:past", *BEHIND) or (name in WALL and who == wall)
            return usual or who in all_routes_to

        shown = self.crowd.ask_all(wanted)
        self.evidence.take(shown, self.public_words)
        self.statuses |= {(moment, who, name): answer.status for (who, name, _), answer in shown.items()}
        return shown

    def act(
        self, act: str, do: Callable[..., Any], *, may_know: set[Any], compare: bool = False, **given: Any
    ) -> bool:
        """Let somebody do something in secret, and answer whether the phase went on."""
        serial = self.phase.serial
        if compare and self.before is None:
            self.before = self._telling()
        told = self.do(do, **given)
        if self.phase.serial != serial:
            self.before = None
            return True
        changed = None
        if compare:
            assert self.before is not None
            after = self._telling()
            changed = frozenset(who for who, *rest in after if after[who, *rest] != self.before[who, *rest])
            self.before = after
        else:
            self.before = None
        self.stirs.append(Stir(act, self._where(), frozenset(may_know), told, changed))
        return False

    def do(self, do: Callable[..., Any], **given: Any) -> frozenset[Viewer]:
        """Do something in the room and answer whose pages are told to look again."""
        RecordingLayer.sent.clear()
        RecordingLayer.frames.clear()
        self.at += BETWEEN
        with TestCase.captureOnCommitCallbacks(execute=True):
            do(room_id=self.sitting.room_id, at=self.at, **given)
        self.frames += RecordingLayer.frames
        return frozenset(RecordingLayer.told(store.everybody(store.load(self.sitting.room))))

    def _telling(self) -> dict[tuple[Any, str, str], Answer]:
        wall = next(iter(self.sitting.tokens))
        return self.crowd.ask_all(
            lambda who, name: (
                who not in STRANGERS and (name == "rooms:room" or (name in WALL and who == wall))
            )
        )

    def _where(self) -> str:
        return f"{self.phase.name}, Year {self.phase.year}"


def open_course(
    sitting: Sitting, neighbour: Sitting, clauses: Mapping[str, Clause], public_words: str = ""
) -> Course:
    """Begin to take down what is shown in a room."""
    words = re.compile(public_words, re.DOTALL) if public_words else None
    return Course(sitting, Crowd(sitting, neighbour), Evidence(clauses), words)


@contextmanager
def played_apart(django_db_blocker: Any) -> Iterator[None]:
    """Let a game be played once for many tests, at a standing clock, and leave nothing of it behind."""
    layers = {"default": {"BACKEND": "tests.games.recording.RecordingLayer"}}
    with (
        django_db_blocker.unblock(),
        override_settings(CHANNEL_LAYERS=layers),
        time_machine.travel(START, tick=False),
    ):
        whole = transaction.atomic()
        # As in Django's own test cases: what insists on a transaction of its own is let in.
        whole._from_testcase = True  # type: ignore[attr-defined]
        with whole:
            yield
            transaction.set_rollback(True)
