"""A nudge carries nothing, yet its moment could tell something: so a secret act stirs nobody else's page."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from games import registry, store
from games.actions import chat, hosting, play
from tests.games.conftest import SECOND, START, Sitting, sit_down
from tests.games.planting import PHASES, plant
from tests.games.recording import RecordingLayer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_pages", "frozen")]
SEATS = {"estado-libre": 5, "kaban": 9}
ALONE = {"budget", "project", "discussion"}
"""Phases in which one acts alone, and ends the phase by it, or nobody at all."""
SECRET = [(game, phase) for game in PHASES for phase in PHASES[game] if phase not in ALONE]
TOKEN = re.compile(r'(csrfmiddlewaretoken" value=")[^"]*')


@pytest.fixture
def stirred(settings: Any, django_capture_on_commit_callbacks: Any) -> Callable[..., Any]:
    """Answer a function that does something and says whose pages are told, and whose pages differ."""
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "tests.games.recording.RecordingLayer"}}

    def stir(sitting: Sitting, do: Callable[..., None], **kwargs: Any) -> tuple[set[Any], set[Any]]:
        before = pages(sitting)
        RecordingLayer.sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            do(room_id=sitting.room_id, at=START + SECOND, **kwargs)
        after = pages(sitting)
        return RecordingLayer.told(before), {viewer for viewer in before if before[viewer] != after[viewer]}

    return stir


def viewers(sitting: Sitting) -> list[Any]:
    table = store.load(sitting.room)
    return sorted(store.everybody(table), key=str)


def pages(sitting: Sitting) -> dict[Any, list[str]]:
    """Fetch every page that may tell something of the running phase, as each viewer."""
    return {
        viewer: [
            TOKEN.sub(r"\1", sitting.browser(viewer).get(sitting.path + page).text)
            for page in ("", "public/look")
        ]
        for viewer in viewers(sitting)
    }


def input_of(sitting: Sitting, number: int) -> Any:
    """Answer what a bot would hand in from this seat, in plain form."""
    table = store.load(sitting.room)
    sight = table.game.see(table.state, number, table.inputs)
    given = table.game.bot(sight, [], store.dice(table.room))
    return table.game.write_input(given)


@pytest.mark.parametrize(("game", "phase"), SECRET)
def test_who_acts_in_secret_stirs_nobody_elses_page_and_changes_no_byte_of_it(
    game: str, phase: str, stirred: Callable[..., Any]
) -> None:
    sitting = plant(game, SEATS[game], phase)
    awaited = list(registry.find(game).awaited(store.load(sitting.room).state))
    actor, given = awaited[0], input_of(sitting, awaited[0])
    may_know = {actor, "moderator"} | fellows(sitting, actor)
    told, changed = stirred(sitting, play.submit, number=actor, serial=1, given=given)
    assert actor in changed <= told <= may_know
    told, changed = stirred(sitting, play.take_back, number=actor, serial=1)
    assert actor in changed <= told <= may_know


def test_who_names_nobody_for_jail_sees_it_on_all_their_devices(stirred: Callable[..., Any]) -> None:
    sitting = plant("kaban", SEATS["kaban"], "jail")
    awaited = list(registry.find("kaban").awaited(store.load(sitting.room).state))
    told, changed = stirred(sitting, play.submit, number=awaited[0], serial=1, given=None)
    assert awaited[0] in changed <= told


def fellows(sitting: Sitting, actor: int) -> set[Any]:
    """Answer who may see the actor's choice by the rules: in Kaban the Corrupt see each other's."""
    sight = sitting.see(actor).play
    return set(getattr(getattr(sight, "secrets", None), "fellows", ()))


def test_a_whisper_stirs_only_the_two_it_is_between(stirred: Callable[..., Any]) -> None:
    sitting = plant("estado-libre", 5, "orders")
    one, other = alive(sitting)[:2]
    told, changed = stirred(sitting, chat.say, number=one, text="Tonight?", to=other)
    assert told == changed == {one, other}


def test_what_is_said_at_the_table_stirs_all_who_sit_there_and_no_watcher(
    stirred: Callable[..., Any],
) -> None:
    sitting = plant("estado-libre", 5, "orders")
    told, changed = stirred(sitting, chat.say, number=alive(sitting)[0], text="Friends!", to=None)
    assert told == changed == {1, 2, 3, 4, 5}


def test_a_pause_stirs_everybody(stirred: Callable[..., Any]) -> None:
    sitting = plant("estado-libre", 5, "orders")
    told, changed = stirred(sitting, hosting.pause, by=1)
    assert told == changed == {1, 2, 3, 4, 5, "public"}


def alive(sitting: Sitting) -> list[int]:
    return [person.seat for person in sitting.see("public").play.people if person.alive]


@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_sent_undoes_nothing(settings) -> None:
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": ["redis://127.0.0.1:1/0"]},
        }
    }
    sitting = sit_down("estado-libre", 4)
    assert [seat.name for seat in sitting.see(1).seats] == ["Ada", "Bob", "Cem", "Dot"]
