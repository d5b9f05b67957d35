"""What was to be kept secret in a game, who was entitled to it by the rule book, and who was shown it when.

Who may know what stands in a table of each game, written from its rules and not from its code: see ``Clause``.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from tests.games.crawl import STRANGERS, Answer

NUMBER = re.compile(r"(?<![\w.#-])[1-9][0-9]{3,}(?![\w-]|\.[0-9])")
"""A figure of four digits or more that stands by itself: no coordinate, no part of a token or a colour."""
DRAWING = re.compile(r' (?:d|points|transform)="[^"]*"')
TAG = re.compile(r"<[^>]*>")
BLANKS = re.compile(r"\s+")
WALL = ("rooms:projector", "rooms:projector_look")
Mark = int | str
"""How a secret reads: a figure that stands for nothing else, or words that nothing else is said in."""


@dataclass(frozen=True)
class Clause:
    """Who may know a kind of secret: the ``parties`` that the rule names, and how it ends.

    ``opened`` says what becomes of it at the end of the game: all who may see the room ``must`` be shown it,
    ``may`` be shown it, or ``never`` are. ``on_walls`` lets those who know it show it on the public view.
    """

    rule: str
    parties: tuple[str, ...]
    opened: Literal["must", "may", "never"] = "may"
    on_walls: bool = False


@dataclass(frozen=True)
class Note:
    """A secret that came about at a moment, with those who may know it from then on."""

    moment: int
    kind: str
    mark: Mark
    knowers: frozenset[Any]
    until: int = 10**6


@dataclass(frozen=True)
class Sighting:
    """What one reader was shown at one address at one moment."""

    moment: int
    reader: Any
    route: str
    figures: frozenset[int]
    words: str

    def shows(self, mark: Mark) -> bool:
        return mark in (self.figures if isinstance(mark, int) else self.words)


@dataclass
class Evidence:
    """A game's secrets and sightings. ``moments`` names each moment; from ``ended`` on the game is over."""

    clauses: Mapping[str, Clause]
    notes: list[Note] = field(default_factory=list)
    sightings: list[Sighting] = field(default_factory=list)
    moments: list[str] = field(default_factory=list)
    public: set[int] = field(default_factory=set)
    ended: int = 10**6

    @property
    def now(self) -> int:
        return len(self.moments) - 1

    def note(self, kind: str, mark: Mark, **parties: Any) -> None:
        """Write a secret down with its parties, one seat or several each, as its clause names them."""
        assert tuple(parties) == self.clauses[kind].parties, f"{kind} is for {self.clauses[kind].parties}"
        assert mark not in self.public, f"{mark} is public, so it cannot be looked for as {kind}"
        knowers = frozenset(
            one
            for party in parties.values()
            for one in (party if isinstance(party, Iterable) and not isinstance(party, str) else [party])
        )
        self.notes.append(Note(self.now, kind, mark, knowers))

    def forget(self, mark: Mark) -> None:
        """Let nobody who knew this so far be entitled to it any more, from the next moment on."""
        for place, note in enumerate(self.notes):
            if note.mark == mark and note.until > self.now:
                self.notes[place] = replace(note, until=self.now)

    def also(self, note: Note, knower: Any) -> None:
        """Let one more know what was written down before, from now on."""
        self.notes.append(replace(note, moment=self.now, knowers=note.knowers | {knower}))

    def publish(self, figures: Iterable[int]) -> None:
        """Take down figures that everybody may know, so that no secret is looked for under them."""
        self.public |= {figure for figure in figures if figure >= 1000}

    def take(
        self, answers: Mapping[tuple[Any, str, str], Answer], cut: re.Pattern[str] | None = None
    ) -> None:
        """Take down what was shown to whom; ``cut`` is what everybody is shown anyway."""
        read: dict[str, tuple[frozenset[int], str]] = {}
        for (reader, route, _), answer in answers.items():
            if answer.body not in read:
                read[answer.body] = _read(cut.sub("", answer.body) if cut else answer.body)
            self.sightings.append(Sighting(self.now, reader, route, *read[answer.body]))

    def leaks(self) -> list[str]:
        """List what somebody was shown at a moment at which they were not entitled to it."""
        by_mark: dict[Mark, list[Note]] = defaultdict(list)
        for note in self.notes:
            by_mark[note.mark].append(note)
        return [
            f"{notes[0].kind} {mark!r} to {seen.reader} at {seen.route}, {self.moments[seen.moment]}"
            for mark, notes in by_mark.items()
            for seen in self.sightings
            if (isinstance(mark, int) or seen.moment >= notes[0].moment)
            and seen.shows(mark)
            and not any(self._entitled(note, seen) for note in notes)
        ]

    def unseen(self) -> list[str]:
        """List secrets that nobody entitled was ever shown, and what the end should have opened and did not."""
        missing = [
            f"{note.kind} {note.mark!r} to one of {sorted(note.knowers, key=str)}"
            for note in self.notes
            if note.knowers
            and not any(seen.shows(note.mark) for seen in self.sightings if self._entitled(note, seen))
        ]
        end = [seen for seen in self.sightings if seen.moment >= self.ended and seen.reader == "public"]
        return missing + [
            f"{note.kind} {note.mark!r} after the end"
            for note in self.notes
            if self.clauses[note.kind].opened == "must" and not any(seen.shows(note.mark) for seen in end)
        ]

    def _entitled(self, note: Note, seen: Sighting) -> bool:
        clause = self.clauses[note.kind]
        if seen.moment >= self.ended and clause.opened != "never":
            return seen.reader not in STRANGERS
        reader = seen.reader if clause.on_walls or seen.route not in WALL else "public"
        return note.moment <= seen.moment <= note.until and reader in note.knowers


def _read(body: str) -> tuple[frozenset[int], str]:
    """Answer the figures that stand in a page, and its words both with and without the marks between them."""
    text = DRAWING.sub("", body)
    return frozenset(map(int, NUMBER.findall(text))), BLANKS.sub(" ", f"{text} {TAG.sub('', text)}")
