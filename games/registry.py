"""The games that are played in rooms, and what a room asks of each.

A game is a module named in ``settings.ROOM_GAMES``; the room machinery knows it by nothing but this.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import cache
from importlib import import_module
from typing import Any, Literal, NamedTuple, Protocol, cast

from django.conf import settings

from games.chance import Dice
from games.formats import Upgrade
from games.terms import Step

Viewer = int | Literal["public", "moderator"]
"""A seat's number, anybody who only watches, or the moderator."""


class Turn(NamedTuple):
    """What one phase was given: inputs by seat, and the interventions, in the game's own types."""

    inputs: Mapping[int, Any]
    interventions: Any


class News(NamedTuple):
    """A dispatch in plain form; ``to`` is a seat's number, or None for everybody."""

    to: int | None
    kind: str
    body: Mapping[str, Any]


class Told(NamedTuple):
    """News with the Year it was told in."""

    year: int
    news: News


class Game(Protocol):
    """What every game's module offers. States, inputs and interventions are its own types.

    ``FORMAT`` is how states and inputs are written today, ``UPGRADES`` how to get there from each format before.
    ``STEPS`` names each phase as one does in a sentence.
    ``OPENS_YEAR`` is the kind of news that begins a year: what a step tells before it belongs to the year before.
    ``read_input`` and ``read_interventions`` refuse with ``Refused`` what has not their form, ``check`` what
    a seat may not send now. ``scenery`` is public, drawn once and kept as text. ``intervened`` is the state of
    the running phase after its interventions, with the news of these alone; ``resolve`` carries them out with
    the phase and does not tell that news again. ``announce`` says what interventions change in words that follow
    "The moderator", and nothing that is secret. ``opening`` is the interventions that the room's options ask for in
    a phase that opens in this state. ``replan`` answers the options as a moderator changes them for the years to
    come, the interventions that follow in the running phase, and what to tell; it refuses what stays as it is.
    ``bot`` gets the seat's sight, what the seat may read of the news
    so far, and dice of its own, never the state.
    """

    SLUG: str
    TITLE: str
    FEWEST: int
    MOST: int
    MODERATED: bool
    STEPS: Mapping[str, str]
    OPENS_YEAR: str
    FORMAT: int
    UPGRADES: Mapping[int, Upgrade]
    PACES: Mapping[str, Mapping[str, timedelta]]

    def check_options(self, options: Mapping[str, Any]) -> dict[str, Any]: ...
    def start(self, *, seats: int, options: Mapping[str, Any], dice: Dice) -> Step[Any]: ...
    def scenery(self, dice: Dice) -> str: ...
    def encode(self, state: Any) -> str: ...
    def decode(self, text: str) -> Any: ...
    def phase(self, state: Any) -> str | None: ...
    def year(self, state: Any) -> int: ...
    def awaited(self, state: Any) -> Sequence[int]: ...
    def read_input(self, state: Any, plain: Any) -> Any: ...
    def write_input(self, given: Any) -> Any: ...
    def check(self, state: Any, seat: int, given: Any) -> None: ...
    def read_interventions(self, plain: Any) -> Any: ...
    def merge(self, state: Any, earlier: Any, later: Any) -> Any: ...
    def write_interventions(self, interventions: Any) -> Any: ...
    def announce(self, interventions: Any) -> Sequence[str]: ...
    def removal(self, seat: int) -> Any: ...
    def opening(self, state: Any, options: Mapping[str, Any]) -> Any: ...
    def replan(
        self, state: Any, options: Mapping[str, Any], given: Any
    ) -> tuple[dict[str, Any], Any, str]: ...
    def intervened(self, state: Any, interventions: Any) -> Step[Any]: ...
    def resolve(self, state: Any, turn: Turn, dice: Dice) -> Step[Any]: ...
    def plain(self, news: Any) -> News: ...
    def see(self, state: Any, viewer: Viewer, inputs: Mapping[int, Any]) -> Any: ...
    def may_read(self, state: Any, viewer: Viewer, news: News, year: int) -> bool: ...
    def check_talk(self, state: Any, seat: int, to: int | None) -> None: ...
    def record(self, seed: bytes, options: Mapping[str, Any], seats: int, turns: Sequence[Turn]) -> bytes: ...
    def bot(self, sight: Any, told: Sequence[Told], dice: Dice) -> Any: ...


@cache
def find(slug: str) -> Game:
    """Answer the game of that slug; refuse an unknown one with ``KeyError``."""
    return cast(Game, import_module(settings.ROOM_GAMES[slug]))


def date(game: Game, before: int, after: int, news: Iterable[News]) -> Iterator[Told]:
    """Say of which year each piece of a step's news is, when the step went from one year to another."""
    year = before
    for one in news:
        if one.kind == game.OPENS_YEAR:
            year = after
        yield Told(year, one)
