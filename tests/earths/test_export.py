"""Years as files: a downloaded year, adjudicated, gives what was recorded."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from earths import export
from earths.actions import bills, citizens, presidents, worlds
from earths.models import Week, World
from earths.rules import case
from earths.sight.archive import see_presidents
from earths.sight.year import see_year
from games.cases import differences
from games.terms import Refused
from tests.earths.conftest import make_bill, make_citizen
from tests.earths.yearbook import Play, plain_year, play_in


def written(week: Week) -> dict[str, object]:
    week.refresh_from_db()
    found: dict[str, object] = json.loads(export.case_of(week, see_year(week)))
    return found


def agrees(week: Week) -> bool:
    """Play a downloaded year again and compare it with what the site recorded."""
    week.refresh_from_db()
    raw = export.case_of(week, see_year(week))
    return differences(json.loads(raw)["expect"], case.adjudicate(raw)) == []


@pytest.fixture
def play(world: World) -> Play:
    return play_in(world, each=5)


def test_a_year_that_runs_is_no_case_yet(play: Play) -> None:
    week = play.open()
    with pytest.raises(Refused, match="once its results are out"):
        export.case_of(week, see_year(week))


def test_a_year_in_which_nobody_came_agrees(play: Play) -> None:
    play.open()
    assert agrees(play.finish())


def test_delayed_schools_agree_in_the_year_they_come(play: Play) -> None:
    first = plain_year(play, "fund-schools", "build-housing")
    second = plain_year(play, "fund-schools")
    third = plain_year(play, "cut-taxes")
    assert [agrees(week) for week in (first, second, third)] == [True, True, True]
    due = written(third)["from"]["A"]["due"]  # type: ignore[index]
    assert [(one["passed"], one["year"]) for one in due] == [(2027, 2029), (2028, 2030)]


def test_a_wrong_record_is_found_out(play: Play) -> None:
    week = plain_year(play, "cut-taxes")
    row = week.earth_years.get(earth="A")
    row.state["stats"]["economy"] = "99.99"
    row.save()
    assert not agrees(week)


def test_a_veto_agrees_and_is_named(play: Play) -> None:
    president = play.people["A"][0]
    presidents.stand(citizen_id=president.pk, at=play.at.proposing)
    for citizen in play.people["A"][:2]:
        presidents.endorse(citizen_id=citizen.pk, candidate_id=president.pk, at=play.at.proposing)
    plain_year(play, "cut-taxes")
    play.open()
    first, second = play.propose(["raise-taxes", "fund-police"], upvotes=1)
    play.vote()
    presidents.veto(citizen_id=president.pk, bill_id=second.pk, at=play.at.count)
    week = play.finish()
    assert agrees(week)
    side = written(week)["expect"]["weeks"][0]["A"]  # type: ignore[index]
    assert (side["passed"], side["vetoed"], side["laws"]) == (["a1", "a2"], "a2", ["a1"])
    assert first.name in {bill.name for bill in see_year(week).earths[0].laws}


@pytest.mark.parametrize("phase", ["proposing", "voting", "count"])
def test_struck_bills_agree_whenever_they_were_struck(play: Play, phase: str) -> None:
    play.open()
    struck, _, _ = play.propose(["raise-taxes", "fund-police", "cut-taxes"], upvotes=2)
    if phase == "count":
        play.vote()
    worlds.strike(bill_id=struck.pk, reason="An insult", at=getattr(play.at, phase))
    if phase != "count":
        play.vote()
    week = play.finish()
    assert agrees(week)
    side = written(week)["weeks"][0]["A"]  # type: ignore[index]
    assert side["struck"] == ([] if phase == "proposing" else ["a1"])


def test_withdrawn_bills_are_not_in_the_case(play: Play) -> None:
    play.open()
    gone, _ = play.propose(["raise-taxes", "fund-police"])
    bills.withdraw(citizen_id=gone.author_id, bill_id=gone.pk, at=play.at.proposing)
    play.vote()
    week = play.finish()
    assert agrees(week)
    side = written(week)["weeks"][0]["A"]  # type: ignore[index]
    assert [bill["policy"] for bill in side["bills"]] == ["fund-police"]


@pytest.mark.parametrize("phase", ["proposing", "voting", "count"])
def test_years_with_banned_and_deleted_citizens_agree(play: Play, phase: str) -> None:
    play.open()
    play.propose(["raise-taxes", "fund-police", "space-program"], upvotes=4)
    banned, deleted = play.people["A"][0], play.people["A"][1]
    at = getattr(play.at, phase)
    if phase == "proposing":
        _leave(banned.pk, deleted.account_id, at)
        play.people["A"][:2] = []
        play.vote()
    else:
        play.vote()
        _leave(banned.pk, deleted.account_id, at)
    week = play.finish()
    assert agrees(week)
    assert week.earth_years.get(earth="A").voters == (5 if phase == "count" else 3)


def _leave(banned: int, deleted: int | None, at: object) -> None:
    citizens.ban(citizen_id=banned, reason="Votes twice", at=at)  # type: ignore[arg-type]
    assert deleted is not None
    citizens.delete_account(account_id=deleted, at=at)  # type: ignore[arg-type]


def test_copies_of_one_policy_and_bills_beyond_five_agree(play: Play) -> None:
    play.open()
    play.propose(["cut-taxes", "cut-taxes", "fund-police", "build-housing", "raise-taxes"])
    play.propose(["space-program", "green-energy-push", "cut-spending"])
    play.vote(noes=2, response="C")
    week = play.finish()
    assert agrees(week)
    assert len(written(week)["expect"]["weeks"][0]["A"]["ballot"]) == 5  # type: ignore[index]


def test_the_command_says_yes_to_a_downloaded_year(
    play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    week = plain_year(play, "cut-taxes", "space-program")
    week.refresh_from_db()
    file = tmp_path / "case.json"
    file.write_bytes(export.case_of(week, see_year(week)))
    call_command("adjudicate", "--check", str(file))
    assert "expected" not in capsys.readouterr().out


def test_bills_are_named_by_place_and_then_as_proposed(play: Play) -> None:
    play.open()
    play.propose(["cut-taxes", "cut-taxes", "fund-police"])
    last = make_bill(play.people["A"][3], "raise-taxes", at=play.at.proposing)
    bills.upvote(citizen_id=play.people["A"][0].pk, bill_id=last.pk, at=play.at.proposing)
    play.vote()
    shown = see_year(play.finish())
    codes = export.bill_codes(shown.earths[0].bills)
    named = {codes[bill.id]: bill.policy.slug for bill in shown.earths[0].bills}
    assert named == {"a1": "raise-taxes", "a2": "cut-taxes", "a3": "fund-police", "a4": "cut-taxes"}


def test_json_holds_the_year_and_no_direction_marks(world: World) -> None:
    play = play_in(world)
    play.people["A"][0] = make_citizen(world, "\u202eevil")
    week = plain_year(play, "cut-taxes")
    shown = see_year(week)
    data = json.loads(export.year_of(shown, see_presidents(week)))
    earth = data["earths"]["A"]
    assert (data["year"], data["stage"], data["seal"], data["seed"]) == (
        2027,
        "ticked",
        shown.seal,
        shown.seed,
    )
    assert len(data["rolls"]) == 21
    assert (earth["voters"], earth["bills"][0]["yes"], earth["bills"][0]["law"]) == (3, 3, True)
    assert earth["bills"][0]["author"] == "evil"
    assert earth["stats"]["economy"]["before"] == "50.00"


@pytest.mark.parametrize("phase", ["proposing", "voting"])
def test_json_of_a_running_year_holds_neither_seed_nor_tally(play: Play, phase: str) -> None:
    week = play.open()
    play.propose(["cut-taxes"], upvotes=1)
    if phase == "voting":
        play.vote()
    week.refresh_from_db()
    data = json.loads(export.year_of(see_year(week), ()))
    earth = data["earths"]["A"]
    assert (data["seed"], data["rolls"], earth["voters"], earth["responses"], earth["stats"]) == (
        None, [], None, None, {},
    )  # fmt: skip
    assert earth["bills"][0]["yes"] is earth["bills"][0]["needed"] is earth["bills"][0]["passed"] is None
