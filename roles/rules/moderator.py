"""What a moderator may set right inside a game, and what follows from it (K9)."""

from collections.abc import Mapping

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from games.terms import Refused, Step
from roles.rules import strikes, win
from roles.rules.news import Dispatch
from roles.rules.state import Seat, Standing, State, exists, seat_of, with_seat
from roles.rules.tables import STRIKES_TO_REMOVAL


class Corrected(Struct, frozen=True, forbid_unknown_fields=True):
    """How a player is to stand: jailed ones with the Year they come back, all others with None."""

    standing: str
    strikes: int
    back: int | None


class Corrections(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is set right before a phase closes, in the order it takes effect; what is not named stays."""

    fund: int | UnsetType = UNSET
    spending: int | UnsetType = UNSET
    kaban: int | UnsetType = UNSET
    standing: dict[int, Corrected] = {}
    remove: tuple[int, ...] = ()
    last_year: bool | UnsetType = UNSET


NOTHING = Corrections()


def correct(state: State, corrections: Corrections) -> Step[State]:
    """Carry out ``corrections``, then test the purges; refuse a seat, sum or standing that cannot be (K9.2, K9.3).

    Only a removal is told by the rules themselves. The Kaban is corrected in its true figure, and
    its public one moves along, so that what is not yet announced stays what it was.
    """
    if corrections == NOTHING:
        return Step(state)
    if state.over:
        raise Refused("The game is over.")
    for number in sorted({*corrections.standing, *corrections.remove}):
        if not exists(state, number):
            raise Refused(f"There is no seat {number}.", seat=number)
    for name in ("fund", "spending"):
        figure = getattr(corrections, name)
        if figure is not UNSET and figure < 0:
            raise Refused("Neither tracker can be below 0.")
    state = replace(
        state,
        fund=_or(corrections.fund, state.fund),
        spending=_or(corrections.spending, state.spending),
        kaban=_or(corrections.kaban, state.kaban),
    )
    state = _correct_standings(state, corrections.standing)
    news: list[Dispatch] = []
    for number in sorted(corrections.remove):
        if seat_of(state, number).standing is Standing.REMOVED:
            raise Refused(f"Seat {number} is already out of the game.", seat=number)
        gone = strikes.remove(state, number, "moderator")
        state = gone.state
        news += gone.news
    if corrections.last_year is not UNSET:
        state = replace(state, last_year=corrections.last_year)
    tested = win.judge_purges(state)
    return Step(tested.state, [*news, *tested.news])


def merge(earlier: Corrections, later: Corrections) -> Corrections:
    """Write two corrections of one phase as one that comes to the same, as a record needs it.

    Refuse to bring back in the same phase who was removed in it: a record could not tell that.
    """
    if set(earlier.remove) & set(later.standing):
        raise Refused("Who was removed in this step can be brought back in the next one, or by a rewind.")
    return Corrections(
        fund=earlier.fund if later.fund is UNSET else later.fund,
        spending=earlier.spending if later.spending is UNSET else later.spending,
        kaban=earlier.kaban if later.kaban is UNSET else later.kaban,
        standing={**earlier.standing, **later.standing},
        remove=earlier.remove + later.remove,
        last_year=earlier.last_year if later.last_year is UNSET else later.last_year,
    )


def _correct_standings(state: State, standings: Mapping[int, Corrected]) -> State:
    for number, corrected in sorted(standings.items()):
        if corrected.standing not in list(Standing):
            raise Refused("A player is active, jailed or removed.", seat=number)
        standing = Standing(corrected.standing)
        if not 0 <= corrected.strikes <= STRIKES_TO_REMOVAL:
            raise Refused(f"A player has 0 to {STRIKES_TO_REMOVAL} strikes.", seat=number)
        if (standing is Standing.JAILED) != (corrected.back is not None):
            reason = "A jailed player needs the Year in which they are back, and nobody else has one."
            raise Refused(reason, seat=number)
        seat = Seat(seat_of(state, number).role, standing, corrected.strikes, corrected.back)
        state = with_seat(state, number, seat)
    return state


def _or(figure: int | UnsetType, otherwise: int) -> int:
    return otherwise if figure is UNSET else figure
