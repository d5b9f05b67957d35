"""How bots agree without a word on whom to name for jail: each reckons from what all of them can see.

Jailing takes more than half of all votes, so single votes are lost.
"""

from collections.abc import Mapping, Sequence

from roles.rules.sight import Sight

CLOSE = 0.01
"""Players whose suspicion differs by less are alike to a bot that looks for somebody to jail."""


def most_suspected(sight: Sight, odds: Mapping[int, float], numbers: Sequence[int]) -> int:
    """Answer whom, among ``numbers`` in seat order, every bot names that suspects as this one does.

    Of those who are alike it is the first from a starting seat on. That changes with each Year and its project, so
    no seat is always first.
    """
    most = max(odds[number] for number in numbers)
    alike = [number for number in numbers if odds[number] > most - CLOSE]
    card = int(sight.committee.card[1:]) if sight.committee else 0
    start = (sight.announced + sight.year + 5 * card) % len(sight.seats) + 1
    return next((number for number in alike if number >= start), alike[0])
