"""A finished game's record comes to the same end, whatever the moderator undid and set right on the way."""

import json

import pytest

from games.actions import hosting, moderating
from roles import replay
from roles.rules import case
from roles.rules.tables import Role
from tests.games.conftest import START, Sitting
from tests.roles.conftest import deal, enter, holders, serial

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]


def end_phase(sitting: Sitting) -> None:
    hosting.end_phase(room_id=sitting.room_id, by="moderator", serial=serial(sitting), at=START)


def correct(sitting: Sitting, **given: object) -> None:
    moderating.correct(room_id=sitting.room_id, by="moderator", serial=serial(sitting), given=given, at=START)


def play(sitting: Sitting) -> None:
    """Play two Years with a theft that is undone, figures set right, a standing, and a removal."""
    by_role = holders(sitting)
    thieves = by_role[Role.CORRUPT]
    enter(sitting, {key: {"nakaw": True} for key in thieves})
    end_phase(sitting)
    moderating.rewind(room_id=sitting.room_id, by="moderator", serial=serial(sitting), to=1, at=START)
    enter(sitting, {key: {"nakaw": True, "suhol": True} for key in thieves})
    correct(sitting, fund=5, kaban=30)
    correct(sitting, fund=4)
    end_phase(sitting)
    enter(sitting, dict.fromkeys(sitting.see("moderator").play.awaited, by_role[Role.CITIZEN][0]))
    jailed = {by_role[Role.CITIZEN][1]: {"standing": "jailed", "strikes": 1, "back": 2}}
    correct(sitting, standing=jailed)
    hosting.remove(room_id=sitting.room_id, by="moderator", number=by_role[Role.CITIZEN][2], at=START)
    for _ in range(30):
        if sitting.see("moderator").status == "over":
            return
        end_phase(sitting)
    raise AssertionError("The game does not end.")


def test_the_record_agrees_after_corrections_a_removal_and_a_rewind() -> None:
    sitting = deal(last_year=2)
    play(sitting)
    ending = sitting.see("moderator").play
    record = sitting.browser(1).get(f"{sitting.path}record.json").content
    answer = case.adjudicate(record)
    assert answer == json.loads(record)["expect"]
    assert (answer["year"], answer["winner"], answer["why"]) == (2, ending.winner, ending.why)
    assert (answer["spending"], answer["fund"]) == (ending.spending, ending.secrets.fund)
    assert (answer["kaban"], answer["announced"]) == (ending.secrets.kaban, ending.announced)
    assert [seat["standing"] for seat in answer["seats"]] == [seat.standing for seat in ending.seats]


def test_what_was_undone_is_no_part_of_the_record() -> None:
    sitting = deal(last_year=2)
    play(sitting)
    first = next(replay.replay(sitting.browser(1).get(f"{sitting.path}record.json").content))
    thieves = holders(sitting)[Role.CORRUPT]
    assert {number: given.suhol for number, given in first.inputs.items()} == dict.fromkeys(thieves, True)
    # Corrected to 4, then three stolen, then three paid for silence of which three come back.
    assert (first.after.fund, first.after.silenced) == (4, True)


def test_the_end_opens_what_the_moderator_set_right_and_what_the_coa_was_told() -> None:
    sitting = deal(last_year=2)
    play(sitting)
    coa = sitting.see(1).seats[holders(sitting)[Role.COA][0] - 1].name
    for viewer in (1, "public", "moderator"):
        text = sitting.browser(viewer).get(sitting.path).text
        assert "The moderator set the Fund to 4, set the Kaban to 30." in text
        assert "The Fund went from 0 to 4." in text
        assert f"To {coa}: Audit: no project last Year." in text
