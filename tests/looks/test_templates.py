"""What a strict content security policy would refuse stands in no template and no script."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template, render_to_string
from django.test import RequestFactory

from games import templatetags

TEMPLATES = Path(settings.BASE_DIR) / "templates"
PAGES = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))
SCRIPTS = sorted((Path(templatetags.__file__).parent.parent / "static" / "js").glob("*.js"))

REFUSED = {
    "a style attribute": r"<[^>]*\sstyle\s*=",
    "a style element": r"<style\b",
    "an event attribute": r"<[^>]*\s(?:on\w+|hx-on[\w:-]*)\s*=",
    "a script in the page": r"<script\b(?![^>]*\b(?:src=|type=\"application/json\"))",
    "a script address": r"(?:href|src|action)\s*=\s*[\"']?\s*javascript:",
    "evaluated values": r"hx-(?:vals|headers)\s*=\s*[\"']?\s*js:",
    "another site's part": r"(?:src|<link[^>]*href)\s*=\s*[\"']?(?:https?:)?//",
}


def refused(text: str) -> list[str]:
    plain = re.sub(r"{% comment %}.*?{% endcomment %}|{#.*?#}", "", text, flags=re.DOTALL)
    return [name for name, pattern in REFUSED.items() if re.search(pattern, plain, re.IGNORECASE)]


def test_the_search_finds_what_it_is_for() -> None:
    bad = [
        '<p style="color: red">',
        "<style>p {}</style>",
        '<button onclick="go()">',
        "<script>go()</script>",
        '<a href="javascript:go()">',
        """<p hx-vals='js:{"a": 1}'>""",
        '<script src="https://cdn.example/x.js"></script>',
    ]
    assert [refused(text) for text in bad] == [[name] for name in REFUSED]


def test_templates_hold_nothing_that_browsers_are_told_to_refuse() -> None:
    found = {name: refused((TEMPLATES / name).read_text()) for name in PAGES}
    assert len(found) > 150
    assert {name: words for name, words in found.items() if words} == {}


def test_templates_can_be_read() -> None:
    assert [get_template(name).template.name for name in PAGES] == PAGES


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_script_writes_no_markup_and_evaluates_nothing(path: Path) -> None:
    found = re.findall(
        r"\b(?:eval|innerHTML|outerHTML|insertAdjacentHTML|document\.write|new Function)\b", path.read_text()
    )
    assert found == []


def test_page_for_bad_moments_needs_no_context() -> None:
    page = render_to_string("500.html")
    assert re.findall(r"{[{%]", (TEMPLATES / "500.html").read_text().split("{% endcomment %}")[1]) == []
    assert page.count("<h1>") == 1


def test_a_forbidden_page_and_an_unknown_one_read_alike(settings: object) -> None:
    settings.STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}  # type: ignore[attr-defined]
    request = RequestFactory().get("/somewhere")
    unknown = render_to_string("404.html", {"exception": "no such room", "request_path": "/somewhere"})
    closed = render_to_string("404.html", {"exception": "the room is closed"})
    assert unknown == closed
    assert request.path not in unknown


def test_what_people_typed_is_isolated_and_never_markup() -> None:
    bill = {
        "id": 1,
        "name": "<b>\u202eevil</b>",
        "policy": "Cut taxes",
        "author": "<i>Ada</i>",
        "pitch": "<img src=x>\nsecond line",
        "upvotes": 3,
        "effects": [],
        "struck": "<u>spam</u>",
    }
    page = render_to_string("earths/parts/bill.html", {"bill": bill})
    assert re.findall(r"<bdi>(.*?)</bdi>", page, re.DOTALL) == [
        "&lt;b&gt;\u202eevil&lt;/b&gt;",
        "&lt;i&gt;Ada&lt;/i&gt;",
        "&lt;img src=x&gt;<br>second line",
        "&lt;u&gt;spam&lt;/u&gt;",
    ]


def test_every_form_of_a_room_that_is_filled_in_has_a_name_to_be_kept_by() -> None:
    # A room's page is drawn anew at any moment, and carries over by their ids what was begun.
    nameless, named = [], 0
    for folder in ("rooms", "kaban", "estado"):
        for path in sorted((TEMPLATES / folder).rglob("*.html")):
            for form in re.findall(r"<form\b.*?</form>", path.read_text(), re.DOTALL):
                filled_in = re.search(
                    r"<(?!input type=\"hidden\")(?:input|select|textarea)\b|\.as_field|field\.html", form
                )
                if not filled_in:
                    continue
                if re.match(r"<form[^>]* id=\"", form):
                    named += 1
                else:
                    nameless.append(f"{path.name}: {form[:90]}")
    assert nameless == []
    assert named > 5
