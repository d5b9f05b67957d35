"""A whole game of Estado Libre before everybody's eyes: who is shown what, and whose page a secret act stirs."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.course import Course, played_apart
from tests.games.estado.entitled import CLAUSES
from tests.games.estado.whole_game import THE_DEAD, scaled, whole_game

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def course(django_db_setup: None, django_db_blocker: Any) -> Iterator[Course]:
    with pytest.MonkeyPatch.context() as patch, played_apart(django_db_blocker):
        scaled(patch)
        yield whole_game()


def test_nobody_is_shown_what_the_rules_keep_from_them(course: Course) -> None:
    assert course.evidence.leaks() == []


def test_every_secret_is_shown_to_whom_it_belongs_and_at_the_end_to_all(course: Course) -> None:
    assert {note.kind for note in course.evidence.notes} == CLAUSES.keys()
    assert course.evidence.unseen() == []


def test_who_acts_in_secret_stirs_and_changes_no_page_of_anybody_else(course: Course) -> None:
    assert {stir.by: stir.told for stir in course.stirs} == {stir.by: stir.may_know for stir in course.stirs}
    compared = [stir for stir in course.stirs if stir.changed is not None]
    assert {stir.moment.split(",")[0] for stir in compared} == {"vote", "skim", "orders", "succession"}
    assert {stir.by: stir.changed for stir in compared} == {stir.by: stir.may_know for stir in compared}


def test_a_frame_says_nothing_but_for_whom_it_is(course: Course) -> None:
    assert {frozenset(frame) for frame in course.frames} == {frozenset({"type", "group"})}
    assert {frame["type"] for frame in course.frames} == {"look.again", "check.pass"}


@pytest.mark.parametrize("who", ["nobody", "elsewhere", "removed", "admin"])
def test_strangers_and_whoever_was_removed_find_no_room(course: Course, who: str) -> None:
    found = course.inside(who)
    assert found == {**{name: {404} for name in found}, "rooms:admit": {303}}
    assert len(found) > 30


def test_who_is_invited_finds_a_seat_and_nothing_else(course: Course) -> None:
    found = course.inside("invited")
    open_to_them = {"rooms:room": {303, 404}, "rooms:join": {200}, "rooms:watch_instead": {303}}
    assert found == {**{name: {404} for name in found}, "rooms:admit": {303}, **open_to_them}


def test_the_dead_read_on_to_the_opened_end(course: Course) -> None:
    assert course.statuses["the end", THE_DEAD, "rooms:past"] == 200
    assert course.statuses["the end", "public", "rooms:record"] == 200
