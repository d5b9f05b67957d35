"""The odds of murder, as the orders' form shows them before anybody commits: exact, and with what makes them."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.estado.picture import Picture
from games.estado.rules.tables import ODDS_CEILING, ODDS_PER_DOLLAR, ODDS_PER_UNIT
from games.estado.sight import Sight, account_of, borders_between, guards_at
from games.estado.words import OFFICES, per_cent


@dataclass(frozen=True)
class Target:
    """Somebody one could have killed; ``chances`` are in basis points, as in ``Choices``."""

    seat: int
    name: str
    office: str
    place: str
    borders: int
    guards: int
    chances: tuple[int, ...]

    @property
    def listed(self) -> str:
        return ",".join(map(str, self.chances))


@dataclass(frozen=True)
class Table:
    """All targets, and a row of chances for each sum that makes a difference; below, what makes them."""

    targets: tuple[Target, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    account: int
    per_dollar: int = ODDS_PER_DOLLAR
    most: int = ODDS_CEILING
    per_unit: int = ODDS_PER_UNIT


def table(seen: Sight, names: Mapping[int, str], country: Picture) -> Table | None:
    """Lay out the odds for every target and sum; None for whoever has no money."""
    choices, viewer = seen.choices, seen.viewer
    if choices is None or viewer is None or not any(choices.odds.values()):
        return None
    account = account_of(seen, viewer) or 0
    places = {place.id: place.name for place in country.places}
    people = {person.seat: person for person in seen.people}
    targets = []
    for seat, chances in choices.odds.items():
        person = people[seat]
        assert person.office is not None
        assert person.place is not None
        targets.append(
            Target(
                seat=seat,
                name=names[seat],
                office=OFFICES[person.office],
                place=places[person.place],
                borders=borders_between(seen, viewer, seat),
                guards=guards_at(seen, person.place),
                chances=chances,
            )
        )
    rows = tuple(
        (spend, tuple(per_cent(target.chances[spend - 1]) for target in targets))
        for spend in range(1, len(targets[0].chances) + 1)
    )
    return Table(tuple(targets), rows, account)
