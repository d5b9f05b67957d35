"""Public money: the President's budget, the vote on it, and what ministers skim (L4, L5)."""

from collections.abc import Mapping

from msgspec.structs import replace

from games.estado.rules.news import BudgetAnnounced, BudgetVote, News, NoBudget, ShortChanged
from games.estado.rules.state import (
    Budget,
    State,
    holder,
    living,
    ministries,
    pay,
)
from games.estado.rules.tables import ATTEMPTS, AYE, VOTES, Office, Phase
from games.terms import Refused, Step


def check_budget(state: State, seat: int, budget: Budget) -> None:
    """Refuse a budget that names who may not be named, a wrong sum, or more than the treasury (L4.1, L4.2)."""
    filled = {person.office for person in state.seats} - {Office.PRESIDENT}
    for name in (*budget.allocations, *budget.withhold):
        if name not in filled:
            raise Refused("A budget can name only ministries that somebody holds.", seat=seat)
    people = set(living(state))
    if not budget.grants.keys() <= people:
        raise Refused("Only the living members of the cabinet can be given a grant.", seat=seat)
    sums = (*budget.allocations.values(), *budget.grants.values())
    if min(sums, default=0) < 0:
        raise Refused("No sum in a budget can be below zero.", seat=seat)
    if sum(sums) > state.treasury:
        raise Refused(f"The budget comes to more than the ${state.treasury} in the treasury.", seat=seat)
    for name, amount in budget.withhold.items():
        if not 0 <= amount <= max(0, budget.allocations.get(name, 0) - 1):
            raise Refused("At least $1 of an allocation has to arrive: withhold less.", seat=seat)


def announce(state: State, inputs: Mapping[int, Budget]) -> Step[State]:
    """Put the President's budget to the vote; without one the year has none (L4.3)."""
    for budget in inputs.values():
        heard = BudgetAnnounced(attempt=state.attempt, allocations=budget.allocations, grants=budget.grants)
        return Step(replace(state, phase=Phase.VOTE, announced=budget), [heard])
    return Step(replace(state, phase=Phase.SKIM), [NoBudget()])


def check_vote(state: State, seat: int, vote: str) -> None:
    """Refuse a vote that is neither aye nor nay (L4.4)."""
    if vote not in VOTES:
        raise Refused("Vote aye or nay.", seat=seat)


def count(state: State, votes: Mapping[int, str]) -> Step[State]:
    """Count the house: deliver the budget, ask for another, or leave the year without one (L4.4 - L4.7)."""
    ayes = list(votes.values()).count(AYE)
    nays = len(votes) - ayes
    president = holder(state, Office.PRESIDENT)
    casting = votes.get(president, AYE) if president is not None else AYE
    passed = ayes > nays or (ayes == nays and casting == AYE)
    counted = BudgetVote(ayes=ayes, nays=nays, passed=passed)
    if passed:
        delivered = _deliver(state)
        return Step(delivered.state, [counted, *delivered.news])
    closed = replace(state, announced=None)
    if state.attempt == ATTEMPTS:
        return Step(replace(closed, phase=Phase.SKIM), [counted, NoBudget()])
    return Step(replace(closed, phase=Phase.BUDGET, attempt=state.attempt + 1), [counted])


def _deliver(state: State) -> Step[State]:
    """Pay out what was announced, less what was withheld (L4.7 - L4.9)."""
    assert state.announced is not None
    budget = state.announced
    news: list[News] = []
    balances = dict(state.balances)
    kept = 0
    for office in ministries(state):
        promised = budget.allocations.get(office, 0)
        withheld = budget.withhold.get(office, 0)
        balances[office] += promised - withheld
        kept += withheld
        if withheld and (minister := holder(state, office)) is not None:
            news.append(ShortChanged(to=minister, promised=promised, arrived=promised - withheld))
    people = set(living(state))
    gifts = [(seat, amount) for seat, amount in budget.grants.items() if seat in people]
    president = holder(state, Office.PRESIDENT)
    if president is not None:
        gifts.append((president, kept))
    spent = sum(budget.allocations.values()) + sum(budget.grants.values())
    opened = replace(
        state, phase=Phase.SKIM, treasury=state.treasury - spent, balances=balances, announced=None
    )
    return Step(pay(opened, gifts), news)


def check_skim(state: State, seat: int, amount: int) -> None:
    """Refuse to move less than nothing or more than the ministry has (L5.1)."""
    office = state.seats[seat - 1].office
    balance = state.balances.get(office, 0) if office else 0
    if amount < 0:
        raise Refused("You cannot take less than nothing.", seat=seat)
    if amount > balance:
        raise Refused(f"Your ministry has only ${balance}.", seat=seat)


def skim(state: State, amounts: Mapping[int, int]) -> Step[State]:
    """Move what each minister takes from the ministry to the account; the rest stays there (L5.1, L5.2)."""
    balances = dict(state.balances)
    for seat, amount in amounts.items():
        office = state.seats[seat - 1].office
        assert office is not None
        balances[office] -= amount
    opened = replace(state, phase=Phase.ORDERS, balances=balances)
    return Step(pay(opened, amounts.items()))
