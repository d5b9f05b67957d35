"""Everything that is counted: ballots, passing, the crisis response, newcomers' choice, the President.

Whole numbers only, so that nothing is ever rounded. Ids are whatever the caller names things by.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from earths.rules.tables import BALANCE, BALLOT_SIZE, FIFTH, LETTERS, SETTLING_WEEKS

Id = TypeVar("Id", bound=Hashable)
UNHEARD = "C"
"""The response that applies when nobody chose one (E6.6)."""


@dataclass(frozen=True)
class Candidate(Generic[Id]):
    """A bill that would be on the ballot."""

    id: Id
    policy: str
    upvotes: int


@dataclass(frozen=True)
class Endorsements(Generic[Id]):
    """How many citizens endorse ``candidate``, of those that are alike in two things.

    ``own`` is the candidate's endorsement of themself; ``active`` are those who voted in one of the last four weeks.
    """

    candidate: Id
    own: bool
    active: bool
    number: int


def ballot(bills: Sequence[Candidate[Id]]) -> tuple[Id, ...]:
    """Choose at most five of ``bills``, given in the order proposed, and put them in ballot order (E5).

    A bill struck before the ballot stands is not to be among them.
    """
    chosen: dict[str, Id] = {}
    for bill in sorted(bills, key=lambda bill: -bill.upvotes):
        chosen.setdefault(bill.policy, bill.id)
    return tuple(chosen.values())[:BALLOT_SIZE]


def needed(voters: int) -> int:
    """Answer how many must have voted on a bill to be one in five of ``voters`` (E6.2)."""
    return -(-voters // FIFTH)


def passes(yes: int, no: int, voters: int) -> bool:
    """Tell whether a bill passes: more yes than no, and one voter in five voted on it (E6.2, E6.3)."""
    return yes > no and FIFTH * (yes + no) >= voters


def response(votes: Mapping[str, int]) -> str:
    """Answer the letter with most votes, the earlier one of equals, C where nobody voted (E6.5, E6.6)."""
    if not any(votes.values()):
        return UNHEARD
    return max(LETTERS, key=lambda letter: votes.get(letter, 0))


def open_earths(sizes: Mapping[str, int]) -> tuple[str, ...]:
    """Answer which Earths a newcomer may pick, given how many citizens each has (E2.2)."""
    smallest = min(sizes.values())
    return tuple(earth for earth, size in sizes.items() if 100 * size <= (100 + BALANCE) * smallest)


def president(
    candidates: Sequence[Id], endorsements: Iterable[Endorsements[Id]], *, incumbent: Id | None, week: int
) -> Id | None:
    """Elect the President of the week that opens, or nobody (E9.2 to E9.5).

    ``candidates`` stand in order, the longest-standing first; ``week`` is the world's, the first
    being 1. An endorsement of somebody who does not stand counts for nobody.
    """
    counted = [alike for alike in endorsements if alike.active or week <= SETTLING_WEEKS]
    totals: Counter[Id] = Counter()
    for alike in counted:
        totals[alike.candidate] += alike.number
    backed = {alike.candidate for alike in counted if not alike.own}
    eligible = [candidate for candidate in candidates if candidate in backed]
    return max(eligible, key=lambda candidate: (totals[candidate], candidate == incumbent), default=None)
