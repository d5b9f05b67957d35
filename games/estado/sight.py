"""What a seat's page gets to show and its forms to offer: the rules' sight, and what may be handed in now.

Pages and bots are given this same sight, so neither knows a thing that the other does not.
"""

from games.estado.rules import sight as rules
from games.estado.rules.map import marches
from games.estado.rules.sight import Choices
from games.estado.rules.state import State, living, ministers


class Sight(rules.Sight, frozen=True, kw_only=True):
    """The rules' sight with what this viewer may hand in now.

    ``choices`` is None outside the orders and for whoever is not asked; ``nameable`` lists whom the cabinet may
    make President, ``fillable`` the seats whose ministries a budget may name, both most senior first.
    """

    choices: Choices | None
    nameable: tuple[int, ...]
    fillable: tuple[int, ...]


def see(state: State, viewer: int | None) -> Sight:
    """Show the game to a seat, or to anybody who only watches (None)."""
    public = rules.see(state, viewer)
    fields = {name: getattr(public, name) for name in public.__struct_fields__}
    return Sight(
        **fields,
        choices=rules.choices(state, viewer) if viewer in living(state) and viewer is not None else None,
        nameable=rules.nameable(state),
        fillable=tuple(ministers(state)),
    )


def borders_between(seen: rules.Sight, one: int, other: int) -> int:
    """Count the borders on the shortest way between where two living people stand."""
    places = {person.seat: person.place for person in seen.people}
    here, there = places[one], places[other]
    assert here is not None
    assert there is not None
    return marches(seen.map)[here][there]


def guards_at(seen: rules.Sight, province: str) -> int:
    """Count all who guard a province, the palace guard in the capital among them."""
    guard = seen.guard if province == seen.map.capital else 0
    return guard + sum(troops.get(province, 0) for troops in seen.units.values())


def account_of(seen: rules.Sight, seat: int) -> int | None:
    """Answer what a seat has in its account, None where the viewer may not know."""
    return next(person.account for person in seen.people if person.seat == seat)
