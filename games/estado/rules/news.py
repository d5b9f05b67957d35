"""The dispatches: everything that is ever told, each kind with its audience (L13.1).

``to`` is ``"all"`` for the whole table and its watchers, or the one seat that learns it.
"""

from typing import Literal

from msgspec import Struct

from games.estado.rules.tables import Office

Everybody = Literal["all"]


# Nothing frozen here is ever part of a cycle, so Python's collector need not look at it.
class Public(Struct, frozen=True, kw_only=True, tag_field="kind", gc=False):
    """Something the whole table and its watchers learn."""

    to: Everybody = "all"


class Private(Struct, frozen=True, kw_only=True, tag_field="kind", gc=False):
    """Something one seat alone learns."""

    to: int


class Revenue(Public, frozen=True, kw_only=True, tag="revenue"):
    amount: int
    treasury: int


class BudgetAnnounced(Public, frozen=True, kw_only=True, tag="budget-announced"):
    attempt: int
    allocations: dict[str, int]
    grants: dict[int, int]


class BudgetVote(Public, frozen=True, kw_only=True, tag="budget-vote"):
    ayes: int
    nays: int
    passed: bool


class NoBudget(Public, frozen=True, kw_only=True, tag="no-budget"):
    pass


class AidArrived(Public, frozen=True, kw_only=True, tag="aid-arrived"):
    pass


class Assassinated(Public, frozen=True, kw_only=True, tag="assassinated"):
    seat: int


class AttemptFailed(Public, frozen=True, kw_only=True, tag="attempt-failed"):
    seat: int


class Revolt(Public, frozen=True, kw_only=True, tag="revolt"):
    rebels: tuple[int, ...]
    attackers: int
    defenders: int
    won: bool


class NewPresident(Public, frozen=True, kw_only=True, tag="president"):
    seat: int
    how: Literal["revolt", "troops", "cabinet"]


class Post(Public, frozen=True, kw_only=True, tag="post"):
    seat: int
    office: Office


class Exile(Public, frozen=True, kw_only=True, tag="exile"):
    seat: int


class Over(Public, frozen=True, kw_only=True, tag="over"):
    winners: tuple[int, ...]


class ShortChanged(Private, frozen=True, kw_only=True, tag="short-changed"):
    promised: int
    arrived: int


class AidReceived(Private, frozen=True, kw_only=True, tag="aid-received"):
    amount: int


class AidStopped(Private, frozen=True, kw_only=True, tag="aid-stopped"):
    pass


class AidSeized(Private, frozen=True, kw_only=True, tag="aid-seized"):
    amount: int


class Attempt(Private, frozen=True, kw_only=True, tag="attempt"):
    """``odds`` in basis points; ``killed`` is this killer's own success."""

    target: int
    spent: int
    odds: int
    killed: bool
    gained: int


class Upkeep(Private, frozen=True, kw_only=True, tag="upkeep"):
    paid: int
    deserted: int


News = (
    Revenue
    | BudgetAnnounced
    | BudgetVote
    | NoBudget
    | AidArrived
    | Assassinated
    | AttemptFailed
    | Revolt
    | NewPresident
    | Post
    | Exile
    | Over
    | ShortChanged
    | AidReceived
    | AidStopped
    | AidSeized
    | Attempt
    | Upkeep
)
