"""Every visitor who may come to a room's door, and what each of them is answered at any address."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any

import msgspec
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client

from games import access, registry, store
from games.models import Dispatch, Phase
from tests.games import addresses
from tests.games.conftest import START, Sitting

ONCE = re.compile(r'((?:name="csrfmiddlewaretoken"|name="handle") value=")[^"]*')
"""What is drawn anew for each answer, or names a message by chance."""
STRANGERS = ("nobody", "elsewhere", "other moderator", "invited", "admin", "removed")
"""Visitors who may see nothing of a room."""
TELLING = ("rooms:room", "rooms:past", "admin:games_room_changelist", "admin:games_room_change")
"""The routes that show a visitor something of their own while a game runs."""


@dataclass(frozen=True)
class Answer:
    """What one visitor was answered, without what is drawn anew each time; ``queries`` were asked for it."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: str
    queries: int

    @property
    def length(self) -> int:
        return int(dict(self.headers).get("Content-Length", -1))


class Crowd:
    """The visitors of one room: all who may look at it, strangers, and whoever once had a pass.

    ``elsewhere`` sits in another room, ``invited`` has the join link and nothing else, ``admin`` may do
    everything but reveal. Each comes with the same cookies every time, whatever they were given meanwhile.
    """

    def __init__(self, sitting: Sitting, neighbour: Sitting) -> None:
        self.sitting = sitting
        invited = Client()
        invited.cookies[access.JOIN] = sitting.room.join_token
        self.clients: dict[Any, Client] = {
            "nobody": Client(),
            "elsewhere": neighbour.browser(max(neighbour.tokens)),
            "invited": invited,
            "admin": admin(),
        }
        for viewer in sorted(store.everybody(store.load(sitting.room)), key=str):
            self.clients[viewer] = sitting.browser(viewer)
        self.cookies = {who: _values(client.cookies) for who, client in self.clients.items()}

    def add(self, who: Any, client: Client) -> None:
        """Let somebody come too."""
        self.clients[who], self.cookies[who] = client, _values(client.cookies)

    def remove(self, seat: int) -> None:
        """Go on calling whoever sat there, with the cookies they had, ``removed``."""
        self.clients["removed"], self.cookies["removed"] = self.clients.pop(seat), self.cookies.pop(seat)

    def ask(self, who: Any, address: str) -> Answer:
        """Fetch an address as a visitor."""
        client = self.clients[who]
        client.cookies = SimpleCookie(self.cookies[who])
        count = Counter[str]()

        def counting(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
            count[sql.split(maxsplit=1)[0]] += 1
            return execute(sql, *rest)

        with connection.execute_wrapper(counting):
            response = client.get(address)
        headers = tuple(sorted(response.headers.items()))
        return Answer(response.status_code, headers, ONCE.sub(r"\1", response.text), count.total())

    def ask_all(self, wanted: Callable[[Any, str], bool]) -> dict[tuple[Any, str, str], Answer]:
        """Fetch, as everybody, the addresses of the routes wanted for them; the admin's as the admin alone."""
        found = addresses.every(self.sitting.room)
        return {
            (who, name, path): self.ask(who, path)
            for who in self.clients
            for name, paths in found.items()
            if wanted(who, name) and (who == "admin" or not name.startswith("admin"))
            for path in paths
        }


class Crawl:
    """The visitors of one room, and who of them could tell that something in it is another than it was."""

    def __init__(self, sitting: Sitting, neighbour: Sitting, *, removed: Client | None = None) -> None:
        self.sitting = sitting
        self.crowd = Crowd(sitting, neighbour)
        if removed is not None:
            self.crowd.add("removed", removed)
        self.before = self.fetch()

    def fetch(self) -> dict[Any, str]:
        wall = next(iter(self.sitting.tokens))
        answers = self.crowd.ask_all(
            lambda who, name: name in TELLING or (name == "rooms:projector" and who == wall)
        )
        return {key: answer.body for key, answer in answers.items()}

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
        return {key[0] for key in after if after[key] != self.before[key]}


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


def _values(cookies: SimpleCookie) -> dict[str, str]:
    return {name: morsel.value for name, morsel in cookies.items()}
