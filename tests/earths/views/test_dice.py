"""Checking the dice of a year."""

import hashlib
import re
import subprocess
import sys

import pytest
from django.test import Client

from earths.models import Seed, World
from earths.rules import luck
from earths.rules.luck import SIDES
from earths.rules.tables import POLICIES
from earths.views.dice import write_snippet
from games.chance import Dice
from tests.earths.conftest import reach
from tests.earths.yearbook import Play, plain_year, play_in

PAGE = "/w/main/years/2027/dice"


@pytest.fixture
def play(world: World) -> Play:
    return play_in(world)


@pytest.mark.parametrize("phase", ["proposing", "voting", "count", "locked"])
def test_before_the_results_there_is_the_seal_alone(client: Client, play: Play, phase: str) -> None:
    week = reach(play.world, getattr(play.at, phase))
    page = client.get(PAGE).text
    assert week.seal in page
    assert bytes(Seed.objects.get(week=week).secret).hex() not in page
    assert "Every roll" not in page
    assert "luck:cut-taxes" not in page


def test_afterwards_the_seed_is_shown_and_its_seal_reckoned_again(client: Client, play: Play) -> None:
    week = plain_year(play)
    seed = bytes(Seed.objects.get(week=week).secret)
    page = client.get(PAGE).text
    assert seed.hex() in page
    assert page.count(hashlib.sha256(seed).hexdigest()) == 2
    assert "The two fingerprints are the same" in page


def test_every_roll_stands_with_label_pick_and_meaning(client: Client, play: Play) -> None:
    week = plain_year(play)
    dice = Dice(bytes(Seed.objects.get(week=week).secret))
    page = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", client.get(PAGE).text))
    assert [
        label for label, sides in SIDES.items() if f"{label} {dice.pick(label, sides)} of {sides}" not in page
    ] == []
    assert [
        slug
        for slug, policy in POLICIES.items()
        if f"{policy.title} × {luck.luck(dice, slug) / 100:.2f}" not in page
    ] == []


def test_another_seed_than_the_sealed_one_is_found_out(client: Client, play: Play) -> None:
    week = plain_year(play)
    Seed.objects.filter(week=week).update(secret=b"x" * 32)
    assert "this seed is not the one that was sealed" in client.get(PAGE).text


def test_the_snippet_rolls_what_the_site_rolled() -> None:
    seed = b"0123456789abcdef0123456789abcdef"
    said = subprocess.run(
        [sys.executable, "-I", "-c", write_snippet(seed.hex())], capture_output=True, text=True, check=True
    ).stdout
    dice = Dice(seed)
    assert said.splitlines() == [
        f"seal: {hashlib.sha256(seed).hexdigest()}",
        f"crisis: {dice.pick('crisis', 7)} of 7",
        f"luck of raise-taxes: {luck.luck(dice, 'raise-taxes') / 100}",
        f"drift of jobs: {luck.drift(dice, 'jobs')}",
    ]
