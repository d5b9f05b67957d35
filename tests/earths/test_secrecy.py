"""During voting no page says, by a single byte or query, how anybody has voted or that anybody has."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from earths.actions import ballots
from earths.models import Account, Citizen, World
from earths.views import front, public
from tests.earths.conftest import make_bill, make_citizen, make_world, moments, reach, still
from tests.earths.test_abuse import few_paths
from tests.earths.views.asking import at, browse

WEEK = moments()
TOKEN = re.compile(r'name="(csrfmiddlewaretoken|once)" value="[^"]*"|"X-CSRFToken": ?"\w*"')


def _shown(client: Client, paths: list[str]) -> dict[str, Any]:
    """Answer all that is to be seen at each address: status, headers, body, and how much was asked for it."""
    seen = {}
    for path in paths:
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(path)
        body = TOKEN.sub("", answer.getvalue().decode())
        headers = {name: value for name, value in answer.headers.items() if name != "Content-Length"}
        seen[path] = (answer.status_code, headers, body, len(asked))
    return seen


def test_no_page_of_anybody_else_changes_when_people_vote(
    db: None, fresh_cache: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is kept for seconds is asked for anew at moments that are up to the machine, not to anybody's vote.
    monkeypatch.setattr(public, "AT_HAND", -1.0)
    monkeypatch.setattr(front, "FEATURED_FOR", None)
    world: World = make_world(featured=True)
    people: list[Citizen] = [make_citizen(world, f"Voter {number}", "AB"[number % 2]) for number in range(6)]
    watcher = browse(make_citizen(world, "Watcher"))
    reach(world, WEEK.proposing)
    mine = [make_bill(person, at=WEEK.proposing) for person in people[:2]]
    reach(world, WEEK.voting)
    boss = Client()
    boss.force_login(Account.objects.create_superuser("boss"))
    paths = [path for path in few_paths() if not path.startswith("/accounts/")]
    with at(WEEK.voting + timedelta(hours=1)):
        for client in (Client(), watcher, boss):
            _shown(client, paths)
        before = [_shown(client, paths) for client in (Client(), watcher, boss)]
        for person in people:
            votes = {bill.pk: True for bill in mine if bill.earth == person.earth}
            ballots.cast(citizen_id=person.pk, year=2027, votes=votes, response="B", now=still(WEEK.voting))
        after = [_shown(client, paths) for client in (Client(), watcher, boss)]
    for one, other in zip(before, after, strict=True):
        assert {path: other[path] for path in paths if one[path] != other[path]} == {}
