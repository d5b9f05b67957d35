"""The last Year: set before the deal or later, told to the table when it opens, and the end of the game."""

import json

import pytest

from games.actions import hosting, moderating
from games.terms import Refused
from roles.rules import case
from roles.rules.tables import Role
from tests.games.conftest import START, Sitting
from tests.roles.conftest import deal, enter, holders, serial

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]

ANNOUNCED = "The moderator announced this Year as the last."


def end_phases_until(sitting: Sitting, year: int | None) -> None:
    """End phase after phase until that Year opens; with None, until the game is over."""
    for _ in range(60):
        seen = sitting.see("moderator")
        if seen.status == "over" or seen.play.year == year:
            return
        hosting.end_phase(room_id=sitting.room_id, by="moderator", serial=serial(sitting), at=START)
    raise AssertionError("This was not reached.")


def plan(sitting: Sitting, year: int | None) -> None:
    moderating.plan(room_id=sitting.room_id, by="moderator", serial=serial(sitting), given=year, at=START)


def notices(sitting: Sitting) -> list[str]:
    return [notice.text for notice in sitting.see("public").notices if "last" in notice.text]


def page(sitting: Sitting, viewer: object) -> str:
    return sitting.browser(viewer).get(sitting.path).text


def test_the_year_set_before_the_deal_is_announced_when_it_opens_and_ends_the_game() -> None:
    sitting = deal(last_year=2)
    assert "of 2 at most" in page(sitting, 1)
    assert notices(sitting) == []
    end_phases_until(sitting, 2)
    assert notices(sitting) == [ANNOUNCED]
    assert "The last Year" in page(sitting, 1)
    assert "Year 2, the last" in page(sitting, "moderator")
    end_phases_until(sitting, None)
    play = sitting.see("public").play
    assert (play.year, play.winner, play.why) == (2, "good", "last-year")


def test_the_larger_share_of_the_own_target_wins_the_last_year() -> None:
    sitting = deal(last_year=1)
    enter(sitting, {number: {"nakaw": True} for number in holders(sitting)[Role.CORRUPT]})
    end_phases_until(sitting, None)
    play = sitting.see("public").play
    assert (play.year, play.winner, play.why) == (1, "bad", "last-year")


def test_the_record_of_a_game_with_a_last_year_comes_to_the_same_end() -> None:
    sitting = deal(last_year=2)
    end_phases_until(sitting, None)
    record = sitting.browser("public").get(f"{sitting.path}record.json").content
    written = json.loads(record)
    assert [step["moderator"] for step in written["steps"] if "moderator" in step] == [{"last_year": True}]
    assert case.adjudicate(record) == written["expect"]


def test_the_last_year_can_be_set_taken_back_and_set_again_during_the_game() -> None:
    sitting = deal()
    plan(sitting, 3)
    assert "of 3 at most" in page(sitting, 1)
    plan(sitting, 3)
    plan(sitting, None)
    assert "at most" not in page(sitting, 1)
    plan(sitting, 1)
    assert sitting.see(1).play.last_year
    plan(sitting, 2)
    assert not sitting.see(1).play.last_year
    assert notices(sitting) == [
        "The moderator set Year 3 as the last.",
        "The moderator took back that there is a last Year.",
        "The moderator set Year 1 as the last.",
        "The moderator set Year 2 as the last.",
    ]
    end_phases_until(sitting, None)
    assert sitting.see("public").play.year == 2


def test_a_year_that_is_over_cannot_be_the_last() -> None:
    sitting = deal()
    end_phases_until(sitting, 2)
    with pytest.raises(Refused, match="Year 1 is over"):
        plan(sitting, 1)


def test_going_back_keeps_the_year_that_was_set() -> None:
    sitting = deal(last_year=2)
    end_phases_until(sitting, 2)
    opening = serial(sitting)
    hosting.end_phase(room_id=sitting.room_id, by="moderator", serial=opening, at=START)
    moderating.rewind(room_id=sitting.room_id, by="moderator", serial=serial(sitting), to=opening, at=START)
    assert sitting.see(1).play.last_year
    moderating.rewind(room_id=sitting.room_id, by="moderator", serial=serial(sitting), to=1, at=START)
    assert not sitting.see(1).play.last_year
    end_phases_until(sitting, None)
    assert sitting.see("public").play.year == 2


def test_only_the_moderator_sets_it_and_by_a_button_of_the_running_phase() -> None:
    sitting = deal()
    assert (
        sitting.browser(1).post(f"{sitting.path}plan", {"serial": "1", "last_year": "1"}).status_code == 409
    )
    console = sitting.browser("moderator")
    assert console.post(f"{sitting.path}plan", {"serial": "1", "last_year": "soon"}).status_code == 422
    assert console.post(f"{sitting.path}plan", {"serial": "9", "last_year": "1"}).status_code == 409
    assert not sitting.see(1).play.last_year
    assert console.post(f"{sitting.path}plan", {"serial": "1", "last_year": "1"}).status_code == 303
    assert sitting.see(1).play.last_year
