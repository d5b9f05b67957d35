"""The desk in each phase: what is asked and of whom, what is handed in and how it is said back."""

import re
from typing import Any

import pytest
from django.test import Client

from games import pages
from games.actions import hosting
from games.estado import odds
from games.estado.rules import assassination
from games.estado.rules.map import neighbours
from games.estado.rules.sight import MOST_USEFUL
from games.estado.rules.state import bury
from games.models import Order, Room
from tests.games.conftest import NAMES, START, begin
from tests.games.estado.table import GAME, Cabinet, stored
from tests.games.planting import plant

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]

SEATS = 7
ASKED = {
    "budget": "Budget of the Republic",
    "vote": "Ballot of the House",
    "skim": "Receipt for services",
    "orders": "Orders, most secret",
    "succession": "Nomination",
}


def cabinet(phase: str, seats: int = SEATS, **options: Any) -> Cabinet:
    return Cabinet(plant("estado-libre", seats, phase, bots=False, **options))


def name(seat: int) -> str:
    return NAMES[seat - 1]


# --- Who is asked


@pytest.mark.parametrize("phase", ASKED)
def test_who_is_asked_gets_the_form_and_others_are_told_who_is_awaited(phase: str) -> None:
    table = cabinet(phase)
    asked = set(GAME.awaited(table.state))
    for viewer in [*range(1, SEATS + 1), "public"]:
        html = table.page(viewer)
        assert ASKED[phase] in html
        assert ('id="sheet-form"' in html) is (viewer in asked)
        if viewer in asked:
            assert "Seal it" in html
            assert "can be opened again until" in html
            assert "If nothing is sent" in html


def test_everybody_is_asked_every_year_what_to_skim_be_it_of_nothing() -> None:
    table = cabinet("skim")
    state = table.state
    poor = table.seat("navy")
    GAME.check(state, poor, 0)
    assert {seat for seat in range(1, SEATS + 1) if "In the safe of" in table.page(seat)} == set(
        GAME.awaited(state)
    )


def test_in_a_pause_the_form_can_still_be_filled_in_but_not_sealed() -> None:
    table = cabinet("skim")
    navy = table.seat("navy")
    seal = '<button class="button primary stamp"'
    assert f"{seal}>" in table.page(navy)
    hosting.pause(room_id=table.sitting.room_id, by=1, at=START)
    html = table.page(navy)
    assert "The game is paused. You can go on filling this in" in html
    assert 'id="id_amount"' in html
    assert f"{seal} disabled>" in html
    # What is refused keeps its own button, since the browser keeps that form as it is.
    answer = table.send(navy, amount="1")
    assert answer.status_code == 409
    assert 'name="amount" value="1"' in answer.text
    assert f"{seal}>" in answer.text
    hosting.unpause(room_id=table.sitting.room_id, by=1, at=START)
    assert table.send(navy, amount="1").status_code == 303


def test_the_dead_read_on_and_are_asked_nothing() -> None:
    table = cabinet("succession")
    dead = next(n for n, seat in enumerate(table.state.seats, 1) if not seat.alive)
    html = table.page(dead)
    assert "You are out of the game" in html
    assert 'id="sheet-form"' not in html
    assert html.count('class="portrait dead') == 1


@pytest.mark.parametrize(
    ("phase", "office", "fields"),
    [
        ("budget", "navy", {"allocate_navy": "9"}),
        ("skim", "president", {"amount": "1"}),
        ("orders", None, {"action": "support"}),
        ("vote", None, {"vote": "aye"}),
    ],
)
def test_who_is_not_asked_can_send_nothing(phase: str, office: str | None, fields: dict[str, str]) -> None:
    table = cabinet(phase)
    if office is None:
        table.rewrite(bury(table.state, [5]))
    seat = 5 if office is None else table.seat(office)
    answer = table.send(seat, **fields)
    assert answer.status_code == 409
    assert "It is not for you to act in this phase." in answer.text
    assert not Order.objects.exists()


@pytest.mark.parametrize("value", ["\x00", "9" * 400, "-9", "1e9", "٣", "<b>", "p01:p02:p03"])
def test_nonsense_in_any_field_is_refused_in_words(value: str) -> None:
    for phase, names in {
        "budget": ["allocate_navy", "withhold_navy", "grant_1"],
        "vote": ["vote"],
        "skim": ["amount"],
        "orders": ["action", "target", "spend", "province", "march", "march_units"],
        "succession": ["name"],
    }.items():
        table = cabinet(phase)
        actor = table.seat("president" if phase == "budget" else "navy")
        for field in names:
            answer = table.send(actor, **{"action": "none", field: value})
            assert answer.status_code in (303, 409, 422)


def test_a_watcher_has_neither_talk_nor_telegrams_nor_form() -> None:
    table = cabinet("orders")
    html, desk = table.page("public"), table.page(table.seat("economy"))
    for mine in ("Telegrams", 'id="say"', 'id="sheet-form"', "My account abroad"):
        assert mine in desk
        assert mine not in html
    assert "The Official Gazette" in html


# --- The budget


def test_a_budget_is_stored_and_said_back_with_what_is_withheld() -> None:
    table = cabinet("budget")
    president, economy = table.seat("president"), table.seat("economy")
    # Nobody else is awaited, so that the phase closes at once; the vote shows what was announced.
    sent = table.send(president, allocate_economy="7", withhold_economy="2", **{f"grant_{president}": "5"})
    assert sent.status_code == 303
    own, other = table.page(president), table.page(economy)
    assert "As announced: $12" in own
    assert 'id="withheld"' in own
    assert "As announced: $12" in other
    assert 'id="withheld"' not in other


def test_what_is_withheld_lies_under_a_closed_cover_while_the_house_votes() -> None:
    table = cabinet("budget")
    president = table.seat("president")
    table.send(president, allocate_economy="7", withhold_economy="2", allocate_navy="3", grant_2="4")
    before, cover = table.page(president).split('<details class="cover" id="withheld">')
    assert "Withheld" not in before.split("<main")[1]
    rows = re.findall(
        r'<th scope="row">(.*?)</th><td class="number">(.*?)</td>', cover.split("</details>")[0]
    )
    assert rows == [("Economy", "$2"), ("Navy", "$0")]


def test_a_budget_in_words() -> None:
    table = cabinet("budget")
    president, economy = table.seat("president"), table.seat("economy")
    seen = table.sitting.see(president)
    plain = {
        "allocations": {"economy": 7, "navy": 1},
        "grants": {str(economy): 3},
        "withhold": {"economy": 2},
    }
    said = pages.find("estado-libre").describe(seen, plain)
    assert said == (
        f"Economy $7, Navy $1 and a grant of $3 to {name(economy)}. Withheld in secret: $2 from Economy."
    )
    nothing = pages.find("estado-libre").describe(seen, {"allocations": {}, "grants": {}, "withhold": {}})
    assert nothing == "a budget of nothing. Nothing withheld."


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"allocate_economy": "999999"}, "The budget comes to more than the"),
        ({"allocate_economy": "5", "withhold_economy": "5"}, "At least $1 of an allocation has to arrive"),
        ({"allocate_economy": "-1"}, "greater than or equal to 0"),
        ({"allocate_economy": "much"}, "Enter a whole number"),
    ],
)
def test_a_refused_budget_says_why_and_keeps_what_was_typed(fields: dict[str, str], reason: str) -> None:
    table = cabinet("budget")
    answer = table.send(table.seat("president"), **fields, allocate_navy="3")
    assert answer.status_code in (409, 422)
    assert reason in answer.text
    assert 'name="allocate_navy" value="3"' in answer.text
    assert not Order.objects.exists()


def test_what_is_wrong_under_the_cover_opens_it() -> None:
    table = cabinet("budget")
    president = table.seat("president")
    assert '<details class="cover" id="cover">' in table.page(president)
    answer = table.send(president, withhold_economy="much")
    assert '<details class="cover" id="cover" open>' in answer.text


# --- The vote and the safe


@pytest.mark.parametrize("vote", ["aye", "nay"])
def test_a_vote_is_stored_and_said_back(vote: str) -> None:
    table = cabinet("vote")
    economy = table.seat("economy")
    assert stored(table.page(economy)) == ""
    assert table.send(economy, vote=vote).status_code == 303
    assert stored(table.page(economy)) == f"you vote {vote}."


def test_no_vote_at_all_is_asked_again() -> None:
    answer = (table := cabinet("vote")).send(table.seat("economy"))
    assert answer.status_code == 422
    assert "Vote aye or nay, or leave it: then you abstain." in answer.text


@pytest.mark.parametrize(("amount", "said"), [("", "you take nothing."), ("0", "you take nothing.")])
def test_taking_nothing_can_be_sent(amount: str, said: str) -> None:
    table = cabinet("skim")
    economy = table.seat("economy")
    table.send(economy, amount=amount)
    assert stored(table.page(economy)) == said


def test_more_than_the_safe_holds_is_refused() -> None:
    table = cabinet("skim")
    answer = table.send(table.seat("economy"), amount="99999")
    assert answer.status_code == 409
    assert "Your ministry has only $" in answer.text


# --- The orders


def test_a_march_is_said_back_with_both_provinces() -> None:
    table = cabinet("orders")
    defence, state = table.seat("defence"), table.state
    origin, units = next(iter(sorted(state.units["defence"].items())))
    goal = sorted(neighbours(state.map)[origin])[0]
    named = {
        place.id: place.name
        for place in pages.find("estado-libre").context(table.sitting.see(defence))["country"].places
    }
    table.send(defence, action="support", march=f"{origin}:{goal}", march_units="1")
    assert (
        stored(table.page(defence))
        == f"support the President, and march 1 from {named[origin]} to {named[goal]}."
    )
    table.send(defence, action="none", march=f"{origin}:{goal}")
    assert (
        stored(table.page(defence)) == f"no action, and march {units} from {named[origin]} to {named[goal]}."
    )


def test_stored_orders_are_in_the_form_to_be_changed() -> None:
    table = cabinet("orders")
    navy = table.seat("navy")
    coast = sorted(table.state.map.coast)[2]
    table.send(navy, action="patrol", province=coast)
    html = table.page(navy)
    assert re.search(rf'<option value="{coast}" selected>', html)
    assert re.search(r'value="patrol" checked', html)
    assert "Seal it anew" in html


def test_orders_can_be_taken_back() -> None:
    table = cabinet("orders")
    navy = table.seat("navy")
    table.send(navy, action="support")
    assert stored(table.page(navy)) == "support the President."
    table.sitting.browser(navy).post(f"{table.sitting.path}take-back", {"serial": table.phase.serial})
    assert stored(table.page(navy)) == ""


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"action": "assassinate"}, "Say whom."),
        ({"action": "patrol"}, "Say which province."),
        ({}, "Choose one of the five."),
        ({"action": "revolt"}, "is not one of the available choices"),
    ],
)
def test_incomplete_orders_are_asked_for_what_is_missing(fields: dict[str, str], reason: str) -> None:
    table = cabinet("orders")
    answer = table.send(table.seat("navy"), **fields)
    assert answer.status_code == 422
    assert reason in answer.text


def test_five_cards_lie_on_every_desk_and_say_why_one_is_shut() -> None:
    table = cabinet("orders")
    html = table.page(table.seat("economy"))
    assert re.findall(r'data-action="(\w+)"', html) == ["none", "support", "revolt", "assassinate", "patrol"]
    assert "Only the Navy has ships." in html
    assert "Only Defence and Interior can" in html
    assert "The President has nobody to support." in table.page(table.seat("president"))


def test_the_form_shows_the_exact_odds_for_every_target_and_sum() -> None:
    table = cabinet("orders")
    economy, state = table.seat("economy"), table.state
    seen = table.sitting.see(economy)
    context = pages.find("estado-libre").context(seen)
    shown = odds.table(seen.play, {n: name(n) for n in range(1, SEATS + 1)}, context["country"])
    account = state.seats[economy - 1].account
    for target in shown.targets:
        chances = [assassination.odds(state, economy, target.seat, spend) for spend in range(1, account + 1)]
        assert list(target.chances) == chances[:MOST_USEFUL]
        assert set(chances[MOST_USEFUL:]) <= {target.chances[-1]}
    html = table.page(economy)
    for spend, chances in shown.rows:
        cells = "".join(f'<td class="number">{chance}</td>' for chance in chances)
        assert f'<tr><th scope="row">${spend}</th>{cells}</tr>' in html


# --- Talk of the past


def test_each_past_year_can_be_opened_again() -> None:
    table = cabinet("orders")
    navy = table.seat("navy")
    html = table.page(navy, "past/1")
    assert "The Official Gazette" in html
    assert "Revenue of $" in html


def test_names_are_escaped_wherever_they_stand() -> None:
    table = cabinet("orders")
    table.sitting.room.seats.filter(number=2).update(name="<b>Bo</b> & co")
    for viewer in (1, "public"):
        html = table.page(viewer)
        assert "<b>Bo</b>" not in html
        assert "&lt;b&gt;Bo&lt;/b&gt; &amp; co" in html


# --- One click, and the end


def test_one_click_opens_a_running_room_against_bots_at_live_pace() -> None:
    browser = Client()
    came = browser.post("/play/estado-libre/quick", headers={"Origin": "http://testserver"})
    assert came.status_code == 303
    room = Room.objects.get()
    assert (room.status, room.options["pace"]) == ("running", "live")
    assert room.seats.filter(driver="bot").count() == SEATS - 1
    assert "The cabinet" in browser.get(came["Location"]).text


def test_a_desk_waits_for_the_start_in_the_lobby_and_then_opens() -> None:
    sitting = begin("estado-libre", 4, bots=False)
    html = Cabinet(sitting).page(1)
    assert "Year 1" in html
    assert "Budget of the Republic" in html
