"""A basic filter for what is said at a table."""

import re
from functools import cache

from badwords import Options, ProfanityFilter

# Three of a letter in a row, as in no ordinary word, hide no other.
DRAWN_OUT = Options(collapse_repeats=True)
SPACED_OUT = re.compile(r"(?<!\w)[^\W_](?P<gap>[\W_]{1,3})[^\W_](?:(?P=gap)[^\W_])+(?!\w)")
"""At least three letters that stand alone, all with the same gap between them."""
LEADING = ("", "i", "u", "a")
TRAILING = ("", "u")
"""Ordinary words of one letter, which may stand beside a spaced word and be taken for part of it."""


def mask(text: str) -> str:
    """Answer ``text``, in its length, with words that nobody should read covered by asterisks.

    A word with its letters drawn out or set apart is covered like the plain one.
    """
    together = SPACED_OUT.sub(lambda found: _mask_spaced(found[0]), text)
    return _filter().censor(together, "*", DRAWN_OUT)


def _mask_spaced(apart: str) -> str:
    """Cover letters that stand apart, if put together they are a word to cover."""
    word = re.sub(r"[\W_]", "", apart).lower()
    forms = {_without(word, first, last) for first in LEADING for last in TRAILING}
    if any(len(form) > 2 and _filter().is_profane(form, DRAWN_OUT) for form in forms):
        return re.sub(r"[^\W_]", "*", apart)
    return apart


def _without(word: str, first: str, last: str) -> str:
    return word.removeprefix(first).removesuffix(last)


@cache
def _filter() -> ProfanityFilter:
    words = ProfanityFilter()
    words.init(languages=["en"])
    return words
