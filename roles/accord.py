"""How bots name one another for jail without a word: by a reckoning from what all of them can see.

It takes more than half of all votes, so that votes count only together.
"""

from collections.abc import Mapping, Sequence

from roles.rules.sight import Sight

CLOSE = 0.01
"""Players whose suspicion differs by less are alike to a bot that looks for somebody to jail."""


def most_suspected(sight: Sight, odds: Mapping[int, float], numbers: Sequence[int]) -> int:
    """Answer whom of ``numbers``, in seat order, every bot names that suspects as this one does.

    Among those who are alike it is the first from a seat on that changes with each Year and its project, so
    that no seat is always the first.
    """
    most = max(odds[number] for number in numbers)
    alike = [number for number in numbers if odds[number] > most - CLOSE]
    card = int(sight.committee.card[1:]) if sight.committee else 0
    start = (sight.announced + sight.year + 5 * card) % len(sight.seats) + 1
    return next((number for number in alike if number >= start), alike[0])
