"""Games that run while the site is upgraded: what an older version stored is read, what a newer one stored is left.

``formats/`` keeps one real room of each game in each format there ever was. After a change of format,
``GOLDEN=write`` adds the files of the new one; those that are there are never written again.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, override_settings

from games import formats, registry
from games.actions import due, moderating, play
from games.formats import Newer, Upgrade
from games.models import Order, Phase, Room, Seat
from games.sight import see_room
from tests.games.conftest import SECOND, START, Sitting, begin, sit_down

pytestmark = pytest.mark.django_db

KEPT = Path(__file__).parent / "formats"
LATER = {"estado-libre": "tests.games.later_estado"}


@pytest.fixture
def later() -> Iterator[None]:
    """Go on as a later version of the site, in which Estado Libre has format 2."""
    registry.find.cache_clear()
    with override_settings(ROOM_GAMES=settings.ROOM_GAMES | LATER):
        yield
    registry.find.cache_clear()


def phase_of(sitting: Sitting) -> Phase:
    return Phase.objects.filter(room=sitting.room_id, undone=False).latest("serial")


def voting() -> Sitting:
    """Answer a room of four people in its vote, in which two have voted."""
    sitting = begin("estado-libre", 4, bots=False)
    president = next(one.seat for one in sitting.see("public").play.people if one.office == "president")
    given = {"allocations": {"defence": 6}, "grants": {}, "withhold": {}}
    play.submit(room_id=sitting.room_id, number=president, serial=1, given=given, at=START + SECOND)
    for number, says in ((1, "aye"), (2, "nay")):
        play.submit(
            room_id=sitting.room_id, number=number, serial=2, given=says, at=START + number * 2 * SECOND
        )
    return sitting


def given(sitting: Sitting) -> dict[int, Any]:
    rows = Order.objects.filter(phase=phase_of(sitting)).values_list("seat__number", "given")
    return {number: json.loads(text) for number, text in rows}


# --- Rooms kept from each version


def keep(slug: str) -> None:
    """Write a room with several phases behind it, something handed in, and an intervention where there are any."""
    game = registry.find(slug)
    sitting = begin(slug, game.FEWEST, moderated=game.MODERATED, bots=True)
    for _ in range(7):
        due.advance_due(sitting.room.due_at)
    at, phase = phase_of(sitting).opened_at + SECOND, phase_of(sitting)
    if game.MODERATED:
        moderating.correct(
            room_id=sitting.room_id, by="moderator", serial=phase.serial, given={"fund": 1}, at=at
        )
    rows = [
        {
            "name": phase.name,
            "year": phase.year,
            "state": json.loads(phase.state),
            "interventions": json.loads(phase.interventions),
            "given": {
                order.seat.number: json.loads(order.given) for order in phase.orders.select_related("seat")
            },
        }
        for phase in Phase.objects.filter(room=sitting.room_id, undone=False).order_by("serial")
    ]
    kept = {"seats": len(sitting.see("public").seats), "options": sitting.room.options, "phases": rows}
    (KEPT / f"{slug}-{game.FORMAT}.json").write_text(json.dumps(kept, separators=(",", ":")) + "\n")


def unpack(slug: str, kept: dict[str, Any]) -> Sitting:
    """Make a running room of what was kept; its seed is that of all rooms of the tests."""
    game = registry.find(slug)
    sitting = sit_down(slug, kept["seats"], moderated=game.MODERATED, **kept["options"])
    seats = {seat.number: seat for seat in Seat.objects.filter(room=sitting.room_id)}
    for serial, row in enumerate(kept["phases"], 1):
        is_open = serial == len(kept["phases"])
        phase = Phase.objects.create(
            room=sitting.room,
            serial=serial,
            name=row["name"],
            year=row["year"],
            state=json.dumps(row["state"]),
            interventions=json.dumps(row["interventions"]),
            opened_at=START + serial * SECOND,
            due_at=START + 60 * SECOND,
            closed_at=None if is_open else START + (serial + 1) * SECOND,
        )
        for number, one in row["given"].items():
            Order.objects.create(phase=phase, seat=seats[int(number)], given=json.dumps(one), at=START)
    Room.objects.filter(pk=sitting.room_id).update(status=Room.Status.RUNNING, due_at=START + 60 * SECOND)
    return sitting


@pytest.mark.parametrize("slug", settings.ROOM_GAMES)
def test_every_format_there_ever_was_is_kept_and_leads_to_the_next(slug: str) -> None:
    game = registry.find(slug)
    if os.environ.get("GOLDEN") == "write" and not (KEPT / f"{slug}-{game.FORMAT}.json").exists():
        keep(slug)
    assert {path.name for path in KEPT.glob(f"{slug}-*.json")} == {
        f"{slug}-{number}.json" for number in range(1, game.FORMAT + 1)
    }
    assert set(game.UPGRADES) == set(range(1, game.FORMAT))


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.json")), ids=lambda path: path.stem)
def test_a_room_stored_in_any_format_is_shown_and_played_to_its_end(path: Path) -> None:
    slug, kept = path.stem.rpartition("-")[0], json.loads(path.read_text())
    sitting = unpack(slug, kept)
    opening = kept["phases"][-1]
    for viewer in (*range(1, kept["seats"] + 1), "public"):
        seen = sitting.see(viewer)
        assert (seen.phase, seen.play is None) == (opening["name"], False)
        assert seen.has_acted == (str(viewer) in opening["given"])
    for _ in range(400):
        if sitting.room.status != Room.Status.RUNNING:
            break
        due.advance_due(sitting.room.due_at)
    assert (sitting.room.status, sitting.room.failures) == (Room.Status.OVER, 0)
    assert len(see_room(sitting.room, "public").record) > 1000


# --- A later version


def test_a_later_version_shows_an_older_room_without_storing_anything(later: None) -> None:
    older = unpack_vote()
    before = phase_of(older).state
    assert (older.see(1).phase, older.see(1).own) == ("vote", {"says": "aye"})
    assert phase_of(older).state == before
    assert given(older) == {1: "aye", 2: "nay"}


def unpack_vote() -> Sitting:
    """Answer a room of four in its vote as today's version stores it, whichever version runs."""
    game, running = registry.find("estado-libre"), settings.ROOM_GAMES
    with override_settings(ROOM_GAMES=running | {"estado-libre": "games.estado.game"}):
        registry.find.cache_clear()
        sitting = voting()
    registry.find.cache_clear()
    assert registry.find("estado-libre") is game
    return sitting


def test_a_later_version_that_writes_brings_the_whole_phase_up_to_date(later: None) -> None:
    sitting = unpack_vote()
    play.submit(room_id=sitting.room_id, number=3, serial=2, given={"says": "aye"}, at=START + 10 * SECOND)
    state = json.loads(phase_of(sitting).state)
    assert (state["format"], "chest" in state, "treasury" in state) == (2, True, False)
    assert given(sitting) == {1: {"says": "aye"}, 2: {"says": "nay"}, 3: {"says": "aye"}}


def test_votes_cast_in_two_versions_are_counted_together(later: None) -> None:
    sitting = unpack_vote()
    for number in (3, 4):
        play.submit(
            room_id=sitting.room_id, number=number, serial=2, given={"says": "aye"}, at=START + 10 * SECOND
        )
    (told,) = [one for one in sitting.see("public").dispatches if one.kind == "budget-vote"]
    assert (told.body["ayes"], told.body["nays"]) == (3, 1)


def test_an_older_room_is_played_to_its_end_by_a_later_version(later: None) -> None:
    sitting = unpack_vote()
    for _ in range(60):
        if sitting.room.status != Room.Status.RUNNING:
            break
        due.advance_due(sitting.room.due_at)
    assert (sitting.room.status, sitting.room.failures) == (Room.Status.OVER, 0)
    phases = Phase.objects.filter(room=sitting.room_id).order_by("serial")
    stored = [formats.number_of(phase.state) for phase in phases]
    assert (stored[0], set(stored[1:])) == (1, {2})
    assert json.loads(sitting.see("public").record)


# --- An older version beside a newer one


def of_the_future() -> Sitting:
    """Answer a room that a newer version has written."""
    sitting = voting()
    state = json.loads(phase_of(sitting).state) | {"format": 2}
    Phase.objects.filter(pk=phase_of(sitting).pk).update(state=json.dumps(state))
    return sitting


def test_a_worker_leaves_a_newer_room_alone_however_often_it_comes_by_and_does_the_others() -> None:
    newer, mine = of_the_future(), begin("estado-libre", 4, bots=False)
    late = max(newer.room.due_at, mine.room.due_at)
    before = Room.objects.filter(pk=newer.room_id).values().get()
    for number in range(5):
        due.advance_due(late + number * SECOND)
    assert Room.objects.filter(pk=newer.room_id).values().get() == before
    assert Phase.objects.filter(room=mine.room_id).count() > 1


def test_a_page_of_a_newer_room_asks_for_a_moment_and_keeps_what_was_typed(plain_pages: None) -> None:
    sitting = of_the_future()
    browser: Client = sitting.browser(3)
    page = browser.get(sitting.path)
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    sent = browser.post(f"{sitting.path}submit", {"serial": 2, "given": '"aye"'})
    assert (sent.status_code, 'name="given" value="&quot;aye&quot;"' in sent.text) == (503, True)
    assert given(sitting) == {1: "aye", 2: "nay"}


# --- The steps themselves


def test_formats_are_climbed_one_by_one() -> None:
    upgrades = {
        1: Upgrade(state=lambda plain: plain | {"b": plain["a"] + 1}),
        2: Upgrade(
            state=lambda plain: plain | {"c": plain["b"] + 1},
            given=lambda phase, plain: [phase, plain],
            interventions=lambda plain: plain | {"none": True},
        ),
    }
    path = formats.steps(1, 3, upgrades)
    assert json.loads(formats.upgrade_state('{"format":1,"a":1}', 3, path)) == {
        "format": 3,
        "a": 1,
        "b": 2,
        "c": 3,
    }
    assert json.loads(formats.upgrade_given("vote", '"aye"', path)) == ["vote", "aye"]
    assert json.loads(formats.upgrade_interventions("{}", path)) == {"none": True}
    assert formats.steps(3, 3, upgrades) == []


def test_a_gap_and_a_newer_format_are_told_apart() -> None:
    with pytest.raises(ValueError, match="nothing leads from format 2 to the next"):
        formats.steps(1, 3, {1: Upgrade(state=dict)})
    with pytest.raises(Newer):
        formats.steps(4, 3, {})
    with pytest.raises(ValueError, match="format"):
        formats.number_of("{}")
