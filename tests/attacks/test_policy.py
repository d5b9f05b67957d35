"""Every page in a real browser: nothing breaks the policy of what may be loaded, and nothing is said to be wrong."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urldefrag, urlsplit

from django.apps import apps
from django.conf import settings
from django.test import Client
from django.urls import Resolver404, resolve

from earths.actions import ballots, bills
from earths.models import Account, Bill, Citizen
from earths.rules.calendar import week_at
from games import clock
from games.actions import chat, hosting
from games.models import Phase, Room
from tests.attacks.addresses import Address, addresses
from tests.conftest import Site
from tests.earths.conftest import make_bill, make_citizen, make_world, moments, reach, still
from tests.games.conftest import Sitting, begin, sit_down

LISTEN = """
window.addEventListener("securitypolicyviolation", (broken) => {
  console.error(`POLICY ${broken.violatedDirective}: ${broken.blockedURI} ${broken.sourceFile}:${broken.lineNumber}`);
});
"""
LINKS = "all => all.map(one => new URL(one.getAttribute('href'), document.baseURI).href)"
FILES = re.compile(r"\.(csv|ics|json|svg)$|/jsi18n|/static/")


class Reader:
    """Somebody who opens every page that is linked from those before, one of each kind."""

    def __init__(self, browser: Any, site: Site, cookies: list[dict[str, str]], within: str = "/") -> None:
        self.site, self.within, self.opened = site, within, 0
        self.said: list[str] = []
        self.address = ""
        self.seen: set[str] = set()
        self.kinds: set[str] = set()
        domain = urlsplit(site.url).hostname
        self.context = browser.new_context()
        self.context.add_init_script(LISTEN)
        self.context.add_cookies([{"domain": domain, "path": "/", **cookie} for cookie in cookies])
        self.page = self.context.new_page()
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda fault: self.said.append(f"{self.page.url}: {fault}"))

    def _hear(self, told: Any) -> None:
        # A page that is not there, or not for this reader, is said to be not there.
        is_page = "404" in told.text and told.location["url"] == self.address
        if told.type in ("error", "warning") and not is_page:
            self.said.append(f"{self.page.url}: {told.text} ({told.location['url']})")

    def read(self, *starts: str) -> None:
        waiting = [self.site.url + start for start in starts]
        for address in waiting:
            kind = self._kind(address)
            if kind is None or kind in self.seen:
                continue
            self.seen.add(kind)
            self.kinds.add(kind)
            self.opened += 1
            self.address = address
            self.page.goto(address, wait_until="load")
            links = self.page.eval_on_selector_all("a[href]", LINKS)
            waiting += [urldefrag(link).url for link in links if link.startswith(self.site.url + self.within)]

    def _kind(self, address: str) -> str | None:
        path = urlsplit(address).path
        if FILES.search(path):
            return None
        try:
            return str(resolve(path).route)
        except Resolver404:
            return "nothing"

    def close(self) -> None:
        self.context.close()


def signed_in(account: Account) -> list[dict[str, str]]:
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return [
        {"name": settings.SESSION_COOKIE_NAME, "value": client.cookies[settings.SESSION_COOKIE_NAME].value}
    ]


@dataclass
class Stage:
    """A world in its second week, and tables that wait, run and are over."""

    ada: Citizen
    boss: Account
    lobby: Sitting
    estado: Sitting
    kaban: Sitting
    ended: tuple[Sitting, Sitting]


def set_up() -> Stage:
    now = clock.now()
    first = week_at(now).sunday - timedelta(weeks=1)
    week = moments(1, first)
    world = make_world(starts_on=first, featured=True)
    ada = make_citizen(world, "Ada")
    reach(world, week.proposing)
    bill = make_bill(ada, at=week.proposing)
    bills.upvote(citizen_id=ada.pk, bill_id=bill.pk, at=week.proposing)
    reach(world, week.voting)
    ballots.cast(citizen_id=ada.pk, year=2027, votes={bill.pk: True}, response="A", now=still(week.voting))
    reach(world, now)
    estado = begin("estado-libre", 4, at=now, bots=False, seats=4)
    chat.say(room_id=estado.room_id, number=1, text="Good evening", to=None, at=now)
    kaban = begin("kaban", 9, at=now, moderated=True, seats=9)
    over = begin("estado-libre", 4, at=now, bots=False, seats=4)
    while over.room.status == Room.Status.RUNNING:
        serial = Phase.objects.get(room=over.room_id, closed_at=None).serial
        hosting.end_phase(room_id=over.room_id, by=hosting.ADMIN, serial=serial, at=now)
    purged = begin("kaban", 9, at=now, moderated=True, seats=9, bots=False)
    for number in range(1, 10):
        if purged.room.status == Room.Status.RUNNING:
            hosting.remove(room_id=purged.room_id, by="moderator", number=number, at=now)
    boss = Account.objects.create_superuser("boss")
    return Stage(ada, boss, sit_down("estado-libre", 2, at=now), estado, kaban, (over, purged))


def passes(*held: tuple[Sitting, Any]) -> list[dict[str, str]]:
    """Answer the cookies of who comes in by these links, each for its room's pages or its socket alone."""
    return [
        {"name": f"{name}{suffix}", "value": one.value, "path": f"{before}{table.path}"}
        for table, viewer in held
        for name, one in table.browser(viewer).cookies.items()
        for before, suffix in (("", ""), ("/ws", "-live"))
    ]


def test_no_page_breaks_the_policy(site: Site, browser: Any, aside: Callable[..., Any]) -> None:
    stage: Stage = aside(set_up)
    rooms = (stage.lobby, stage.estado, stage.kaban, *stage.ended)
    signs_in = (
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/password/reset/",
        "/admin/login/",
        "/nowhere",
    )
    own = ["/w/main/", "/w/main/president", "/accounts/email/", "/accounts/delete"]
    seats = passes(*((table, 1) for table in rooms))
    leads = passes((stage.kaban, "moderator"), (stage.ended[1], "moderator"))
    readers: dict[str, tuple[str, list[dict[str, str]], list[str]]] = {
        "stranger": ("/", [], ["/", "/w/main/", "/w/main/ballot", "/play/kaban/", *signs_in]),
        "citizen": ("/w/main/b", signed_in(stage.ada.account), own),
        "admin": (
            "/admin/",
            signed_in(stage.boss),
            ["/admin/", f"/admin/games/room/{stage.estado.room_id}/change/"],
        ),
        "player": ("/r/", seats, [table.path for table in rooms]),
        "watcher": ("/r/", passes(*((table, "public") for table in rooms)), [table.path for table in rooms]),
        "moderator": ("/r/", leads, [stage.kaban.path, stage.ended[1].path]),
    }
    there: dict[str, Reader] = {}
    for who, (within, cookies, starts) in readers.items():
        reader = there[who] = Reader(browser, site, cookies, within)
        for start in starts:
            # Rooms are one kind of page by their address, and each of them is another page.
            reader.seen = {kind for kind in reader.seen if not kind.startswith("r/")}
            also = {"player": ["public", "past/1"], "watcher": ["past/1"]}.get(who, [])
            reader.read(start, *(start + page for page in also))
    assert {who: one.opened for who, one in there.items() if one.opened < 4} == {}
    # What no link of these led to is opened too.
    left = aside(unlinked, stage, {kind for reader in there.values() for kind in reader.kinds})
    for who, path in left:
        there[who].read(path)
    kinds = {kind for reader in there.values() for kind in reader.kinds}
    assert {path for _, path in left if str(resolve(path).route) not in kinds} == set()
    assert {who: reader.said for who, reader in there.items() if reader.said} == {}
    for reader in there.values():
        reader.close()


def unlinked(stage: Stage, kinds: set[str]) -> list[tuple[str, str]]:
    """Answer the addresses at which somebody gets a whole page, and who, of which none of these kinds is."""
    clients = {"stranger": Client(), "citizen": Client(), "admin": Client()}
    for who, account in (("citizen", stage.ada.account), ("admin", stage.boss)):
        clients[who].force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    tables = (
        ("player", stage.lobby.browser(1), stage.lobby),
        ("player", stage.estado.browser(1), stage.estado),
        ("moderator", stage.kaban.browser("moderator"), stage.kaban),
        ("player", stage.ended[0].browser(1), stage.ended[0]),
    )
    values = {"year": 2027, "earth": "A", "bill": Bill.objects.latest("pk").pk, "which": "join"}
    found = []
    for address in addresses():
        slug = "kaban" if address.form.startswith(("/play/", "/rules/")) else "main"
        asked = [
            (who, clients[who], address.fill({**values, "slug": slug})) for who in ("stranger", "citizen")
        ]
        if address.in_room:
            asked = [
                (who, client, address.fill({"public_id": table.room.public_id, "which": "join"}))
                for who, client, table in tables
            ]
        elif address.form.startswith("/admin/"):
            asked = [("admin", clients["admin"], address.fill(_row_of(address, stage)))]
        for who, client, path in asked:
            if str(resolve(path).route) not in kinds:
                got = client.get(path)
                if got.status_code == 200 and "<html" in getattr(got, "text", ""):
                    found.append((who, path))
    return found


def _row_of(address: Address, stage: Stage) -> dict[str, Any]:
    """Answer what fills the blanks of one of the administration's addresses."""
    values = {"pk": stage.ada.world_id, "what": "rename", "slug": "pause", "app_label": "earths"}
    if "object_id" in address.names and "content_type_id" not in address.names:
        app, model = address.form.split("/")[2:4]
        row = apps.get_model(app, model).objects.first()
        values["object_id"] = row.pk if row else 1
    return values


def test_a_broken_policy_would_be_noticed(site: Site, browser: Any) -> None:
    reader = Reader(browser, site, [])
    reader.read("/about")
    assert reader.said == []
    reader.page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\" onclick=\"x()\">')"
    )
    reader.page.wait_for_timeout(200)
    assert any("POLICY style-src" in one for one in reader.said)
    reader.close()
