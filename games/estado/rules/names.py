"""Invented names for provinces: easy to say, and each with its own first letter and its own ending (L2.5)."""

from games.estado.rules.outlines import Draws

OPENINGS = (
    ("Al", "Ar", "Az"),
    ("Bal", "Bre", "Bor"),
    ("Cal", "Chi", "Cor"),
    ("Dal", "Dor", "Du"),
    ("El", "Es", "Er"),
    ("Fer", "Fal", "Flo"),
    ("Gal", "Gra", "Gua"),
    ("Il", "Is", "Ir"),
    ("Jar", "Jo", "Ju"),
    ("Lam", "Lor", "Lu"),
    ("Mal", "Mon", "Mir"),
    ("Nar", "Nel", "No"),
    ("Ol", "Or", "Os"),
    ("Pal", "Per", "Po"),
    ("Que", "Qui"),
    ("Ral", "Ro", "Ru"),
    ("Sel", "Si", "So"),
    ("Tam", "Tor", "Te"),
    ("Ul", "Ur"),
    ("Val", "Ver", "Vi"),
    ("Xal", "Xo"),
    ("Yar", "Yu"),
    ("Zal", "Zem", "Zu"),
)
MIDDLES = (
    "ba", "be", "bi", "ca", "ci", "co", "da", "de", "do", "du", "ga", "go", "la", "li", "lu", "ma", "mi",
    "mo", "na", "ne", "no", "pa", "pi", "po", "que", "ra", "ri", "ro", "ta", "te", "ti", "tu", "va", "vi",
)  # fmt: skip
CLOSINGS = (
    "cora", "dad", "dera", "dor", "dria", "gua", "jara", "llo", "lva", "mar", "mbra", "nca", "nda", "nia",
    "nte", "que", "quil", "ral", "rena", "rez", "ros", "sco", "stra", "tero", "tlan", "toya", "zal", "zuela",
)  # fmt: skip


def invent(draws: Draws, count: int) -> tuple[str, ...]:
    """Make up ``count`` names, no two of which begin or end alike."""
    openings, closings = list(OPENINGS), list(CLOSINGS)
    names = []
    for _ in range(count):
        variants = openings.pop(draws.below(len(openings)))
        opening = variants[draws.below(len(variants))]
        middle = MIDDLES[draws.below(len(MIDDLES))]
        names.append(opening + middle + closings.pop(draws.below(len(closings))))
    return tuple(names)
