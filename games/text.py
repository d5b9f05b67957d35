"""What people may type: plain text, made the same however it was entered."""

import re
import unicodedata

from games.terms import Refused

BIDI_CONTROLS = dict.fromkeys(
    map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)
"""Marks that turn the direction of what stands around them; on pages ``<bdi>`` keeps them in."""

TURNS = frozenset("\u202a\u202b\u202d\u202e")
ISOLATES = frozenset("\u2066\u2067\u2068")
TURN_ENDS, ISOLATE_ENDS = "\u202c", "\u2069"

INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs", "Mn", "Me"}
ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
"""Of Latin, Greek and Cyrillic; elsewhere a combining mark is often a vowel of its own."""

BLANK_LETTERS = set("\u115f\u1160\u3164\uffa0\u2800")
"""Letters and symbols that are drawn as nothing."""
VARIANTS = re.compile("[\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that are drawn as nothing, or choose between two forms of one sign."""

LOOKALIKES = str.maketrans("авекмнорстухіјѕԁһԛԝαβεζηικμνορτυχıɑɡ", "abekmhopctyxijsdhqwabezhikmnoptyxiag")
"""Cyrillic, Greek and other letters that can be taken for Latin ones, large or small."""

SAME_SCRIPT = str.maketrans("1l|0", "iiio")

MOST_MARKS = 4
"""Combining marks on one letter; more than any script needs are drawn over the lines around them."""
LONGEST_FOLDED = 100
"""Characters of a folded name: single signs fold to as many as eighteen, and columns have an end."""


def clean(text: str, *, what: str, longest: int, least: int = 0, lines: bool = False) -> str:
    """Answer ``text`` in NFC without control characters and stray space; refuse it when too long or blank.

    ``what`` begins the sentence of the refusal ("A bill's name"). Lengths count characters. ``lines``
    keeps line breaks.
    """
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    kept = "\n" if lines else ""
    text = "".join(
        char if char in kept or unicodedata.category(char) not in {"Cc", "Cs", "Zl", "Zp"} else " "
        for char in text
    )
    text = "\n".join(map(_paired, _unpiled(text).split("\n")))
    text = re.sub(r"[^\S\n]+", " ", text)
    text = re.sub(r" ?\n ?", "\n", re.sub(r"\n{3,}", "\n\n", text)).strip()
    if not any(visible(char) for char in text):
        text = ""
    if len(text) < least:
        raise Refused(f"{what} needs at least {least} visible character{'s' if least > 1 else ''}.")
    if len(text) > longest:
        raise Refused(f"{what} may have at most {longest} characters; this has {len(text)}.")
    return text


def _paired(line: str) -> str:
    """Answer ``line`` without direction marks that open or close nothing: browsers let these out of ``<bdi>``."""
    kept, opened = list(line), list[int]()
    for index, char in enumerate(line):
        if char in TURNS or char in ISOLATES:
            opened.append(index)
        elif char == TURN_ENDS:
            if opened and line[opened[-1]] in TURNS:
                opened.pop()
            else:
                kept[index] = ""
        elif char == ISOLATE_ENDS:
            if not any(line[start] in ISOLATES for start in opened):
                kept[index] = ""
                continue
            while line[opened[-1]] in TURNS:
                kept[opened.pop()] = ""
            opened.pop()
    for index in opened:
        kept[index] = ""
    return "".join(kept)


def _unpiled(text: str) -> str:
    """Answer ``text`` without the marks that are piled higher than ``MOST_MARKS``."""
    kept, piled = [], 0
    for char in text:
        piled = piled + 1 if unicodedata.category(char) in {"Mn", "Me"} else 0
        if piled <= MOST_MARKS:
            kept.append(char)
    return "".join(kept)


def visible(char: str) -> bool:
    """Say whether ``char`` by itself shows anything."""
    return unicodedata.category(char) not in INVISIBLE and char not in BLANK_LETTERS


def fold(name: str) -> str:
    """Answer the form in which names that look alike are one: no case, width, accents or hidden marks.

    Letters of other scripts that look Latin are written in Latin. What is longer than ``LONGEST_FOLDED``
    is cut there.
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    kept = "".join(char for char in plain if not _is_lost(char)).casefold().translate(LOOKALIKES)
    return " ".join(kept.split())[:LONGEST_FOLDED].rstrip()


def skeleton(name: str) -> str:
    """Answer ``fold`` with Latin letters and digits that look like each other made one: I, l and 1, O and 0, rn and m.

    Too coarse to tell people apart by: Clara and Ciara are two names.
    """
    return fold(name).translate(SAME_SCRIPT).replace("rn", "m")


def _is_lost(char: str) -> bool:
    """Say whether folding leaves ``char`` out."""
    hidden = unicodedata.category(char) in {"Cf", "Cc"} or char in BLANK_LETTERS
    return hidden or bool(ACCENTS.match(char) or VARIANTS.match(char))


def without_bidi(text: str) -> str:
    """Answer ``text`` without direction marks, for places where nothing can isolate them (CSV, ICS, titles)."""
    return text.translate(BIDI_CONTROLS)
