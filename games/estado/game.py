"""Estado Libre as a room knows it (see ``games.registry.Game``): its rules' verbs under the names all games share."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import msgspec

from games.chance import Dice
from games.estado import sight
from games.estado.bot import choose
from games.estado.rules import case, codec, play
from games.estado.rules import sight as rules
from games.estado.rules.drawing import draw
from games.estado.rules.state import FORMAT as STATE_FORMAT
from games.estado.rules.state import State, living
from games.estado.rules.tables import FEWEST_SEATS, MOST_SEATS
from games.formats import Upgrade
from games.registry import News, Told, Turn, news_of
from games.terms import Refused, Step, Viewer

SLUG, TITLE = "estado-libre", "Estado Libre"
FEWEST, MOST = FEWEST_SEATS, MOST_SEATS
MODERATED = False
STEPS = {
    "budget": "the budget",
    "vote": "the vote on the budget",
    "skim": "the skimming",
    "orders": "the orders",
    "succession": "the succession",
}
OPENS_YEAR = "revenue"
FORMAT = STATE_FORMAT
UPGRADES: dict[int, Upgrade] = {}


def _pace(**minutes: int) -> dict[str, timedelta]:
    return {phase: timedelta(minutes=length) for phase, length in minutes.items()}


DAY = 24 * 60
PACES = {
    "live": _pace(budget=4, vote=1, skim=1, orders=4, succession=1),
    "evening": _pace(budget=15, vote=5, skim=5, orders=15, succession=5),
    "daily": _pace(budget=DAY, vote=DAY, skim=DAY, orders=DAY, succession=DAY),
    "slow": _pace(budget=2 * DAY, vote=2 * DAY, skim=2 * DAY, orders=2 * DAY, succession=2 * DAY),
}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a room is played: its pace, how many seats, and whether bots may fill and keep them."""

    pace: str = "live"
    seats: int = MOST_SEATS
    bots: bool = True


class Interventions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to go into exile when the running phase is resolved (L12.2)."""

    exile: tuple[int, ...] = ()


def check_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Answer the options of a room in full, refusing what the game does not have."""
    try:
        chosen = msgspec.convert(dict(options), Options)
    except msgspec.ValidationError:
        raise Refused("These options do not fit Estado Libre.") from None
    if chosen.pace not in PACES:
        raise Refused("Choose one of the paces.")
    if not FEWEST <= chosen.seats <= MOST:
        raise Refused(f"Estado Libre is for {FEWEST} to {MOST} players.")
    plain: dict[str, Any] = msgspec.to_builtins(chosen)
    return plain


def start(*, seats: int, options: Mapping[str, Any], dice: Dice) -> Step[State]:
    """Draw the country, deal the offices, and open the first year."""
    return play.start(draw(dice).map, play.deal(seats, dice))


def scenery(dice: Dice) -> str:
    """Draw the country once for all pages."""
    return msgspec.json.encode(draw(dice)).decode()


def encode(state: State) -> str:
    return codec.encode(state).decode()


def decode(text: str) -> State:
    return codec.decode(text.encode())


def phase(state: State) -> str | None:
    return state.phase


def year(state: State) -> int:
    return state.year


def awaited(state: State) -> Sequence[int]:
    return play.awaited(state)


def read_input(state: State, plain: Any) -> play.Input:
    """Read what a seat hands in for the running phase; refuse what has not its form."""
    if state.phase is None:
        raise Refused("The game is over.")
    try:
        return codec.decode_input(state.phase, msgspec.json.encode(plain))
    except ValueError:
        raise Refused("This is not what the phase asks for.") from None


def write_input(given: play.Input) -> Any:
    return msgspec.json.decode(codec.encode_input(given))


def check(state: State, seat: int, given: play.Input) -> None:
    play.check(state, seat, given)


def read_interventions(plain: Any) -> Interventions:
    return msgspec.convert(plain, Interventions)


def write_interventions(interventions: Interventions) -> Any:
    return msgspec.to_builtins(interventions)


def merge(state: State, earlier: Interventions, later: Interventions) -> Interventions:
    return Interventions(tuple(sorted({*earlier.exile, *later.exile})))


def announce(interventions: Interventions) -> Sequence[str]:
    """Say nothing: a removal, which is all there is, is told as such."""
    return ()


def removal(seat: int) -> Interventions:
    return Interventions((seat,))


def opening(state: State, options: Mapping[str, Any]) -> Interventions:
    return Interventions()


def replan(state: State, options: Mapping[str, Any], given: Any) -> tuple[dict[str, Any], Interventions, str]:
    raise Refused("How long this game lasts is fixed by its rules.")


def intervened(state: State, interventions: Interventions) -> Step[State]:
    """Leave the running phase as it is: who is removed goes into exile when it is resolved."""
    return Step(state)


def resolve(state: State, turn: Turn, dice: Dice) -> Step[State]:
    return play.resolve(state, turn.inputs, dice, exiled=turn.interventions.exile)


def plain(news: Any) -> News:
    return news_of(codec.plain(news))


def see(state: State, viewer: Viewer, inputs: Mapping[int, play.Input]) -> sight.Sight:
    """Show the game to a viewer; what others have handed in is nobody's to see, so ``inputs`` stay unread."""
    return sight.see(state, viewer if isinstance(viewer, int) else None)


def may_read(state: State, viewer: Viewer, news: News, year: int) -> bool:
    seat = viewer if isinstance(viewer, int) else None
    return rules.may_read(state, seat, to="all" if news.to is None else news.to)


def check_talk(state: State, seat: int, to: int | None) -> None:
    """Refuse a word of the dead, and a whisper to them; after the end everybody talks (L13)."""
    if state.over:
        return
    alive = living(state)
    if seat not in alive:
        raise Refused("The dead read on, but say nothing.")
    if to is not None and to not in alive:
        raise Refused("The dead do not hear whispers.")


def record(seed: bytes, options: Mapping[str, Any], seats: int, turns: Sequence[Turn]) -> bytes:
    """Write a finished game as a case."""
    dice = Dice(seed)
    played = [case.Turn(turn.inputs, turn.interventions.exile) for turn in turns]
    return case.write(seed, draw(dice).map, play.deal(seats, dice), played)


def bot(sight: sight.Sight, told: Sequence[Told], dice: Dice) -> play.Input:
    return choose(sight, told, dice)
