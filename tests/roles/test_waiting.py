"""How long the steps of a moderated table stay open."""

from datetime import timedelta

import pytest

from tests.games.conftest import START, begin

pytestmark = pytest.mark.django_db


def test_a_table_of_bots_alone_waits_for_its_moderator() -> None:
    seen = begin("kaban", 0, moderated=True, seats=9, bots=True).see("moderator")
    assert len(seen.play.secrets.choices) == 9
    assert seen.due_at == START + timedelta(minutes=2)
