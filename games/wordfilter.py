"""A basic filter for what is said at a table."""

from functools import cache

from badwords import ProfanityFilter


def mask(text: str) -> str:
    """Answer ``text`` with words that nobody should read covered by asterisks."""
    return _filter().censor(text, "*")


@cache
def _filter() -> ProfanityFilter:
    words = ProfanityFilter()
    words.init(languages=["en"])
    return words
