"""The public ballots of a counted week, and counting them again."""

import csv
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from earths.actions import ballots, citizens
from earths.models import Ballot, Bill, Citizen, Vote, Week, World
from earths.sight.ballot_pages import see_ballot_page
from earths.views.ballots import read_code
from games.terms import Refused
from tests.earths.conftest import reach, still
from tests.earths.views.asking import browse
from tests.earths.yearbook import Play, plain_year, play_in

PAGE = "/w/main/years/2027/ballots/A/"
FILE = "/w/main/years/2027/ballots/A.csv"
RECOUNT = "/w/main/years/2027/recount"


@pytest.fixture
def play(world: World) -> Play:
    return play_in(world, each=5)


def voted(play: Play) -> Week:
    """Bring a week to the end of its voting; two bills are on A's ballot."""
    play.open()
    play.propose(["cut-taxes", "fund-police"], upvotes=1)
    play.vote(noes=2, skip=1)
    return Week.objects.get(year=2027)


def rows(client: Client, address: str = FILE) -> list[list[str]]:
    body = client.get(address).getvalue().decode()
    return list(csv.reader(body.splitlines()))


def codes_on(page: bytes) -> list[str]:
    return re.findall(r'<th scope="row"><code translate="no">([^<]+)</code>', page.decode())


# --- When


def test_before_the_count_there_is_one_sentence_and_no_data(client: Client, play: Play) -> None:
    week = voted(play)
    page = client.get(PAGE)
    assert page.status_code == 200
    assert "The ballots of 2027 are public once they are counted" in page.text
    codes = Ballot.objects.filter(week=week).values_list("code", flat=True)
    assert [code for code in codes if code in page.text] == []
    assert "<table" not in page.text
    assert [client.get(address).status_code for address in (FILE, RECOUNT, f"{RECOUNT}?now=1")] == [404] * 3


def test_the_sight_itself_refuses_before_the_count(play: Play) -> None:
    with pytest.raises(Refused, match="on Thursday"):
        see_ballot_page(voted(play), "A")


@pytest.mark.parametrize("phase", ["count", "locked", "results"])
def test_from_thursday_on_ballots_are_public(client: Client, play: Play, phase: str) -> None:
    week = voted(play)
    reach(play.world, getattr(play.at, phase))
    codes = sorted(Ballot.objects.filter(week=week).values_list("code", flat=True))
    assert codes_on(client.get(PAGE).content) == codes
    assert [row[0] for row in rows(client)[1:]] == codes


# --- What they say


def test_a_ballot_says_what_was_chosen(client: Client, play: Play) -> None:
    play.open()
    first, second = play.propose(["cut-taxes", "fund-police"], upvotes=1)
    at = play.at.voting
    reach(play.world, at)
    voter = play.people["A"][0]
    code = ballots.cast(
        citizen_id=voter.pk, year=2027, votes={first.pk: True, second.pk: None}, response="B", now=still(at)
    )
    reach(play.world, play.at.count)
    assert rows(client) == [["code", "a1", "a2", "crisis"], [code, "yes", "", "B"]]
    page = client.get(PAGE).text
    line = page[page.index(f">{code}<") :]
    said = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", line[: line.index("</tr>")]))
    assert said.split()[1:] == ["yes", "–", "B"]


def test_a_ballot_on_which_no_vote_stands_is_left_out(client: Client, play: Play) -> None:
    play.open()
    bill, _ = play.propose(["cut-taxes", "fund-police"], upvotes=1)
    at = play.at.voting
    reach(play.world, at)
    for choice in (True, None):
        ballots.cast(
            citizen_id=play.people["A"][0].pk, year=2027, votes={bill.pk: choice}, response="", now=still(at)
        )
    reach(play.world, play.at.count)
    assert len(rows(client)) == 1
    assert "Nobody voted on this Earth that week." in client.get(PAGE).text


def test_each_earth_has_its_own_ballots(client: Client, play: Play) -> None:
    plain_year(play, "cut-taxes")
    mine = {row[0] for row in rows(client)[1:]}
    others = {row[0] for row in rows(client, "/w/main/years/2027/ballots/B.csv")[1:]}
    assert (len(mine), len(others), mine & others) == (5, 5, set())


# --- Whose they are


def test_nothing_links_a_code_and_a_citizen_for_others(play: Play) -> None:
    voted(play)
    reach(play.world, play.at.results)
    stranger, other = browse(), browse(play.people["A"][2])
    owner = play.people["A"][1]
    code = Ballot.objects.get(citizen=owner).code
    own = Ballot.objects.get(citizen=play.people["A"][2]).code
    for client in (stranger, other):
        for address in (PAGE, FILE, RECOUNT, "/w/main/years/2027/", "/w/main/years/2027/year.json"):
            body = client.get(address).getvalue().decode()
            assert owner.name not in body.replace(f"by <bdi>{owner.name}</bdi>", "").replace(
                f'"author": "{owner.name}"', ""
            )
    assert f'name="code" value="{own}"' in other.get(PAGE).text
    assert f'name="code" value="{code}"' not in other.get(PAGE).text
    assert "Your own ballot" not in stranger.get(PAGE).text


def test_a_citizen_is_led_to_their_own_ballot_of_any_week(play: Play) -> None:
    plain_year(play, "cut-taxes")
    plain_year(play, "cut-taxes")
    citizen = play.people["B"][0]
    client = browse(citizen)
    code = Ballot.objects.get(citizen=citizen, week__year=2027).code
    address = "/w/main/years/2027/ballots/B/"
    page = client.get(address)
    assert f'name="code" value="{code}"' in page.text
    assert page["Cache-Control"] == "private, no-store"
    assert "Your own ballot" not in client.get(PAGE).text


def test_the_ballot_of_a_deleted_account_stays_under_its_code(client: Client, play: Play) -> None:
    week = voted(play)
    reach(play.world, play.at.count)
    citizen = play.people["A"][2]
    code = Ballot.objects.get(week=week, citizen=citizen).code
    citizens.delete_account(account_id=citizen.account_id, at=play.at.count)
    assert code in [row[0] for row in rows(client)]


# --- Finding one's own among many


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("k7qf-2m9x", "K7QF-2M9X"),
        ("  K7QF 2M9X ", "K7QF-2M9X"),
        ("K7QF2M9X", "K7QF-2M9X"),
        ("k7", "K7"),
        ("", ""),
        ("'; DROP", "DRP"),
        ("K7QF-2M9XX", "K7QF-2M9X"),
    ],
)
def test_codes_are_read_however_they_are_typed(typed: str, code: str) -> None:
    assert read_code(typed) == code


def test_a_code_is_found_and_an_unknown_one_is_not(client: Client, play: Play) -> None:
    voted(play)
    reach(play.world, play.at.count)
    code = Ballot.objects.first().code  # type: ignore[union-attr]
    page = client.post(PAGE, {"code": code.lower()})
    assert codes_on(page.content)[0] == code
    assert "is here" in page.text
    assert "There is no ballot" in client.post(PAGE, {"code": "ZZZZ-ZZZZ"}).text
    assert "eight letters and figures" in client.post(PAGE, {"code": "!"}).text


def many(play: Play, number: int) -> Week:
    """Bring a week to its count with so many ballots on A, most of them written straight to the tables."""
    play.open()
    bill, _ = play.propose(["cut-taxes", "fund-police"], upvotes=1)
    week = reach(play.world, play.at.voting)
    people = Citizen.objects.bulk_create(
        Citizen(world=play.world, earth="A", name=str(n), folded_name=str(n), joined_at=week.opens_at)
        for n in range(number)
    )
    cast = Ballot.objects.bulk_create(
        Ballot(week=week, citizen=citizen, earth="A", code=ballots.new_code(), response="ABC"[n % 3])
        for n, citizen in enumerate(people)
    )
    Vote.objects.bulk_create(
        Vote(ballot=ballot, bill=bill, yes=n % 4 > 0) for n, ballot in enumerate(cast) if n % 5
    )
    return reach(play.world, play.at.count)


def test_pages_hold_all_ballots_once_forwards_and_backwards(client: Client, play: Play) -> None:
    week = many(play, 350)
    codes = sorted(Ballot.objects.filter(week=week).values_list("code", flat=True))
    pages, start = [], ""
    while start is not None:
        pages.append(see_ballot_page(week, "A", start=start))
        start = pages[-1].after  # type: ignore[assignment]
    assert [cast.code for page in pages for cast in page.casts] == codes
    back = pages[-1]
    while back.before is not None:
        back = see_ballot_page(week, "A", start=back.before)
    assert [cast.code for cast in back.casts] == codes[:100]
    assert [row[0] for row in rows(client)[1:]] == codes


def test_queries_do_not_grow_with_the_ballots(client: Client, play: Play) -> None:
    many(play, 10)
    few = _queries(client, PAGE)
    week = Week.objects.get(year=2027)
    people = Citizen.objects.bulk_create(
        Citizen(world=play.world, earth="A", name=f"+{n}", folded_name=f"+{n}", joined_at=week.opens_at)
        for n in range(1_000)
    )
    Ballot.objects.bulk_create(
        Ballot(week=week, citizen=citizen, earth="A", code=ballots.new_code(), response="A")
        for citizen in people
    )
    assert _queries(client, PAGE) == few
    assert _queries(client, f"{PAGE}?from=M") <= 12
    assert _queries(browse(play.people["A"][0]), f"{PAGE}?from=M") <= 14


def _queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


# --- Counting again


def test_the_recount_shows_each_figure_beside_the_announced_one(client: Client, play: Play) -> None:
    voted(play)
    reach(play.world, play.at.count)
    before = client.get(RECOUNT)
    assert "The recount agrees" not in before.text
    page = client.get(f"{RECOUNT}?now=1").text
    assert "The recount agrees with what was announced, figure by figure." in page
    lines = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    assert "Voters 4 4 ✓" in lines
    assert "a1 yes cut-taxes for all 2 2 ✓" in lines
    assert "a1 no cut-taxes for all 2 2 ✓" in lines
    assert "Crisis A 4 4 ✓" in lines


@pytest.mark.usefixtures("fresh_cache")
def test_the_recount_finds_a_wrong_figure(client: Client, play: Play) -> None:
    week = voted(play)
    reach(play.world, play.at.count)
    Bill.objects.filter(week=week, earth="A", place=1).update(yes=3)
    page = client.get(f"{RECOUNT}?now=1").text
    assert "The recount differs from what was announced." in page
    assert "a1 yes cut-taxes for all 3 2 ✕" in re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
