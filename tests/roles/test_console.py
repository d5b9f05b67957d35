"""The moderator's console: the script, the seats, what can be entered and set right; and the wall."""

import re
from dataclasses import replace
from html import unescape

import pytest
from msgspec import structs

from games.actions import hosting, moderating
from roles import script
from roles.rules.inputs import Pick
from roles.rules.state import Phase
from roles.rules.tables import CARDS, Role
from tests.games.conftest import START, Sitting
from tests.games.planting import plant
from tests.roles.conftest import deal, enter, holders, serial

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]


def console(sitting: Sitting) -> str:
    answer = sitting.browser("moderator").get(sitting.path)
    assert answer.status_code == 200
    return unescape(answer.text)


def press(sitting: Sitting, button: str, **fields: object) -> int:
    data = {"serial": serial(sitting), **fields}
    return sitting.browser("moderator").post(f"{sitting.path}{button}", data).status_code


def test_the_console_shows_every_role_and_who_has_acted() -> None:
    sitting = deal()
    lawyer = holders(sitting)[Role.LAWYER][0]
    enter(sitting, {lawyer: {"protect": 1}})
    text = console(sitting)
    assert text.count("Corrupt Politician</span>") == 3
    assert "1 of 13 have acted" in text
    assert "✓ Protects Ada" in text


@pytest.mark.parametrize("phase", list(Phase))
def test_every_step_has_its_script_and_a_button_that_closes_it(phase: Phase) -> None:
    sitting = plant("kaban", 9, phase)
    seen = sitting.see("moderator")
    written = script.write(seen)
    text = console(sitting)
    assert written.title in text
    assert all(line.say in text and line.do in text for line in written.lines)
    assert f">{written.close}</button>" in text
    entries = set(map(int, re.findall(r'action="[^"]*/act/(\d+)"', text)))
    assert set(seen.play.awaited) <= entries


def test_every_button_carries_the_phase_it_was_drawn_for() -> None:
    sitting = deal()
    for form in re.findall(r"<form[^>]*>.*?</form>", console(sitting), re.S):
        if re.search(r'action="[^"]*/(act|correct|end-phase|extend|rewind)', form):
            assert f'name="serial" value="{serial(sitting)}"' in form


def test_roles_that_are_gone_are_called_all_the_same() -> None:
    sitting = deal()
    before = [line.say for line in script.write(sitting.see("moderator")).lines]
    gone = holders(sitting)[Role.LAWYER] + holders(sitting)[Role.COA]
    standing = {number: {"standing": "removed", "strikes": 2, "back": None} for number in gone}
    moderating.correct(
        room_id=sitting.room_id, by="moderator", serial=1, given={"standing": standing}, at=START
    )
    lines = script.write(sitting.see("moderator")).lines
    assert [line.say for line in lines] == before
    assert [line.dummy for line in lines].count(True) == 2


def test_the_private_sign_tells_whether_the_coa_is_silenced() -> None:
    sitting = deal()
    moderating.correct(room_id=sitting.room_id, by="moderator", serial=1, given={"fund": 5}, at=START)
    enter(sitting, {number: {"suhol": True} for number in holders(sitting)[Role.CORRUPT]})
    hosting.end_phase(room_id=sitting.room_id, by="moderator", serial=1, at=START)
    signs = script.write(sitting.see("moderator")).signs
    assert signs[0].do == "Show a finger on your lips: silenced."
    other = deal()
    hosting.end_phase(room_id=other.room_id, by="moderator", serial=1, at=START)
    assert script.write(other.see("moderator")).signs[0].do == "Show an open palm: free to speak."


def silence(sitting: Sitting) -> None:
    moderating.correct(room_id=sitting.room_id, by="moderator", serial=1, given={"fund": 5}, at=START)
    enter(sitting, {number: {"suhol": True} for number in holders(sitting)[Role.CORRUPT]})
    hosting.end_phase(room_id=sitting.room_id, by="moderator", serial=1, at=START)


def test_a_silenced_coa_stands_on_the_console_with_the_sign_to_give() -> None:
    sitting = deal()
    silence(sitting)
    coa = sitting.see("moderator").seats[holders(sitting)[Role.COA][0] - 1].name
    text = console(sitting)
    assert f"<b><bdi>{coa}</bdi> is silenced until Year 1 ends.</b>" in text
    assert "a finger on your lips" in text
    assert text.count("Silenced in Year 1</span>") == 1
    for _ in range(30):
        if sitting.see("moderator").play.year == 2:
            break
        press(sitting, "end-phase")
    assert "is silenced" not in console(sitting)


def test_a_suhol_without_a_coa_at_the_table_silences_nobody() -> None:
    sitting = deal()
    coa = holders(sitting)[Role.COA][0]
    jailed = {coa: {"standing": "jailed", "strikes": 1, "back": 4}}
    moderating.correct(
        room_id=sitting.room_id, by="moderator", serial=1, given={"standing": jailed}, at=START
    )
    silence(sitting)
    text = console(sitting)
    assert "no Commission on Audit is active" in text
    assert "Silenced in Year" not in text


def test_the_last_choices_of_each_seat_stay_on_the_console_and_nowhere_else() -> None:
    sitting = deal()
    by_role = holders(sitting)
    lawyer, thief, citizen = by_role[Role.LAWYER][0], by_role[Role.CORRUPT][0], by_role[Role.CITIZEN][0]
    enter(sitting, {lawyer: {"protect": 1}, thief: {"nakaw": True}, citizen: {}})
    press(sitting, "end-phase")
    enter(sitting, dict.fromkeys(sitting.see("moderator").play.awaited, 2))
    found = lately_by_seat(sitting)
    assert found[lawyer] == ["Night Protects Ada", "Election names Bob"]
    assert found[thief] == ["Night Nakaw yes, Suhol no, Tokhang nobody", "Election names Bob"]
    assert found[citizen] == ["Election names Bob"]
    for viewer in (lawyer, thief, "public"):
        assert "Protects Ada" not in sitting.browser(viewer).get(sitting.path).text
        assert sitting.see(viewer).lately == ()


def test_the_night_shows_the_choices_of_the_year_before() -> None:
    sitting = deal()
    enter(sitting, {number: {} for number in range(1, 13)})
    press(sitting, "end-phase")
    enter(sitting, dict.fromkeys(sitting.see("moderator").play.awaited, 2))
    offer = sitting.see("moderator").play.secrets.offer
    enter(sitting, {2: {"card": "small", "committee": list(range(1, 1 + CARDS[offer.small].size))}})
    for _ in range(3):
        press(sitting, "end-phase")
    assert sitting.see("moderator").play.year == 2
    assert lately_by_seat(sitting)[2][:2] == [
        "Election names Bob",
        f"Project {CARDS[offer.small].name}, with {'Ada' if CARDS[offer.small].size == 1 else 'Ada, Bob and Cem'}",
    ]


def test_what_was_rewound_is_no_last_choice() -> None:
    sitting = deal()
    enter(sitting, {holders(sitting)[Role.LAWYER][0]: {"protect": 1}})
    press(sitting, "end-phase")
    assert lately_by_seat(sitting) != {}
    press(sitting, "rewind", to="1")
    assert lately_by_seat(sitting) == {}


def lately_by_seat(sitting: Sitting) -> dict[int, list[str]]:
    """Read off the console what stands under each seat's name."""
    found = {}
    for number, row in re.findall(
        r'<details class="k-seat-fold" id="seat-(\d+)">(.*?)</summary>', console(sitting), re.S
    ):
        lately = re.search(r'<span class="label k-lately">(.*)</span>', row)
        if lately:
            found[int(number)] = [
                f"{step} {words}" for step, words in re.findall(r"<span><b>(.*?)</b> (.*?)</span>", lately[1])
            ]
    return found


def test_the_project_is_closed_by_a_button_that_says_what_comes_of_it() -> None:
    sitting = plant("kaban", 9, "project")
    seen = sitting.see("moderator")
    assert ">No project this Year</button>" in console(sitting)
    pick = Pick("small", seen.play.awaited)
    secrets = structs.replace(seen.play.secrets, choices=((seen.play.president, pick),))
    picked = replace(seen, play=structs.replace(seen.play, secrets=secrets))
    assert script.write(picked).close == "On to the committee"


def test_the_president_alone_is_shown_the_cards() -> None:
    sitting = plant("kaban", 9, "project")
    offer = sitting.see("moderator").play.secrets.offer
    shown = re.search(r'<ul class="k-dealt">(.*?)</ul>', console(sitting), re.S)[1]
    assert re.findall(r"<li[^>]*>(.*?):", shown) == [CARDS[card].name for card in (offer.small, offer.large)]
    assert "k-dealt" not in console(plant("kaban", 9, "jail"))


def test_the_coa_learns_the_audit_by_a_sign() -> None:
    sitting = deal()
    signs = [line.do for line in script.write(sitting.see("moderator")).lines]
    assert "Show them a flat hand: there was no project last Year." in signs


def test_a_card_is_shown_to_its_player_over_everything_else() -> None:
    sitting = deal()
    shown = re.findall(r'<div class="k-show-cover">(.*?)</details>', console(sitting), re.S)
    assert len(shown) == 13
    corrupt = holders(sitting)[Role.CORRUPT]
    names = {seat.number: seat.name for seat in sitting.see("moderator").seats}
    assert "Corrupt Politician" in shown[corrupt[0] - 1]
    assert {number for number, name in names.items() if f"<bdi>{name}</bdi>" in shown[corrupt[0] - 1]} == set(
        corrupt
    )


def test_each_choice_can_be_entered_and_taken_back_for_any_seat() -> None:
    sitting = deal()
    corrupt = holders(sitting)[Role.CORRUPT][0]
    assert press(sitting, f"act/{corrupt}", first="yes", second="no", name="1") == 303
    assert sitting.see(corrupt).own == {"nakaw": True, "suhol": False, "tokhang": 1}
    assert press(sitting, f"act/{corrupt}/take-back") == 303
    assert sitting.see(corrupt).own is None


def test_a_player_cannot_use_the_moderators_buttons() -> None:
    sitting = deal()
    for button in ("act/2", "correct", "rewind", "end-phase"):
        answer = sitting.browser(1).post(
            f"{sitting.path}{button}", {"serial": "1", "to": "1", "what": "fund", "figure": "3", "name": "1"}
        )
        assert answer.status_code == 409, button
    assert sitting.see("moderator").play.secrets.fund == 0
    assert sitting.see(2).own is None


def test_a_tracker_is_set_right_and_the_table_told_without_the_secret_figure() -> None:
    sitting = deal()
    assert press(sitting, "correct", what="fund", figure="7") == 303
    assert sitting.see("moderator").play.secrets.fund == 7
    assert [notice.text for notice in sitting.see("public").notices] == [
        "The moderator corrected the Corruption Fund."
    ]


def test_a_standing_is_set_right() -> None:
    sitting = deal()
    press(sitting, "correct", what="standing", seat="4", standing="jailed", strikes="1", back="3")
    seat = sitting.see("public").play.seats[3]
    assert (seat.standing, seat.strikes, seat.back) == ("jailed", 1, 3)


def test_an_impossible_standing_is_refused_with_the_reason() -> None:
    sitting = deal()
    answer = sitting.browser("moderator").post(
        f"{sitting.path}correct",
        {"serial": "1", "what": "standing", "seat": "4", "standing": "jailed", "strikes": "1", "back": ""},
    )
    assert answer.status_code == 409
    form = re.search(r'<form class="k-standing" id="standing-4".*?</form>', answer.text, re.S).group()
    assert "needs the Year in which they are back" in form
    assert '<option value="jailed" selected>' in form
    assert answer.text.count('class="errorlist"') == 1


@pytest.mark.parametrize(
    ("typed", "reason"), [("-1", "below 0"), ("99999", "at most 10,000"), ("x", "whole number")]
)
def test_a_refused_figure_is_told_in_its_own_form_as_it_was_typed(typed: str, reason: str) -> None:
    sitting = deal()
    sent = {"serial": "1", "what": "fund", "figure": typed}
    answer = sitting.browser("moderator").post(f"{sitting.path}correct", sent)
    assert answer.status_code in (409, 422)
    form = re.search(r'<form class="row" id="set-fund".*?</form>', answer.text, re.S).group()
    assert reason in form
    assert f'value="{typed}"' in form
    assert '<details class="more" id="correct-fund" open>' in answer.text
    assert answer.text.count('class="errorlist"') == 1


def test_a_refused_last_year_is_told_in_its_own_form_as_it_was_typed() -> None:
    sitting = deal()
    answer = sitting.browser("moderator").post(f"{sitting.path}plan", {"serial": "1", "last_year": "500"})
    assert answer.status_code == 422
    form = re.search(r'<form class="row" id="plan".*?</form>', answer.text, re.S).group()
    assert "A Year is a number from 1 to" in form
    assert 'value="500"' in form


def test_a_second_click_does_nothing_more() -> None:
    sitting = deal()
    assert press(sitting, "end-phase", serial="1") == 303
    assert press(sitting, "end-phase", serial="1") == 409
    assert sitting.see("moderator").phase == "election"


def test_the_jail_votes_are_counted_with_the_presidents_two() -> None:
    sitting = plant("kaban", 9, "jail")
    seen = sitting.see("moderator").play
    president, target = seen.president, next(n for n in seen.awaited if n != seen.president)
    enter(sitting, {president: target})
    name = sitting.see("moderator").seats[target - 1].name
    assert f"<bdi>{name}</bdi> <b>2</b>" in console(sitting)


def test_the_wall_shows_nothing_that_is_not_public() -> None:
    sitting = deal()
    text = sitting.browser("moderator").get(f"{sitting.path}public").text
    rest = re.sub(r'<details class="more k-cast".*?</details>', "", text.split("<main", 1)[1], flags=re.S)
    assert not re.search(r"Politician|Lawyer|Ombudsperson|Corruption Fund", rest)
    assert "Public Spending" in rest


def test_after_the_end_everything_is_open_to_everybody() -> None:
    sitting = deal()
    corrupt = holders(sitting)[Role.CORRUPT]
    enter(sitting, {number: {"nakaw": True} for number in corrupt})
    hosting.end_phase(room_id=sitting.room_id, by="moderator", serial=1, at=START)
    out = {number: {"standing": "removed", "strikes": 2, "back": None} for number in corrupt}
    moderating.correct(
        room_id=sitting.room_id, by="moderator", serial=serial(sitting), given={"standing": out}, at=START
    )
    for viewer in (1, corrupt[0], "public", "moderator"):
        text = sitting.browser(viewer).get(sitting.path).text
        assert "Good wins" in text
        assert "Nakaw yes" in text
        assert text.count("<polyline") == 4
    assert sitting.browser(1).get(f"{sitting.path}record.json").status_code == 200
