"""Talk at the table: who may speak, who hears it, and what is kept of it."""

import pytest

from games.actions import chat
from games.models import Message
from games.terms import Refused
from tests.games.conftest import SECOND, START, begin
from tests.games.planting import plant

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_pages", "frozen")]


def test_a_whisper_is_heard_by_two() -> None:
    sitting = begin("estado-libre", 4)
    chat.say(room_id=sitting.room_id, number=1, text="Tonight", to=3, at=START)
    heard = [viewer for viewer in (1, 2, 3, 4, "public") if sitting.see(viewer).messages]
    assert heard == [1, 3]


def test_the_dead_read_the_table_and_are_silent() -> None:
    sitting = plant("estado-libre", 5, "succession")
    dead = next(person.seat for person in sitting.see("public").play.people if not person.alive)
    speaker = next(person.seat for person in sitting.see("public").play.people if person.alive)
    chat.say(room_id=sitting.room_id, number=speaker, text="Poor fellow", to=None, at=START)
    assert sitting.see(dead).messages[0].text == "Poor fellow"
    assert (sitting.see(dead).may_talk, sitting.see(dead).may_whisper_to) == (False, ())
    with pytest.raises(Refused, match="The dead read on"):
        chat.say(room_id=sitting.room_id, number=dead, text="Boo", to=None, at=START)
    with pytest.raises(Refused, match="do not hear whispers"):
        chat.say(room_id=sitting.room_id, number=speaker, text="Boo", to=dead, at=START)


def test_a_message_has_at_most_500_characters() -> None:
    sitting = begin("estado-libre", 4)
    chat.say(room_id=sitting.room_id, number=1, text="x" * 500, to=None, at=START)
    with pytest.raises(Refused, match="at most 500"):
        chat.say(room_id=sitting.room_id, number=1, text="x" * 501, to=None, at=START)


def test_who_talks_too_fast_waits() -> None:
    sitting = begin("estado-libre", 4)
    for _ in range(chat.BURST):
        chat.say(room_id=sitting.room_id, number=1, text="again", to=None, at=START)
    with pytest.raises(Refused, match="too fast"):
        chat.say(room_id=sitting.room_id, number=1, text="again", to=None, at=START)
    chat.say(room_id=sitting.room_id, number=1, text="later", to=None, at=START + chat.WITHIN)
    chat.say(room_id=sitting.room_id, number=2, text="me too", to=None, at=START)


def test_rude_words_are_masked_before_they_are_kept() -> None:
    sitting = begin("estado-libre", 4)
    chat.say(room_id=sitting.room_id, number=1, text="you fucking traitor", to=None, at=START)
    assert Message.objects.get().text == "you ******* traitor"


def test_links_and_markup_are_shown_as_they_were_typed() -> None:
    sitting = begin("estado-libre", 4)
    typed = "see https://example.com/ <b onclick=alert(1)>now</b>"
    sitting.browser(1).post(f"{sitting.path}say", {"text": typed})
    page = sitting.browser(2).get(sitting.path).text
    assert "see https://example.com/ &lt;b onclick=alert(1)&gt;now&lt;/b&gt;" in page
    assert 'href="https://example.com' not in page


def test_a_refused_message_is_there_to_be_changed() -> None:
    sitting = begin("estado-libre", 4)
    answer = sitting.browser(1).post(f"{sitting.path}say", {"text": "x" * 501})
    assert answer.status_code == 409
    assert "A message may have at most 500 characters" in answer.text
    assert "x" * 501 in answer.text


def test_a_script_gets_the_changed_parts_alone() -> None:
    sitting = begin("estado-libre", 4)
    answer = sitting.browser(1).post(f"{sitting.path}say", {"text": "hello"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert "hello" in answer.text


def test_moments_of_talk_are_apart_by_the_clock(frozen) -> None:
    sitting = begin("estado-libre", 4)
    chat.say(room_id=sitting.room_id, number=1, text="one", to=None, at=START)
    chat.say(room_id=sitting.room_id, number=2, text="two", to=None, at=START + SECOND)
    assert [message.text for message in sitting.see(3).messages] == ["one", "two"]
