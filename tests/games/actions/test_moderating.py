"""What a moderator sets right, takes back, and does for a seat: once, and told to the table."""

import pytest
from django.conf import settings

from games import pages, registry
from games.actions import due, hosting, moderating, passes, play
from games.models import Dispatch, Notice, Pass, Phase, Room
from games.terms import Refused
from roles.rules.state import Standing
from roles.rules.tables import Role
from tests.games.conftest import SECOND, START, Sitting, begin
from tests.games.planting import plant

pytestmark = pytest.mark.django_db


def told(sitting: Sitting) -> list[str]:
    return list(Notice.objects.filter(room=sitting.room_id).order_by("pk").values_list("text", flat=True))


def kinds(sitting: Sitting) -> list[str]:
    return [dispatch.kind for dispatch in sitting.see("moderator").dispatches]


def test_the_moderator_acts_for_a_seat_and_takes_it_back() -> None:
    sitting = plant("kaban", 9, "jail")
    acts = {"room_id": sitting.room_id, "by": "moderator", "number": 4, "serial": 1, "at": START}
    moderating.act_for(**acts, given=2)
    assert sitting.see(4).own == 2
    moderating.take_back_for(**acts)
    assert not sitting.see(4).has_acted


def test_what_the_rules_refuse_a_seat_they_refuse_its_moderator() -> None:
    sitting = plant("kaban", 9, "jail")
    acts = {"room_id": sitting.room_id, "by": "moderator", "serial": 1, "at": START}
    with pytest.raises(Refused):
        moderating.act_for(**acts, number=4, given=77)
    with pytest.raises(Refused, match="There is no such seat"):
        moderating.act_for(**acts, number=77, given=2)


def test_nobody_but_the_moderator_acts_for_a_seat() -> None:
    sitting = plant("kaban", 9, "jail")
    acts = {"room_id": sitting.room_id, "by": 5, "number": 4, "serial": 1, "at": START}
    with pytest.raises(Refused, match="Only the moderator"):
        moderating.act_for(**acts, given=2)
    with pytest.raises(Refused, match="Only the moderator"):
        moderating.take_back_for(**acts)
    assert not sitting.see(4).has_acted


def test_a_correction_holds_at_once_and_is_told_once() -> None:
    sitting = begin("kaban", 9, moderated=True)
    for _ in range(2):
        moderating.correct(room_id=sitting.room_id, by="moderator", serial=1, given={"spending": 7}, at=START)
    assert sitting.see("public").play.spending == 7
    assert [text for text in told(sitting) if "corrected" in text and "7" in text] == told(sitting)[-1:]


def test_a_corrected_secret_is_named_but_not_told() -> None:
    sitting = begin("kaban", 9, moderated=True)
    moderating.correct(room_id=sitting.room_id, by="moderator", serial=1, given={"fund": 13}, at=START)
    assert told(sitting)[-1].startswith("The moderator corrected the ")
    assert "13" not in told(sitting)[-1]
    assert sitting.see("moderator").play.secrets.fund == 13


def test_nobody_else_corrects_or_rewinds() -> None:
    sitting = begin("kaban", 9, moderated=True)
    for verb, given in ((moderating.correct, {"given": {"fund": 1}}), (moderating.rewind, {"to": 1})):
        with pytest.raises(Refused, match="Only the moderator"):
            verb(room_id=sitting.room_id, by=3, serial=1, at=START, **given)


def test_rewinding_opens_an_earlier_phase_as_it_was_and_takes_back_its_news() -> None:
    sitting = begin("kaban", 9, moderated=True)
    opening, first = sitting.see("moderator").play, kinds(sitting)
    for _ in range(3):
        due.advance_due(sitting.room.due_at)
    assert len(kinds(sitting)) > len(first)
    at = sitting.room.due_at - SECOND
    moderating.rewind(room_id=sitting.room_id, by="moderator", serial=4, to=1, at=at)
    assert sitting.see("moderator").play == opening
    assert kinds(sitting) == first
    assert sitting.see("public").serial == 5
    assert sitting.room.due_at > at
    assert told(sitting)[-1] == (
        "The moderator went back to the opening of an earlier phase: the hidden phase of Year 1."
    )
    assert Dispatch.objects.filter(room=sitting.room_id, phase__undone=True).exists()


def test_a_phase_can_be_opened_anew() -> None:
    sitting = begin("kaban", 9, moderated=True)
    moderating.rewind(room_id=sitting.room_id, by="moderator", serial=1, to=1, at=START)
    assert sitting.see("public").serial == 2
    assert told(sitting)[-1] == "The moderator opened the hidden phase of Year 1 anew."


@pytest.mark.parametrize("slug", settings.ROOM_GAMES)
def test_every_phase_of_a_game_has_a_name_for_notices(slug: str) -> None:
    assert set(registry.find(slug).STEPS) == set(pages.find(slug).PHASES)


def test_two_consoles_rewind_once() -> None:
    sitting = begin("kaban", 9, moderated=True)
    due.advance_due(sitting.room.due_at)
    at = sitting.room.due_at - SECOND
    moderating.rewind(room_id=sitting.room_id, by="moderator", serial=2, to=1, at=at)
    with pytest.raises(Refused, match="This phase is closed"):
        moderating.rewind(room_id=sitting.room_id, by="moderator", serial=2, to=1, at=at)
    assert Phase.objects.filter(room=sitting.room_id).count() == 3


def test_a_paused_game_can_be_corrected_and_rewound_and_stays_paused() -> None:
    sitting = begin("kaban", 9, moderated=True)
    due.advance_due(sitting.room.due_at)
    at = sitting.room.due_at - SECOND
    hosting.pause(room_id=sitting.room_id, by="moderator", at=at)
    moderating.correct(room_id=sitting.room_id, by="moderator", serial=2, given={"spending": 3}, at=at)
    moderating.rewind(room_id=sitting.room_id, by="moderator", serial=2, to=1, at=at)
    assert sitting.room.status == Room.Status.PAUSED
    hosting.unpause(room_id=sitting.room_id, by="moderator", at=at + 5 * SECOND)
    assert sitting.room.due_at == at + 5 * SECOND + (
        Phase.objects.get(room=sitting.room_id, serial=1).due_at - START
    )


def test_a_paused_game_that_a_removal_ends_is_over_and_does_not_go_on() -> None:
    sitting = begin("kaban", 9, moderated=True, bots=False)
    hosting.pause(room_id=sitting.room_id, by="moderator", at=START)
    corrupt = [seat.number for seat in sitting.see("moderator").play.seats if seat.role is Role.CORRUPT]
    for number in corrupt:
        assert sitting.room.status == Room.Status.PAUSED
        hosting.remove(room_id=sitting.room_id, by="moderator", number=number, at=START)
    room = sitting.room
    assert (room.status, room.paused_at, room.resumes_at) == (Room.Status.OVER, None, None)


def test_ending_a_phase_twice_ends_one() -> None:
    sitting = begin("kaban", 9, moderated=True, bots=True)
    hosting.end_phase(room_id=sitting.room_id, by="moderator", serial=1, at=START)
    with pytest.raises(Refused, match="This phase is closed"):
        hosting.end_phase(room_id=sitting.room_id, by="moderator", serial=1, at=START)
    assert sitting.see("public").serial == 2


def test_handing_the_console_over_ends_the_old_one_when_the_link_is_used_and_not_before() -> None:
    sitting = begin("kaban", 9, moderated=True)
    token = passes.console_link(room_id=sitting.room_id, by="moderator", takes_over=True, at=START)
    assert Pass.objects.filter(kind="moderator", revoked_at=None).count() == 2
    found = passes.find(token)
    passes.use(pass_id=found.pk, at=START)
    assert list(Pass.objects.filter(kind="moderator", revoked_at=None)) == [found]
    assert told(sitting)[-1] == "The moderator handed the game over to another moderator."


def test_the_last_moderator_cannot_leave() -> None:
    sitting = begin("kaban", 9, moderated=True)
    mine = Pass.objects.get(room=sitting.room_id, kind="moderator")
    with pytest.raises(Refused, match="Nobody else leads this game yet"):
        passes.leave_console(room_id=sitting.room_id, pass_id=mine.pk, at=START)
    helper = passes.find(
        passes.console_link(room_id=sitting.room_id, by="moderator", takes_over=False, at=START)
    )
    passes.use(pass_id=helper.pk, at=START)
    passes.leave_console(room_id=sitting.room_id, pass_id=mine.pk, at=START)
    assert list(Pass.objects.filter(kind="moderator", revoked_at=None)) == [helper]


def test_a_paused_game_takes_nothing_in() -> None:
    sitting = plant("kaban", 9, "jail")
    hosting.pause(room_id=sitting.room_id, by="moderator", at=START)
    with pytest.raises(Refused, match="The game is paused"):
        play.submit(room_id=sitting.room_id, number=1, serial=1, given=2, at=START)


def test_who_was_removed_and_brought_back_by_a_rewind_is_removed_once_more() -> None:
    sitting = begin("kaban", 9, moderated=True, bots=False)
    remove = {"room_id": sitting.room_id, "by": "moderator", "number": 4, "at": START}
    for _ in range(2):
        hosting.remove(**remove)
    assert told(sitting) == ["The moderator removed Dot from the table."]
    moderating.rewind(room_id=sitting.room_id, by="moderator", serial=1, to=1, at=START)
    assert sitting.see("moderator").play.seats[3].standing == Standing.ACTIVE
    for _ in range(2):
        hosting.remove(**remove)
    assert sitting.see("moderator").play.seats[3].standing == Standing.REMOVED
    assert told(sitting)[2:] == ["The moderator removed Dot from the table."]


def test_what_is_led_from_a_console_gets_no_host() -> None:
    sitting = begin("kaban", 9, moderated=True, bots=False)
    with pytest.raises(Refused, match="led from the console"):
        hosting.hand_over(room_id=sitting.room_id, by="moderator", number=3, at=START)
    assert sitting.room.host is None
