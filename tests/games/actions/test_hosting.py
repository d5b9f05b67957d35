"""What a host may do, how it is told, and who follows a host that is gone."""

import ast
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from inspect import isfunction, signature
from types import ModuleType
from typing import Any

import pytest

from games import access
from games.actions import chat, due, hosting, lobby, moderating, passes, play, rematch
from games.models import Message, Notice, Order, Pass, Phase, Room, Seat
from games.terms import Refused
from tests.conftest import ROOT
from tests.games.conftest import SECOND, START, Sitting, begin, sit_down
from tests.games.planting import plant

pytestmark = pytest.mark.django_db


def last_notice(sitting: Sitting) -> str:
    return Notice.objects.filter(room=sitting.room_id).latest("pk").text


@pytest.mark.parametrize(
    ("verb", "given"),
    [
        (hosting.pause, {}),
        (hosting.unpause, {}),
        (hosting.extend, {"minutes": 5, "serial": 1, "due_at": None}),
        (hosting.end_phase, {"serial": 1}),
        (hosting.remove, {"number": 3}),
        (hosting.substitute, {"number": 3, "name": "Zoe", "before": "Cem"}),
        (hosting.hand_over, {"number": 3}),
        (hosting.hide_message, {"handle": "x"}),
        (hosting.close, {}),
        (lobby.start, {}),
    ],
)
def test_only_the_host_has_the_hosts_powers(verb, given) -> None:
    sitting = begin("estado-libre", 4)
    for by in (2, "public"):
        with pytest.raises(Refused, match="Only the"):
            verb(room_id=sitting.room_id, by=by, at=START, **given)
    assert not Notice.objects.filter(room=sitting.room_id).exists()


def test_a_double_click_extends_once() -> None:
    sitting = begin("estado-libre", 4)
    due_at = sitting.room.due_at
    for _ in range(2):
        hosting.extend(room_id=sitting.room_id, by=1, minutes=5, serial=1, due_at=due_at, at=START)
    assert sitting.room.due_at == due_at + timedelta(minutes=5)
    assert Notice.objects.count() == 1


def test_a_removed_players_order_is_void_and_a_bot_plays_on() -> None:
    sitting = begin("estado-libre", 4)
    due.advance_due(sitting.room.due_at)
    hosting.remove(room_id=sitting.room_id, by=1, number=2, at=START)
    seat = Seat.objects.get(room=sitting.room_id, number=2)
    assert (seat.vacant, seat.driver) == (True, Seat.Driver.BOT)
    assert not Pass.objects.filter(seat=seat, revoked_at=None).exists()


def test_a_substitute_takes_the_seat_under_their_own_name_and_the_old_link_dies() -> None:
    sitting = begin("estado-libre", 4)
    given = {"room_id": sitting.room_id, "by": 1, "number": 2, "name": "Zoe", "before": "Bob", "at": START}
    first, second = hosting.substitute(**given), hosting.substitute(**given)
    assert Seat.objects.get(room=sitting.room_id, number=2).name == "Zoe"
    assert Pass.objects.filter(seat__number=2, revoked_at=None).count() == 2
    assert first != second
    assert last_notice(sitting) == "The host handed the seat of Bob to Zoe."
    assert Notice.objects.count() == 1


def test_a_seat_that_changed_hands_meanwhile_is_not_handed_on_by_an_old_button() -> None:
    sitting = begin("estado-libre", 4)
    given = {"room_id": sitting.room_id, "by": 1, "number": 2, "at": START}
    hosting.substitute(**given, name="Zoe", before="Bob")
    with pytest.raises(Refused, match="changed hands"):
        hosting.substitute(**given, name="Yan", before="Bob")


def test_who_missed_two_phases_is_played_by_a_bot_until_they_act() -> None:
    sitting = begin("estado-libre", 4, seats=4)
    asked = []
    for _ in range(40):
        asked = [seat for seat in Seat.objects.filter(room=sitting.room_id) if seat.driver == "bot"]
        if asked:
            break
        due.advance_due(sitting.room.due_at)
    assert last_notice(sitting).endswith("missed two phases. A bot plays for them until they act again.")
    number, serial = asked[0].number, sitting.see("public").serial
    play.take_back(room_id=sitting.room_id, number=number, serial=serial, at=sitting.room.due_at - SECOND)
    assert Seat.objects.get(pk=asked[0].pk).driver == Seat.Driver.PERSON
    assert last_notice(sitting).endswith("is back and plays again.")


def test_whoever_has_sat_here_longest_may_follow_a_host_who_is_gone() -> None:
    sitting = begin("estado-libre", 4, bots=False)
    with pytest.raises(Refused, match="misses two phases"):
        hosting.claim_hosting(room_id=sitting.room_id, number=2, at=START)
    Seat.objects.filter(room=sitting.room_id, number=1).update(missed=2)
    assert [sitting.see(number).may_claim_hosting for number in range(1, 5)] == [False, True, False, False]
    with pytest.raises(Refused, match="longest"):
        hosting.claim_hosting(room_id=sitting.room_id, number=3, at=START)
    hosting.claim_hosting(room_id=sitting.room_id, number=2, at=START)
    assert sitting.see(2).is_host
    assert last_notice(sitting) == "Bob took over as the host of this room."


def test_a_hidden_message_is_gone_for_all_and_the_table_is_told() -> None:
    sitting = begin("estado-libre", 4)
    chat.say(room_id=sitting.room_id, number=2, text="Something rude", to=None, at=START)
    hosting.hide_message(room_id=sitting.room_id, by=1, handle=Message.objects.get().handle, at=START)
    assert [(message.text, message.hidden) for message in sitting.see(2).messages] == [("", True)]
    assert last_notice(sitting) == "The host hid a message."


def test_a_whisper_that_the_host_did_not_hear_is_not_theirs_to_hide() -> None:
    sitting = begin("estado-libre", 4)
    chat.say(room_id=sitting.room_id, number=2, text="Between us", to=3, at=START)
    hosting.hide_message(room_id=sitting.room_id, by=1, handle=Message.objects.get().handle, at=START)
    assert sitting.see(3).messages[0].text == "Between us"


def test_options_can_be_changed_until_the_start() -> None:
    sitting = sit_down("estado-libre", 5)
    change = {"room_id": sitting.room_id, "by": 1, "at": START}
    lobby.change_options(**change, options={"pace": "daily", "seats": 6, "bots": False})
    assert sitting.room.options["pace"] == "daily"
    with pytest.raises(Refused, match="5 people sit at this table"):
        lobby.change_options(**change, options={"seats": 4})
    lobby.start(room_id=sitting.room_id, by=1, at=START)
    with pytest.raises(Refused, match="has started"):
        lobby.change_options(**change, options={"pace": "live"})


def test_a_lobby_is_deleted_after_a_day_and_a_finished_room_after_thirty() -> None:
    waiting, over = sit_down("estado-libre", 2), begin("estado-libre", 4)
    Room.objects.filter(pk=over.room_id).update(status=Room.Status.OVER, due_at=None)
    assert waiting.see(1).deletes_at == START + timedelta(hours=24)
    assert over.see(1).deletes_at == START + timedelta(days=30)
    due.purge(START + timedelta(hours=24) - SECOND)
    assert Room.objects.count() == 2
    due.purge(START + timedelta(hours=24))
    assert list(Room.objects.values_list("pk", flat=True)) == [over.room_id]
    due.purge(START + timedelta(days=30))
    assert not Room.objects.exists()


def test_a_moderator_seats_people_who_have_no_screen() -> None:
    sitting = sit_down("kaban", 0, moderated=True)
    for name in ("Ada", "Bob"):
        lobby.add_player(room_id=sitting.room_id, by="moderator", name=name, at=START)
    assert [seat.name for seat in sitting.see("moderator").seats] == ["Ada", "Bob"]
    assert not Pass.objects.filter(room=sitting.room_id, kind="seat").exists()
    with pytest.raises(Refused, match="Only the moderator"):
        lobby.add_player(room_id=sitting.room_id, by=1, name="Cem", at=START)


def test_the_date_of_deletion_shows_on_the_page_and_does_not_tell_what_was_done_in_secret(frozen) -> None:
    sitting = begin("estado-libre", 4, bots=False)
    shown = '<time datetime="2026-03-31T12:00:00Z"'
    assert sitting.room.status == Room.Status.RUNNING
    assert shown in sitting.browser(2).get(sitting.path).text
    at = START + 3600 * SECOND
    due.advance_due(at)
    president = next(one.seat for one in sitting.see("public").play.people if one.office == "president")
    serial = sitting.see("public").serial
    other = president % 4 + 1
    chat.say(room_id=sitting.room_id, number=president, text="Psst", to=other, at=at)
    assert sitting.room.touched_at == at
    frozen.move_to(at)
    assert sitting.see("public").serial == serial
    assert shown in sitting.browser("public").get(sitting.path).text


def test_what_everybody_saw_somebody_do_puts_the_deletion_off() -> None:
    sitting = begin("estado-libre", 4, bots=False)
    at = START + 60 * SECOND
    hosting.end_phase(room_id=sitting.room_id, by=hosting.ADMIN, serial=1, at=at)
    assert (
        sitting.see("public").deletes_at
        == at + timedelta(days=30)
        == sitting.room.touched_at + timedelta(days=30)
    )
    hosting.pause(room_id=sitting.room_id, by=1, at=at + SECOND)
    assert sitting.see("public").deletes_at == at + SECOND + timedelta(days=30)


def test_who_was_removed_while_they_handed_in_is_refused() -> None:
    sitting = begin("estado-libre", 4)
    hosting.remove(room_id=sitting.room_id, by=1, number=2, at=START)
    late = {"room_id": sitting.room_id, "number": 2, "serial": 1, "at": START}
    for act in (partial(play.submit, **late, given={}), partial(play.take_back, **late)):
        with pytest.raises(Refused, match="You were removed from this table"):
            act()
    assert Seat.objects.get(room=sitting.room_id, number=2).driver == Seat.Driver.BOT


@pytest.mark.parametrize("by_itself", [True, False])
def test_a_phase_that_came_to_await_nobody_while_paused_closes_as_the_game_goes_on(by_itself: bool) -> None:
    sitting = plant("estado-libre", 5, "vote", bots=False)
    room = {"room_id": sitting.room_id}
    for number in range(1, 5):
        play.submit(**room, number=number, serial=1, given="aye", at=START)
    hosting.pause(**room, by=1, at=START)
    hosting.remove(**room, by=1, number=5, at=START + SECOND)
    assert sitting.see("public").serial == 1
    resumed = START + hosting.LONGEST_PAUSE if by_itself else START + 60 * SECOND
    if by_itself:
        due.advance_due(resumed)
    else:
        hosting.unpause(**room, by=1, at=resumed)
    phases = Phase.objects.filter(room=sitting.room_id).order_by("serial")
    assert [(phase.serial, phase.closed_at) for phase in phases] == [(1, resumed), (2, None)]
    assert sitting.room.due_at == phases[1].due_at > resumed


def test_a_phase_that_awaits_somebody_has_the_rest_of_its_time_after_a_pause() -> None:
    sitting = plant("estado-libre", 5, "vote", bots=False)
    left = sitting.room.due_at - START
    hosting.pause(room_id=sitting.room_id, by=1, at=START)
    due.advance_due(START + hosting.LONGEST_PAUSE)
    assert (sitting.see("public").serial, sitting.room.due_at) == (1, START + hosting.LONGEST_PAUSE + left)


def test_whoever_read_their_pass_before_the_seat_was_handed_on_can_do_nothing_with_it() -> None:
    sitting = plant("estado-libre", 5, "vote", bots=False)
    seen = access.visit(sitting.room.public_id, {access.SEAT: sitting.tokens[2]})
    hosting.substitute(room_id=sitting.room_id, by=1, number=2, name="Zoe", before="Bob", at=START)
    late = {"room_id": sitting.room_id, "at": START, "pass_id": seen.pass_id}
    for act in (
        partial(play.submit, **late, number=2, serial=1, given="aye"),
        partial(play.take_back, **late, number=2, serial=1),
        partial(chat.say, **late, number=2, text="I am Zoe", to=None),
        partial(passes.resume_link, **late, by=2),
        partial(hosting.claim_hosting, **late, number=2),
    ):
        with pytest.raises(Refused, match="This seat is no longer yours"):
            act()
    assert (Order.objects.count(), Message.objects.count()) == (0, 0)
    assert Pass.objects.filter(seat__number=2, revoked_at=None).count() == 1


def public_verbs(module: ModuleType) -> set[str]:
    """Name the actions of a module that are done with a pass."""
    return {
        name
        for name, act in vars(module).items()
        if isfunction(act) and act.__module__ == module.__name__ and "pass_id" in signature(act).parameters
    }


def test_a_host_whose_seat_was_handed_on_can_press_no_button_any_more() -> None:
    sitting = begin("estado-libre", 4)
    seen = access.visit(sitting.room.public_id, {access.SEAT: sitting.tokens[1]})
    hosting.substitute(
        room_id=sitting.room_id, by=hosting.ADMIN, number=1, name="Zoe", before="Ada", at=START
    )
    told = list(Notice.objects.values_list("text", flat=True))
    before = Room.objects.filter(pk=sitting.room_id).values("status", "due_at", "host", "join_token").get()
    buttons: dict[Callable[..., object], dict[str, Any]] = {
        hosting.pause: {},
        hosting.unpause: {},
        hosting.extend: {"minutes": 5, "serial": 1, "due_at": None},
        hosting.end_phase: {"serial": 1},
        hosting.remove: {"number": 3},
        hosting.substitute: {"number": 3, "name": "Yan", "before": "Cem"},
        hosting.hand_over: {"number": 3},
        hosting.hide_message: {"handle": "x"},
        hosting.close: {},
        lobby.add_player: {"name": "Yan"},
        lobby.change_options: {"options": {}},
        lobby.start: {},
        passes.renew_links: {"before": sitting.room.join_token},
        passes.console_link: {"takes_over": True},
        rematch.rematch: {},
        rematch.follow: {},
    }
    for act, given in buttons.items():
        with pytest.raises(Refused, match="This seat is no longer yours, so nothing was changed"):
            act(room_id=sitting.room_id, by=1, at=START, pass_id=seen.pass_id, **given)
    assert list(Notice.objects.values_list("text", flat=True)) == told
    assert (
        Room.objects.filter(pk=sitting.room_id).values("status", "due_at", "host", "join_token").get()
        == before
    )
    fresh = Pass.objects.get(seat__number=1, room=sitting.room_id, revoked_at=None)
    hosting.pause(room_id=sitting.room_id, by=1, at=START, pass_id=fresh.pk)
    assert sitting.room.status == Room.Status.PAUSED
    with_a_seat = {hosting.claim_hosting, lobby.leave_lobby, passes.resume_link}
    named = {act.__name__ for act in {*buttons, *with_a_seat}} | {"use", "leave_console"}
    assert named == set().union(*map(public_verbs, (hosting, lobby, passes, rematch)))


def test_a_console_that_was_handed_over_can_press_no_button_any_more() -> None:
    sitting = begin("kaban", 9, moderated=True)
    seen = access.visit(sitting.room.public_id, {access.CONSOLE: sitting.tokens[0]})
    token = passes.console_link(room_id=sitting.room_id, by="moderator", takes_over=True, at=START)
    link = passes.find(token)
    assert link is not None
    passes.use(pass_id=link.pk, at=START)
    late = {"room_id": sitting.room_id, "by": "moderator", "at": START}
    buttons: dict[Callable[..., object], dict[str, Any]] = {
        moderating.act_for: {"number": 4, "serial": 1, "given": 2},
        moderating.take_back_for: {"number": 4, "serial": 1},
        moderating.correct: {"serial": 1, "given": {"fund": 13}},
        moderating.plan: {"serial": 1, "given": {}},
        moderating.rewind: {"serial": 1, "to": 1},
        hosting.end_phase: {"serial": 1},
    }
    assert {act.__name__ for act in buttons} == public_verbs(moderating) | {"end_phase"}
    for act, given in buttons.items():
        taken = late | given
        with pytest.raises(Refused, match="This console is no longer yours, so nothing was changed"):
            act(**taken, pass_id=seen.pass_id)
    assert Phase.objects.filter(room=sitting.room_id).count() == 1
    hosting.end_phase(**late, serial=1, pass_id=link.pk)
    assert Phase.objects.filter(room=sitting.room_id).count() == 2


def test_every_button_of_a_page_names_the_pass_it_was_pressed_with() -> None:
    calls = [
        call
        for path in sorted((ROOT / "games/views").glob("*.py"))
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call)
        and any(
            word.arg == "room_id" and ast.unparse(word.value) == "visit.room.pk" for word in call.keywords
        )
    ]
    assert len(calls) > 12
    unnamed = [call for call in calls if not {"pass_id", None} & {word.arg for word in call.keywords}]
    # That somebody was there is no change to the game.
    assert [ast.unparse(call.func) for call in unnamed] == ["play.note_presence"]


def test_leaving_twice_does_not_take_a_newcomer_along() -> None:
    sitting = sit_down("estado-libre", 4)
    seen = access.visit(sitting.room.public_id, {access.SEAT: sitting.tokens[2]})
    late = {"room_id": sitting.room_id, "number": 2, "at": START, "pass_id": seen.pass_id}
    lobby.leave_lobby(**late)
    lobby.join(room_id=sitting.room_id, name="Zoe", at=START)
    with pytest.raises(Refused, match="This seat is no longer yours"):
        lobby.leave_lobby(**late)
    assert [seat.name for seat in sitting.see(1).seats] == ["Ada", "Zoe", "Cem", "Dot"]
