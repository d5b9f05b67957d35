"""The jail vote, and the end of the Year that follows it (K7.3 to K7.5, K8)."""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from games.terms import Refused, Step
from roles.rules import strikes, win, year
from roles.rules.news import Ballots, Dispatch, JailVote, Protected
from roles.rules.state import Phase, State, active_seats, is_active, is_protected, presiding
from roles.rules.tables import PRESIDENT_JAIL_VOTES


def failed_jailing(name: str) -> str:
    """Word what the table hears, and all it hears, when protection stops a jailing (K7.5)."""
    return f"The attempted jailing of {name} has failed due to legal protection."


def open_vote(state: State) -> Step[State]:
    """Close the discussion and call the vote."""
    return Step(replace(state, phase=Phase.JAIL))


def check(state: State, seat: int, choice: int | None) -> None:
    """Refuse a vote to jail anybody who is not an active player."""
    if choice is not None and not is_active(state, choice):
        raise Refused(f"Seat {choice} is not an active player.", seat=seat)


def resolve(state: State, votes: Mapping[int, int | None]) -> Step[State]:
    """Jail whom more than half of all possible votes name, then end the game or the Year."""
    jailed = _majority(state, votes)
    news: list[Dispatch] = [Ballots(of="jail", votes=dict(votes)), JailVote(seat=jailed)]
    if jailed is not None and is_protected(state, jailed):
        news.append(Protected(seat=jailed))
    elif jailed is not None:
        struck = strikes.strike(state, jailed, "jail")
        state = struck.state
        news += struck.news
    ended = win.judge_year_end(state)
    step = ended if ended.state.over else year.next_year(state)
    return Step(step.state, [*news, *step.news])


def _majority(state: State, votes: Mapping[int, int | None]) -> int | None:
    weights = dict.fromkeys(active_seats(state), 1)
    president = presiding(state)
    if president is not None:
        weights[president] = PRESIDENT_JAIL_VOTES
    counts: Counter[int] = Counter()
    for voter, choice in votes.items():
        if choice is not None:
            counts[choice] += weights[voter]
    return next((number for number, count in counts.items() if 2 * count > sum(weights.values())), None)
