"""A name says who somebody is, so no two may look alike, and none may look like an office."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from games.actions import lobby
from games.models import Seat
from games.names import LONGEST, clean_name
from games.terms import Refused
from games.text import fold
from tests.attacks.conftest import Stage
from tests.games.conftest import START

ALIKE = {
    "another case": "aDA", "wide letters": "Ａｄａ", "mathematical letters": "𝐀𝐝𝐚", "letters in circles": "Ⓐⓓⓐ",
    "a zero-width space": "A\u200bda", "a zero-width joiner": "Ad\u200da", "a word joiner": "\u2060Ada",
    "a byte-order mark": "\ufeffAda", "a soft hyphen": "Ad\u00ada", "a hidden letter": "Ada\u3164",
    "a variant": "Ada\ufe0f", "a tag": "Ada\U000e0041", "Cyrillic": "Аdа", "mixed scripts": "Αdа", "an accent": "Àda",
    "an accent of its own": "A\u0300da", "piled accents": "A" + "\u0301" * 20 + "da",
    "an enclosing circle": "A\u20ddda",
    "a mark that turns it": "\u202dAda\u202c", "an embedding": "\u2067Ada\u2069",
    "spaces around": "  Ada\t", "a space that does not break": "\u00a0Ada\u2003", "two lines": "Ada\n",
}  # fmt: skip
OFFICES = (
    "Moderator", "The Moderator", "moderator", "Ｍｏｄｅｒａｔｏｒ", "Mоdеrаtоr", "Mod\u00aderator", "Host", "HOST",
    "Admin", "Hemicycle", "President", "The President", "Рresident", "Ｐresident", "Everybody", "Nobody",
    "H0st", "M0derator", "Adrnin", "Adm1n", "Presldent", "PresIdent",
)  # fmt: skip
BLANK = (
    "",
    " ",
    "\t\n",
    "\u200b",
    "\u3164",
    "\u2800",
    "\u202e\u202c",
    "\u0301",
    "\ufe0f",
    "\U000e0041\U000e0042",
)


@pytest.fixture
def door(stage: Stage) -> Iterator[Client]:
    """The browser of somebody who was invited to a table at which Ada and Bob sit."""
    guest = Client()
    guest.get(f"/j/{stage.lobby.room.join_token}")
    return guest


def said(stage: Stage, guest: Client, name: str) -> str:
    """Answer why a name is refused at the door of the lobby."""
    answer = guest.post(f"{stage.lobby.path}join", {"name": name})
    assert answer.status_code in {409, 422}, name
    found = re.search(r'class="errorlist[^>]*>(.*?)</ul>', answer.text, re.DOTALL)
    assert found, name
    return " ".join(re.sub(r"<[^>]+>", " ", found.group(1)).split())


def test_a_name_that_looks_like_anothers_is_taken(stage: Stage, door: Client) -> None:
    for how, name in ALIKE.items():
        assert "Somebody at this table has this name already" in said(stage, door, name), how
    assert Seat.objects.filter(room=stage.lobby.room_id).count() == 2


def test_a_name_of_an_office_would_be_misunderstood(stage: Stage, door: Client) -> None:
    for name in OFFICES:
        assert said(stage, door, name) == "This name would be misunderstood. Please choose another.", name


def test_a_name_that_shows_nothing_is_none(stage: Stage, door: Client) -> None:
    for name in BLANK:
        assert said(stage, door, name) in {
            "Your name needs at least 1 visible character.",
            "This field is required.",
            "This name would be misunderstood. Please choose another.",
        }, name


def test_a_name_has_as_many_letters_as_fit_and_says_how_many_it_has(stage: Stage, door: Client) -> None:
    for letter in ("W", "한", "é", "ﷺ", "🏴"):
        assert clean_name(letter * LONGEST) == letter * LONGEST
        assert said(stage, door, letter * 40) == "Your name may have at most 24 characters; this has 40."
    assert door.post(f"{stage.lobby.path}join", {"name": "ﷺ" * LONGEST}).status_code == 303


def test_every_way_to_a_seat_asks_for_the_same_names(stage: Stage) -> None:
    host, moderator = stage.lobby.browser(1), stage.kaban.browser("moderator")
    for name in ("Moderator", "\u200b", "W" * 40, "aDA"):
        sent = {"number": "2", "name": name, "before": "Bob"}
        assert stage.estado.browser(1).post(f"{stage.estado.path}substitute", sent).status_code == 409
        assert moderator.post(f"{stage.kaban.path}add-player", {"name": name}).status_code == 409
        with pytest.raises(Refused):
            lobby.join(room_id=stage.lobby.room_id, name=name, at=START)
    assert host.get(stage.lobby.path).status_code == 200
    assert not Seat.objects.filter(name__in=["Moderator", "aDA"]).exists()


def test_two_names_that_only_a_careful_reader_tells_apart_stand_apart_from_each_other(
    stage: Stage, door: Client
) -> None:
    """What is neither refused nor folded is at least kept within itself on the page."""
    assert door.post(f"{stage.lobby.path}join", {"name": "\u202eevE\u202c"}).status_code == 303
    page = stage.lobby.browser(1).get(stage.lobby.path).text
    assert "<bdi>\u202eevE\u202c</bdi>" in page
    assert page.count("\u202e") == page.count("\u202c")


def test_names_of_one_script_that_only_look_like_each_other_are_two() -> None:
    names = ("Clara", "Ciara", "Ian", "Lan", "Arno", "Amo", "Agent 1", "Agent I")
    assert len({fold(clean_name(name)) for name in names}) == len(names)
