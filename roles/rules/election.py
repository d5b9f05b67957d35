"""The election of a President, its run-off and the lot (K5)."""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from games.chance import Dice
from games.terms import Refused, Step
from roles.rules import project
from roles.rules.news import Ballots, ByVote, Dispatch, Elected
from roles.rules.state import Phase, State, active_seats, candidates, presiding
from roles.rules.tables import TERM_YEARS


def open_or_skip(state: State, dice: Dice) -> Step[State]:
    """Open an election if nobody presides, else deal the cards; with nobody active do neither (K5.1)."""
    if not active_seats(state):
        return project.without(state)
    if presiding(state) is None:
        return Step(replace(state, phase=Phase.ELECTION, president=None, term_ends=None))
    return project.deal(state, dice)


def check(state: State, seat: int, choice: int) -> None:
    """Refuse a vote for anybody who cannot be elected: not active, or not among the tied of a run-off."""
    if choice not in candidates(state):
        reason = "is not in the run-off" if state.phase is Phase.RUN_OFF else "is not an active player"
        raise Refused(f"Seat {choice} {reason}.", seat=seat)


def resolve(state: State, votes: Mapping[int, int], dice: Dice) -> Step[State]:
    """Count the votes: elect, or send the tied to a run-off, or draw lots after one (K5.2 to K5.4)."""
    in_run_off = state.phase is Phase.RUN_OFF
    news: list[Dispatch] = [Ballots(of="run-off" if in_run_off else "election", votes=dict(votes))]
    running = candidates(state)
    if not running:
        return _after(news, project.without(state))
    counts = Counter(votes.values())
    most = max(counts[number] for number in running)
    leading = tuple(number for number in running if counts[number] == most)
    how: ByVote
    if len(leading) == 1:
        winner, how = leading[0], "run-off" if in_run_off else "vote"
    elif not in_run_off:
        return Step(replace(state, phase=Phase.RUN_OFF, tied=leading), news)
    else:
        winner, how = leading[dice.pick(f"lot:{state.year}", len(leading))], "lot"
    news.append(Elected(seat=winner, how=how))
    state = replace(state, president=winner, term_ends=state.year + TERM_YEARS - 1, tied=())
    return _after(news, project.deal(state, dice))


def _after(news: list[Dispatch], step: Step[State]) -> Step[State]:
    return Step(step.state, [*news, *step.news])
