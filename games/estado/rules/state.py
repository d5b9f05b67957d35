"""What there is to know about a game between two phases, and the plain questions asked of it.

A ``State`` holds every secret of the table; only ``sight`` decides who may learn what of it.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from games.estado.rules.map import Map, around_capital, standing_place
from games.estado.rules.tables import COMMANDS, GUARD, MINISTRIES, Office, Phase

FORMAT = 1


# Nothing frozen here is ever part of a cycle, so Python's collector need not look at it.
class Seat(Struct, frozen=True, gc=False):
    """One person at the table; the dead and the exiled hold no office and no money."""

    office: Office | None
    alive: bool
    account: int

    def __repr__(self) -> str:
        return f"Seat(office={self.office}, alive={self.alive})"


DEAD = Seat(office=None, alive=False, account=0)


class Budget(Struct, frozen=True, forbid_unknown_fields=True):
    """What a President proposes: two public columns and a secret one, in dollars (L4.1)."""

    allocations: dict[str, int]
    grants: dict[int, int]
    withhold: dict[str, int]

    def __repr__(self) -> str:
        return f"Budget(allocations={self.allocations}, grants={self.grants})"


class State(Struct, frozen=True, gc=False):
    """A game at the opening of a phase; ``phase`` is ``None`` once it is over.

    ``units`` maps each command to its troops by province, provinces without any left out.
    """

    format: int
    map: Map
    year: int
    phase: Phase | None
    attempt: int
    treasury: int
    seats: tuple[Seat, ...]
    balances: dict[Office, int]
    units: dict[Office, dict[str, int]]
    announced: Budget | None
    winners: tuple[int, ...]

    @property
    def over(self) -> bool:
        return self.phase is None

    def __repr__(self) -> str:
        return f"State(year={self.year}, phase={self.phase}, seats={self.seats})"


def ministries(state: State) -> tuple[Office, ...]:
    """List this table's ministries in order of precedence."""
    return MINISTRIES[: len(state.seats) - 1]


def living(state: State) -> list[int]:
    """List the seats still alive, lowest first."""
    return [number for number, seat in enumerate(state.seats, 1) if seat.alive]


def holder(state: State, office: Office) -> int | None:
    """Name the seat that holds ``office``."""
    for number, seat in enumerate(state.seats, 1):
        if seat.office is office:
            return number
    return None


def holders(state: State) -> dict[Office, int]:
    """Map each office that somebody holds to that seat."""
    return {seat.office: number for number, seat in enumerate(state.seats, 1) if seat.office is not None}


def ministers(state: State) -> list[int]:
    """List the living ministers, most senior first; the President is none."""
    held = holders(state)
    return [held[office] for office in ministries(state) if office in held]


def place(state: State, seat: int) -> str:
    """Name the province where a living seat stands; a person without office stands nowhere (``ValueError``)."""
    office = state.seats[seat - 1].office
    if office is None:
        raise ValueError(f"seat {seat} holds no office")
    return standing_place(state.map, office)


def garrison(state: State, province: str) -> int:
    """Count all who guard ``province``: units of either command, and in the capital the palace guard."""
    guard = GUARD if province == state.map.capital else 0
    return guard + sum(troops.get(province, 0) for troops in state.units.values())


def near_capital(state: State, command: Office) -> dict[str, int]:
    """Map the capital and the provinces bordering it to the units ``command`` has there, in id order."""
    ring = around_capital(state.map)
    return {province: units for province, units in sorted(state.units[command].items()) if province in ring}


def commander_in_capital(state: State) -> int | None:
    """Name the living commander with most units in the capital (equal: precedence), if any has one there."""
    strongest, most = None, 0
    for command in COMMANDS:
        commander, units = holder(state, command), state.units[command].get(state.map.capital, 0)
        if commander is not None and units > most:
            strongest, most = commander, units
    return strongest


def pay(state: State, amounts: Iterable[tuple[int, int]]) -> State:
    """Add to each seat's account its amount in dollars (below 0: take)."""
    seats = list(state.seats)
    for number, amount in amounts:
        seat = seats[number - 1]
        seats[number - 1] = replace(seat, account=seat.account + amount)
    return replace(state, seats=tuple(seats))


def bury(state: State, seats: Iterable[int]) -> State:
    """Take away life, office and account of ``seats``."""
    left = list(state.seats)
    for number in seats:
        left[number - 1] = DEAD
    return replace(state, seats=tuple(left))


def seat_in(state: State, posts: Mapping[int, Office | None]) -> State:
    """Give seats their new offices."""
    seats = list(state.seats)
    for number, office in posts.items():
        seats[number - 1] = replace(seats[number - 1], office=office)
    return replace(state, seats=tuple(seats))


def station(state: State, command: Office, troops: dict[str, int]) -> State:
    """Let ``troops`` be where the units of ``command`` stand; provinces without any are left out."""
    return replace(state, units={**state.units, command: {p: n for p, n in troops.items() if n}})
