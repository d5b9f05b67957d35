"""A site with something of everything on it, at one moment, and a browser for each kind of visitor."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import transaction
from django.test import Client, override_settings

from earths.actions import ballots, bills
from earths.models import Account, Bill, Citizen
from games.actions import chat
from games.models import Message
from tests.attacks.addresses import Address, addresses
from tests.earths.conftest import make_bill, make_citizen, make_world, moments, reach, still
from tests.games.conftest import START, Sitting, begin, sit_down

FIRST = date(2026, 2, 22)
"""The worlds start a week before ``START``, so that one year is over and bills are proposed for the next."""
ENDS = ("close", "leave", "leave-console", "remove", "end-phase", "rematch", "rewind", "console-link")
"""What ends a room or a pass comes last in a walk, so that what is walked before is still there."""


@dataclass
class Stage:
    """Two worlds, a running table of each game and a lobby, all at ``START``."""

    ada: Citizen
    bill: Bill
    estado: Sitting
    kaban: Sitting
    lobby: Sitting

    def values(self, address: Address) -> Mapping[str, Any]:
        """Answer what fills the blanks of an address with something that is there."""
        table = self.estado
        named = {
            "public_id": table.room.public_id,
            "slug": "estado-libre" if address.form.startswith("/play/") else "main",
            "year": 2027 if address.form.startswith("/w/") else 1,
            "earth": "A",
            "bill": self.bill.pk,
            "which": "join",
        }
        if address.form.startswith("/admin/"):
            named |= {"slug": "pause", "what": "rename", "pk": self.ada.world_id, "app_label": "earths"}
        return named

    def asked(self, begin: str = "/") -> Iterator[tuple[Client, str]]:
        """Pair each address with the browsers of those who may do the most there."""
        found = sorted(addresses(begin), key=_turn)
        citizen, boss = self.citizen(), self.boss()
        host, moderator, guest = (
            self.estado.browser(1),
            self.kaban.browser("moderator"),
            self.lobby.browser(1),
        )
        tables = ((host, self.estado), (moderator, self.kaban), (guest, self.lobby))
        for address in found:
            values = self.values(address)
            if address.in_room:
                for client, table in tables:
                    yield client, address.fill({**values, "public_id": table.room.public_id})
            else:
                yield boss if address.form.startswith("/admin/") else citizen, address.fill(values)

    def citizen(self) -> Client:
        client = Client()
        client.force_login(self.ada.account, backend="django.contrib.auth.backends.ModelBackend")
        return client

    def boss(self) -> Client:
        account = Account.objects.filter(username="boss").first() or Account.objects.create_superuser("boss")
        client = Client()
        client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
        return client

    def message(self) -> Message:
        return Message.objects.get(room=self.estado.room_id)


def _turn(address: Address) -> tuple[bool, ...]:
    """Answer when it is an address's turn: what ends a session or a room comes last, an admin after the players."""
    form = address.form
    return "logout" in form, form.startswith("/accounts/"), form.startswith("/admin/"), address.verb in ENDS


@contextmanager
def undone() -> Iterator[None]:
    """Take back in the end whatever is written meanwhile."""
    around = transaction.atomic()
    # As tests' own do it: actions that want a transaction for themselves get one inside.
    around._from_testcase = True  # type: ignore[attr-defined]
    with around:
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def _set(django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    quick = override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"])
    with django_db_blocker.unblock(), quick, undone(), time_machine.travel(START, tick=False):
        yield set_up()


@pytest.fixture
def stage(_set: Stage, db: None, fresh_cache: None) -> Stage:
    """Set the stage, with the site's clock standing still at ``START``; what one test does there is undone."""
    cache.set("last-tick", START, timeout=None)
    return _set


def set_up() -> Stage:
    main = make_world(featured=True, starts_on=FIRST)
    make_world("other", starts_on=FIRST)
    ada = make_citizen(main, "Ada")
    ada.account.set_password("grapes and a ladder")
    ada.account.save()
    week = moments(1, FIRST)
    reach(main, week.proposing)
    first = make_bill(ada, at=week.proposing)
    reach(main, week.voting)
    ballots.cast(citizen_id=ada.pk, year=2027, votes={first.pk: True}, response="A", now=still(week.voting))
    reach(main, START)
    bill = make_bill(ada, at=START)
    bills.upvote(citizen_id=ada.pk, bill_id=bill.pk, at=START)
    estado = begin("estado-libre", 4, bots=False, seats=4)
    chat.say(room_id=estado.room_id, number=1, text="Good evening", to=None, at=START)
    kaban = begin("kaban", 9, moderated=True, seats=9)
    return Stage(ada, bill, estado, kaban, sit_down("estado-libre", 2))
