"""What may be handed in, in the words a player reads, and what correction makes of it."""

import pytest

from games.terms import Refused
from roles.rules import jail, moderator, play
from roles.rules.inputs import Choices, Pick
from roles.rules.moderator import Corrected, Corrections
from roles.rules.news import Ballots, JailVote, Project
from roles.rules.state import Phase
from tests.roles.rules.tables_set import (
    CITIZEN,
    COA,
    CORRUPT,
    DICE,
    GONE,
    GOOD,
    JAILED,
    LAWYER,
    OTHER_GOOD,
    SECOND,
    after,
    corrected,
    opened,
)

ELECTION = after(opened(), {})
PROJECT = after(ELECTION, {GOOD: GOOD})
DISCUSSION = after(PROJECT, {})
JAIL = after(DISCUSSION, {})
OVER = corrected(opened(), remove=(GOOD, OTHER_GOOD))


@pytest.mark.parametrize(
    ("state", "seat", "given", "reason"),
    [
        (OVER, GOOD, Choices(), "The game is over."),
        (ELECTION, 10, GOOD, "There is no seat 10."),
        (
            corrected(opened(), standing={COA: JAILED}),
            COA,
            Choices(),
            "You are jailed, and sit this Year out.",
        ),
        (corrected(opened(), standing={COA: GONE}), COA, Choices(), "You are out of the game."),
        (DISCUSSION, GOOD, True, "In the discussion there is nothing to hand in."),
        (ELECTION, GOOD, True, "This form belongs to another step of the Year."),
        (ELECTION, GOOD, None, "This form belongs to another step of the Year."),
        (JAIL, GOOD, Choices(), "This form belongs to another step of the Year."),
        (opened(), CITIZEN, Choices(jail=GOOD), "Your role does not have this power."),
        (opened(), GOOD, Choices(jail=17), "Seat 17 is not an active player."),
        (ELECTION, GOOD, 0, "Seat 0 is not an active player."),
        (after(ELECTION, {GOOD: GOOD, CITIZEN: CITIZEN}), GOOD, COA, "Seat 8 is not in the run-off."),
        (PROJECT, COA, Pick("small", (1,)), "Only the President picks the project."),
        (PROJECT, GOOD, Pick("S1", (1,)), "This card was not dealt to you."),
        (JAIL, GOOD, 12, "Seat 12 is not an active player."),
    ],
)
def test_a_refusal_is_a_sentence_for_the_player_and_names_the_seat(state, seat, given, reason):
    with pytest.raises(Refused) as refused:
        play.check(state, seat, given)

    assert (refused.value.reason, refused.value.seat) == (reason, seat)


def test_resolving_refuses_the_lowest_seat_at_fault():
    with pytest.raises(Refused) as refused:
        play.resolve(ELECTION, {CITIZEN: 12, SECOND: 0, GOOD: GOOD}, DICE)

    assert refused.value.seat == SECOND


def test_resolving_after_the_end_is_refused():
    with pytest.raises(Refused, match="over"):
        play.resolve(OVER, {}, DICE)


def test_a_citizen_may_hand_in_nothing_like_everybody_else():
    play.check(opened(), CITIZEN, Choices())


def test_the_president_has_two_votes_and_votes_are_public_but_the_committees():
    """K5.5, K6.6, K7.3, K7.7."""
    voted = play.resolve(JAIL, {GOOD: CITIZEN, COA: None}, DICE)
    assert list(voted.news[:2]) == [
        Ballots(of="jail", votes={GOOD: CITIZEN, COA: None}),
        JailVote(seat=None),
    ]
    elected = play.resolve(ELECTION, {GOOD: CITIZEN}, DICE)
    assert elected.news[0] == Ballots(of="election", votes={GOOD: CITIZEN})

    members = tuple(range(1, 8))
    card = PROJECT.offer.large
    size = {"L1": 7, "L3": 7, "L6": 7, "L7": 7}.get(card, 5)
    committee = after(PROJECT, {GOOD: Pick("large", members[:size])})
    decided = play.resolve(committee, {GOOD: True, CORRUPT: False}, DICE)
    assert list(decided.news) == [Project(card=card, committee=members[:size], passed=False)]


def test_what_is_heard_of_a_failed_jailing():
    """K7.5, word for word."""
    assert jail.failed_jailing("Amihan") == (
        "The attempted jailing of Amihan has failed due to legal protection."
    )


def test_what_a_correction_made_void_is_refused():
    void = {GOOD: Choices(jail=CITIZEN), COA: Choices(), CORRUPT: Choices(tokhang=CITIZEN)}
    valid = {LAWYER: Choices(protect=GOOD), SECOND: Choices(nakaw=True)}
    assert play.resolve(opened(), void | valid, DICE).state.phase is Phase.ELECTION

    state = corrected(opened(), standing={COA: JAILED}, remove=(CITIZEN,))

    for seat, given in void.items():
        with pytest.raises(Refused):
            play.check(state, seat, given)
    assert play.resolve(state, valid, DICE).state.phase is Phase.ELECTION


def test_nobody_is_awaited_when_the_president_is_gone_or_the_game_over():
    assert play.awaited(PROJECT) == (GOOD,)
    assert play.awaited(corrected(PROJECT, remove=(GOOD,))) == ()
    assert play.awaited(DISCUSSION) == ()
    assert play.awaited(OVER) == ()


CORRECTIONS = [
    Corrections(fund=5),
    Corrections(fund=6, kaban=3),
    Corrections(standing={CITIZEN: JAILED}),
    Corrections(standing={CITIZEN: Corrected("active", 1, None), COA: JAILED}),
    Corrections(remove=(COA,), last_year=True),
    Corrections(spending=2, remove=(CITIZEN,), last_year=False),
]


def test_corrections_of_one_phase_merge_into_one_that_comes_to_the_same():
    """K9.2, K9.7."""
    state, news, merged = opened(), [], Corrections()
    for each in CORRECTIONS:
        step = moderator.correct(state, each)
        state, news, merged = step.state, [*news, *step.news], moderator.merge(merged, each)
    at_once = moderator.correct(opened(), merged)

    assert at_once.state == state
    assert list(at_once.news) == news


def test_the_removed_are_not_brought_back_in_the_same_phase():
    with pytest.raises(Refused, match="next one"):
        moderator.merge(Corrections(remove=(COA,)), Corrections(standing={COA: JAILED}))


@pytest.mark.parametrize(
    "wrong",
    [
        Corrected("jailed", 1, None),
        Corrected("active", 0, 3),
        Corrected("active", -1, None),
        Corrected("active", 3, None),
        Corrected("exiled", 0, None),
    ],
)
def test_a_standing_that_cannot_be_is_refused(wrong):
    with pytest.raises(Refused, match=r"\.$"):
        moderator.correct(opened(), Corrections(standing={COA: wrong}))


def test_nothing_is_corrected_after_the_end():
    assert moderator.correct(OVER, Corrections()).state == OVER
    with pytest.raises(Refused, match="over"):
        moderator.correct(OVER, Corrections(remove=(COA,)))
