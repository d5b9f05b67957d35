"""Proposing, changing, withdrawing and upvoting on the pages: what is refused loses nothing."""

import pytest
from django.conf import settings
from django.test import Client, override_settings

from earths.actions import bills
from earths.models import Bill, Citizen, Upvote, World
from tests.earths.conftest import make_bill, make_citizen, moments, reach
from tests.earths.views.asking import HTMX, at, browse, words

WEEK = moments()
PROPOSE = "/w/main/bills/propose"
LAMPS = {"policy": "fund-police", "name": "Lamps", "pitch": "Light the streets."}

pytestmark = pytest.mark.usefixtures("fresh_cache")


@pytest.fixture
def ada(world: World) -> Citizen:
    return make_citizen(world, "Ada")


@pytest.fixture
def bob(world: World) -> Citizen:
    return make_citizen(world, "Bob")


def named() -> list[str]:
    return list(Bill.objects.filter(withdrawn_at=None).order_by("pk").values_list("name", flat=True))


def test_the_menu_shows_what_each_policy_does(ada: Citizen) -> None:
    reach(ada.world, WEEK.proposing)
    with at(WEEK.proposing):
        page = words(browse(ada).get(PROPOSE))
    assert page.count('name="policy"') == 12
    assert "<span>National debt</span> <b>−4</b>" in page
    assert "counts toward the Mars base" in page
    assert "after 2 years" in page


def test_a_bill_is_proposed_and_stands_on_the_page(ada: Citizen) -> None:
    with at(WEEK.proposing):
        answer = browse(ada).post(PROPOSE, LAMPS)
        assert (answer.status_code, answer["Location"]) == (303, "/w/main/")
        assert named() == ["Lamps"]
        assert "Light the streets." in words(browse(ada).get("/w/main/"))


def test_there_is_no_form_where_nothing_can_be_proposed(ada: Citizen) -> None:
    reach(ada.world, WEEK.voting)
    with at(WEEK.voting):
        page = words(browse(ada).get(PROPOSE))
        late = words(browse(ada).post(PROPOSE, LAMPS))
    assert "Bills can be proposed from Sunday to the end of Tuesday" in page
    assert "Propose it" not in page
    assert "Light the streets." in late


@pytest.mark.parametrize(
    ("sent", "status", "said"),
    [
        ({"policy": ""}, 422, "Choose a policy."),
        ({"policy": "free-beer"}, 422, "Select a valid choice."),
        ({"name": ""}, 422, "This field is required."),
        ({"name": "\u200b"}, 409, "A bill&#x27;s name needs at least 1 visible character."),
        ({"pitch": "x" * 501}, 409, "A pitch may have at most 500 characters; this has 501."),
    ],
)
def test_a_refused_bill_keeps_what_was_typed(
    ada: Citizen, sent: dict[str, str], status: int, said: str
) -> None:
    with at(WEEK.proposing):
        answer = browse(ada).post(PROPOSE, {**LAMPS, **sent})
    assert answer.status_code == status
    assert said in words(answer)
    typed = {**LAMPS, **sent}
    assert typed["pitch"] in answer.text
    assert f'value="{typed["name"]}"' in answer.text or not typed["name"]
    assert named() == []


def test_after_tuesday_a_bill_is_refused_and_kept_in_the_form(ada: Citizen) -> None:
    reach(ada.world, WEEK.voting)
    with at(WEEK.voting):
        answer = browse(ada).post(PROPOSE, LAMPS)
    assert answer.status_code == 409
    assert "from Sunday to the end of Tuesday" in words(answer)
    assert "Light the streets." in answer.text


def test_a_fourth_live_bill_is_refused(ada: Citizen) -> None:
    for number in range(3):
        make_bill(ada, at=WEEK.proposing, name=str(number))
    with at(WEEK.proposing):
        client = browse(ada)
        assert "and that is the most" in words(client.get(PROPOSE))
        assert client.post(PROPOSE, LAMPS).status_code == 409
    assert named() == ["0", "1", "2"]


@override_settings(
    ACCOUNT_RATE_LIMITS={"propose": settings.ACCOUNT_RATE_LIMITS["propose"].replace("30/h", "2/h")}
)
def test_who_proposes_too_often_has_to_wait(ada: Citizen, bob: Citizen) -> None:
    client = browse(ada)
    with at(WEEK.proposing):
        for name in ("One", "Two"):
            assert client.post(PROPOSE, {**LAMPS, "name": name}).status_code == 303
        answer = client.post(PROPOSE, LAMPS)
        assert (answer.status_code, "Please wait a while" in words(answer)) == (409, True)
        # From anywhere else it is the same citizen, and from the same address another one.
        assert client.post(PROPOSE, LAMPS, REMOTE_ADDR="192.0.2.7").status_code == 409
        assert browse(bob).post(PROPOSE, LAMPS).status_code == 303
    assert named() == ["One", "Two", "Lamps"]


def test_an_own_bill_is_edited_and_withdrawn(ada: Citizen) -> None:
    bill = make_bill(ada, at=WEEK.proposing, name="Lamps")
    client = browse(ada)
    with at(WEEK.proposing):
        assert 'value="Lamps"' in client.get(f"/w/main/bills/{bill.pk}/edit").text
        assert client.post(f"/w/main/bills/{bill.pk}/edit", {"name": "More lamps"}).status_code == 303
        assert named() == ["More lamps"]
        assert client.post(f"/w/main/bills/{bill.pk}/withdraw").status_code == 303
    assert named() == []


def test_a_settled_bill_says_why_it_stays(ada: Citizen, bob: Citizen) -> None:
    bill = make_bill(ada, at=WEEK.proposing, name="Lamps")
    bills.upvote(citizen_id=bob.pk, bill_id=bill.pk, at=WEEK.proposing)
    client = browse(ada)
    with at(WEEK.proposing):
        page = words(client.get("/w/main/"))
        assert "Somebody else has upvoted it" in page
        assert f"/bills/{bill.pk}/edit" not in page
        answer = client.post(f"/w/main/bills/{bill.pk}/edit", {"name": "Other", "pitch": "Kept"})
        assert answer.status_code == 409
        assert "Kept" in answer.text
        refused = client.post(f"/w/main/bills/{bill.pk}/withdraw", follow=True)
    assert "Somebody else has upvoted this bill" in words(refused)
    assert named() == ["Lamps"]


def test_the_bill_of_somebody_else_is_not_found(ada: Citizen, bob: Citizen) -> None:
    bill = make_bill(ada, at=WEEK.proposing)
    with at(WEEK.proposing):
        assert browse(ada).get(f"/w/main/bills/{bill.pk}/edit").status_code == 200
        assert browse(bob).get(f"/w/main/bills/{bill.pk}/edit").status_code == 404
        assert browse(bob).get("/w/main/bills/999999/edit").status_code == 404


def test_an_upvote_is_given_and_taken_back(ada: Citizen, bob: Citizen) -> None:
    bill = make_bill(ada, at=WEEK.proposing)
    address = f"/w/main/bills/{bill.pk}/upvote"
    with at(WEEK.proposing):
        answer = browse(bob).post(address, {"on": "1"}, **HTMX)
        assert 'aria-pressed="true"' in words(answer)
        assert f'data-upvotes="{bill.pk}">1<' in words(answer)
        assert Upvote.objects.count() == 1
        assert browse(bob).post(address, {"on": "0"}).status_code == 303
    assert Upvote.objects.count() == 0


def test_an_upvote_after_tuesday_is_refused_in_place(ada: Citizen, bob: Citizen) -> None:
    bill = make_bill(ada, at=WEEK.proposing)
    reach(ada.world, WEEK.voting)
    with at(WEEK.voting):
        answer = browse(bob).post(f"/w/main/bills/{bill.pk}/upvote", {"on": "1"}, **HTMX)
    assert 'role="alert"' in words(answer)
    assert "from Sunday to the end of Tuesday" in words(answer)
    assert Upvote.objects.count() == 0


def test_who_is_no_citizen_proposes_and_upvotes_nothing(ada: Citizen) -> None:
    bill = make_bill(ada, at=WEEK.proposing)
    eve = make_citizen(ada.world, "Eve", "B")
    address = f"/w/main/bills/{bill.pk}/upvote"
    with at(WEEK.proposing):
        assert Client().post(PROPOSE, LAMPS).status_code == 302
        assert Client().post(address, {"on": "1"}).status_code == 302
        refused = browse(eve).post(address, {"on": "1"}, follow=True)
    assert "your own Earth only" in words(refused)
    assert (named(), Upvote.objects.count()) == (["A bill"], 0)


def test_all_bills_are_listed_ahead_first_or_newest_first(ada: Citizen, bob: Citizen) -> None:
    first, last = (make_bill(ada, at=WEEK.proposing, name=name) for name in ("First", "Last"))
    bills.upvote(citizen_id=bob.pk, bill_id=first.pk, at=WEEK.proposing)
    with at(WEEK.proposing):
        ahead = words(Client().get("/w/main/bills/?earth=A"))
        newest = words(Client().get("/w/main/bills/?earth=A&order=newest&page=banana"))
        assert "No bills yet." in words(Client().get("/w/main/bills/?earth=B"))
    assert ahead.index("<bdi>First") < ahead.index("<bdi>Last")
    assert newest.index("<bdi>Last") < newest.index("<bdi>First")
    assert last.pk > first.pk


def test_only_the_first_of_a_policy_would_be_on_the_ballot(ada: Citizen, bob: Citizen) -> None:
    first, copy = (make_bill(one, at=WEEK.proposing, name=one.name) for one in (ada, bob))
    with at(WEEK.proposing):
        page = words(Client().get("/w/main/"))
    assert f'data-on-ballot="{first.pk}"><span' in page
    assert f'data-on-ballot="{copy.pk}" hidden><span' in page
