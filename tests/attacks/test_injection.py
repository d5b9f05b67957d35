"""What people type is shown as they typed it, and is never anything else: no markup, formula, line, header or log."""

import csv
import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.db.models import CharField, Model, TextField
from django.test import Client
from icalendar import Calendar

from config import logs, settings
from earths import board as boards
from earths.models import Account, Ballot, Bill, Citizen, EarthYear, Presidency, Week, World
from earths.models import Notice as Word
from games.models import Dispatch, Message, Notice, Order, Pass, Phase, Room, Seat
from games.text import clean
from tests.attacks.addresses import addresses
from tests.attacks.conftest import Stage
from tests.attacks.markup import MARKUP, WRITTEN_OUT, is_strict, planted, refused
from tests.games.conftest import START

COLUMNS: dict[type[Model], tuple[str, ...]] = {
    World: ("name", "earth_a", "earth_b"),
    Citizen: ("name",),
    Bill: ("name", "pitch", "struck_reason"),
    Account: ("username", "first_name", "last_name"),
    Word: ("text",),
    Seat: ("name",),
    Message: ("text",),
    Notice: ("text",),
}
"""Every column that holds what somebody typed."""
OURS = {
    World: {"slug", "due"},
    Citizen: {"earth", "moves_to", "folded_name"},
    Week: {"crisis", "seal"},
    Bill: {"earth", "policy"},
    Ballot: {"earth", "code", "response"},
    EarthYear: {"earth", "response"},
    Presidency: {"earth", "how"},
    Account: {"password", "email"},
    Room: {"public_id", "game", "status", "join_token", "watch_token", "seal", "scenery"},
    Seat: {"folded_name", "driver"},
    Pass: {"kind", "token_hash"},
    Phase: {"name", "state", "interventions"},
    Order: {"given"},
    Dispatch: {"kind", "body"},
    Message: {"handle"},
}
"""And those whose text the site writes, or takes from a list, and what can only be an e-mail address."""


def type_everywhere(text: str) -> None:
    """Let all that anybody has typed be ``text``, as it is kept."""
    kept = clean(text, what="A text", longest=24)
    for kind, columns in COLUMNS.items():
        kind._default_manager.update(**dict.fromkeys(columns, kept))
    room = Room.objects.latest("pk")
    Notice.objects.bulk_create(
        Notice(room=one, text=kept, at=START) for one in Room.objects.exclude(pk=room.pk)
    )
    Word.objects.create(world=World.objects.first(), text=kept, at=START)


def pages(stage: Stage) -> Iterator[tuple[str, Any]]:
    """Answer every page that anybody is shown, and the parts that scripts ask for."""
    asked = [
        *stage.asked(),
        *((stage.estado.browser("public"), stage.estado.path + part) for part in ("", "look")),
    ]
    asked += [
        (stage.kaban.browser(2), stage.kaban.path),
        (stage.boss(), f"/admin/games/room/{stage.estado.room_id}/change/"),
    ]
    asked += [(Client(), path) for path in ("/", "/w/main/", "/w/main/board", "/w/main/years/2027/")]
    for kind, row in (("citizen", stage.ada), ("bill", stage.bill), ("account", stage.ada.account)):
        asked += [(stage.boss(), f"/admin/earths/{kind}/{row.pk}/{page}/") for page in ("change", "history")]
    for client, path in asked:
        got = client.get(path)
        assert (got.status_code < 500, is_strict(got)) == (True, True), path
        assert not re.search(r"[\r\n]", " ".join(f"{name}{value}" for name, value in got.headers.items()))
        yield path, got


def test_every_column_of_text_is_known() -> None:
    models = (*apps.get_app_config("earths").get_models(), *apps.get_app_config("games").get_models())
    texts = {
        model: {field.name for field in model._meta.fields if isinstance(field, CharField | TextField)}
        for model in models
    }
    assert {model: names for model, names in texts.items() if names} == {
        model: set(COLUMNS.get(model, ())) | OURS.get(model, set()) for model in {*COLUMNS, *OURS}
    }


def test_nothing_that_is_shown_is_taken_for_markup_as_it_is() -> None:
    """Not every page can be asked for with every text on it, so none may leave a text unescaped."""
    root = Path(settings.BASE_DIR)
    templates = {path: path.read_text() for path in (root / "templates").rglob("*.html")}
    unescaped = {
        (path.relative_to(root).as_posix(), found)
        for path, text in templates.items()
        for found in re.findall(
            r"{{[^}]*\|\s*(?:safe|safeseq)\b[^}]*}}|{%\s*autoescape.*?%}|{%\s*filter.*?%}", text
        )
    }
    # What the code says of a field.
    assert unescaped == {("templates/parts/field.html", "{{ field.help_text|safe }}")}
    packages = ("config", "earths", "games", "roles")
    code = {path: path.read_text() for package in packages for path in (root / package).rglob("*.py")}
    trusting = {
        path.relative_to(root).as_posix(): len(found)
        for path, text in code.items()
        if (found := re.findall(r"\bmark_safe\(|\bSafe(?:String|Text)\(|\b__html__\b|\bhtml_safe\b", text))
    }
    # A mark whose label is escaped, parts that templates rendered, an attribute, and space around what a template did.
    assert trusting == {
        "games/templatetags/mark.py": 1,
        "earths/board.py": 1,
        "games/templatetags/moments.py": 1,
        "roles/templatetags/kaban.py": 1,
    }


def test_markup_that_was_meant_would_be_found() -> None:
    inside = ("<p>{}", '<p title="{}">', "<p title='{}'>", "<p title={}>")
    assert [bool(planted(one.format(MARKUP))) for one in inside] == [True] * 4
    assert [planted(one.format(WRITTEN_OUT)) for one in inside[:3]] == [[]] * 3
    bad = (
        '<p style="x">',
        "<style>",
        "<script>x",
        "<p onclick=x>",
        '<img src="//x.example">',
        '<a href="data:x">',
    )
    good = (
        '<p class="x">',
        '<script src="/x.js">',
        '<script type="application/json">',
        '<a href="//x.example">',
    )
    assert [len(refused(page)) for page in (*bad, *good)] == [1] * len(bad) + [0] * len(good)


def test_markup_is_shown_and_never_meant(stage: Stage) -> None:
    type_everywhere(MARKUP)
    shown, meant, unruly = set(), {}, {}
    for path, got in pages(stage):
        if not got["Content-Type"].startswith("text/html"):
            continue
        if found := planted(got.text):
            meant[path] = found
        if found := refused(got.text):
            unruly[path] = found
        if WRITTEN_OUT in got.text:
            shown.add(path)
    assert (meant, unruly) == ({}, {})
    rooms = {stage.estado.path, stage.kaban.path, stage.lobby.path}
    assert {"/", "/w/main/", "/w/main/years/2027/", "/admin/earths/citizen/"} | rooms <= shown
    frame = boards.current("main", START)
    assert frame is not None
    assert (
        WRITTEN_OUT in json.loads(frame.frame)["html"],
        "<i id=x>" in json.loads(frame.frame)["html"],
    ) == (True, False)


@pytest.mark.parametrize(
    "formula", ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1+1", "\r=1+1", " =1+1", '"=1+1', "\u200e=1+1", "＝1"]
)
def test_no_cell_of_a_file_is_a_formula(stage: Stage, formula: str) -> None:
    type_everywhere(formula)
    cells = []
    files = [one.fill(stage.values(one)) for one in addresses() if one.form.endswith(".csv")]
    assert len(files) >= 6
    for path in files:
        got = Client().get(path)
        assert (got.status_code, got["X-Content-Type-Options"]) == (200, "nosniff")
        cells += [cell for row in csv.reader(io.StringIO(got.getvalue().decode("utf-8-sig"))) for cell in row]
    assert [
        cell for cell in cells if re.match(r"[\s\u200b-\u200f]*[=+@\t\r＝]|[\s]*-(?![\d.]+$)", cell)
    ] == []
    assert any(cell.endswith(clean(formula, what="", longest=24)[-1]) for cell in cells)


def test_a_worlds_name_adds_nothing_to_its_calendar(stage: Stage) -> None:
    path = "/w/main/calendar.ics"
    before = Client().get(path).content
    type_everywhere("A;B,C\\n\r\nEND:VEVENT\r\n")
    World.objects.update(name="A;B,C\\nD\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nX:1")
    after = Client().get(path).content
    count = [len(Calendar.from_ical(raw).walk("VEVENT")) for raw in (before, after)]
    assert count[0] == count[1] == before.count(b"BEGIN:VEVENT") > 9
    assert {line.split(b":")[0].split(b";")[0] for line in after.replace(b"\r\n ", b"").splitlines()} == {
        line.split(b":")[0].split(b";")[0] for line in before.replace(b"\r\n ", b"").splitlines()
    }
    assert all(len(line) <= 75 for line in after.splitlines())


def test_no_address_and_no_field_adds_a_header(stage: Stage) -> None:
    broken = "%0d%0aSet-Cookie:%20planted=1"
    named = [one for one in addresses() if one.names]
    asked = [(Client(), one.fill(dict.fromkeys(one.names, f"x{broken}"))) for one in named]
    asked += [(stage.boss(), path) for _, path in asked if path.startswith("/admin/")]
    for client, path in (
        *asked,
        (Client(), f"/w/main/president/stand?{broken}"),
        (Client(), f"/w/main/bills/propose?next={broken}"),
        (Client(), f"/accounts/login/?next=/{broken}"),
        (stage.citizen(), f"/w/main/join?{broken}"),
        (stage.citizen(), f"/hop?next=/{broken}"),
    ):
        for got in (
            client.get(path),
            client.post(path, {"next": "/\r\nSet-Cookie: planted=1"}),
            client.get(path, headers={"hx-request": "true"}),
        ):
            assert got.status_code < 500, path
            assert "planted" not in got.cookies
            assert not any(re.search(r"[\r\n]", value) for value in got.headers.values())


def test_no_name_adds_to_a_letter(stage: Stage) -> None:
    name = "eve\r\nBcc: all@example.org\r\n\r\n<b>Pay</b>"
    sent = {
        "username": name,
        "email": "eve@example.org",
        "password1": "a b c d e f",
        "password2": "a b c d e f",
    }
    assert Client().post("/accounts/signup/", sent).status_code == 200
    # And if there were such a name all the same:
    Account.objects.create_user(name, "eve@example.org", "grapes and a ladder")
    for address in (
        "eve@example.org",
        "eve@example.org\r\nBcc: all@example.org",
        "eve@example.org,all@example.org",
    ):
        Client().post("/accounts/password/reset/", {"email": address})
    assert [letter.recipients() for letter in mail.outbox] == [["eve@example.org"]]
    told = mail.outbox[0].message()
    assert told["Bcc"] is None
    assert told.get_content_type() == "text/plain"


@pytest.mark.parametrize("as_json", [True, False])
def test_nothing_that_is_sent_is_a_line_of_the_log(
    stage: Stage, as_json: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.StringIO()
    logs.configure(level="DEBUG", as_json=as_json)
    monkeypatch.setattr(logging.getLogger().handlers[0], "stream", stream)
    forged = '2026-03-01T12:00:00Z [info     ] forged {"event": "forged"}\x1b[2J'
    line, quoted = f"\r\n{forged}\r\n", "%0d%0a" + forged.replace(" ", "%20")
    try:
        client = Client(
            raise_request_exception=False,
            headers={"user-agent": line, "referer": line, "x-forwarded-for": line},
        )
        strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
        for path in (f"/{quoted}", f"/w/{quoted}/", f"/r/{quoted}/admit", f"/j/{quoted}", f"/admin/{quoted}"):
            client.get(path)
            strict.post(path)
        client.get("/", headers={"host": f"evil{line}"})
        client.post("/accounts/login/", {"login": line, "password": line})
        client.post("/admin/login/", {"username": line, "password": line})
        client.post(
            "/accounts/signup/", {"username": line, "email": line, "password1": "x", "password2": "y"}
        )
        client.post("/play/estado-libre/", {"name": line, "pace": line, "seats": line})
        stage.boss().post(f"/admin/games/room/{stage.estado.room_id}/do/reveal/", {"serial": "1"})
        logging.getLogger("django.request").error("Not said by us: %s", "something")
    finally:
        logs.configure(level=settings.LOG_LEVEL, as_json=settings.LOG_JSON)
    lines = stream.getvalue().split("\n")[:-1]
    assert any("Not said by us" in one for one in lines)
    assert [
        one for one in lines if "forged" in one and not re.search(r"\\[rn]|\\u000|route|Host|%0", one)
    ] == []
    if as_json:
        assert [one for one in lines if json.loads(one)["event"] == "forged"] == []
    else:
        assert [one for one in lines if one.startswith(forged[:20]) and " forged" in one[:60]] == []
    assert "\r" not in stream.getvalue()
    assert "\x1b" not in stream.getvalue()
