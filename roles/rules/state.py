"""A running game of Kaban as one frozen value.

Here is what has to be remembered, and the plain questions that can be put to it. How a game moves
on stands in the modules named after its steps.
"""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from roles.rules.tables import CARDS, Card, Role, Targets

FORMAT = 1


class Standing(StrEnum):
    ACTIVE = "active"
    JAILED = "jailed"
    REMOVED = "removed"


class Phase(StrEnum):
    """The steps of a Year that wait for input; all the others follow by themselves."""

    HIDDEN = "hidden"
    ELECTION = "election"
    RUN_OFF = "run-off"
    PROJECT = "project"
    COMMITTEE = "committee"
    DISCUSSION = "discussion"
    JAIL = "jail"


class Side(StrEnum):
    GOOD = "good"
    BAD = "bad"


class Why(StrEnum):
    CORRUPT_PURGE = "corrupt-purge"
    GOOD_PURGE = "good-purge"
    SPENDING = "spending"
    FUND = "fund"
    LAST_YEAR = "last-year"


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """One player: the role dealt to them, and how they stand; ``back`` is the Year a jailed one returns."""

    role: Role
    standing: Standing = Standing.ACTIVE
    strikes: int = 0
    back: int | None = None


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """The ids of the two cards dealt to the President; None where no card of that kind may be dealt."""

    small: str | None
    large: str | None


class Committee(Struct, frozen=True, forbid_unknown_fields=True):
    """The project of the Year as picked; ``passed`` is None until the committee has voted."""

    card: str
    members: tuple[int, ...]
    passed: bool | None = None


class Audit(Struct, frozen=True, forbid_unknown_fields=True):
    """What the COA is told of a Year: the project that succeeded, and whether a kickback was paid."""

    project: str | None = None
    kickback: bool = False


class Protection(Struct, frozen=True, forbid_unknown_fields=True):
    by: int
    seat: int


class Finding(Struct, frozen=True, forbid_unknown_fields=True):
    by: int
    seat: int
    good: bool


class State(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything a game of Kaban knows between two inputs.

    ``kaban`` is the true figure. ``unannounced`` is last Year's decrease until it is read out, and
    ``decrease`` this Year's so far. What stands below ``audit`` lasts for one Year.
    """

    targets: Targets
    jail_years: int
    seats: tuple[Seat, ...]
    kaban: int
    format: int = FORMAT
    year: int = 1
    phase: Phase | None = Phase.HIDDEN
    spending: int = 0
    fund: int = 0
    unannounced: int = 0
    decrease: int = 0
    president: int | None = None
    term_ends: int | None = None
    winner: Side | None = None
    why: Why | None = None
    audit: Audit = Audit()
    protections: tuple[Protection, ...] = ()
    findings: tuple[Finding, ...] = ()
    silenced: bool = False
    tied: tuple[int, ...] = ()
    offer: Offer | None = None
    committee: Committee | None = None
    last_year: bool = False

    @property
    def over(self) -> bool:
        return self.winner is not None

    @property
    def announced(self) -> int:
        """The public figure of the Kaban: the true one without the decreases not yet read out (K4.2)."""
        return self.kaban + self.unannounced + self.decrease


def exists(state: State, number: int) -> bool:
    return 1 <= number <= len(state.seats)


def seat_of(state: State, number: int) -> Seat:
    return state.seats[number - 1]


def is_active(state: State, number: int) -> bool:
    return exists(state, number) and state.seats[number - 1].standing is Standing.ACTIVE


def active_seats(state: State) -> tuple[int, ...]:
    return tuple(n for n, seat in enumerate(state.seats, 1) if seat.standing is Standing.ACTIVE)


def active_with(state: State, role: Role) -> tuple[int, ...]:
    """Answer the active seats that hold ``role``, in seat order: "the free Corrupt" and their like."""
    return tuple(
        n for n, seat in enumerate(state.seats, 1) if seat.role is role and seat.standing is Standing.ACTIVE
    )


def is_good(seat: Seat) -> bool:
    return seat.role is not Role.CORRUPT


def is_protected(state: State, number: int) -> bool:
    return any(protection.seat == number for protection in state.protections)


def presiding(state: State) -> int | None:
    """Answer the seat of the President in office: elected, within the term, and active (K5.1)."""
    if state.president is None or state.term_ends is None or state.term_ends < state.year:
        return None
    return state.president if is_active(state, state.president) else None


def candidates(state: State) -> tuple[int, ...]:
    """Answer who may be named in the running election: in a run-off the tied who are left (K5.3, K9.4)."""
    return tuple(n for n in state.tied if is_active(state, n)) or active_seats(state)


def has_corrupt(state: State, members: tuple[int, ...]) -> bool:
    return any(seat_of(state, n).role is Role.CORRUPT for n in members)


def offered(state: State, kind: str) -> Card | None:
    """Answer the card of ``kind`` (``small`` or ``large``) dealt to the President, if there is one."""
    if state.offer is None:
        return None
    held = {"small": state.offer.small, "large": state.offer.large}.get(kind)
    return None if held is None else CARDS[held]


def with_seat(state: State, number: int, seat: Seat) -> State:
    seats = (*state.seats[: number - 1], seat, *state.seats[number:])
    return replace(state, seats=seats)
