"""A country that is easy to picture, and tables set in it."""

import pytest

from games.estado.rules.map import Map
from games.estado.rules.play import start
from games.estado.rules.tables import OFFICES


@pytest.fixture
def country():
    """p05 is the capital; p04 with the barracks, p02, p06 and p08 border it."""
    return Map(
        provinces=("p01", "p02", "p03", "p04", "p05", "p06", "p07", "p08", "p09", "p10"),
        borders=(
            ("p01", "p02"), ("p02", "p03"), ("p03", "p04"), ("p04", "p05"), ("p05", "p06"), ("p06", "p07"),
            ("p07", "p08"), ("p08", "p09"), ("p09", "p10"), ("p02", "p05"), ("p05", "p08"),
        ),
        coast=("p01", "p03", "p07", "p10"),
        capital="p05",
        barracks="p04",
        admiralty="p01",
        bank="p06",
        works="p09",
    )  # fmt: skip


@pytest.fixture
def table(country):
    """Open a game of so many seats, who hold their offices in order of precedence."""
    return lambda seats: start(country, OFFICES[:seats]).state
