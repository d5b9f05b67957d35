"""The odds of murder, as the orders' form shows them before anybody commits: exact, and with what makes them."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.estado.picture import Picture
from games.estado.rules.tables import ODDS_CEILING, ODDS_PER_DOLLAR
from games.estado.sight import Sight, borders_between, guards_at
from games.estado.words import OFFICES, per_cent

MOST_USEFUL = ODDS_CEILING // ODDS_PER_DOLLAR
"""More dollars than this buy nothing."""


@dataclass(frozen=True)
class Target:
    """Somebody one could have killed; ``chances`` are for $1, $2 … in basis points."""

    seat: int
    name: str
    office: str
    place: str
    borders: int
    guards: int
    chances: tuple[int, ...]
    best: str

    @property
    def listed(self) -> str:
        return ",".join(map(str, self.chances))


@dataclass(frozen=True)
class Table:
    """All targets, and a row of chances for each sum that makes a difference."""

    targets: tuple[Target, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    account: int


def table(seen: Sight, names: Mapping[int, str], country: Picture) -> Table | None:
    """Lay out the odds for every target and sum; None for whoever has no money."""
    choices, viewer = seen.choices, seen.viewer
    if choices is None or viewer is None or not any(choices.odds.values()):
        return None
    account = max(len(chances) for chances in choices.odds.values())
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
                best=per_cent(max(chances)),
            )
        )
    rows = tuple(
        (spend, tuple(per_cent(target.chances[spend - 1]) for target in targets))
        for spend in range(1, min(account, MOST_USEFUL) + 1)
    )
    return Table(tuple(targets), rows, account)
