"""A year from its revenue to its end: the exact order in which orders resolve (L3, L7 - L11)."""

from collections.abc import Mapping

from msgspec.structs import replace

from games.chance import Dice
from games.estado.rules.aid import land
from games.estado.rules.assassination import strike
from games.estado.rules.barracks import feed
from games.estado.rules.news import News, Over, Revenue
from games.estado.rules.orders import Orders, march
from games.estado.rules.posts import elect, fill, succeed
from games.estado.rules.revolt import rise
from games.estado.rules.state import State, living
from games.estado.rules.tables import REVENUE_PER_HEAD, YEARS, Phase
from games.terms import Step


def open_year(state: State) -> Step[State]:
    """Take in this year's revenue and ask the President for a budget (L3.2)."""
    amount = REVENUE_PER_HEAD * len(living(state))
    opened = replace(state, phase=Phase.BUDGET, attempt=1, treasury=state.treasury + amount)
    return Step(opened, [Revenue(amount=amount, treasury=opened.treasury)])


def carry_out(state: State, orders: Mapping[int, Orders], dice: Dice) -> Step[State]:
    """Resolve everybody's orders at once, as far as the cabinet need not be asked for a President (L7)."""
    landed = land(state, orders, dice)
    struck = strike(march(landed.state, orders), orders, dice)
    fought = rise(struck.state, orders)
    followed = succeed(fought.state)
    news = [*landed.news, *struck.news, *fought.news, *followed.news]
    if followed.state.phase is Phase.SUCCESSION:
        return Step(followed.state, news)
    closed = _close(followed.state)
    return Step(closed.state, [*news, *closed.news])


def follow(state: State, names: Mapping[int, int]) -> Step[State]:
    """Install whom the cabinet named, and finish the year that waited for it (L9.2)."""
    elected = elect(state, names)
    closed = _close(elected.state)
    return Step(closed.state, [*elected.news, *closed.news])


def _close(state: State) -> Step[State]:
    """Fill posts, feed the troops, and open the next year unless this was the last (L9.4, L10, L11.1)."""
    filled = fill(state)
    fed = feed(filled.state)
    news: list[News] = [*filled.news, *fed.news]
    if state.year == YEARS or len(living(state)) <= 1:
        return Step(replace(fed.state, phase=None), news)
    opened = open_year(replace(fed.state, year=state.year + 1))
    return Step(opened.state, [*news, *opened.news])


def crown(state: State) -> Step[State]:
    """End the game: the living with the largest account win, equals together (L11.2)."""
    alive = living(state)
    most = max((state.seats[seat - 1].account for seat in alive), default=0)
    winners = tuple(seat for seat in alive if state.seats[seat - 1].account == most)
    return Step(replace(state, phase=None, announced=None, winners=winners), [Over(winners=winners)])
