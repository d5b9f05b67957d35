"""Every address of the site costs the same few queries, however much there is of what it shows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from earths.actions import ballots
from earths.models import Account, Ballot, Bill, Citizen, Notice, Upvote, Vote, Week, World
from earths.rules.tables import POLICIES
from tests.attacks.addresses import Address, addresses
from tests.earths.conftest import make_bill, make_citizen, make_world, moments, reach, still
from tests.games.conftest import START, Sitting, begin
from tests.games.views.test_queries import fill

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]
MOST = 12
LAST_SUNDAY = date(2026, 2, 22)
"""The worlds' last year is over at ``START``, and bills are proposed for the next."""
WEEKS, CROWD = 8, 120


@dataclass
class Site:
    """A world and a table of each game, and who has most to see there; ``year`` is the last that is over."""

    year: int
    ada: Citizen
    bill: Bill
    estado: Sitting
    kaban: Sitting

    def readers(self) -> dict[str, Client]:
        """Answer browsers of everybody to whom a page may look different."""
        citizen = Client()
        citizen.force_login(self.ada.account, backend="django.contrib.auth.backends.ModelBackend")
        boss = Client()
        boss.force_login(Account.objects.get(username="boss"))
        return {"nobody": Client(), "citizen": citizen, "boss": boss}

    def values(self, address: Address) -> Mapping[str, Any]:
        named = {"slug": "estado-libre" if address.form.startswith("/play/") else self.ada.world.slug}
        named |= {
            "year": self.year if address.form.startswith("/w/") else 1,
            "earth": "A",
            "bill": self.bill.pk,
        }
        if address.form.startswith("/admin/"):
            named |= {"slug": "pause", "what": "rename", "pk": self.ada.world_id, "app_label": "earths"}
            if "/earths/world/" in address.form:
                named |= {"object_id": self.ada.world_id}
            if "/games/room/" in address.form:
                named |= {"object_id": self.estado.room_id, "pk": self.estado.room_id}
        return named

    def cost(self) -> dict[tuple[str, str], int]:
        """Count the queries of each address for each reader, once what is the same for all has been made."""
        found = sorted(addresses(), key=lambda one: (one.form.startswith("/accounts/"), one.form))
        costs, readers = {}, self.readers()
        for address in found:
            # Some of these sign whoever looks at them out, or in.
            fresh = self.readers() if address.form.startswith("/accounts/") else readers
            for who, client, path in self._asked(address, fresh):
                client.get(path)
                with CaptureQueriesContext(connection) as queries:
                    status = client.get(path).status_code
                costs[address.form, who] = len(queries) if status < 500 else 10_000
        return costs

    def _asked(self, address: Address, readers: Mapping[str, Client]) -> Iterator[tuple[str, Client, str]]:
        values = self.values(address)
        if not address.in_room:
            behind = address.form.startswith("/admin/")
            for who, client in readers.items():
                if behind == (who == "boss"):
                    yield who, client, address.fill(values)
            return
        for table, viewers in ((self.estado, (1, "public")), (self.kaban, (1, "public", "moderator"))):
            for viewer in viewers:
                path = address.fill({**values, "public_id": table.room.public_id, "which": "join"})
                yield f"{table.room.game} {viewer}", table.browser(viewer), path


def make_site(slug: str, *, weeks: int, crowd: int, tables: tuple[int, int]) -> Site:
    """Play a world for some weeks, the last of them with a crowd in it, and seat people at two tables."""
    first = LAST_SUNDAY - timedelta(weeks=weeks - 1)
    world = make_world(slug, starts_on=first)
    ada = make_citizen(world, "Ada")
    ada.account.set_unusable_password()
    ada.account.save()
    week = moments(weeks, first)
    reach(world, week.proposing)
    bill = make_bill(ada, at=week.proposing)
    gather(world, crowd, bill)
    reach(world, week.voting)
    ballots.cast(
        citizen_id=ada.pk, year=2026 + weeks, votes={bill.pk: True}, response="A", now=still(week.voting)
    )
    vote(world, crowd)
    reach(world, START)
    bill = make_bill(ada, at=START)
    gather(world, crowd, bill)
    estado = begin("estado-libre", tables[0], bots=False, seats=tables[0])
    kaban = begin("kaban", tables[1], moderated=True, seats=tables[1])
    return Site(2026 + weeks, ada, bill, estado, kaban)


def gather(world: World, size: int, bill: Bill) -> None:
    """Let so many more join, stand, endorse Ada, and propose a bill that she upvotes.

    All of them upvote hers.
    """
    ada = bill.author
    week = Week.objects.filter(world=world).latest("year")
    known = Citizen.objects.filter(world=world).count()
    people = Citizen.objects.bulk_create(
        Citizen(
            world=world, earth="AB"[n % 2], name=f"C{n}", folded_name=f"c{n}", joined_at=week.opens_at,
            standing_since=week.opens_at, endorses=ada,
        )
        for n in range(known, known + size)
    )  # fmt: skip
    proposed = Bill.objects.bulk_create(
        Bill(
            week=week, earth=one.earth, author=one, policy=tuple(POLICIES)[n % len(POLICIES)], name=one.name,
            proposed_at=week.opens_at,
        )
        for n, one in enumerate(people)
    )  # fmt: skip
    Upvote.objects.bulk_create(Upvote(bill=one, citizen=ada) for one in proposed)
    Upvote.objects.bulk_create(Upvote(bill=bill, citizen=one) for one in people)
    Notice.objects.bulk_create(Notice(world=world, at=week.opens_at, text="Told.") for _ in range(size))


def vote(world: World, size: int) -> None:
    """Let so many vote yes on their first bill and for A."""
    week = Week.objects.filter(world=world).latest("year")
    voters = Citizen.objects.filter(world=world).order_by("-pk")[:size]
    cast = Ballot.objects.bulk_create(
        Ballot(week=week, citizen=one, earth=one.earth, code=f"{one.pk:09}", response="A") for one in voters
    )
    first = {bill.earth: bill for bill in Bill.objects.filter(week=week, place=1)}
    Vote.objects.bulk_create(Vote(ballot=one, bill=first[one.earth], yes=True) for one in cast)


def test_no_page_costs_more_queries_with_more_to_show() -> None:
    Account.objects.create_superuser("boss")
    with time_machine.travel(START, tick=False):
        cache.set("last-tick", START, timeout=None)
        small = make_site("few", weeks=1, crowd=0, tables=(4, 9)).cost()
        large = make_site("many", weeks=WEEKS, crowd=CROWD, tables=(7, 16))
        for table in (large.estado, large.kaban):
            fill(table)
        for _ in range(20):
            begin("estado-libre", 4, bots=False, seats=4)
        costs = large.cost()
    grown = {page: (small[page], cost) for page, cost in costs.items() if cost != small[page]}
    assert grown == {}
    assert {page: cost for page, cost in costs.items() if cost > MOST} == {}
