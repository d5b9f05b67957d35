"""The games that are played in rooms, and what a room asks of each.

A game is a module named in ``settings.ROOM_GAMES``; the room machinery knows it by nothing but this.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from django.conf import settings

from games.chance import Dice
from games.formats import Upgrade
from games.terms import Step, Viewer


class Turn(NamedTuple):
    """What one phase was given: inputs by seat, and the interventions, in the game's own types."""

    inputs: Mapping[int, Any]
    interventions: Any


class News(NamedTuple):
    """A dispatch in plain form; ``to`` is a seat's number, or None for everybody."""

    to: int | None
    kind: str
    body: Mapping[str, Any]


def news_of(fields: dict[str, Any]) -> News:
    """Take a dispatch apart whose ``fields`` stand as cases write them."""
    to, kind = fields.pop("to"), fields.pop("kind")
    return News(None if to == "all" else to, kind, fields)


class Told(NamedTuple):
    """News with the Year it was told in."""

    year: int
    news: News


class Game(Protocol):
    """What every game's module offers. States, inputs and interventions are the game's own types."""

    SLUG: str
    TITLE: str
    FEWEST: int
    MOST: int
    MODERATED: bool
    STEPS: Mapping[str, str]
    """Each phase as a sentence names it: "the orders"."""
    PACES: Mapping[str, Mapping[str, timedelta]]
    """How long each phase lasts, by pace."""
    OPENS_YEAR: str
    """The kind of news that begins a year: what a step tells before it belongs to the year before."""
    FORMAT: int
    """How states and inputs are written today."""
    UPGRADES: Mapping[int, Upgrade]
    """How to get from each earlier format to the next."""

    def check_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Answer a room's options in full; refuse what the game does not have."""

    def start(self, *, seats: int, options: Mapping[str, Any], dice: Dice) -> Step[Any]:
        """Deal and open the first phase; refuse options that do not fit so many seats."""

    def scenery(self, dice: Dice) -> str:
        """Draw what is public and the same all game long, as text; "" for nothing."""

    def encode(self, state: Any) -> str: ...
    def decode(self, text: str) -> Any: ...

    def phase(self, state: Any) -> str | None:
        """Answer the running phase, None once the game is over."""

    def year(self, state: Any) -> int: ...

    def awaited(self, state: Any) -> Sequence[int]:
        """Answer the seats that may act in the running phase."""

    def read_input(self, state: Any, plain: Any) -> Any:
        """Read what a seat hands in; refuse what has not the phase's form."""

    def write_input(self, given: Any) -> Any: ...

    def check(self, state: Any, seat: int, given: Any) -> None:
        """Refuse what this seat may not send now."""

    def read_interventions(self, plain: Any) -> Any: ...
    def write_interventions(self, interventions: Any) -> Any: ...

    def merge(self, state: Any, earlier: Any, later: Any) -> Any:
        """Write two interventions in one phase as one."""

    def announce(self, interventions: Any) -> Sequence[str]:
        """Say what interventions change, in words that follow "The moderator"; nothing secret is among them."""

    def removal(self, seat: int) -> Any:
        """Answer the intervention that takes a player out of the game."""

    def opening(self, state: Any, options: Mapping[str, Any]) -> Any:
        """Answer the interventions that the room's options ask for in a phase that opens in ``state``."""

    def replan(self, state: Any, options: Mapping[str, Any], given: Any) -> tuple[dict[str, Any], Any, str]:
        """Answer the changed options, the interventions that follow at once, and what to tell.

        Refuses to change what the game's rules fix.
        """

    def intervened(self, state: Any, interventions: Any) -> Step[Any]:
        """Answer the running phase's state after its interventions, with the news of these alone."""

    def resolve(self, state: Any, turn: Turn, dice: Dice) -> Step[Any]:
        """Close the phase that opened in ``state``; the news of its interventions has been told already."""

    def plain(self, news: Any) -> News: ...

    def see(self, state: Any, viewer: Viewer, inputs: Mapping[int, Any]) -> Any:
        """Show the game to one viewer."""

    def may_read(self, state: Any, viewer: Viewer, news: News, year: int) -> bool:
        """Say whether a viewer may read news that was told in ``year``."""

    def check_talk(self, state: Any, seat: int, to: int | None) -> None:
        """Refuse who may not talk now, to the table (None) or to one seat."""

    def record(self, seed: bytes, options: Mapping[str, Any], seats: int, turns: Sequence[Turn]) -> bytes:
        """Write a finished game as a case."""

    def bot(self, sight: Any, told: Sequence[Told], dice: Dice) -> Any:
        """Choose an input from the seat's sight, the news it may read, and dice of its own; never from the state."""


@cache
def find(slug: str) -> Game:
    """Answer the game of that slug; refuse an unknown one with ``KeyError``."""
    return cast(Game, import_module(settings.ROOM_GAMES[slug]))


def date(game: Game, before: int, after: int, news: Iterable[News]) -> Iterator[Told]:
    """Give each piece of a step's news its year, where the step led from the year ``before`` to ``after``."""
    year = before
    for one in news:
        if one.kind == game.OPENS_YEAR:
            year = after
        yield Told(year, one)
