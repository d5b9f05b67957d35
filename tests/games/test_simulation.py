"""Whole games among bots, counted on the command line."""

import io
import re

import pytest
from django.conf import settings
from django.core.management import call_command

from games import registry, simulation
from games.chance import Dice


def printed(*args: str) -> str:
    out = io.StringIO()
    call_command("simulate", *args, stdout=out)
    return out.getvalue()


def test_simulate_counts_wins_deaths_revolts_and_length() -> None:
    text = printed("estado-libre", "--games", "3", "--seats", "5")
    assert text.startswith("Estado Libre: 3 games of 5 bots")
    for word in ("Length:", "president", "navy", "Deaths:", "Revolts:", "Winning fortune:"):
        assert word in text
    assert "foreign" not in text


def test_simulate_prints_the_same_for_the_same_words() -> None:
    games = ("estado-libre", "--games", "2", "--seats", "4")
    assert printed(*games, "--seed", "one") == printed(*games, "--seed", "one")
    assert printed(*games, "--seed", "one") != printed(*games, "--seed", "two")


@pytest.mark.parametrize("slug", sorted(settings.ROOM_GAMES))
def test_every_game_can_be_simulated(slug: str) -> None:
    rules = registry.find(slug)
    options = rules.check_options({"seats": rules.FEWEST})
    played = simulation.play(rules, seats=rules.FEWEST, options=options, dice=Dice(bytes(32)))
    assert played.seats == rules.FEWEST
    assert played.told


def test_every_number_of_seats_is_simulated_where_none_is_named() -> None:
    report = printed("estado-libre", "--games", "1")
    assert re.findall(r"games of (\d+) bots", report) == [str(seats) for seats in range(4, 8)]
