"""The ballot: stored choice by choice, one's own alone, and telling nobody how the others vote."""

import re

import pytest
from django.test import Client

from earths import board as boards
from earths.actions import ballots, citizens
from earths.models import Ballot, Bill, Citizen, Vote, World
from earths.sight.voter import see_stored
from tests.earths.conftest import MINUTE, make_bill, make_citizen, moments, reach, still
from tests.earths.views.asking import HTMX, at, browse, words

WEEK = moments()
VOTE = "/w/main/ballot/2027/vote"

pytestmark = pytest.mark.usefixtures("fresh_cache")


@pytest.fixture
def ada(world: World) -> Citizen:
    return make_citizen(world, "Ada")


@pytest.fixture
def bill(ada: Citizen) -> Bill:
    bill = make_bill(ada, at=WEEK.proposing, name="Lamps")
    reach(ada.world, WEEK.voting)
    return bill


def stored(citizen: Citizen) -> tuple[list[tuple[int, bool]], str]:
    ballot = Ballot.objects.filter(citizen=citizen).first()
    votes = Vote.objects.filter(ballot__citizen=citizen).order_by("bill")
    return list(votes.values_list("bill", "yes")), ballot.response if ballot else ""


def pressed(page: str) -> list[str]:
    return re.findall(r'id="(\w+)-[\dA-C]+" name="\w+" value="\w*" aria-pressed="true"', page)


def test_choices_are_stored_one_by_one(ada: Citizen, bill: Bill) -> None:
    client = browse(ada)
    with at(WEEK.voting):
        answer = client.post(VOTE, {"bill": bill.pk, "vote": "yes"})
        assert (answer.status_code, answer["Location"]) == (303, f"/w/main/ballot#ballot-{bill.pk}")
        assert client.post(VOTE, {"response": "B"})["Location"] == "/w/main/ballot#ballot-crisis"
        assert stored(ada) == ([(bill.pk, True)], "B")
        page = words(client.get("/w/main/ballot"))
    assert (f'id="ballot-{bill.pk}"' in page, 'id="ballot-crisis"' in page) == (True, True)
    assert pressed(page) == ["yes", "pick"]
    assert "<strong>2 of 2</strong> choices stored. Your ballot is complete." in page


def test_choices_can_be_changed_and_taken_back(ada: Citizen, bill: Bill) -> None:
    client = browse(ada)
    with at(WEEK.voting):
        for vote in ("yes", "no"):
            client.post(VOTE, {"bill": bill.pk, "vote": vote})
        client.post(VOTE, {"response": "C"})
        assert stored(ada) == ([(bill.pk, False)], "C")
        client.post(VOTE, {"bill": bill.pk, "vote": "skip"})
        client.post(VOTE, {"response": ""})
        assert stored(ada) == ([], "")
        assert pressed(words(client.get("/w/main/ballot"))) == ["skip"]


def test_with_htmx_the_row_comes_back_as_it_is_stored(ada: Citizen, bill: Bill) -> None:
    with at(WEEK.voting):
        answer = browse(ada).post(VOTE, {"bill": bill.pk, "vote": "no"}, **HTMX)
        page = words(answer)
        assert answer.status_code == 200
        assert pressed(page) == ["no"]
        assert 'hx-swap-oob="true"' in page
        assert "<html" not in page
        assert pressed(words(browse(ada).post(VOTE, {"response": "A"}, **HTMX))) == ["pick"]


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"vote": "yes"},
        {"bill": "x", "vote": "yes"},
        {"bill": "1", "vote": "maybe"},
        {"response": "D"},
        {"bill": "9" * 40},
    ],
)
def test_what_cannot_be_read_stores_nothing_and_says_so(
    ada: Citizen, bill: Bill, sent: dict[str, str]
) -> None:
    client = browse(ada)
    with at(WEEK.voting):
        answer = client.post(VOTE, sent, follow=True)
    assert "nothing was stored" in words(answer)
    assert stored(ada) == ([], "")


@pytest.mark.parametrize("year", [2026, 10**30])
def test_a_ballot_of_another_year_is_refused(ada: Citizen, bill: Bill, year: int) -> None:
    address = f"/w/main/ballot/{year}/vote"
    with at(WEEK.voting):
        answer = browse(ada).post(address, {"bill": bill.pk, "vote": "yes"}, follow=True)
    assert "This ballot is of another week, and is closed." in words(answer)
    assert stored(ada) == ([], "")


def test_a_vote_at_the_closing_instant_is_refused_and_said_to_be(ada: Citizen, bill: Bill) -> None:
    with at(WEEK.plan.count_at):
        answer = browse(ada).post(VOTE, {"bill": bill.pk, "vote": "yes"}, **HTMX)
    assert "This vote was not counted." in words(answer)
    assert pressed(words(answer)) == []
    assert stored(ada) == ([], "")


def test_a_bill_of_the_other_earth_is_refused(ada: Citizen, bill: Bill) -> None:
    eve = make_citizen(ada.world, "Eve", "B")
    with at(WEEK.voting):
        answer = browse(eve).post(VOTE, {"bill": bill.pk, "vote": "yes"}, follow=True)
    assert "This bill is not on your ballot." in words(answer)


def test_a_newcomer_of_wednesday_is_told_when_they_vote(ada: Citizen, bill: Bill) -> None:
    new = make_citizen(ada.world, "New", at=WEEK.voting)
    with at(WEEK.voting + MINUTE):
        page = words(browse(new).get("/w/main/ballot"))
    assert "your first vote is next Wednesday" in page
    assert VOTE not in page


def test_strangers_cannot_vote(ada: Citizen, bill: Bill) -> None:
    with at(WEEK.voting):
        assert Client().post(VOTE, {"bill": bill.pk, "vote": "yes"}).status_code == 302
        assert (
            browse(make_citizen_elsewhere()).post(VOTE, {"bill": bill.pk, "vote": "yes"}).status_code == 404
        )
        assert "Join an Earth" in words(Client().get("/w/main/ballot"))


def make_citizen_elsewhere() -> Citizen:
    from tests.earths.conftest import make_world  # noqa: PLC0415

    return make_citizen(make_world("elsewhere"), "Stranger")


def test_before_wednesday_the_page_says_when_voting_is(ada: Citizen) -> None:
    reach(ada.world, WEEK.proposing)
    with at(WEEK.proposing):
        page = words(browse(ada).get("/w/main/ballot"))
    assert "2026-03-04T05:00:00Z" in page
    assert VOTE not in page


def test_the_receipt_is_shown_to_its_owner_alone(ada: Citizen, bill: Bill) -> None:
    bob = make_citizen(ada.world, "Bob")
    code = ballots.cast(citizen_id=ada.pk, year=2027, votes={bill.pk: True}, now=still(WEEK.voting))
    with at(WEEK.voting):
        assert code in words(browse(ada).get("/w/main/ballot"))
        for path in ("", "ballot", "board", "desk", "president", "bills/"):
            for who in (None, bob):
                assert code not in words(browse(who).get(f"/w/main/{path}"))


def test_the_first_receipt_comes_below_the_buttons_and_moves_none_of_them(ada: Citizen, bill: Bill) -> None:
    with at(WEEK.voting):
        client = browse(ada)
        before = words(client.get("/w/main/ballot"))
        client.post(VOTE, {"bill": bill.pk, "vote": "yes"}, **HTMX)
        after = words(client.get("/w/main/ballot"))
    assert 'class="receipt"' not in before
    last_button = after.rindex('class="button pick"')
    assert after.index('class="receipt"') > last_button > after.index('id="ballot-status"')


def test_after_the_count_ones_own_votes_stay_to_be_seen(ada: Citizen, bill: Bill) -> None:
    code = ballots.cast(citizen_id=ada.pk, year=2027, votes={bill.pk: False}, now=still(WEEK.voting))
    reach(ada.world, WEEK.count)
    with at(WEEK.count):
        page = words(browse(ada).get("/w/main/ballot"))
    assert "Your vote: <strong>✕ no</strong>" in page
    assert code in page
    assert VOTE not in page
    assert "/w/main/years/2027/ballots/A/" in page


def test_no_tally_is_anywhere_before_the_count(ada: Citizen, bill: Bill) -> None:
    crowd = [make_citizen(ada.world, f"Voter {n}") for n in range(47)]
    for n, voter in enumerate(crowd):
        choice = {bill.pk: n < 38}
        ballots.cast(citizen_id=voter.pk, year=2027, votes=choice, response="A", now=still(WEEK.voting))
    told = re.compile(r"\b(38|47|46)\b(?! citizens)")
    pages = ("", "ballot", "bills/", "board", "desk", "president")

    def seen(who: Citizen | None) -> str:
        answers = [browse(who).get(f"/w/main/{page}") for page in pages]
        return re.sub(
            r'(name|value|content|src|href|id|d|[xy][12]?|c[xy]|width|points|data-[a-z-]+)="[^"]*"',
            "",
            " ".join(map(words, answers)),
        )

    with at(WEEK.voting + MINUTE):
        for who in (None, ada, crowd[0]):
            assert told.findall(seen(who)) == []
        board = boards.current("main", WEEK.voting + MINUTE)
        assert board is not None
        assert (board.upvotes, board.places) == ({}, {})
    reach(ada.world, WEEK.count)
    with at(WEEK.count):
        assert {"38", "47"} <= set(told.findall(seen(None)))


def test_a_ballot_that_went_with_its_account_is_seen_no_more(ada: Citizen, bill: Bill) -> None:
    ballots.cast(citizen_id=ada.pk, year=2027, votes={bill.pk: True}, now=still(WEEK.voting))
    ballot = Ballot.objects.get(citizen=ada)
    found = see_stored(ballot.pk, WEEK.voting)
    assert found is not None
    assert found[1].ballot.votes == {bill.pk: True}
    citizens.delete_account(account_id=ada.account_id, at=WEEK.voting)
    assert see_stored(ballot.pk, WEEK.voting) is None
