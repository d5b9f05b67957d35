"""Invented names for provinces: pronounceable, unlike one another, and of no real place (L2.5)."""

from games.estado.rules.outlines import Draws

OPENINGS = (
    "Al", "Bal", "Bre", "Cal", "Car", "Chi", "Cor", "Dar", "El", "Fer", "Gal", "Gua", "Il", "Jar", "Lam",
    "Lor", "Mal", "Mon", "Nar", "Ol", "Or", "Pal", "Que", "Ral", "San", "Sel", "Tam", "Tor", "Ul", "Val",
    "Ver", "Xal", "Yar", "Zal", "Zem",
)  # fmt: skip
MIDDLES = (
    "ba", "be", "bi", "ca", "ci", "co", "da", "de", "do", "du", "ga", "go", "la", "li", "lu", "ma", "mi",
    "mo", "na", "ne", "no", "pa", "pi", "po", "que", "ra", "ri", "ro", "ta", "te", "ti", "tu", "va", "vi",
)  # fmt: skip
CLOSINGS = (
    "bara", "bria", "cal", "cora", "dad", "dera", "dor", "dria", "gua", "jara", "llo", "lva", "mar", "mbra",
    "nca", "nda", "nera", "nia", "nte", "que", "quil", "ral", "rena", "rez", "rillo", "ros", "sco", "stra",
    "tara", "tero", "tlan", "toya", "vera", "zal", "zuela",
)  # fmt: skip


def invent(draws: Draws, count: int) -> tuple[str, ...]:
    """Make up ``count`` names, no two of which begin or end alike."""
    names: list[str] = []
    openings, closings = list(OPENINGS), list(CLOSINGS)
    for _ in range(count):
        opening = openings.pop(draws.below(len(openings)))
        middle = MIDDLES[draws.below(len(MIDDLES))]
        names.append(opening + middle + closings.pop(draws.below(len(closings))))
    return tuple(names)
