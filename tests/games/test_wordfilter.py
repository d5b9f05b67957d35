"""What is covered of what is said at a table, and what is left alone."""

import pytest

from games.wordfilter import mask


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("you fucking traitor", "you ******* traitor"),
        ("fuuuuck this budget", "******* this budget"),
        ("shiiit!!!", "******!!!"),
        ("f u c k", "* * * *"),
        ("f u c k   y o u", "* * * *   y o u"),
        ("F.U.C.K the Navy", "*.*.*.* the Navy"),
        ("oh, s-h-i-t.", "oh, *-*-*-*."),
        ("s_h_i_t", "*_*_*_*"),
        ("b  i  t  c  h", "*  *  *  *  *"),
        ("I f u c k u", "* * * * * *"),
        ("f u u u u c k", "* * * * * * *"),
    ],
)
def test_a_rude_word_is_covered_however_its_letters_stand(said: str, read: str) -> None:
    assert mask(said) == read


@pytest.mark.parametrize(
    "said",
    [
        "The assassins pass through Essex and Scunthorpe with a cocktail.",
        "I cook for the class, and push it as hard as I can.",
        "Coool, sooo good, hmmm, yesss, hellooo, looool!",
        "a b c d e",
        "s h e l l and g r a s s and c o o k",
        "A. S. Smith, J. R. R. Tolkien, U. S. A.",
        "A, B, C or D? I vote B.",
        "as so on, is hit, who re, fu ck",
        "vote: 1 2 3 4 5 6",
        "x = a + b - c / d",
        "Ja, das ist süß … 你好 🙂 🙂 🙂",
        "- - -  . . .  _ _ _",
    ],
)
def test_ordinary_words_are_left_alone(said: str) -> None:
    assert mask(said) == said


def test_a_long_message_of_lone_letters_is_read_at_once() -> None:
    assert mask("x " * 250) == "x " * 250
