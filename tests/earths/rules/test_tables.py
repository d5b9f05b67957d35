"""The tables say what the written rules say, figure by figure."""

import re
from pathlib import Path

import pytest

from earths.rules.tables import (
    CRISES,
    LETTERS,
    LIVE_BILLS,
    LOWER_IS_BETTER,
    MILESTONES,
    NAME_LENGTH,
    PITCH_LENGTH,
    POLICIES,
    STAT_TITLES,
    STATS,
    Effect,
)

DOCUMENT = (Path(__file__).parents[3] / "docs/rules/two-earths.md").read_text()
SLUGS = {title: slug for slug, title in STAT_TITLES.items()}


def rows(clause: str) -> dict[str, list[str]]:
    """Read the table below ``clause`` as the cells after each slug."""
    text = DOCUMENT.split(f"**{clause}**")[1].split("- **")[0]
    found = [
        [cell.strip() for cell in line.strip(" |").split("|")] for line in text.splitlines() if "| `" in line
    ]
    return {cells[0].strip("`"): cells[1:] for cells in found}


def effects(text: str) -> tuple[Effect, ...]:
    found = re.findall(r"([A-Z][a-z ]+?) ([+−])(\d)( two years later)?", text)
    return tuple(
        Effect(SLUGS[stat], int(figure) * (1 if sign == "+" else -1), 2 if later else 0)
        for stat, sign, figure, later in found
    )


def test_stats_stand_in_the_order_of_e1_1():
    text = DOCUMENT.split("**E1.1**")[1].split("- **")[0]
    assert re.findall(
        r"Economy|Jobs|Cost of living|National debt|Safety|Health|Environment|Happiness", text
    ) == list(STAT_TITLES.values())


def test_two_stats_are_better_down_as_e1_2_says():
    assert {"cost_of_living", "national_debt"} == LOWER_IS_BETTER
    assert set(STATS) > LOWER_IS_BETTER


def test_menu_is_the_table_of_e4_3():
    assert {slug: effects(cells[0]) for slug, cells in rows("E4.3").items()} == {
        slug: policy.effects for slug, policy in POLICIES.items()
    }
    assert list(rows("E4.3")) == list(POLICIES)


def test_deck_is_the_table_of_e7_1():
    table = rows("E7.1")
    assert list(table) == list(CRISES)
    for slug, cells in table.items():
        written = [(letter, *cell.split(": ")) for letter, cell in zip(LETTERS, cells, strict=True)]
        assert [(letter, title, effects(text)) for letter, title, text in written] == [
            (response.letter, response.title, response.effects) for response in CRISES[slug].responses
        ]


def test_milestones_stand_in_the_order_of_e12():
    assert re.findall(r"\(`([a-z-]+)`\)", DOCUMENT.split("## E12")[1].split("## E13")[0]) == list(MILESTONES)


def test_lengths_are_those_of_e4_1():
    assert f"1 to {NAME_LENGTH} characters and a pitch of at most {PITCH_LENGTH}" in DOCUMENT


def test_three_live_bills_as_e4_2_says():
    assert LIVE_BILLS == 3


def test_slug_of_a_title_is_its_words():
    for table in (POLICIES, CRISES):
        assert [slug for slug, row in table.items() if row.title.lower().replace(" ", "-") != slug] == []


@pytest.mark.parametrize("letter", ["D", "a", ""])
def test_response_of_no_such_letter_is_refused(letter):
    with pytest.raises(KeyError):
        CRISES["recession"].response(letter)
