"""What people may type, made the same however it was entered."""

import pytest

from games.text import BIDI_CONTROLS, clean


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("\u202eabc", "abc"),
        ("abc\u202c", "abc"),
        ("\u202eabc\u202c d", "\u202eabc\u202c d"),
        ("\u2067a\u202eb\u2069c", "\u2067ab\u2069c"),
        ("\u202ea\u2067b", "ab"),
        ("a\u2069b\u2067c\u2069", "ab\u2067c\u2069"),
        ("\u202ea\u2069b\u202c", "\u202eab\u202c"),
        ("a\u200fb", "a\u200fb"),
    ],
)
def test_direction_marks_stay_only_in_pairs(typed: str, kept: str) -> None:
    assert clean(typed, what="A name", longest=80) == kept


def test_direction_marks_do_not_reach_into_the_next_line() -> None:
    assert clean("\u202ea\nb\u202c", what="A pitch", longest=80, lines=True) == "a\nb"


def test_a_name_of_direction_marks_alone_is_blank() -> None:
    assert clean("".join(map(chr, BIDI_CONTROLS)), what="A name", longest=80) == ""
