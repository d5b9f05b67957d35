"""The deal, the opening figures, and the tables they come from."""

import hashlib
import hmac
import re
from collections import Counter
from pathlib import Path

import pytest

from games.chance import Dice
from games.terms import Refused
from roles.rules import cast
from roles.rules.news import AuditReport, Recognition
from roles.rules.tables import CARDS, LARGE, SETUPS, SMALL, Role, Targets, half
from tests.roles.rules.tables_set import COA, CORRUPT, ROLES, SECOND, THIRD

RULES = (Path(__file__).parents[3] / "docs/rules/kaban.md").read_text(encoding="utf-8")


def rows(columns):
    """Answer the rows of that many columns in the tables of the rules, as tuples of texts."""
    lines = re.findall(r"^  \| (.+) \|$", RULES, re.MULTILINE)
    return [tuple(line.split(" | ")) for line in lines if len(line.split(" | ")) == columns]


def test_usual_tables_are_those_of_the_rules():
    """K1.1."""
    told = []
    for players, setup in SETUPS.items():
        cards = Counter(cast.usual_cards(players))
        assert cards.total() == players
        assert [cards[role] for role in (Role.LAWYER, Role.OMBUDSPERSON, Role.COA)] == [1, 1, 1]
        figures = (players, setup.targets.spending, setup.targets.fund)
        figures += (cards[Role.GOOD], cards[Role.CORRUPT], cards[Role.CITIZEN])
        told.append(tuple(map(str, figures)))

    assert told == rows(6)[1:]


def test_project_cards_are_those_of_the_rules():
    """K1.6."""
    told = [(c.id, c.name, str(c.cost), str(c.kickback), str(c.size)) for c in CARDS.values()]

    assert told == rows(5)[1:]
    assert [card.id for card in SMALL + LARGE] == [f"{kind}{i}" for kind in "SL" for i in range(1, 9)]


def test_half_is_rounded_up():
    """K1.4."""
    assert [half(target) for target in (14, 16, 17, 20, 23, 24, 28, 1)] == [7, 8, 9, 10, 12, 12, 14, 1]


def test_cards_lie_in_the_order_of_the_columns():
    """K1.2."""
    roles = list(dict.fromkeys(cast.usual_cards(16)))

    assert [str(role) for role in roles] == ["good", "corrupt", "lawyer", "ombudsperson", "coa", "citizen"]


def test_the_deal_shuffles_from_the_top_with_a_die_for_each_place():
    """K1.2, K10.1, K10.2: dealt again here with nothing but the seed."""
    seed = bytes(range(32))
    cards = list(cast.usual_cards(13))
    for i in range(12, 0, -1):
        mac = hmac.new(seed, f"deal:{i}".encode(), hashlib.sha256).digest()
        j = int.from_bytes(mac[:8], "big") * (i + 1) // 2**64
        cards[i], cards[j] = cards[j], cards[i]

    assert cast.deal(cast.usual_cards(13), Dice(seed)) == tuple(cards)


def test_fixed_dice_move_single_cards():
    """K10.2: each place changes with itself, but the top one with the bottom one."""
    still = {f"deal:{i}": i for i in range(1, 9)}
    dealt = cast.deal("abcdefghi", Dice(bytes(32), still | {"deal:8": 0}))

    assert "".join(dealt) == "ibcdefgha"


def test_a_game_starts_at_nothing_but_the_kaban():
    """K1.3."""
    state = cast.start(cast.usual_cards(13)).state

    assert (state.spending, state.fund, state.kaban, state.announced) == (0, 0, 26, 26)
    assert (state.year, state.phase, state.president) == (1, "hidden", None)


def test_before_year_1_the_corrupt_learn_who_the_others_are():
    """K1.5, K3.2: and the COA that there is nothing to audit."""
    assert list(cast.start(ROLES).news) == [
        Recognition(to=CORRUPT, seats=(SECOND, THIRD)),
        Recognition(to=SECOND, seats=(CORRUPT, THIRD)),
        Recognition(to=THIRD, seats=(CORRUPT, SECOND)),
        AuditReport(to=COA, project=None, kickback=False),
    ]


@pytest.mark.parametrize(
    ("roles", "options"),
    [
        (ROLES[:8], {}),
        (ROLES + ROLES, {}),
        ([Role.GOOD] * 9, {}),
        ([Role.CORRUPT] * 9, {}),
        (ROLES, {"jail_years": 0}),
        (ROLES, {"jail_years": 4}),
        (ROLES, {"targets": Targets(0, 14)}),
        (ROLES, {"targets": Targets(16, 0)}),
    ],
)
def test_a_table_no_game_can_be_played_at_is_refused(roles, options):
    with pytest.raises(Refused, match=r"\.$"):
        cast.start(roles, **options)


@pytest.mark.parametrize("players", [8, 17])
def test_cards_for_too_few_or_too_many_are_refused(players):
    with pytest.raises(Refused, match="9 to 16"):
        cast.usual_cards(players)
