"""A basic filter for what is said at a table and for the names people give themselves."""

from functools import cache

from badwords import ProfanityFilter


def mask(text: str) -> str:
    """Answer ``text`` with words that nobody should read covered by asterisks."""
    return _filter().censor(text, "*")


def is_clean(text: str) -> bool:
    """Say whether the filter would leave ``text`` as it is."""
    return not _filter().is_profane(text)


@cache
def _filter() -> ProfanityFilter:
    words = ProfanityFilter()
    words.init(languages=["en"])
    return words
