"""The one or two letters that stand for a person, on the map and in a portrait's frame."""

import unicodedata

from games.text import without_bidi

JOINER = "\u200d"
MODIFIERS = range(0x1F3FB, 0x1F400)
FLAGS = range(0x1F1E6, 0x1F200)


def initials(name: str) -> str:
    """Answer the first signs of the first two words, or of one word its first sign and nothing more."""
    words = without_bidi(name).split()
    return "".join(_first_sign(word).upper() for word in words[:2])


def _first_sign(word: str) -> str:
    """Cut off the first sign as readers see it, with all that is joined to it."""
    end = 1
    while end < len(word) and _belongs(word[end - 1], word[end], flag_open=end == 1):
        end += 1
    return word[:end]


def _belongs(before: str, after: str, *, flag_open: bool) -> bool:
    return (
        JOINER in (before, after)
        or unicodedata.category(after) in ("Mn", "Me", "Mc")
        or ord(after) in MODIFIERS
        or (flag_open and ord(before) in FLAGS and ord(after) in FLAGS)
    )
