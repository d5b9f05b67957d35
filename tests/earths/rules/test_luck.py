"""The year's luck (E8)."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earths.rules import luck
from earths.rules.tables import CRISES, POLICIES, STATS
from games.chance import Dice, seal

SEEDS = st.binary(min_size=32, max_size=32)


@given(SEEDS)
def test_seal_shown_first_is_that_of_the_seed_shown_later(seed):  # E8.1
    assert seal(seed) == hashlib.sha256(seed).hexdigest()
    assert seal(seed) != seal(seed[::-1] + b"x")


@given(SEEDS)
def test_crisis_is_drawn_from_the_deck(seed):  # E8.3
    k = int.from_bytes(hmac.new(seed, b"crisis", hashlib.sha256).digest()[:8], "big")
    assert luck.crisis(Dice(seed)) == list(CRISES)[k * 7 // 2**64]


@pytest.mark.parametrize(("rolled", "slug"), list(enumerate(CRISES)))
def test_crisis_counts_through_the_deck_from_nought(rolled, slug):  # E8.3
    assert luck.crisis(Dice(bytes(32), {"crisis": rolled})) == slug


@pytest.mark.parametrize(("rolled", "hundredths"), [(0, 50), (50, 100), (100, 150)])
def test_luck_goes_from_half_to_one_and_a_half(rolled, hundredths):  # E8.4
    assert luck.luck(Dice(bytes(32), {"luck:fund-police": rolled}), "fund-police") == hundredths


@pytest.mark.parametrize(("rolled", "points"), [(0, -1), (1, 0), (2, 1)])
def test_drift_is_down_level_or_up(rolled, points):  # E8.5
    assert luck.drift(Dice(bytes(32), {"drift:jobs": rolled}), "jobs") == points


@given(SEEDS, st.sampled_from(list(POLICIES)))
def test_luck_is_the_same_whatever_else_is_rolled(seed, policy):  # E1.3, E8.2
    dice = Dice(seed)
    alone = luck.luck(Dice(seed), policy)
    luck.rolls(dice)
    assert luck.luck(dice, policy) == alone
    assert 50 <= alone <= 150


@given(SEEDS)
def test_rolls_show_every_die_of_the_year(seed):
    rolls = luck.rolls(Dice(seed))
    assert list(rolls) == list(luck.SIDES)
    assert list(rolls) == [
        "crisis",
        *(f"luck:{policy}" for policy in POLICIES),
        *(f"drift:{s}" for s in STATS),
    ]
    assert rolls["luck:cut-taxes"] == luck.luck(Dice(seed), "cut-taxes")
    assert rolls["drift:health"] == luck.drift(Dice(seed), "health")


def test_dice_have_the_sides_of_e8():
    assert {
        "crisis": 7,
        **{f"luck:{policy}": 101 for policy in POLICIES},
        **{f"drift:{stat}": 3 for stat in STATS},
    } == luck.SIDES
