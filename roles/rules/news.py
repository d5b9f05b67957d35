"""What is told, and to whom: one shape for each kind of dispatch, under the names a case file uses.

``to`` is ``"all"`` or the number of one seat; a dispatch has no other audience than that, and the
moderator, who sees everything.
"""

from typing import Literal

from msgspec import Struct

from roles.rules.state import Side, Why
from roles.rules.tables import Role

All = Literal["all"]
Ballot = Literal["election", "run-off", "jail"]
ByVote = Literal["vote", "run-off", "lot"]
Cause = Literal["jail", "auto-jail", "tokhang", "moderator"]


class Dispatch(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """One piece of news; what it says stands in the kinds below."""

    to: int | All


class PublicDispatch(Dispatch, frozen=True, kw_only=True):
    to: All = "all"


class Decrease(PublicDispatch, frozen=True, kw_only=True, tag="decrease"):
    amount: int


class Revenue(PublicDispatch, frozen=True, kw_only=True, tag="revenue"):
    amount: int


class Elected(PublicDispatch, frozen=True, kw_only=True, tag="elected"):
    seat: int
    how: ByVote


class Ballots(PublicDispatch, frozen=True, kw_only=True, tag="ballots"):
    of: Ballot
    votes: dict[int, int | None]


class Project(PublicDispatch, frozen=True, kw_only=True, tag="project"):
    card: str
    committee: tuple[int, ...]
    passed: bool


class NoProject(PublicDispatch, frozen=True, kw_only=True, tag="no-project"):
    pass


class JailVote(PublicDispatch, frozen=True, kw_only=True, tag="jail-vote"):
    seat: int | None


class Jailed(PublicDispatch, frozen=True, kw_only=True, tag="jailed"):
    seat: int
    strikes: int
    back: int


class Protected(PublicDispatch, frozen=True, kw_only=True, tag="protected"):
    seat: int


class Removed(PublicDispatch, frozen=True, kw_only=True, tag="removed"):
    seat: int
    role: Role
    how: Cause


class Released(PublicDispatch, frozen=True, kw_only=True, tag="released"):
    seat: int


class Over(PublicDispatch, frozen=True, kw_only=True, tag="over"):
    winner: Side
    why: Why


class Recognition(Dispatch, frozen=True, kw_only=True, tag="recognition"):
    to: int
    seats: tuple[int, ...]


class AuditReport(Dispatch, frozen=True, kw_only=True, tag="audit"):
    to: int
    project: str | None
    kickback: bool


class Alignment(Dispatch, frozen=True, kw_only=True, tag="alignment"):
    to: int
    seat: int
    good: bool


class Silenced(Dispatch, frozen=True, kw_only=True, tag="silenced"):
    to: int


class Blocked(Dispatch, frozen=True, kw_only=True, tag="blocked"):
    to: int
    what: Literal["tokhang", "auto-jail"]
    seat: int


class Lacking(Dispatch, frozen=True, kw_only=True, tag="lacking"):
    to: int
    what: Literal["suhol", "tokhang", "auto-jail"]


class Nakaw(Dispatch, frozen=True, kw_only=True, tag="nakaw"):
    to: int
    stolen: int
