"""The country as the rules know it: provinces, who borders whom, the coast, the buildings (L2).

How a country is drawn, and why its borders are these, stands in ``drawing``.
"""

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from games.estado.rules.tables import (
    BARRACKS_FARTHEST,
    BARRACKS_NEAREST,
    COASTAL_PROVINCES,
    PROVINCES,
    Office,
)

COUNTRIES_REMEMBERED = 1_024


class Map(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A country; the capital is where the palace stands."""

    provinces: tuple[str, ...]
    borders: tuple[tuple[str, str], ...]
    coast: tuple[str, ...]
    capital: str
    barracks: str
    admiralty: str
    bank: str
    works: str


BUILDING_OF = {
    Office.PRESIDENT: "capital",
    Office.DEFENCE: "barracks",
    Office.INTERIOR: "capital",
    Office.ECONOMY: "bank",
    Office.NAVY: "admiralty",
    Office.DEVELOPMENT: "works",
    Office.FOREIGN: "bank",
}


def standing_place(country: Map, office: Office) -> str:
    """Name the province where the holder of ``office`` stands (L2.3)."""
    place: str = getattr(country, BUILDING_OF[office])
    return place


@lru_cache(maxsize=COUNTRIES_REMEMBERED)
def neighbours(country: Map) -> Mapping[str, frozenset[str]]:
    """Map each province to those one march away."""
    beside: dict[str, set[str]] = {province: set() for province in country.provinces}
    for one, other in country.borders:
        beside[one].add(other)
        beside[other].add(one)
    return {province: frozenset(others) for province, others in beside.items()}


@lru_cache(maxsize=COUNTRIES_REMEMBERED)
def marches(country: Map) -> Mapping[str, Mapping[str, int]]:
    """Count the borders crossed on the shortest way between any two provinces that are connected."""
    return {province: _marches_from(country, province) for province in country.provinces}


@lru_cache(maxsize=COUNTRIES_REMEMBERED)
def around_capital(country: Map) -> frozenset[str]:
    """Name the capital and the provinces that border it: where a revolt is decided (L8.1)."""
    return neighbours(country)[country.capital] | {country.capital}


def _marches_from(country: Map, start: str) -> Mapping[str, int]:
    found = {start: 0}
    queue = [start]
    for here in queue:
        for there in neighbours(country)[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def fault(country: Map) -> tuple[str, str] | None:
    """Tell the first thing that keeps ``country`` from being one (field, sentence), or ``None`` (L2.1, L2.2)."""
    known = set(country.provinces)
    if len(country.provinces) != PROVINCES or len(known) != PROVINCES:
        return "provinces", f"A country has {PROVINCES} provinces, each with its own name."
    for index, (one, other) in enumerate(country.borders):
        if one == other or not {one, other} <= known:
            return f"borders[{index}]", "A border lies between two provinces of the country."
    if len(country.coast) != COASTAL_PROVINCES or len(set(country.coast)) != COASTAL_PROVINCES:
        return "coast", f"Exactly {COASTAL_PROVINCES} provinces touch the sea."
    if not set(country.coast) <= known:
        return "coast", "The coast names a province that is not there."
    buildings = ("capital", "barracks", "admiralty", "bank", "works")
    for index, name in enumerate(buildings):
        place = getattr(country, name)
        if place not in known:
            return name, "This building stands in no province of the country."
        if place in {getattr(country, other) for other in buildings[:index]}:
            return name, "The five buildings stand in five different provinces."
    if country.admiralty not in country.coast:
        return "admiralty", "The admiralty stands on the coast."
    ways = marches(country)[country.capital]
    if len(ways) != PROVINCES:
        return "borders", "Every province can be reached from the capital."
    if not BARRACKS_NEAREST <= ways[country.barracks] <= BARRACKS_FARTHEST:
        return "barracks", "The barracks are one or two marches from the capital."
    return None
