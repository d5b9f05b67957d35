"""A year's secret orders: what each person may write (L6), and what of it is carried out by marching (L7.3)."""

from collections.abc import Callable, Mapping

from msgspec import UNSET, Struct, UnsetType

from games.estado.rules.map import neighbours
from games.estado.rules.state import State, near_capital, station
from games.estado.rules.tables import COMMANDS, Action, Office
from games.terms import Refused


class March(Struct, frozen=True, forbid_unknown_fields=True, rename={"origin": "from", "goal": "to"}):
    """Units of one's own command to be moved from one province to a bordering one."""

    origin: str
    goal: str
    units: int


class Orders(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One action, and for a commander perhaps a march; fields an action has no use for stay unset."""

    action: str = Action.NONE
    target: int | UnsetType = UNSET
    spend: int | UnsetType = UNSET
    province: str | UnsetType = UNSET
    march: March | UnsetType = UNSET

    def __repr__(self) -> str:
        return "Orders(...)"


ACTIONS = frozenset(Action)
PRESIDENTS_ACTIONS = (Action.NONE, Action.ASSASSINATE)
FIELDS_OF = {Action.ASSASSINATE: ("target", "spend"), Action.PATROL: ("province",)}


def misfit(orders: Orders) -> str | None:
    """Name the field that this action needs and lacks, or has and may not have."""
    needed = FIELDS_OF.get(orders.action, ())  # type: ignore[call-overload]
    if (orders.target is not UNSET) is not ("target" in needed):
        return "target"
    if (orders.spend is not UNSET) is not ("spend" in needed):
        return "spend"
    if (orders.province is not UNSET) is not ("province" in needed):
        return "province"
    return None


def check_orders(state: State, seat: int, orders: Orders) -> None:
    """Refuse orders that this person may not give, or that cannot be carried out as things stand (L6)."""
    office = state.seats[seat - 1].office
    if orders.action not in ACTIONS:
        raise Refused("There is no such action.", seat=seat)
    field = misfit(orders)
    if field is not None:
        raise Refused(f"This action and its {field} do not go together.", seat=seat)
    if office is Office.PRESIDENT and orders.action not in PRESIDENTS_ACTIONS:
        raise Refused("The President can order an assassination, or nothing.", seat=seat)
    if orders.action in CHECKS:
        CHECKS[orders.action](state, seat, office, orders)
    if orders.march is not UNSET:
        _check_march(state, seat, office, orders.march)


def _check_revolt(state: State, seat: int, office: Office | None, orders: Orders) -> None:
    if office not in COMMANDS:
        raise Refused("Only Defence and Interior command troops to revolt with.", seat=seat)
    if not near_capital(state, office):
        raise Refused("None of your units is near enough to the capital to revolt.", seat=seat)
    if orders.march is not UNSET:
        raise Refused("A revolt is a march itself: no other can be added.", seat=seat)


def _check_assassination(state: State, seat: int, office: Office | None, orders: Orders) -> None:
    target, spend, account = orders.target, orders.spend, state.seats[seat - 1].account
    assert target is not UNSET
    assert spend is not UNSET
    if not 1 <= target <= len(state.seats) or not state.seats[target - 1].alive:
        raise Refused("Nobody alive sits there.", seat=seat)
    if target == seat:
        raise Refused("You cannot have yourself assassinated.", seat=seat)
    if not 1 <= spend <= account:
        raise Refused(f"An assassination costs at least $1, and you have ${account}.", seat=seat)


def _check_patrol(state: State, seat: int, office: Office | None, orders: Orders) -> None:
    if office is not Office.NAVY:
        raise Refused("Only the Navy patrols the coast.", seat=seat)
    if orders.province not in state.map.coast:
        raise Refused("The Navy patrols one of the coastal provinces.", seat=seat)


CHECKS: dict[str, Callable[[State, int, Office | None, Orders], None]] = {
    Action.REVOLT: _check_revolt,
    Action.ASSASSINATE: _check_assassination,
    Action.PATROL: _check_patrol,
}


def _check_march(state: State, seat: int, office: Office | None, march: March) -> None:
    if office not in COMMANDS:
        raise Refused("Only Defence and Interior have troops to march.", seat=seat)
    if march.goal not in neighbours(state.map).get(march.origin, ()):
        raise Refused("Troops march from one province to another that borders it.", seat=seat)
    if not 1 <= march.units <= state.units[office].get(march.origin, 0):
        raise Refused("You do not have that many units there to march.", seat=seat)


def march(state: State, orders: Mapping[int, Orders]) -> State:
    """Move the troops that were ordered to march (L7.3)."""
    for seat, order in orders.items():
        if order.march is UNSET:
            continue
        office = state.seats[seat - 1].office
        assert office is not None
        troops = dict(state.units[office])
        troops[order.march.origin] -= order.march.units
        troops[order.march.goal] = troops.get(order.march.goal, 0) + order.march.units
        state = station(state, office, troops)
    return state
