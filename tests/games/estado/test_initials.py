"""The letters in a portrait's frame."""

import pytest

from games.estado.initials import initials


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ada", "A"),
        ("ada lovelace", "AL"),
        ("Dorothea von Wallenstein", "DV"),
        ("ŵyn", "Ŵ"),
        ("e\u0301va", "E\u0301"),
        ("👩‍🚀", "👩‍🚀"),
        ("👍🏽 fan", "👍🏽F"),
        ("🇵🇹🇧🇷", "🇵🇹"),
        ("7 seas", "7S"),
        ("\u202elive\u202c", "L"),
    ],
)
def test_initials_are_whole_signs(name: str, expected: str) -> None:
    assert initials(name) == expected
