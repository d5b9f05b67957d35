"""What each viewer sees, and does not see."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roles.rules import codec, play
from roles.rules.inputs import Choices, Pick
from roles.rules.news import Alignment, AuditReport, Revenue
from roles.rules.sight import Price, Secrets, may_read, see
from roles.rules.state import Phase, Standing
from roles.rules.tables import Role
from tests.roles.rules.tables_at_play import Whim, handed_in, play_out
from tests.roles.rules.tables_set import (
    CITIZEN,
    COA,
    CORRUPT,
    GONE,
    GOOD,
    JAILED,
    LAWYER,
    OMBUDSPERSON,
    ROLES,
    SECOND,
    SUHOL,
    THIRD,
    after,
    corrected,
    opened,
    silenced,
)

STEAL = Choices(nakaw=True, suhol=False, tokhang=GOOD)
FUND_HOLDS_11 = {"fund": 11, "spending": 5}


def readable(state, viewer, dispatch):
    """Tell whether a dispatch of Year 1 can be read by ``viewer``."""
    return may_read(state, viewer, to=dispatch.to, kind=codec.plain(dispatch)["kind"], year=1)


def roles_known_to(state, viewer):
    seats = see(state, viewer, {}).seats
    return {seat.number: seat.role for seat in seats if seat.role is not None}


def test_each_player_knows_their_own_card_and_the_corrupt_one_another():
    """K1.5, K2.6: nobody else's card is known to anybody but the moderator."""
    assert roles_known_to(opened(), GOOD) == {GOOD: Role.GOOD}
    assert roles_known_to(opened(), COA) == {COA: Role.COA}
    assert roles_known_to(opened(), SECOND) == dict.fromkeys((CORRUPT, SECOND, THIRD), Role.CORRUPT)
    assert roles_known_to(opened(), "public") == {}
    assert roles_known_to(opened(), "moderator") == dict(enumerate(ROLES, 1))


def test_a_removed_players_card_lies_face_up_and_a_jailed_ones_does_not():
    state = corrected(opened(), standing={CITIZEN: JAILED}, remove=(THIRD,))

    assert roles_known_to(state, "public") == {THIRD: Role.CORRUPT}


def test_standing_strikes_and_spending_are_public():
    """K2.1, K2.5."""
    state = corrected(opened(), spending=5, standing={CITIZEN: JAILED})
    seen = see(state, "public", {})

    assert seen.spending == 5
    assert [seat.standing for seat in seen.seats[7:]] == [Standing.ACTIVE, Standing.JAILED]
    assert [(seat.strikes, seat.back) for seat in seen.seats[7:]] == [(0, None), (1, 9)]


def test_the_fund_is_seen_by_the_moderator_and_the_corrupt_who_are_left():
    """K2.5."""
    state = corrected(opened(), fund=11, standing={SECOND: JAILED, THIRD: GONE})
    viewers = ["public", "moderator", *range(1, 10)]
    seeing = {viewer for viewer in viewers if see(state, viewer, {}).secrets.fund == 11}
    blind = {viewer for viewer in viewers if see(state, viewer, {}).secrets.fund is None}

    assert seeing == {"moderator", CORRUPT, SECOND}
    assert blind == set(viewers) - seeing


def test_the_table_sees_the_announced_kaban_and_the_moderator_the_true_one():
    """K4.2."""
    state = after(opened(), dict.fromkeys((CORRUPT, SECOND, THIRD), Choices(nakaw=True)))

    assert see(state, GOOD, {}).announced == 27
    assert see(state, "moderator", {}).secrets.kaban == 24
    assert [see(state, viewer, {}).secrets.kaban for viewer in ("public", GOOD, CORRUPT)] == [None] * 3


def test_free_corrupt_see_one_anothers_choices_and_their_price():
    """K3.6."""
    state = corrected(opened(), **FUND_HOLDS_11)
    secrets = see(state, CORRUPT, {SECOND: STEAL, CORRUPT: SUHOL, GOOD: Choices(jail=THIRD)}).secrets

    assert secrets.own == SUHOL
    assert secrets.choices == ((SECOND, STEAL),)
    assert secrets.fellows == (SECOND, THIRD)
    assert secrets.prices == (Price("suhol", 3, 8), Price("tokhang", 7, 4))


def test_a_jailed_corrupt_sees_no_present_choices():
    state = corrected(opened(), standing={THIRD: JAILED})

    assert see(state, CORRUPT, {SECOND: STEAL}).secrets.choices == ((SECOND, STEAL),)
    assert see(state, THIRD, {SECOND: STEAL}).secrets.choices == ()


def test_choices_are_gone_from_sight_when_the_phase_closes():
    state = after(opened(), {SECOND: STEAL})

    assert state.phase is Phase.ELECTION
    assert see(state, CORRUPT, {SECOND: GOOD}).secrets.choices == ()


def test_a_good_politician_sees_what_an_auto_jail_costs_and_may_name_anybody_active():
    """K2.8, K3.7: oneself among them."""
    state = corrected(opened(), **FUND_HOLDS_11, standing={CITIZEN: JAILED})
    secrets = see(state, GOOD, {}).secrets

    assert secrets.powers == ("jail",)
    assert secrets.prices == (Price("auto-jail", 8, -3),)
    assert secrets.may_name == tuple(range(1, 9))


@pytest.mark.parametrize("viewer", ["public", "moderator", *range(1, 10)])
def test_an_investigation_is_the_ombudspersons_and_gone_with_the_year(viewer):
    """K3.4, K9.1."""
    during = after(opened(), {OMBUDSPERSON: Choices(investigate=CORRUPT)})
    later = after(during, {GOOD: GOOD}, {}, {}, {})
    told = Alignment(to=OMBUDSPERSON, seat=CORRUPT, good=False)
    theirs = viewer in (OMBUDSPERSON, "moderator")

    assert later.year == 2
    assert [found.seat for found in see(during, viewer, {}).secrets.findings] == [CORRUPT] * theirs
    assert see(later, viewer, {}).secrets.findings == ()
    assert readable(during, viewer, told) == theirs
    assert readable(later, viewer, told) == (viewer == "moderator")


def test_a_protection_is_the_lawyers_secret():
    state = after(opened(), {LAWYER: Choices(protect=GOOD)})

    assert [kept.seat for kept in see(state, LAWYER, {}).secrets.protections] == [GOOD]
    assert [kept.seat for kept in see(state, "moderator", {}).secrets.protections] == [GOOD]
    assert [see(state, viewer, {}).secrets.protections for viewer in ("public", GOOD, CORRUPT)] == [()] * 3


def test_silence_is_seen_by_the_silenced_and_the_moderator():
    """K3.10."""
    viewers = ["public", "moderator", *range(1, 10)]

    assert {v for v in viewers if see(silenced(), v, {}).secrets.silenced} == {"moderator", COA}


def test_the_offer_is_the_presidents_until_picked_and_the_committee_is_public_after():
    """K6.6: the votes are not."""
    state = after(opened(), {}, {GOOD: GOOD})
    size = 1 if state.offer.small in ("S1", "S4", "S6") else 3
    picked = after(state, {GOOD: Pick("small", tuple(range(1, size + 1)))})

    assert see(state, GOOD, {}).secrets.offer == state.offer
    assert see(state, "moderator", {}).secrets.offer == state.offer
    assert [see(state, viewer, {}).secrets.offer for viewer in ("public", CORRUPT)] == [None, None]
    assert see(picked, "public", {}).committee.card == state.offer.small
    assert see(picked, "moderator", {GOOD: False}).secrets.choices == ((GOOD, False),)
    assert see(picked, GOOD, {GOOD: False}).secrets.own is False
    assert see(picked, CITIZEN, {GOOD: False}) == see(picked, CITIZEN, {GOOD: True})


def test_a_dispatch_is_read_by_whom_it_goes_to_and_the_moderator():
    state = opened()
    audit = AuditReport(to=COA, project=None, kickback=False)
    viewers = ["public", "moderator", *range(1, 10)]

    assert {v for v in viewers if readable(state, v, audit)} == {COA, "moderator"}
    assert {v for v in viewers if readable(state, v, Revenue(amount=9))} == set(viewers)


def test_after_the_end_everything_is_open_to_everybody():
    """K9.8."""
    running = after(corrected(opened(), fund=11), {OMBUDSPERSON: Choices(investigate=CORRUPT)})
    over = corrected(running, remove=(CORRUPT, SECOND, THIRD))

    assert over.over
    for viewer in ("public", "moderator", CITIZEN):
        seen = see(over, viewer, {})
        assert [seat.role for seat in seen.seats] == list(ROLES)
        assert (seen.secrets.fund, seen.secrets.kaban) == (11, 27)
        assert readable(over, viewer, Alignment(to=OMBUDSPERSON, seat=CORRUPT, good=False))


def test_the_public_has_no_secrets():
    assert see(silenced(), "public", {GOOD: GOOD}).secrets == Secrets()


@settings(max_examples=15, deadline=None)
@given(st.binary(min_size=32, max_size=32))
def test_nobody_sees_what_another_hands_in(seed):
    """K9.1: only the moderator does, and, in the hidden phase, the free Corrupt of one another."""
    whim = Whim(seed)
    for state in play_out(seed, turns=40).states:
        inputs = {} if state.over else handed_in(state, whim)
        for viewer in ["public", *range(1, len(state.seats) + 1)]:
            corrupt = viewer != "public" and state.seats[viewer - 1].role is Role.CORRUPT
            if state.over or (corrupt and state.phase is Phase.HIDDEN):
                continue
            own = {viewer: inputs[viewer]} if viewer in inputs else {}
            assert see(state, viewer, inputs) == see(state, viewer, own)
        assert see(state, "moderator", inputs).secrets.choices == tuple(sorted(inputs.items()))


def test_in_the_hidden_phase_all_the_active_are_awaited_alike():
    """Waiting for somebody tells nothing of their role."""
    state = corrected(opened(), standing={LAWYER: JAILED})

    assert see(state, "public", {}).awaited == (1, 2, 3, 4, 5, 7, 8, 9)
    assert play.awaited(after(state, {})) == (1, 2, 3, 4, 5, 7, 8, 9)


def test_a_sight_can_be_written_as_json():
    assert msgspec.json.decode(msgspec.json.encode(see(silenced(), COA, {})))["secrets"]["silenced"] is True
