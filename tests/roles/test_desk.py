"""A player's screen: the card, the night that looks alike, what is told and to whom."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from games.actions import chat, hosting, moderating
from games.models import Seat
from games.terms import Refused
from roles.rules.tables import Role
from tests.games.conftest import START, Sitting
from tests.roles.conftest import deal, enter, holders, serial

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]


def page(sitting: Sitting, viewer: Any) -> str:
    answer = sitting.browser(viewer).get(sitting.path)
    assert answer.status_code == 200
    return answer.text


def card(text: str) -> str:
    return re.search(r'<details class="k-card".*?</details>', text, re.S).group()


def cast(text: str) -> str:
    """Answer the part that says what everybody knows: how many hold which card."""
    return re.search(r'<details class="more k-cast".*?</details>', text, re.S).group()


def night_form(text: str) -> str:
    return re.search(r'<form class="form" id="act-form".*?</form>', text, re.S).group()


def tags(text: str) -> list[str]:
    return re.findall(r"<(/?[a-z0-9]+)", text)


def end_phase(sitting: Sitting) -> None:
    hosting.end_phase(room_id=sitting.room_id, by="moderator", serial=serial(sitting), at=START)


def end_phases_until(sitting: Sitting, reached: Callable[[Any], bool]) -> None:
    for _ in range(30):
        if reached(sitting.see("moderator").play):
            return
        end_phase(sitting)
    raise AssertionError("This was not reached.")


def test_in_a_pause_the_form_can_still_be_filled_in_but_not_handed_in() -> None:
    sitting = deal()
    assert "disabled" not in night_form(page(sitting, 3))
    hosting.pause(room_id=sitting.room_id, by="moderator", at=START)
    pages = [page(sitting, seats[0]) for seats in holders(sitting).values()]
    assert all(night_form(text).count(" disabled>Done</button>") == 1 for text in pages)
    assert all("The game is paused. You can go on filling this in" in night_form(text) for text in pages)
    assert len({tuple(tags(night_form(text))) for text in pages}) == 1


def test_by_night_every_role_gets_the_same_parts_and_as_many_bytes() -> None:
    sitting = deal()
    pages = {role: page(sitting, seats[0]) for role, seats in holders(sitting).items()}
    assert set(pages) == set(Role)
    assert len({tuple(tags(night_form(text))) for text in pages.values()}) == 1
    assert len({len(text.encode()) - len(name(text)) for text in pages.values()}) == 1
    fields = {tuple(re.findall(r'name="([a-z]+)"', night_form(text))) for text in pages.values()}
    assert len(fields) == 1


def name(text: str) -> str:
    """Answer the player's own name, which alone makes the length of the page differ."""
    return re.search(r"You are <bdi>(.*?)</bdi>", text).group(1)


def test_all_look_alike_when_they_have_answered_too() -> None:
    sitting = deal()
    pages = []
    for number in range(1, 14):
        answer = sitting.browser(number).post(
            f"{sitting.path}submit", {"serial": "1", "first": "yes", "second": "", "name": str(number)}
        )
        assert answer.status_code == 303, answer.content
        if number < 13:
            pages.append(page(sitting, number))
    assert all("Your answers for tonight." in text for text in pages)
    assert len({len(text.encode()) - len(name(text)) for text in pages}) == 1


def test_long_names_do_not_tell_the_roles_apart() -> None:
    sitting = deal()
    for seat in Seat.objects.all():
        Seat.objects.filter(pk=seat.pk).update(name="🏛" * 22 + chr(0x1F3E0 + seat.number) + "🏛")
    enter(sitting, {number: {"nakaw": True, "tokhang": 1} for number in holders(sitting)[Role.CORRUPT][1:]})
    pages = [page(sitting, seats[0]) for seats in holders(sitting).values()]
    assert len({len(text.encode()) for text in pages}) == 1


def test_the_card_says_who_one_is_and_lies_face_down() -> None:
    sitting = deal()
    by_role = holders(sitting)
    corrupt = by_role[Role.CORRUPT]
    mine = card(page(sitting, corrupt[0]))
    assert mine.startswith('<details class="k-card" id="card" data-hold>')
    assert "Corrupt Politician" in mine
    fellows = [seat.name for seat in sitting.see("public").seats if seat.number in corrupt[1:]]
    assert "With you: " + ", ".join(f"<bdi>{fellow}</bdi>" for fellow in fellows) in mine
    citizen = page(sitting, by_role[Role.CITIZEN][0])
    assert "Citizen" in card(citizen)
    assert "Corrupt Politician" not in citizen.replace(cast(citizen), "")


def test_a_role_stands_nowhere_but_on_the_card_and_in_the_nights_form() -> None:
    sitting = deal()
    for seats in holders(sitting).values():
        text = page(sitting, seats[0])
        rest = text.replace(card(text), "").replace(night_form(text), "").replace(cast(text), "")
        assert not re.search(r"Politician|Lawyer|Ombudsperson|Audit|Citizen", rest)


def test_the_corrupt_see_one_anothers_present_choices_with_what_they_cost() -> None:
    sitting = deal()
    one, two, *_ = holders(sitting)[Role.CORRUPT]
    enter(sitting, {one: {"nakaw": True, "suhol": True}})
    text = night_form(page(sitting, two))
    said = next(seat.name for seat in sitting.see("public").seats if seat.number == one)
    assert f"{said}: Nakaw yes, Suhol yes, Tokhang nobody." in text
    assert "Fund 0 → 3" in text
    assert "Costs 3; Fund holds only 0." in text
    assert "Nakaw yes" not in page(sitting, holders(sitting)[Role.LAWYER][0])


def test_what_the_night_brought_stands_on_the_card_until_the_year_ends() -> None:
    sitting = deal()
    by_role = holders(sitting)
    seer, suspect = by_role[Role.OMBUDSPERSON][0], by_role[Role.CORRUPT][0]
    enter(sitting, {seer: {"investigate": suspect}, by_role[Role.LAWYER][0]: {"protect": seer}})
    enter(sitting, {number: {"nakaw": True} for number in by_role[Role.CORRUPT]})
    end_phase(sitting)
    assert "stands with the bad." in card(page(sitting, seer))
    assert "You stole 3 this Year." in card(page(sitting, suspect))
    assert "You protect" in card(page(sitting, by_role[Role.LAWYER][0]))
    end_phases_until(sitting, lambda play: play.year == 2)
    assert "stands with the bad." not in page(sitting, seer)
    assert "Audit: no project last Year." in card(page(sitting, by_role[Role.COA][0]))


def silence(sitting: Sitting) -> int:
    """Let the Corrupt silence the COA, and answer its seat."""
    moderating.correct(
        room_id=sitting.room_id, by="moderator", serial=serial(sitting), given={"fund": 5}, at=START
    )
    enter(sitting, {number: {"suhol": True} for number in holders(sitting)[Role.CORRUPT]})
    end_phase(sitting)
    return holders(sitting)[Role.COA][0]


def test_a_silenced_coa_is_told_on_the_card_and_looks_like_everybody_else() -> None:
    sitting = deal()
    coa = silence(sitting)
    citizen = holders(sitting)[Role.CITIZEN][0]
    muted, other = page(sitting, coa), page(sitting, citizen)
    assert "You are silenced." in card(muted)
    assert sorted(tags(muted.replace(card(muted), ""))) == sorted(tags(other.replace(card(other), "")))
    assert len(muted.encode()) - len(name(muted)) == len(other.encode()) - len(name(other))


def test_a_silenced_coa_is_refused_with_the_reason_and_nobody_hears_of_it() -> None:
    sitting = deal()
    coa = silence(sitting)
    refused = sitting.browser(coa).post(f"{sitting.path}say", {"text": "It was them."})
    assert refused.status_code == 409
    assert "You have been silenced" in refused.text
    with pytest.raises(Refused):
        chat.say(room_id=sitting.room_id, number=coa, text="It was them.", to=None, at=START)
    assert "It was them." not in page(sitting, "moderator")


def test_a_vote_is_open_once_it_is_closed_and_not_before() -> None:
    sitting = deal()
    end_phase(sitting)
    enter(sitting, dict.fromkeys(range(1, 13), 5))
    assert "ballots-title" not in page(sitting, 13)
    end_phase(sitting)
    text = page(sitting, 13)
    assert "ballots-title" in text
    assert "Eve is President, by most votes." in text


def test_the_jailed_and_the_removed_read_along_without_a_form() -> None:
    sitting = deal()
    standing = {
        3: {"standing": "jailed", "strikes": 1, "back": 4},
        4: {"standing": "removed", "strikes": 2, "back": None},
    }
    moderating.correct(
        room_id=sitting.room_id, by="moderator", serial=1, given={"standing": standing}, at=START
    )
    assert "You are jailed. You read along, and are back in Year 4." in page(sitting, 3)
    assert "You are out of the game." in page(sitting, 4)
    assert 'id="act-form"' not in page(sitting, 3) + page(sitting, 4)


def test_to_name_nobody_is_stored_as_any_other_choice() -> None:
    sitting = deal()
    end_phases_until(sitting, lambda play: play.phase == "jail")
    answer = sitting.browser(4).post(
        f"{sitting.path}submit", {"serial": str(serial(sitting)), "name": "nobody"}
    )
    assert answer.status_code == 303
    assert "<strong>Stored:</strong> You name nobody." in page(sitting, 4)


def test_the_president_picks_as_many_as_the_card_says() -> None:
    sitting = deal()
    end_phase(sitting)
    enter(sitting, dict.fromkeys(range(1, 14), 2))
    size = 1
    answer = sitting.browser(2).post(
        f"{sitting.path}submit",
        {"serial": str(serial(sitting)), "card": "large", "committee": [str(n) for n in range(1, 1 + size)]},
    )
    assert answer.status_code == 422
    assert "This project has a committee of" in answer.text


def test_a_form_of_a_closed_phase_is_refused() -> None:
    sitting = deal()
    end_phase(sitting)
    answer = sitting.browser(1).post(f"{sitting.path}submit", {"serial": "1", "name": "2"})
    assert answer.status_code == 409
    assert sitting.see(1).own is None


def test_a_past_year_can_be_read_again() -> None:
    sitting = deal()
    end_phases_until(sitting, lambda play: play.year == 3)
    answer = sitting.browser(1).get(f"{sitting.path}past/1")
    assert "There is no project this Year." in answer.text or "is President" in answer.text
