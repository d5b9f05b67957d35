"""Every form on every page, filled in with what its fields were not made for: it is refused in words, or done."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as effort
from hypothesis import strategies as st

from tests.attacks.conftest import Stage
from tests.games.planting import PHASES, plant

UNSAID = ("csrfmiddlewaretoken",)
LAST = ("close", "leave", "leave-console", "delete", "logout", "hop", "archive", "purge")
"""What would end the walk; tried with wrong figures in the tests of bodies."""

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
        if "hx-post" in has:
            self.found.append(Form(has["hx-post"]))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None


def forms_on(client: Client, path: str) -> Iterator[Form]:
    page = client.get(path)
    assert page.status_code == 200, path
    reader = Forms()
    reader.feed(page.text)
    for form in reader.found:
        form.action = form.action.split("#")[0] or path
        if form.action.rstrip("/").rpartition("/")[2] not in LAST:
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


EFFORTS = [pytest.param(1, id="short"), pytest.param(40, id="long", marks=pytest.mark.faults)]


def fuzz(asked: list[tuple[Client, Form]], examples: int) -> None:
    assert asked
    for client, _ in asked:
        client.raise_request_exception = False

    @effort(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def send(data: st.DataObject) -> None:
        client, form = data.draw(st.sampled_from(asked))
        sent = data.draw(filled_in(form))
        got = client.post(form.action, sent)
        assert got.status_code < 500, (form.action, sent)
        assert "Traceback" not in got.text

    send()


@pytest.mark.parametrize("times", EFFORTS)
def test_forms_of_two_earths_and_accounts_take_anything(stage: Stage, times: int) -> None:
    citizen, boss, stranger = stage.citizen(), stage.boss(), Client()
    world, bill = f"/admin/earths/world/{stage.ada.world_id}", f"/admin/earths/bill/{stage.bill.pk}"
    person = f"/admin/earths/citizen/{stage.ada.pk}"
    pages = [
        *((citizen, f"/w/main/{page}") for page in ("", "bills/", "bills/propose", "president")),
        (citizen, f"/w/main/bills/{stage.bill.pk}/edit"),
        (citizen, "/w/other/join"),
        *((citizen, f"/accounts/{page}/") for page in ("email", "password/change")),
        *((stranger, f"/accounts/{page}/") for page in ("login", "signup", "password/reset")),
        (boss, "/admin/earths/world/create/"),
        (boss, f"{world}/do/rename/"),
        (boss, f"{bill}/do/strike/"),
        *((boss, f"{person}/do/{what}/") for what in ("move", "appoint")),
    ]
    fuzz([(client, form) for client, path in pages for form in forms_on(client, path)], 40 * times)


@pytest.mark.parametrize("times", EFFORTS)
def test_forms_around_a_room_take_anything(stage: Stage, times: int) -> None:
    boss = stage.boss()
    pages = [
        *((Client(), f"/play/{game}/") for game in ("estado-libre", "kaban")),
        *((stage.lobby.browser(seat), stage.lobby.path) for seat in (1, 2)),
        (stage.estado.browser(1), stage.estado.path),
        (stage.kaban.browser("moderator"), stage.kaban.path),
        *(
            (boss, f"/admin/games/room/{stage.estado.room_id}/do/{act}/")
            for act in ("extend", "remove", "reveal")
        ),
    ]
    fuzz([(client, form) for client, path in pages for form in forms_on(client, path)], 40 * times)


@pytest.mark.parametrize("times", EFFORTS)
@pytest.mark.parametrize("game", ["estado-libre", "kaban"])
def test_forms_of_every_phase_take_anything(stage: Stage, game: str, times: int) -> None:
    asked: list[tuple[Client, Form]] = []
    for phase in PHASES[game]:
        sitting = plant(game, 5 if game == "estado-libre" else 9, phase)
        for viewer in (1, 2, "moderator") if game == "kaban" else (1, 2, 3, 4, 5):
            client = sitting.browser(viewer)
            own = [form for form in forms_on(client, sitting.path) if "serial" in form.fields]
            asked += [(client, form) for form in own]
    fuzz(asked, 40 * times)
