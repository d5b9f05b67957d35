"""Every page of a room as every kind of visitor, to see who could tell that a secret is another one.

Two rooms that differ in one secret alone must be the same to the last byte for all who may not know it, and
must differ for somebody who may: else the test would show nothing.
"""

import re
from collections.abc import Callable
from typing import Any

import msgspec
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.test import Client

from games import registry, store
from games.models import Dispatch, Phase
from tests.games.conftest import START, Sitting

PAGES = ("", "public", "past/1")
"""The fragments are cut from the same templates as these, with the same context."""
TOKENS = re.compile(r'(csrfmiddlewaretoken" value=")[^"]*')


class Crawl:
    """The visitors of one room, and what each of them is answered."""

    def __init__(self, sitting: Sitting, *, removed: Client | None = None) -> None:
        self.sitting = sitting
        table = store.load(sitting.room)
        self.visitors: dict[Any, Client] = {
            viewer: sitting.browser(viewer) for viewer in sorted(store.everybody(table), key=str)
        }
        self.visitors |= {"nobody": Client(), "admin": admin()}
        if removed is not None:
            self.visitors["removed"] = removed
        self.before = self.fetch()

    def fetch(self) -> dict[Any, list[str]]:
        return {
            visitor: [TOKENS.sub(r"\1", client.get(address).text) for address in self.addresses(visitor)]
            for visitor, client in self.visitors.items()
        }

    def addresses(self, visitor: Any) -> list[str]:
        pages = [self.sitting.path + page for page in PAGES]
        if visitor == "admin":
            pages += ["/admin/games/room/", f"/admin/games/room/{self.sitting.room_id}/change/"]
        return pages

    def who_can_tell(self, change: Callable[[Any], Any]) -> set[Any]:
        """Answer the visitors to whom anything looks different when the state is ``change(state)``."""
        phase = Phase.objects.get(room=self.sitting.room_id, closed_at=None)
        game = registry.find(self.sitting.room.game)
        Phase.objects.filter(pk=phase.pk).update(state=game.encode(change(game.decode(phase.state))))
        changed = self.changed()
        Phase.objects.filter(pk=phase.pk).update(state=phase.state)
        return changed

    def who_reads(self, news: Any) -> set[Any]:
        """Answer the visitors to whom anything looks different once this news has been told."""
        told = registry.find(self.sitting.room.game).plain(news)
        row = Dispatch.objects.create(
            room=self.sitting.room,
            year=Phase.objects.get(room=self.sitting.room_id, closed_at=None).year,
            to=told.to,
            kind=told.kind,
            body=msgspec.json.encode(told.body).decode(),
            at=START,
        )
        changed = self.changed()
        row.delete()
        return changed

    def changed(self) -> set[Any]:
        """Answer the visitors to whom anything looks different from what the crawl began with."""
        after = self.fetch()
        return {visitor for visitor in after if after[visitor] != self.before[visitor]}


def admin() -> Client:
    """Answer the browser of an admin who may do everything but reveal."""
    account, made = get_user_model().objects.get_or_create(
        username="warden", defaults={"email": "warden@example.com", "is_staff": True}
    )
    if made:
        account.user_permissions.set(
            Permission.objects.filter(content_type__app_label="games").exclude(codename="reveal_room")
        )
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client
