"""The host's buttons carry what they were drawn for, so that a second click does nothing more."""

import re

import pytest

from tests.games.conftest import Sitting, begin, sit_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]

LED = {"moderated": True, "bots": False}


@pytest.fixture(params=["estado-libre lobby", "estado-libre", "kaban lobby", "kaban"])
def table(request: pytest.FixtureRequest) -> Sitting:
    game, _, stage = request.param.partition(" ")
    seat = sit_down if stage else begin
    return seat(game, 9, **LED) if game == "kaban" else seat(game, 4)


def sent_by(page: str, verb: str) -> list[dict[str, str]]:
    """Answer what each form for ``verb`` on a page sends with it, the token against forgery aside."""
    forms = re.findall(rf'<form[^>]*action="[^"]*/{verb}".*?</form>', page, re.DOTALL)
    found = [dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)) for form in forms]
    return [{name: value for name, value in one.items() if name != "csrfmiddlewaretoken"} for one in found]


def test_removing_says_whom(table: Sitting) -> None:
    host = 1 if 0 not in table.tokens else "moderator"
    others = [seat for seat in table.see(host).others if not seat.is_vacant]
    page = table.browser(host).get(table.path).text
    assert sent_by(page, "remove") == [{"number": str(seat.number), "who": seat.name} for seat in others]
    assert sent_by(table.browser(2).get(table.path).text, "remove") == []


def test_new_links_are_for_the_host_to_make(table: Sitting) -> None:
    host = 1 if 0 not in table.tokens else "moderator"
    page = table.browser(host).get(table.path).text
    assert sent_by(page, "renew-links") == [{"before": table.room.watch_token}]
    assert sent_by(table.browser(2).get(table.path).text, "renew-links") == []
