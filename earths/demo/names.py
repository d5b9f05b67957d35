"""Names for invented citizens: put together from syllables, short and long, some with a picture."""

from collections.abc import Iterator

from games.chance import Dice
from games.text import fold

OPENINGS = (
    "A", "Be", "Bru", "Ca", "Cle", "Da", "De", "E", "Fen", "Fi", "Gla", "Ha", "I", "Jo", "Ka", "Li", "Lu",
    "Ma", "Mi", "Na", "Ne", "O", "Pe", "Qui", "Ra", "Ri", "Sa", "Se", "Ta", "Te", "Ti", "U", "Va", "Wil",
    "Xe", "Yo", "Zo",
)  # fmt: skip
MIDDLES = ("", "", "", "la", "li", "mo", "na", "ra", "ri", "ro", "sa", "ta", "ve", "vi")
ENDINGS = (
    "da", "dric", "fa", "go", "ka", "la", "lle", "lo", "ma", "mir", "n", "na", "nne", "o", "ra", "rin", "s",
    "sk", "th", "ve", "x", "ya",
)  # fmt: skip
FIRST_HALVES = (
    "Alder", "Bram", "Copper", "Dun", "Ember", "Fallow", "Grim", "Hollow", "Iron", "Juniper", "Kettle",
    "Lark", "Mallow", "North", "Otter", "Pepper", "Quill", "Rook", "Salt", "Thistle", "Under", "Vane",
    "Winter", "Yarrow",
)  # fmt: skip
SECOND_HALVES = (
    "bank", "brook", "by", "combe", "dale", "dotter", "field", "ford", "gate", "ham", "hurst", "ley", "mere",
    "rigg", "son", "stead", "thwaite", "wick", "worth",
)  # fmt: skip
PICTURES = ("🦊", "🌱", "🚀", "🐙", "☕", "🎷", "🌻", "🦉", "🥔", "🛠️")


def names(dice: Dice) -> Iterator[str]:
    """Draw name after name, no two alike however they are written."""
    seen: set[str] = set()
    number = 0
    while True:
        name = _name(dice, f"name/{number}")
        number += 1
        if fold(name) not in seen:
            seen.add(fold(name))
            yield name


def _name(dice: Dice, label: str) -> str:
    def draw(what: str, table: tuple[str, ...]) -> str:
        return table[dice.pick(f"{label}/{what}", len(table))]

    first = draw("opening", OPENINGS) + draw("middle", MIDDLES) + draw("ending", ENDINGS)
    last = draw("first half", FIRST_HALVES) + draw("second half", SECOND_HALVES)
    kind = dice.pick(f"{label}/kind", 20)
    if kind < 5:
        return first
    if kind == 5:
        return f"{draw('picture', PICTURES)} {first}"
    if kind == 6:
        return f"{last[0]}."
    if kind < 9:
        return f"{first} {draw('other half', FIRST_HALVES)}-{last}"
    return f"{first} {last}"
