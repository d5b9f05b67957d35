"""Setting a table before the deal: cards, targets, terms of jail, lengths."""

import pytest

from games.actions import lobby
from games.models import Room
from games.terms import Refused
from roles import game
from roles.rules.tables import Role, Targets
from tests.games.conftest import START, sit_down
from tests.roles.conftest import deal, holders

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]

CHOSEN = {
    "pace": "table",
    "seats": "10",
    "jail_years": "1",
    "corrupt": "2",
    "spending": "9",
    "last_year": "4",
    "length_hidden": "1.5",
}


def test_the_moderator_sets_cards_targets_and_times_before_the_deal() -> None:
    sitting = sit_down("kaban", 10, moderated=True, seats=10)
    console = sitting.browser("moderator")
    assert console.post(f"{sitting.path}options", CHOSEN).status_code == 303
    text = console.get(sitting.path).text
    for field, value in (("corrupt", "2"), ("spending", "9"), ("fund", "14"), ("last_year", "4")):
        assert f'name="{field}" value="{value}"' in text
    lobby.start(room_id=sitting.room_id, by="moderator", at=START)
    seen = sitting.see("moderator")
    assert {role: len(seats) for role, seats in holders(sitting).items()} == {
        Role.GOOD: 2, Role.CORRUPT: 2, Role.LAWYER: 1, Role.OMBUDSPERSON: 1, Role.COA: 1, Role.CITIZEN: 3,
    }  # fmt: skip
    assert seen.play.targets == Targets(spending=9, fund=14)
    assert (seen.due_at - START).total_seconds() == 90


def test_what_stays_empty_is_as_usual() -> None:
    sitting = deal(13)
    assert {role: len(seats) for role, seats in holders(sitting).items()} == {
        Role.GOOD: 2, Role.CORRUPT: 3, Role.LAWYER: 1, Role.OMBUDSPERSON: 1, Role.COA: 1, Role.CITIZEN: 5,
    }  # fmt: skip


def test_more_cards_than_players_cannot_be_dealt() -> None:
    options = game.check_options({"seats": 9, "cards": {"good": 5, "corrupt": 5}})
    with pytest.raises(Refused, match="10 cards are laid out for 9 players"):
        game.start(seats=9, options=options, dice=game.Dice(bytes(32)))


def test_a_room_is_opened_from_the_page_of_the_game() -> None:
    sitting = sit_down("kaban", 0, moderated=True)
    answer = sitting.browser("nobody").post("/play/kaban/", CHOSEN)
    assert answer.status_code == 303
    assert Room.objects.latest("pk").options["targets"] == {"spending": 9, "fund": 14}
