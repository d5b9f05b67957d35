"""Kaban as a room knows it (see ``games.registry.Game``): its rules' verbs under the names all games share."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import msgspec
from msgspec import UNSET

from games.chance import Dice
from games.formats import Upgrade
from games.registry import News, Told, Turn, news_of
from games.terms import Refused, Step, Viewer
from roles.bot import choose
from roles.rules import case, cast, codec, moderator, play, sight, talk
from roles.rules.inputs import Input
from roles.rules.moderator import Corrections
from roles.rules.state import FORMAT as STATE_FORMAT
from roles.rules.state import State
from roles.rules.tables import LATEST_YEAR, MAX_PLAYERS, MIN_PLAYERS, SETUPS, Role, Targets

SLUG, TITLE = "kaban", "Kaban"
FEWEST, MOST = MIN_PLAYERS, MAX_PLAYERS
MODERATED = True
STEPS = {
    "hidden": "the hidden phase",
    "election": "the election",
    "run-off": "the run-off",
    "project": "the choice of a project",
    "committee": "the committee's vote",
    "discussion": "the discussion",
    "jail": "the jail vote",
}
OPENS_YEAR = "revenue"
FORMAT = STATE_FORMAT
UPGRADES: dict[int, Upgrade] = {}


def _pace(hidden: int, vote: int, project: int, talk: int) -> dict[str, timedelta]:
    minutes = {
        "hidden": hidden,
        "election": vote,
        "run-off": vote,
        "project": project,
        "committee": vote,
        "discussion": talk,
        "jail": vote,
    }
    return {phase: timedelta(minutes=length) for phase, length in minutes.items()}


DAY = 24 * 60
PACES = {
    "live": _pace(2, 1, 2, 5),
    "table": _pace(10, 10, 10, 20),
    "evening": _pace(10, 5, 10, 15),
    "daily": _pace(DAY, DAY, DAY, DAY),
}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a room is played; ``cards`` and ``targets`` are the usual ones of its player count unless chosen.

    Chosen cards are filled up with Citizens where they name none. ``lengths`` gives single phases another
    length, in seconds. ``last_year`` is the Year that is announced as the last when it opens.
    """

    pace: str = "live"
    seats: int = MAX_PLAYERS
    bots: bool = False
    jail_years: int = cast.USUAL_JAIL_YEARS
    cards: dict[Role, int] | None = None
    targets: Targets | None = None
    lengths: dict[str, int] = {}
    last_year: int | None = None


def check_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Answer the options of a room in full, refusing what the game does not have."""
    try:
        chosen = msgspec.convert(dict(options), Options)
    except msgspec.ValidationError:
        raise Refused("These options do not fit Kaban.") from None
    if chosen.pace not in PACES:
        raise Refused("Choose one of the paces.")
    if not FEWEST <= chosen.seats <= MOST:
        raise Refused(f"Kaban is for {FEWEST} to {MOST} players.")
    if chosen.jail_years not in cast.JAIL_YEARS:
        raise Refused("A first strike costs one, two or three Years.")
    if chosen.last_year is not None and not 1 <= chosen.last_year <= LATEST_YEAR:
        raise Refused(f"The last Year is one from 1 to {LATEST_YEAR}.")
    if not all(
        phase in PACES[chosen.pace] and 10 <= length <= 7 * 24 * 3600
        for phase, length in chosen.lengths.items()
    ):
        raise Refused("A phase lasts from ten seconds to seven days.")
    plain: dict[str, Any] = msgspec.to_builtins(chosen)
    return plain


def start(*, seats: int, options: Mapping[str, Any], dice: Dice) -> Step[State]:
    """Deal the roles and open Year 1; refuse cards that are not as many as the players."""
    chosen = msgspec.convert(dict(options), Options)
    return cast.start(_dealt(chosen, seats, dice), targets=chosen.targets, jail_years=chosen.jail_years)


def _dealt(options: Options, seats: int, dice: Dice) -> tuple[Role, ...]:
    if options.cards is None:
        cards = cast.usual_cards(seats)
    else:
        rest = seats - sum(options.cards.values())
        counts = {Role.CITIZEN: max(rest, 0), **options.cards}
        cards = tuple(role for role in Role for _ in range(counts.get(role, 0)))
    if len(cards) != seats:
        raise Refused(f"{len(cards)} cards are laid out for {seats} players. Change the cards, or the table.")
    return cast.deal(cards, dice)


def scenery(dice: Dice) -> str:
    return ""


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


def read_input(state: State, plain: Any) -> Input:
    """Read what a seat hands in for the running phase; refuse what has not its form."""
    if state.phase is None:
        raise Refused("The game is over.")
    try:
        return codec.decode_input(state.phase, msgspec.json.encode(plain))
    except ValueError:
        raise Refused("This is not what the step asks for.") from None


def write_input(given: Input) -> Any:
    return msgspec.json.decode(codec.encode_input(given))


def check(state: State, seat: int, given: Input) -> None:
    play.check(state, seat, given)


def read_interventions(plain: Any) -> Corrections:
    return msgspec.convert(plain, Corrections, str_keys=True)


def write_interventions(interventions: Corrections) -> Any:
    return msgspec.to_builtins(interventions, str_keys=True)


def merge(state: State, earlier: Corrections, later: Corrections) -> Corrections:
    return moderator.merge(earlier, later)


def announce(interventions: Corrections) -> Sequence[str]:
    """Say what is set right; a secret figure is named, but not told."""
    told = []
    if interventions.spending is not UNSET:
        told.append(f"corrected Public Spending to {interventions.spending}")
    if interventions.fund is not UNSET:
        told.append("corrected the Corruption Fund")
    if interventions.kaban is not UNSET:
        told.append("corrected the Kaban")
    if interventions.standing:
        seats = ", ".join(str(number) for number in sorted(interventions.standing))
        told.append(f"corrected the standing of seat {seats}")
    if interventions.last_year is not UNSET:
        told.append(
            "announced this Year as the last"
            if interventions.last_year
            else "took back that this Year is the last"
        )
    return told


def removal(seat: int) -> Corrections:
    return Corrections(remove=(seat,))


def opening(state: State, options: Mapping[str, Any]) -> Corrections:
    """Announce the Year that was set as the last one, as soon as it opens (K8.4)."""
    is_last = state.phase is not None and options.get("last_year") == state.year
    return Corrections(last_year=True) if is_last and not state.last_year else Corrections()


def replan(state: State, options: Mapping[str, Any], given: Any) -> tuple[dict[str, Any], Corrections, str]:
    """Set another Year as the last, or none; refuse one that is over, and leave alone what is so already."""
    if given is not None and given < state.year:
        raise Refused(f"Year {given} is over, so it cannot be the last.")
    chosen = check_options({**options, "last_year": given})
    is_last = given == state.year
    now = Corrections() if is_last == state.last_year else Corrections(last_year=is_last)
    words = "took back that there is a last Year" if given is None else f"set Year {given} as the last"
    return chosen, now, words


def intervened(state: State, interventions: Corrections) -> Step[State]:
    return Step(state) if interventions == Corrections() else moderator.correct(state, interventions)


def resolve(state: State, turn: Turn, dice: Dice) -> Step[State]:
    return play.resolve(intervened(state, turn.interventions).state, turn.inputs, dice)


def plain(news: Any) -> News:
    return news_of(codec.plain(news))


def see(state: State, viewer: Viewer, inputs: Mapping[int, Input]) -> sight.Sight:
    return sight.see(state, viewer, inputs)


def may_read(state: State, viewer: Viewer, news: News, year: int) -> bool:
    return sight.may_read(state, viewer, to="all" if news.to is None else news.to, kind=news.kind, year=year)


def check_talk(state: State, seat: int, to: int | None) -> None:
    """Refuse whispers, which this game has not, and whoever may not talk now."""
    if to is not None:
        raise Refused("There are no whispers in Kaban.")
    talk.check_talk(state, seat)


def record(seed: bytes, options: Mapping[str, Any], seats: int, turns: Sequence[Turn]) -> bytes:
    """Write a finished game as a case."""
    chosen = msgspec.convert(dict(options), Options)
    played = [
        case.Turn(turn.inputs, None if turn.interventions == Corrections() else turn.interventions)
        for turn in turns
    ]
    return case.write(
        seed,
        _dealt(chosen, seats, Dice(seed)),
        played,
        targets=chosen.targets or SETUPS[seats].targets,
        jail_years=chosen.jail_years,
    )


def bot(sight: sight.Sight, told: Sequence[Told], dice: Dice) -> Input:
    return choose(sight, told, dice)
