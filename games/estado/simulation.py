"""What can be counted in many games of Estado Libre: who wins, who dies, who revolts."""

from collections import Counter
from collections.abc import Sequence
from statistics import mean, median

from games.estado.rules.tables import OFFICES
from games.simulation import Played


def summarise(played: Sequence[Played]) -> list[str]:
    """Write win shares by office, deaths, revolts and fortunes as lines to be printed."""
    return [*_offices(played), *_blood(played), *_money(played)]


def _offices(played: Sequence[Played]) -> list[str]:
    """A shared win counts as a share of one; ``alive`` is the part of those dealt the office who saw the end."""
    dealt, ended, alive = Counter[str](), Counter[str](), Counter[str]()
    held_at_end = Counter[str]()
    for game in played:
        at_first = {person.seat: person.office for person in game.opening.people}
        at_last = {person.seat: person for person in game.ending.people}
        for seat in game.ending.winners:
            dealt[at_first[seat]] += 1 / len(game.ending.winners)
            ended[at_last[seat].office] += 1 / len(game.ending.winners)
        for seat, office in at_first.items():
            alive[office] += at_last[seat].alive
        held_at_end.update(person.office for person in at_last.values() if person.office)
    lines = ["", "Office       wins if dealt it   alive at the end   wins if held at the end"]
    for office in OFFICES[: max(game.seats for game in played)]:
        lines.append(
            f"{office:<12} {dealt[office] / len(played):>16.1%} {alive[office] / len(played):>18.1%}"
            f" {ended[office] / max(1, held_at_end[office]):>25.1%}"
        )
    return lines


def _blood(played: Sequence[Played]) -> list[str]:
    count = Counter[str]()
    for game in played:
        for _, news in game.told:
            count[news.kind] += 1
            count["revolt won"] += news.kind == "revolt" and news.body["won"]
            if news.kind == "president":
                count[f"by {news.body['how']}"] += 1
    games = len(played)
    return [
        "",
        (
            f"Deaths: {count['assassinated'] / games:.2f} a game; {count['attempt-failed'] / games:.2f} were attacked "
            "and lived."
        ),
        f"Revolts: {count['revolt'] / games:.2f} a game, {_share(count['revolt won'], count['revolt'])} of them won.",
        (
            f"New Presidents: {count['by revolt'] / games:.2f} a game by revolt, {count['by troops'] / games:.2f} by "
            f"troops, {count['by cabinet'] / games:.2f} by the cabinet."
        ),
        (
            f"Budgets: {count['budget-announced'] / games:.2f} announced a game, "
            f"{count['no-budget'] / games:.2f} years without one; "
            f"{count['short-changed'] / games:.2f} times somebody was short-changed."
        ),
        (
            f"Aid: {count['aid-arrived'] / games:.2f} shipments a game, "
            f"{_share(count['aid-seized'], count['aid-arrived'])} of them seized by the Navy."
        ),
    ]


def _money(played: Sequence[Played]) -> list[str]:
    winning = [max((p.account for p in game.ending.people if p.alive), default=0) for game in played]
    shared = sum(len(game.ending.winners) > 1 for game in played)
    nobody = sum(not game.ending.winners for game in played)
    return [
        (
            f"Winning fortune: ${median(winning):.0f} in the middle, ${mean(winning):.1f} on average; "
            f"{shared} games shared, {nobody} without a winner."
        ),
    ]


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "none"
