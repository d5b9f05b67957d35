"""Labelled draws from a sealed seed."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chance import SEED_BYTES, Dice, seal

SEEDS = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)
LABELS = st.text(max_size=30)


def test_seal_is_the_sha_256_of_the_seed():
    assert seal(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


@pytest.mark.parametrize(
    ("label", "n", "number"),
    [
        ("crisis", 7, 5),
        ("luck:raise-taxes", 101, 11),
        ("luck:cut-taxes", 101, 98),
        ("drift:environment", 3, 0),
    ],
)
def test_draws_of_a_known_seed_never_change(label, n, number):
    assert Dice(bytes(32)).pick(label, n) == number


@given(st.binary(max_size=100), LABELS, st.integers(1, 10000))
def test_draw_is_the_share_of_the_first_eight_bytes(seed, label, n):
    digest = hmac.new(seed, label.encode(), hashlib.sha256).digest()
    k = sum(byte << 8 * (7 - place) for place, byte in enumerate(digest[:8]))
    assert Dice(seed).pick(label, n) == k * n // 2**64


@given(SEEDS, LABELS, st.integers(1, 10000))
def test_draw_has_as_many_sides_as_asked_for(seed, label, n):
    assert 0 <= Dice(seed).pick(label, n) < n


@given(SEEDS, LABELS, LABELS)
def test_draw_does_not_move_another(seed, label, other):
    alone = Dice(seed).pick(label, 1000)
    dice = Dice(seed)
    dice.pick(other, 1000)
    assert dice.pick(label, 1000) == alone
    assert dice.pick(label, 1000) == alone


def test_fixed_label_answers_its_number_and_leaves_the_others():
    dice = Dice(bytes(32), {"crisis": 2})
    assert dice.pick("crisis", 7) == 2
    assert dice.pick("luck:raise-taxes", 101) == Dice(bytes(32)).pick("luck:raise-taxes", 101)


def test_seed_does_not_show_when_dice_are_printed():
    seed = bytes.fromhex("c0ffee" + "00" * 29)
    assert "\\xc0" in repr(seed)
    assert "\\xc0" not in repr(Dice(seed))
