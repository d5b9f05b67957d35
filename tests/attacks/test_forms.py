"""Every form on every page, filled in with what its fields were not made for: it is refused in words, or done."""

import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
import time_machine
from django.test import Client
from django.urls import resolve
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as effort
from hypothesis import strategies as st

from earths.actions import presidents, worlds
from games.models import Seat
from games.text import clean
from tests.attacks.conftest import FIRST, Stage, undone
from tests.attacks.markup import MARKUP, WRITTEN_OUT, planted, refused
from tests.earths.conftest import moments, reach
from tests.games.planting import PHASES, plant

UNSAID = ("csrfmiddlewaretoken",)
WITHOUT = {
    "r/<str:public_id>/": {
        *("admit", "add-player", "unpause", "claim", "rematch", "rematch/follow"),
        *("take-back", "act/<int:number>/take-back"),
    },
    "w/<slug:slug>/": {"president/veto", "president/withdraw-veto", "president/withdraw-endorsement"},
}
"""What takes a post and has its form on a page that no walk here comes by; the tests of bodies do."""

FIGURES = st.sampled_from(
    ["0", "-1", "1", "2", "99", "1.5", "1e3", "²", "٣", "１", " 1 ", "1_0", "0x1", "NaN", "inf", "-0", "+1",
     str(2**31), str(2**63), "9" * 400, "true", "on", "yes"]
)  # fmt: skip
TEXTS = st.sampled_from(
    ["", " ", "\0", "\u200b", "\u202e", "=1+1", "<b>", "'\"", "%s{0}{{1}}", "p01:p02", "::", "x" * 300,
     "2026-02-30", "9999-12-31T23:59:59+24:00", "0001-01-01", "[]", "null", "🏴" * 41]
)  # fmt: skip


@dataclass
class Form:
    """A form as a page draws it: where it is sent, and what each field may be given."""

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)


class Forms(HTMLParser):
    """Read the forms that are sent by post out of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.open: Form | None = None
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.open = Form(has.get("action", "")) if has.get("method", "").lower() == "post" else None
            self.found += [self.open] if self.open else []
        elif self.open and tag == "option" and self.select:
            self.open.fields[self.select].append(has.get("value", ""))
        elif self.open and tag in {"input", "select", "textarea", "button"} and has.get("name"):
            self.open.fields.setdefault(has["name"], []).extend([has["value"]] if "value" in has else [])
            self.select = has["name"] if tag == "select" else ""
        if "hx-post" in has and tag != "form":
            self.found.append(Form(has["hx-post"]))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None


def forms_in(page: str, path: str) -> Iterator[Form]:
    """Answer the forms that are sent by post from a page at ``path``."""
    reader = Forms()
    reader.feed(page)
    for form in reader.found:
        form.action = urlsplit(urljoin(path, form.action)).path
        yield form


@st.composite
def filled_in(draw: st.DrawFn, form: Form) -> dict[str, Any]:
    """Fill a form in: some of it as it was meant, the rest not."""
    sent: dict[str, Any] = {}
    for name, offered in form.fields.items():
        if name in UNSAID:
            continue
        meant = st.sampled_from(offered) if offered else FIGURES
        if name == "serial":
            # Nothing that was drawn for another phase is looked at any further.
            sent[name] = draw(meant)
            continue
        value = draw(meant | FIGURES | TEXTS | st.lists(meant | FIGURES | TEXTS, max_size=3) | st.none())
        if value is not None:
            sent[name] = value
    return sent


EFFORTS = [pytest.param(2, id="short"), pytest.param(40, id="long", marks=pytest.mark.faults)]


def fuzz(asked: Iterable[tuple[Client, Form]], times: int) -> None:
    """Send each form ``times`` times, and take back what came of it before the next."""
    for client, form in asked:

        @effort(
            max_examples=times,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(filled_in(form))
        def send(sent: dict[str, Any]) -> None:
            browser = Client(raise_request_exception=False)
            browser.cookies = deepcopy(client.cookies)  # noqa: B023
            got = browser.post(form.action, sent)  # noqa: B023
            assert got.status_code < 500, (form.action, sent)  # noqa: B023
            assert "Traceback" not in got.text

        with undone():
            send()


def kind_of(form: Form) -> tuple[str, ...]:
    """Answer what forms have in common that differ in what they are about alone."""
    action = re.sub(r"/r/[^/]+/", "/r/x/", re.sub(r"\d+", "1", form.action))
    return action, *sorted({re.sub(r"\d+", "1", name) for name in form.fields})


def forms_of_site(stage: Stage) -> Iterator[dict[tuple[str, ...], tuple[Client, Form]]]:
    """Answer every form of Two Earths, accounts, the administration and of rooms outside a phase, one of a kind.

    They are those of a Sunday, of voting day and of a President's hours, each while the clock stands there.
    """
    boss, citizen, stranger = stage.boss(), stage.citizen(), Client()
    doors = ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/admin/login/")
    pages = [*stage.asked(), *((stranger, path) for path in doors), (citizen, "/w/other/join")]
    pages += [(stage.lobby.browser(2), stage.lobby.path)]
    for row in (
        stage.ada,
        stage.bill,
        stage.ada.account,
        stage.ada.world,
        stage.estado.room,
        stage.lobby.room,
    ):
        at = f"/admin/{row._meta.app_label}/{row._meta.model_name}/{row.pk}"
        acts = re.findall(rf'href="({at}/do/[^"]+)"', boss.get(f"{at}/change/").text)
        pages += [(boss, path) for path in (f"{at}/change/", *sorted(set(acts)))]
    yield _forms_on(pages)
    week = moments(2, FIRST)
    for moment in (week.voting, week.count):
        with time_machine.travel(moment, tick=False):
            reach(stage.ada.world, moment)
            if moment == week.voting:
                presidents.stand(citizen_id=stage.ada.pk, at=moment)
            else:
                worlds.appoint(citizen_id=stage.ada.pk, at=moment)
            yield _forms_on([(citizen, f"/w/main/{page}") for page in ("ballot", "president")])


def _forms_on(pages: Iterable[tuple[Client, str]]) -> dict[tuple[str, ...], tuple[Client, Form]]:
    found: dict[tuple[str, ...], tuple[Client, Form]] = {}
    for client, path in pages:
        got = client.get(path)
        if got.status_code == 200 and got["Content-Type"].startswith("text/html"):
            for form in forms_in(got.text, path):
                found.setdefault(kind_of(form), (client, form))
    return found


def forms_of_phases(game: str) -> dict[tuple[str, ...], tuple[Client, Form]]:
    """Answer every form of every phase for every kind of viewer, on pages that show markup and hold to the policy."""
    found: dict[tuple[str, ...], tuple[Client, Form]] = {}
    for phase in PHASES[game]:
        sitting = plant(game, 5 if game == "estado-libre" else 9, phase)
        Seat.objects.filter(room=sitting.room_id).update(name=clean(MARKUP, what="A name", longest=24))
        for viewer in (1, 2, "moderator", "public") if game == "kaban" else (1, 2, 3, 4, 5, "public"):
            client = sitting.browser(viewer)
            page = client.get(sitting.path).text
            assert (WRITTEN_OUT in page, planted(page), refused(page)) == (True, [], []), (phase, viewer)
            for form in forms_in(page, sitting.path):
                if "serial" in form.fields:
                    found.setdefault((phase, *kind_of(form)), (client, form))
    return found


@pytest.mark.parametrize("times", EFFORTS)
def test_forms_of_the_site_take_anything(stage: Stage, times: int) -> None:
    routes = set()
    for forms in forms_of_site(stage):
        fuzz(forms.values(), times)
        routes |= {resolve(form.action).route for _, form in forms.values()}
    if times > 2:
        return
    for begin, without in WITHOUT.items():
        assert writing(stage, begin) - {route.removeprefix(begin) for route in routes} == without


def writing(stage: Stage, begin: str) -> set[str]:
    """Answer which addresses take a post, of those that begin so."""
    found = set()
    for client, path in stage.asked(f"/{begin.partition('<')[0]}"):
        with undone():
            if client.post(path).status_code not in (404, 405):
                found.add(resolve(path).route.removeprefix(begin))
    return found


@pytest.mark.parametrize("times", EFFORTS)
@pytest.mark.parametrize("game", ["estado-libre", "kaban"])
def test_forms_of_every_phase_take_anything(stage: Stage, game: str, times: int) -> None:
    forms = forms_of_phases(game)
    assert len(forms) > len(PHASES[game])
    fuzz(forms.values(), times)
