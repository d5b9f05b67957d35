"""Everything public as files."""

import csv
import io
import json

import pytest
from django.db import connection
from django.test import AsyncRequestFactory, Client
from django.test.utils import CaptureQueriesContext

from earths import rows
from earths.actions import bills
from earths.models import Week, World
from earths.rules import case
from earths.rules.tables import STATS
from earths.views import exports
from games.cases import differences
from tests.earths.conftest import reach
from tests.earths.yearbook import Play, fill_years, plain_year, play_in

YEAR = "/w/main/years/2027/"


@pytest.fixture
def play(world: World) -> Play:
    return play_in(world, each=4)


def table(client: Client, address: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(client.get(address).getvalue().decode())))


# --- Cells


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", " =", "＝", "\u202e="])
def test_text_never_begins_a_formula(start: str) -> None:
    written = rows.cell(f"{start}HYPERLINK()")
    assert written[0] == "'"
    assert "\u202e" not in written


def test_numbers_stay_numbers() -> None:
    points = rows._points(-150)
    assert [rows.cell(value) for value in (-1, 0, points, True, None, "a-b", "")] == [
        "-1", "0", "-1.50", "true", "", "a-b", "",
    ]  # fmt: skip


# --- What is there when


@pytest.mark.parametrize(
    ("phase", "there"),
    [
        ("proposing", {"year.json", "bills.csv"}),
        ("voting", {"year.json", "bills.csv"}),
        ("count", {"year.json", "bills.csv", "ballots/A.csv"}),
        ("locked", {"year.json", "bills.csv", "ballots/A.csv"}),
        ("results", {"year.json", "bills.csv", "ballots/A.csv", "stats.csv", "changes.csv", "case.json"}),
    ],
)
def test_files_come_when_what_they_hold_is_public(
    client: Client, play: Play, phase: str, there: set[str]
) -> None:
    play.open()
    play.propose(["cut-taxes"], upvotes=1)
    reach(play.world, getattr(play.at, phase))
    files = ["year.json", "bills.csv", "ballots/A.csv", "stats.csv", "changes.csv", "case.json"]
    assert {file for file in files if client.get(YEAR + file).status_code == 200} == there


def test_files_say_what_they_are(client: Client, play: Play) -> None:
    plain_year(play, "cut-taxes")
    names = {
        f"{YEAR}case.json": "main-2027-case.json",
        f"{YEAR}year.json": "main-2027.json",
        f"{YEAR}bills.csv": "main-2027-bills.csv",
        f"{YEAR}stats.csv": "main-2027-stats.csv",
        f"{YEAR}changes.csv": "main-2027-changes.csv",
        f"{YEAR}ballots/B.csv": "main-2027-ballots-b.csv",
        "/w/main/stats.csv": "main-stats.csv",
        "/w/main/bills.csv": "main-bills.csv",
    }
    kinds = {"json": "application/json", "csv": "text/csv; charset=utf-8"}
    for address, name in names.items():
        response = client.get(address)
        assert response["Content-Type"] == kinds[name.rpartition(".")[2]]
        assert response["Content-Disposition"] == f'attachment; filename="{name}"'
        assert response["X-Content-Type-Options"] == "nosniff"


def test_files_can_only_be_read(client: Client, play: Play) -> None:
    plain_year(play)
    assert client.post(f"{YEAR}case.json").status_code == 405


# --- What they hold


def test_a_downloaded_case_agrees(client: Client, play: Play) -> None:
    plain_year(play, "cut-taxes", "fund-schools")
    raw = client.get(f"{YEAR}case.json").content
    assert differences(json.loads(raw)["expect"], case.adjudicate(raw)) == []


def test_bills_stand_with_their_count(client: Client, play: Play) -> None:
    play.open()
    play.propose(["cut-taxes", "cut-taxes"], upvotes=2)
    play.vote(noes=1)
    play.finish()
    lines = table(client, f"{YEAR}bills.csv")
    assert [(line["bill"], line["place"], line["upvotes"], line["yes"], line["no"]) for line in lines] == [
        ("a1", "1", "2", "3", "1"),
        ("a2", "", "2", "", ""),
    ]
    assert [(line["needed"], line["passed"], line["vetoed"], line["law"]) for line in lines] == [
        ("1", "true", "false", "true"),
        ("", "", "", ""),
    ]
    assert table(client, "/w/main/bills.csv") == lines


def test_no_tally_is_in_the_bills_while_voting_is_open(client: Client, play: Play) -> None:
    play.open()
    play.propose(["cut-taxes"], upvotes=1)
    play.vote()
    line = table(client, f"{YEAR}bills.csv")[0]
    assert [line[column] for column in ("yes", "no", "needed", "passed", "law")] == [""] * 5
    assert table(client, "/w/main/bills.csv") == []


def test_names_that_would_be_formulas_are_text(client: Client, play: Play) -> None:
    play.open()
    bills.propose(
        citizen_id=play.people["A"][0].pk, policy="cut-taxes", name='=cmd|"/c calc"!A1', pitch="@SUM(1)\n=2",
        at=play.at.proposing,
    )  # fmt: skip
    line = table(client, f"{YEAR}bills.csv")[0]
    assert (line["name"], line["pitch"]) == ('\'=cmd|"/c calc"!A1', "'@SUM(1)\n=2")


def test_stats_add_up_from_the_changes(client: Client, play: Play) -> None:
    plain_year(play, "cut-taxes", "green-energy-push")
    steps = table(client, f"{YEAR}changes.csv")
    for line in table(client, f"{YEAR}stats.csv"):
        if line["stat"] == "score":
            continue
        mine = [one for one in steps if (one["earth"], one["stat"]) == (line["earth"], line["stat"])]
        assert mine[0]["before"] == line["before"] == "50.00"
        assert mine[-1]["after"] == line["after"]


def test_the_worlds_stats_have_a_line_for_each_year_and_earth(client: Client, play: Play) -> None:
    plain_year(play)
    plain_year(play)
    play.open()
    lines = table(client, "/w/main/stats.csv")
    assert [(line["year"], line["earth"]) for line in lines] == [
        ("2027", "A"), ("2027", "B"), ("2028", "A"), ("2028", "B"),
    ]  # fmt: skip
    assert list(lines[0]) == ["year", "earth", "score", *STATS]
    year = {
        (one["earth"], one["stat"]): one["after"] for one in table(client, "/w/main/years/2028/stats.csv")
    }
    assert {stat: lines[2][stat] for stat in STATS} == {stat: year["A", stat] for stat in STATS}
    assert lines[2]["score"] == year["A", "score"]


def test_files_are_the_same_from_an_asynchronous_server(client: Client, play: Play) -> None:
    plain_year(play, "cut-taxes")
    request = AsyncRequestFactory().get("/w/main/bills.csv")
    answer = exports.download_all_bills(request, slug="main")
    assert not answer.streaming
    assert answer.content == client.get("/w/main/bills.csv").getvalue()  # type: ignore[attr-defined]


def test_the_data_page_lists_every_file(client: Client, play: Play) -> None:
    plain_year(play)
    play.open()
    page = client.get("/w/main/data").text
    files = [
        "year.json",
        "bills.csv",
        "ballots/A.csv",
        "ballots/B.csv",
        "stats.csv",
        "changes.csv",
        "case.json",
    ]
    assert [file for file in files if f'href="{YEAR}{file}"' not in page] == []
    assert [f'href="/w/main/{file}"' in page for file in ("stats.csv", "bills.csv", "calendar.ics")] == [
        True
    ] * 3
    assert 'href="webcal://testserver/w/main/calendar.ics"' in page
    assert 'href="/w/main/years/2028/case.json"' not in page


def test_queries_do_not_grow_with_the_years(client: Client, world: World) -> None:
    files = ["data", "stats.csv", "bills.csv", "years/2027/year.json", "years/2027/case.json"]

    def needed(file: str) -> int:
        client.get(f"/w/main/{file}").getvalue()
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/w/main/{file}").getvalue()
        return len(captured)

    fill_years(world, 5)
    few = {file: needed(file) for file in files}
    Week.objects.all().delete()
    fill_years(world, 100)
    assert {file: needed(file) for file in files} == few
    assert max(few.values()) <= 12
