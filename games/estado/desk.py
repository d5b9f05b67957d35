"""What lies on a minister's desk: portraits, newspaper, telegrams, and the sheet that says what is asked."""

from dataclasses import dataclass
from itertools import groupby

from games.estado.dispatches import by_year
from games.estado.initials import initials
from games.estado.rules.tables import ATTEMPTS, YEARS, Office, Phase
from games.estado.words import listing, tell, title
from games.sight import DispatchSight, RoomSight


@dataclass(frozen=True)
class Portrait:
    """Somebody in the roster; ``account`` is None where the viewer may not know it."""

    seat: int
    name: str
    initials: str
    office: str
    rank: str
    alive: bool
    account: int | None
    is_me: bool
    is_bot: bool
    is_vacant: bool
    is_host: bool
    won: bool


@dataclass(frozen=True)
class Line:
    """A line of the newspaper, or a telegram; ``to`` names its reader where that is not the viewer."""

    year: int
    kind: str
    text: str
    to: str


@dataclass(frozen=True)
class Year:
    """A year of the newspaper, in the order things happened."""

    number: int
    lines: tuple[Line, ...]
    is_past: bool


@dataclass(frozen=True)
class Sheet:
    """What the running phase asks: of whom, of this viewer, and what happens if nothing is sent."""

    phase: str
    heading: str
    asked: bool
    question: str
    default: str
    awaited: str
    attempt: int
    last_attempt: bool
    last_year: bool
    office: str
    balance: int
    account: int | None
    alive: bool


@dataclass(frozen=True)
class ProposalRow:
    """One line of the budget before the house; ``withheld`` is for its President alone, and None for a grant."""

    what: str
    name: str
    amount: int
    withheld: int | None
    is_mine: bool


@dataclass(frozen=True)
class ProposalSheet:
    """The budget before the house."""

    rows: tuple[ProposalRow, ...]
    total: int
    is_own: bool


ASKED = {
    Phase.BUDGET: (
        "Budget of the Republic",
        "Say in public who gets what; and in secret, how much of it does not arrive.",
    ),
    Phase.VOTE: ("Ballot of the House", "Shall the budget pass? The totals are told, your vote is not."),
    Phase.SKIM: (
        "Receipt for services",
        "How much of your ministry's money do you move to your own account abroad?",
    ),
    Phase.ORDERS: ("Orders, most secret", "One order. Everybody's are carried out at once."),
    Phase.SUCCESSION: (
        "Nomination",
        "The President is dead, and no troops hold the capital. Whom do you name?",
    ),
}
DEFAULTS = {
    Phase.BUDGET: "If nothing is sent, the year has no budget, at once.",
    Phase.VOTE: "If nothing is sent, you abstain.",
    Phase.SKIM: "If nothing is sent, you take nothing, and the money stays with the ministry.",
    Phase.ORDERS: "If nothing is sent, you do nothing this year.",
    Phase.SUCCESSION: "If nothing is sent, you name nobody.",
}


def names(seen: RoomSight) -> dict[int, str]:
    """Map seats to names."""
    return {seat.number: seat.name for seat in seen.seats}


def portraits(seen: RoomSight) -> list[Portrait]:
    """Show everybody at the table: the living by precedence, the dead last."""
    seats = {seat.number: seat for seat in seen.seats}
    order = list(Office)
    people = sorted(
        seen.play.people, key=lambda one: (order.index(one.office) if one.office else len(order), one.seat)
    )
    return [
        Portrait(
            seat=person.seat,
            name=seats[person.seat].name,
            initials=initials(seats[person.seat].name),
            office=title(person.office) if person.alive else "Dead or gone",
            rank=str(person.office or ""),
            alive=person.alive,
            account=person.account if person.alive else None,
            is_me=seats[person.seat].is_me,
            is_bot=seats[person.seat].is_bot,
            is_vacant=seats[person.seat].is_vacant,
            is_host=seats[person.seat].is_host,
            won=seen.play.over and person.seat in seen.play.winners,
        )
        for person in people
    ]


def annals(seen: RoomSight) -> list[Year]:
    """Group what everybody was told by year, the latest year first."""
    told = [_line(year, piece, seen) for year, piece in by_year(seen.dispatches) if piece.to is None]
    years = [
        Year(number, tuple(lines), number < seen.play.year)
        for number, lines in groupby(told, lambda one: one.year)
    ]
    return years[::-1]


def telegrams(seen: RoomSight) -> list[Line]:
    """List what the viewer was told in private, the latest first; after the end, everybody's."""
    told = [_line(year, piece, seen) for year, piece in by_year(seen.dispatches) if piece.to is not None]
    return told[::-1]


def proposal(seen: RoomSight) -> ProposalSheet | None:
    """Lay out the budget that the house votes on, if there is one."""
    budget = seen.play.proposal
    if budget is None:
        return None
    called = names(seen)
    holders = {str(person.office): person.seat for person in seen.play.people if person.office}
    withheld = budget.withhold or {}
    rows = [
        ProposalRow(
            title(office),
            called[holders[office]] if office in holders else "",
            amount,
            withheld.get(office, 0),
            holders.get(office) == seen.viewer,
        )
        for office, amount in budget.allocations.items()
        if amount
    ]
    rows += [
        ProposalRow("Grant to", called[seat], amount, None, seat == seen.viewer)
        for seat, amount in budget.grants.items()
        if amount
    ]
    return ProposalSheet(tuple(rows), sum(row.amount for row in rows), budget.withhold is not None)


def sheet(seen: RoomSight) -> Sheet | None:
    """Say what the running phase asks; None once the game is over."""
    play = seen.play
    if seen.phase is None:
        return None
    phase = Phase(seen.phase)
    me = next((person for person in play.people if person.seat == seen.viewer), None)
    heading, question = ASKED[phase]
    asked = seen.viewer in play.awaited
    return Sheet(
        phase=str(phase),
        heading=heading,
        asked=asked,
        question=question,
        default=DEFAULTS[phase],
        awaited=_awaited(seen),
        attempt=play.attempt,
        last_attempt=play.attempt == ATTEMPTS,
        last_year=play.year == YEARS,
        office=title(me.office) if me else "",
        balance=sum(play.balances.values()),
        account=me.account if me else None,
        alive=bool(me and me.alive),
    )


def _awaited(seen: RoomSight) -> str:
    """Say for whom the running phase waits."""
    waiting, called = seen.play.awaited, names(seen)
    if len(waiting) == sum(person.alive for person in seen.play.people):
        return "everybody alive"
    return listing(called[seat] for seat in waiting) if waiting else "nobody"


def _line(year: int, piece: DispatchSight, seen: RoomSight) -> Line:
    called = names(seen)
    to = called[piece.to] if piece.to is not None and piece.to != seen.viewer else ""
    return Line(year, piece.kind, tell(piece.kind, piece.body, called), to)
