"""Foreign aid: whether a shipment comes, what it is worth, and who gets it (L7.1, L7.2)."""

from collections.abc import Mapping

from games.chance import Dice
from games.estado.rules.news import AidArrived, AidReceived, AidSeized, AidStopped, News
from games.estado.rules.orders import Orders
from games.estado.rules.state import State, holder, pay
from games.estado.rules.tables import (
    AID_CHANCE_SIDES,
    AID_LEAST,
    AID_SIDES,
    COASTAL_PROVINCES,
    Action,
    Office,
)
from games.terms import Step


def land(state: State, orders: Mapping[int, Orders], dice: Dice) -> Step[State]:
    """Land this year's shipment, if one comes, with the President or with a Navy that lies in its way."""
    year = state.year
    if dice.pick(f"aid:{year}", AID_CHANCE_SIDES) != 1:
        return Step(state)
    worth = AID_LEAST + dice.pick(f"aid-amount:{year}", AID_SIDES)
    landfall = sorted(state.map.coast)[dice.pick(f"landfall:{year}", COASTAL_PROVINCES)]
    president, navy = holder(state, Office.PRESIDENT), holder(state, Office.NAVY)
    news: list[News] = [AidArrived()]
    patrol = orders.get(navy) if navy is not None else None
    if navy is not None and patrol and patrol.action == Action.PATROL and patrol.province == landfall:
        news.append(AidSeized(to=navy, amount=worth))
        if president is not None:
            news.append(AidStopped(to=president))
        return Step(pay(state, [(navy, worth)]), news)
    if president is None:
        return Step(state, news)
    news.append(AidReceived(to=president, amount=worth))
    return Step(pay(state, [(president, worth)]), news)
