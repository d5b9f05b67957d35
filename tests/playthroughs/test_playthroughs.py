"""Whole games, each step and each viewer's sight, are what they were when somebody last read them through."""

import os
from difflib import unified_diff

import pytest
from django.conf import settings

from tests.playthroughs import script

WRITE = os.environ.get("GOLDEN") == "write"


PLAYTHROUGHS = [
    (slug, name, *table) for slug, files in script.PLAYTHROUGHS.items() for name, table in files.items()
]


@pytest.mark.parametrize(("slug", "name", "seats", "word"), PLAYTHROUGHS)
def test_a_playthrough_reads_as_it_did(slug: str, name: str, seats: int, word: str) -> None:
    path = script.FOLDER / f"{name}.txt"
    played = script.write(slug, name, seats, word)
    if WRITE:
        path.write_text(played)
    kept = path.read_text().splitlines()
    difference = list(unified_diff(kept, played.splitlines(), "kept", "played", n=1, lineterm=""))
    assert difference == [], "\n".join(difference[:40])


def test_every_game_has_a_playthrough() -> None:
    assert sorted(script.PLAYTHROUGHS) == sorted(settings.ROOM_GAMES)


def test_every_file_is_one_that_is_played() -> None:
    assert sorted(path.stem for path in script.FOLDER.glob("*.txt")) == sorted(
        name for _, name, *_ in PLAYTHROUGHS
    )
