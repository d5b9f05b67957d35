"""A whole game of Kaban before everybody's eyes: who is shown what, and what could tell one role from another."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.games.course import Course, played_apart
from tests.games.crawl import Answer
from tests.roles.entitled import CLAUSES
from tests.roles.whole_game import Game, whole_game

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def game(django_db_setup: None, django_db_blocker: Any) -> Iterator[Game]:
    with played_apart(django_db_blocker):
        yield whole_game()


@pytest.fixture
def course(game: Game) -> Course:
    return game.course


def test_nobody_is_shown_what_the_rules_keep_from_them(course: Course) -> None:
    assert course.evidence.leaks() == []


def test_every_secret_is_shown_to_whom_it_belongs_and_at_the_end_to_all(course: Course) -> None:
    assert {note.kind for note in course.evidence.notes} == CLAUSES.keys()
    assert course.evidence.unseen() == []


def test_who_acts_in_secret_stirs_and_changes_no_page_of_anybody_else(course: Course) -> None:
    """The pages of both moderators are told under one name."""
    may_know = {stir.by: stir.may_know - {"co-moderator"} for stir in course.stirs}
    assert {stir.by: stir.told for stir in course.stirs} == may_know
    compared = [stir for stir in course.stirs if stir.changed is not None]
    phases = {stir.moment.split(",")[0] for stir in compared}
    assert phases == {"hidden", "election", "run-off", "committee", "jail"}
    assert {stir.by: stir.changed for stir in compared} == {stir.by: stir.may_know for stir in compared}


def test_a_frame_says_nothing_but_for_whom_it_is(course: Course) -> None:
    assert {frozenset(frame) for frame in course.frames} == {frozenset({"type", "group"})}
    assert {frame["type"] for frame in course.frames} == {"look.again", "check.pass"}


@pytest.mark.parametrize(
    "measure",
    [
        lambda answer: answer.status,
        lambda answer: answer.length,
        lambda answer: [name for name, _ in answer.headers],
        lambda answer: answer.queries,
    ],
    ids=["status", "length", "headers", "queries"],
)
def test_nothing_that_can_be_measured_tells_one_role_from_another(
    game: Game, measure: Callable[[Answer], Any]
) -> None:
    """Compared are players in the same public place, who have acted or not, at the same address and moment."""
    many = {key: answers for key, answers in game.alike.items() if len(answers) > 1}
    assert {key[0].split(",")[0] for key in many} == {"Year 1", "Year 2", "Year 3"}
    told_apart = {
        key: {seat: measure(answer) for seat, answer in answers.items()}
        for key, answers in many.items()
        if any(measure(answer) != measure(next(iter(answers.values()))) for answer in answers.values())
    }
    assert told_apart == {}


def test_a_past_year_keeps_what_one_was_told_alone_face_down_on_a_card(course: Course) -> None:
    shown = [seen for seen in course.evidence.sightings if seen.route == "rooms:past" and seen.reader == 3]
    assert any(
        "What you alone were told" in seen.words and seen.shows("You stole 3 this Year.") for seen in shown
    )
    openly = [
        seen.words.split("What you alone were told")[0]
        for seen in shown
        if seen.moment < course.evidence.ended
    ]
    assert not any("You stole" in words for words in openly)


@pytest.mark.parametrize("who", ["nobody", "elsewhere", "other moderator", "removed", "admin"])
def test_strangers_and_whoever_was_removed_find_no_room(course: Course, who: str) -> None:
    found = course.inside(who)
    assert found == {**{name: {404} for name in found}, "rooms:admit": {303}}
    assert len(found) > 30
