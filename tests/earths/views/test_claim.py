"""A vote asks whether a session that was found good once still is: one that has ended must not vote all the same."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from earths.models import Account, Bill, Citizen, Vote, World
from earths.views import claim
from tests.earths.conftest import make_bill, make_citizen, moments, reach
from tests.earths.views.asking import HTMX, at, browse

WEEK = moments()
VOTE = "/w/main/ballot/2027/vote"
TO_SIGN_IN = "/accounts/login/?next=/w/main/"

pytestmark = pytest.mark.usefixtures("fresh_cache")


@pytest.fixture
def ada(world: World) -> Citizen:
    return make_citizen(world, "Ada")


@pytest.fixture
def bill(ada: Citizen) -> Bill:
    bill = make_bill(ada, at=WEEK.proposing)
    reach(ada.world, WEEK.voting)
    return bill


def vote(client: Client, bill: Bill, yes: bool, **headers: str) -> str:
    """Vote, and answer where that leads."""
    answer = client.post(VOTE, {"bill": bill.pk, "vote": "yes" if yes else "no"}, **headers)
    leads_to = answer.headers.get("Location") or answer.headers.get("HX-Redirect", "")
    return leads_to.partition("#")[0]


def choices() -> list[bool]:
    return list(Vote.objects.values_list("yes", flat=True))


def test_a_changed_password_ends_the_sessions_that_began_with_the_old_one(ada: Citizen, bill: Bill) -> None:
    with at(WEEK.voting):
        client = browse(ada)
        assert vote(client, bill, True) == "/w/main/ballot"
        ada.account.set_password("another one")
        ada.account.save()
        assert vote(client, bill, False) == TO_SIGN_IN
        assert vote(client, bill, False, **HTMX) == TO_SIGN_IN
        assert vote(browse(ada), bill, False) == "/w/main/ballot"
    assert choices() == [False]


def test_a_closed_account_does_not_vote(ada: Citizen, bill: Bill) -> None:
    with at(WEEK.voting):
        client = browse(ada)
        assert vote(client, bill, True) == "/w/main/ballot"
        Account.objects.filter(pk=ada.account_id).update(is_active=False)
        assert vote(client, bill, False) == TO_SIGN_IN
    assert choices() == [True]


@pytest.mark.parametrize("ended", ["signed out", "expired", "forged"])
def test_an_ended_session_does_not_vote(ada: Citizen, bill: Bill, ended: str) -> None:
    with at(WEEK.voting):
        client = browse(ada)
        assert vote(client, bill, True) == "/w/main/ballot"
        sessions = Session.objects.filter(session_key=client.session.session_key)
        if ended == "signed out":
            sessions.delete()
        elif ended == "expired":
            sessions.update(expire_date=WEEK.voting - timedelta(seconds=1))
        else:
            sessions.update(session_data="x" + sessions.get().session_data)
        assert vote(client, bill, False) == TO_SIGN_IN
    assert choices() == [True]


def test_a_session_of_a_way_to_sign_in_that_is_gone_does_not_vote(ada: Citizen, bill: Bill) -> None:
    with at(WEEK.voting):
        client = browse(ada)
        session = client.session
        session["_auth_user_backend"] = "earths.gone.Backend"
        session.save()
        assert vote(client, bill, True) == TO_SIGN_IN
    assert choices() == []


def test_an_account_that_is_no_citizen_of_the_world_finds_nothing(bill: Bill) -> None:
    stranger = Client()
    stranger.force_login(Account.objects.create_user("stranger"))
    with at(WEEK.voting):
        assert stranger.post(VOTE, {"bill": bill.pk, "vote": "yes"}).status_code == 404
    assert choices() == []


def asked(client: Client, bill: Bill, **headers: str) -> int:
    """Vote, and answer how often the database was asked, not counting what keeps the tests apart."""
    with CaptureQueriesContext(connection) as queries:
        client.post(VOTE, {"bill": bill.pk, "vote": "yes"}, **headers)
    # Of a prepared statement only its number is known any more.
    return sum("SAVEPOINT" not in (one["sql"] or "") for one in queries)


def test_who_comes_from_the_ballot_votes_by_one_query_and_sees_the_row_by_another(
    ada: Citizen, bill: Bill
) -> None:
    with at(WEEK.voting):
        client = browse(ada)
        client.get("/w/main/ballot")
        assert (asked(client, bill), asked(client, bill, **HTMX)) == (1, 2)
        assert choices() == [True]


def test_who_comes_from_elsewhere_is_looked_at_by_two_queries_first(ada: Citizen, bill: Bill) -> None:
    with at(WEEK.voting):
        assert (asked(browse(ada), bill), asked(browse(ada), bill, **HTMX)) == (3, 4)


def test_a_session_that_holds_something_else_now_is_checked_again(ada: Citizen, bill: Bill) -> None:
    with at(WEEK.voting):
        client = browse(ada)
        assert vote(client, bill, True) == "/w/main/ballot"
        session = client.session
        session["seen"] = "the news"
        session.save()
        assert (asked(client, bill), asked(client, bill)) == (4, 1)


def test_a_session_that_is_known_no_more_votes_all_the_same(
    ada: Citizen, bill: Bill, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claim, "MOST", 2)
    people = [ada, make_citizen(ada.world, "Bob"), make_citizen(ada.world, "Cem")]
    with at(WEEK.voting):
        clients = [browse(one) for one in people]
        first = [asked(client, bill) for client in clients]
        again = [asked(client, bill) for client in clients[::-1]]
    assert (first, again) == ([3, 3, 3], [1, 1, 3])
    assert choices() == [True, True, True]
