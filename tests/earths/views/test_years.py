"""The archive and the page of one year."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from earths.actions import bills, presidents, worlds
from earths.models import Bill, EarthYear, World
from earths.rules import codec, year
from tests.earths.conftest import make_bill, make_citizen, make_world
from tests.earths.yearbook import Play, fill_years, plain_year, play_in


def text(page: str) -> str:
    """Answer the words of a page's main part, without marks and with single spaces."""
    main = page[page.index("<main") : page.index("</main>")]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main))


def read(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return text(response.content.decode())


@pytest.fixture
def play(world: World) -> Play:
    return play_in(world, each=5)


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


# --- The archive


def test_a_world_without_years_says_so(client: Client, world: World) -> None:
    assert "No year has begun yet." in read(client, "/w/main/years/")


def test_unknown_worlds_and_years_are_not_found(client: Client, world: World) -> None:
    addresses = ["/w/nowhere/years/", "/w/main/years/2027/", f"/w/main/years/{10**30}/"]
    assert [client.get(address).status_code for address in addresses] == [404, 404, 404]


def test_the_running_year_is_marked_and_has_no_chart_yet(client: Client, play: Play) -> None:
    play.open()
    page = read(client, "/w/main/years/")
    assert "Running" in page
    assert "No year has ended yet." in page


def test_every_year_stands_with_scores_crisis_and_laws(client: Client, play: Play) -> None:
    first = plain_year(play, "cut-taxes")
    plain_year(play, "fund-police")
    play.open()
    page = read(client, "/w/main/years/")
    assert re.findall(r"\b20(?:27|28|29)(?= )", page)[:3] == ["2029", "2028", "2027"]
    assert "cut-taxes for all (Cut taxes)" in page
    assert "fund-police for all (Fund police)" in page
    state = codec.read(first.earth_years.get(earth="A").state)
    assert f"{year.score(state.stats) / 100:.2f}" in page


def test_score_and_all_eight_stats_are_drawn_with_their_tables(client: Client, play: Play) -> None:
    plain_year(play, "cut-taxes")
    page = client.get("/w/main/years/").content.decode()
    assert page.count('class="card line-chart"') == 9
    assert page.count("The same as a table") == 9
    assert page.count('class="stop" tabindex="0"') == 9 * 2


def test_five_hundred_years_fit_on_pages(client: Client, world: World) -> None:
    fill_years(world, 500)
    page = client.get("/w/main/years/").content.decode()
    assert "Page 1 of 20" in page
    assert page.count('class="card year-line"') == 25
    assert page.count('class="stop" tabindex="0"') == 9 * 24
    assert page.count('class="tick year"') <= 9 * 6
    assert "2027" in text(client.get("/w/main/years/?page=20").content.decode())
    assert client.get("/w/main/years/?page=nonsense").status_code == 200


def test_queries_of_the_archive_do_not_grow_with_its_years(client: Client, db: None) -> None:
    fill_years(make_world("few"), 5)
    fill_years(make_world("many"), 100)
    assert queries(client, "/w/few/years/") == queries(client, "/w/many/years/") <= 12


# --- One year


def test_what_moved_each_stat_is_told_step_by_step(client: Client, play: Play) -> None:
    week = plain_year(play, "cut-taxes")
    page = read(client, "/w/main/years/2027/")
    row = week.earth_years.get(earth="A")
    law = next(change for change in row.changes if change["kind"] == "law")
    assert f"+3 × luck {law['luck'] / 100:.2f}" in page
    assert "rolled for both Earths" in page
    assert "crisis response" in page
    state = codec.read(row.state)
    assert f"50.00 → {state.stats['economy'] / 100:.2f}" in page


def test_a_later_effect_names_the_year_of_its_law(client: Client, play: Play) -> None:
    plain_year(play, "fund-schools")
    plain_year(play)
    plain_year(play)
    assert "Fund schools, law of 2027" in read(client, "/w/main/years/2029/")


@pytest.mark.parametrize(
    ("stands", "figure", "words"),
    [
        ("90.00", 2, "halved, for it stood above 85"),
        ("10.00", -2, "halved, for it stood below 15"),
        ("85.00", 2, ""),
        ("99.90", 2, "halved, for it stood above 85; stopped at 100"),
    ],
)
def test_halved_and_stopped_changes_say_so(
    client: Client, play: Play, stands: str, figure: int, words: str
) -> None:
    plain_year(play)
    row = EarthYear.objects.get(week__year=2027, earth="A")
    row.state["stats"]["happiness"] = stands
    row.save()
    play.open()
    policy = "cut-taxes" if figure > 0 else "raise-taxes"
    play.propose([policy], upvotes=1)
    play.vote()
    play.finish()
    page = read(client, "/w/main/years/2028/")
    noted = re.search(r"× luck \d\.\d\d(; [a-z ,0-9;]+\d)", page[page.rindex("Happiness") - 2000 :])
    assert (noted[1].removeprefix("; ") if noted else "") == words


def test_the_count_says_why_in_people(client: Client, play: Play) -> None:
    play.open()
    play.propose(["cut-taxes"], upvotes=1)
    play.vote(noes=3)
    play.finish()
    page = read(client, "/w/main/years/2027/")
    assert "5 of 5 voters voted on it, 1 needed" in page
    assert "More said no than yes" in page


def test_vetoes_strikes_and_bills_beyond_the_ballot_are_shown(client: Client, play: Play) -> None:
    president = play.people["A"][0]
    presidents.stand(citizen_id=president.pk, at=play.at.proposing)
    presidents.endorse(citizen_id=play.people["A"][1].pk, candidate_id=president.pk, at=play.at.proposing)
    plain_year(play)
    play.open()
    struck, vetoed, _ = play.propose(["cut-taxes", "fund-police", "build-housing"], upvotes=2)
    make_bill(play.people["A"][4], "cut-taxes", at=play.at.proposing, name="A copy too many")
    play.vote()
    worlds.strike(bill_id=struck.pk, reason="It names a private person.", at=play.at.count)
    presidents.veto(citizen_id=president.pk, bill_id=vetoed.pk, at=play.at.count)
    play.finish()
    page = read(client, "/w/main/years/2028/")
    assert "✕ Struck" in page
    assert "It names a private person." in page
    assert "✕ Vetoed" in page
    assert f"President: {president.name}" in page
    assert page.index("Bills that did not make a ballot") < page.index("A copy too many")


def test_a_milestone_reached_by_both_is_called_shared(client: Client, play: Play) -> None:
    plain_year(play)
    for row in EarthYear.objects.filter(week__year=2027):
        row.state["stats"]["health"] = "99.00"
        row.save()
    play.open()
    play.finish()
    page = read(client, "/w/main/years/2028/")
    assert "Cure a disease" in page
    assert "shared" in page


def test_an_earth_is_called_by_its_own_name_wherever_it_stands(client: Client, play: Play) -> None:
    plain_year(play)
    row = EarthYear.objects.get(week__year=2027, earth="B")
    row.state["stats"]["health"] = "99.00"
    row.save()
    play.open()
    play.finish()
    page = client.get("/w/main/years/").content.decode()
    assert "Cure a disease: Bronze" in text(page)
    assert 'aria-label="2027: Azure 50.00, Bronze ' in page
    assert re.findall(r"Earth [AB]", page) == []


def test_years_are_linked_one_to_the_next(client: Client, play: Play) -> None:
    for _ in range(3):
        plain_year(play)
    page = client.get("/w/main/years/2028/").content.decode()
    assert (
        'rel="prev" href="/w/main/years/2027/"' in page,
        'rel="next" href="/w/main/years/2029/"' in page,
    ) == (
        True,
        True,
    )
    assert "First year" in read(client, "/w/main/years/2027/")
    assert "Latest year" in read(client, "/w/main/years/2029/")


def test_a_running_year_shows_its_bills_and_no_vote(client: Client, play: Play) -> None:
    play.open()
    play.propose(["cut-taxes"], upvotes=3)
    assert "Bills proposed so far" in read(client, "/w/main/years/2027/")
    play.vote(noes=1)
    page = read(client, "/w/main/years/2027/")
    assert "No vote is shown to anybody before Thursday." in page
    assert re.findall(r"voters?\b voted|✓ Passed|What moved|\d+ votes?", page) == []


def test_what_people_typed_is_never_markup(client: Client, world: World) -> None:
    play = play_in(world, each=1)
    villain = make_citizen(world, "<b>\u202eX</b>")
    play.people["A"][0] = villain
    play.open()
    pk = bills.propose(
        citizen_id=villain.pk, policy="cut-taxes", name="<script>alert(1)</script>", pitch="<i>x</i>",
        at=play.at.proposing,
    )  # fmt: skip
    play.vote()
    play.finish()
    for address in ("/w/main/years/", "/w/main/years/2027/", "/w/main/years/2027/ballots/A/"):
        page = client.get(address).content.decode()
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert Bill.objects.get(pk=pk).is_law


def test_queries_of_a_year_do_not_grow_with_its_bills(client: Client, play: Play) -> None:
    week = play.open()
    author = play.people["A"][0]

    def bills_more(number: int) -> None:
        Bill.objects.bulk_create(
            Bill(
                week=week, earth="A", author=author, policy="cut-taxes", name=f"Bill {index}",
                proposed_at=play.at.proposing,
            )
            for index in range(number)
        )  # fmt: skip

    bills_more(10)
    few = queries(client, "/w/main/years/2027/")
    bills_more(990)
    assert queries(client, "/w/main/years/2027/") == few <= 12
    play.finish()
    assert queries(client, "/w/main/years/2027/") <= 12


def test_bills_beyond_the_ballot_stand_on_pages_of_fifty_the_most_upvoted_first(
    client: Client, play: Play
) -> None:
    week = play.open()
    author = play.people["A"][0]
    proposed = Bill.objects.bulk_create(
        Bill(
            week=week, earth="A", author=author, policy="cut-taxes", name=f"Bill {index:02}",
            proposed_at=play.at.proposing,
        )
        for index in range(53)
    )  # fmt: skip
    bills.upvote(citizen_id=play.people["A"][1].pk, bill_id=proposed[0].pk, at=play.at.proposing)
    bills.upvote(citizen_id=play.people["A"][2].pk, bill_id=proposed[0].pk, at=play.at.proposing)
    bills.upvote(citizen_id=play.people["A"][1].pk, bill_id=proposed[52].pk, at=play.at.proposing)
    play.vote()

    def named(number: int) -> list[str]:
        page = read(client, f"/w/main/years/2027/?page={number}")
        return re.findall(r"Bill \d\d", page[page.index("Bills that did not make a ballot") :])

    rest = ["Bill 52", *(f"Bill {index:02}" for index in range(1, 52))]
    assert (named(1), named(2), named(3)) == (rest[:50], rest[50:], rest[50:])


def test_pages_of_the_record_are_not_kept_for_others(client: Client, play: Play) -> None:
    play.open()
    assert client.get("/w/main/years/2027/")["Cache-Control"] == "private, no-store"
