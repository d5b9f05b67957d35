"""News in words, as the pages print them."""

import pytest

from games.estado import words


@pytest.mark.parametrize(
    ("ayes", "nays", "said"),
    [
        (3, 1, "The house passes the budget: 3 ayes, 1 nay."),
        (1, 0, "The house passes the budget: 1 aye, 0 nays."),
    ],
)
def test_votes_are_counted_in_plain_words(ayes: int, nays: int, said: str) -> None:
    assert words.tell("budget-vote", {"ayes": ayes, "nays": nays, "passed": True}, {}) == said
