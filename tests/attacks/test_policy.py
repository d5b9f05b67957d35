"""Every page in a real browser: nothing breaks the policy of what may be loaded, and nothing is said to be wrong."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urldefrag, urlsplit

from django.conf import settings
from django.test import Client
from django.urls import Resolver404, resolve

from earths.actions import ballots, bills
from earths.models import Account, Citizen
from earths.rules.calendar import week_at
from games import clock
from games.actions import chat, hosting
from games.models import Phase, Room
from tests.conftest import Site
from tests.earths.conftest import make_bill, make_citizen, make_world, moments, reach, still
from tests.games.conftest import Sitting, begin, sit_down

LISTEN = """
window.addEventListener("securitypolicyviolation", (broken) => {
  console.error(`POLICY ${broken.violatedDirective}: ${broken.blockedURI} ${broken.sourceFile}:${broken.lineNumber}`);
});
"""
LINKS = "all => all.map(one => new URL(one.getAttribute('href'), document.baseURI).href)"
NOT_FOLLOWED = re.compile(r"\.(csv|ics|json|svg)$|logout|/jsi18n|/static/|/admin/auth/")


class Reader:
    """Somebody who opens every page that is linked from those before, one of each kind."""

    def __init__(self, browser: Any, site: Site, cookies: list[dict[str, str]], within: str = "/") -> None:
        self.site, self.within, self.opened = site, within, 0
        self.said: list[str] = []
        self.address = ""
        self.seen: set[str] = set()
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
            self.opened += 1
            self.address = address
            self.page.goto(address, wait_until="load")
            links = self.page.eval_on_selector_all("a[href]", LINKS)
            waiting += [urldefrag(link).url for link in links if link.startswith(self.site.url + self.within)]

    def _kind(self, address: str) -> str | None:
        path = urlsplit(address).path
        if NOT_FOLLOWED.search(path):
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
    said, opened = {}, {}
    for who, (within, cookies, starts) in readers.items():
        reader = Reader(browser, site, cookies, within)
        for start in starts:
            # Rooms are one kind of page by their address, and each of them is another page.
            reader.seen = {kind for kind in reader.seen if not kind.startswith("r/")}
            also = {"player": ["public", "past/1"], "watcher": ["past/1"]}.get(who, [])
            reader.read(start, *(start + page for page in also))
        said[who], opened[who] = reader.said, reader.opened
        reader.close()
    assert {who: told for who, told in said.items() if told} == {}
    assert {who: number for who, number in opened.items() if number < 4} == {}


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
