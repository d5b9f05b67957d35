"""How a bot plays a seat of Kaban, from what that seat may see and was told, and nothing else.

A good bot weighs who may be Corrupt (``suspicion``) and acts on it. A Corrupt bot knows its fellows,
reckons how suspicious the table must find everybody, and goes along with what a fellow chose.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from games.chance import Dice
from games.registry import Told
from roles import accord, memory, plot
from roles.chronicle import Chapter, chapters
from roles.rules.inputs import Choices, Input, Pick
from roles.rules.sight import Sight
from roles.rules.state import Phase
from roles.rules.tables import CARDS, Card, Role
from roles.suspicion import Evidence, Private, Suspects, any_corrupt, odds, ranked, suspects

NAMES_FROM = 0.15
"""From which suspicion on a good bot names somebody for jail."""

SURE = 0.9
CLOSE = 0.04
"""Players whose suspicion differs by less are alike to a bot."""


@dataclass(frozen=True)
class Mind:
    """One seat's view of the game while it decides."""

    sight: Sight
    past: Sequence[Chapter]
    dice: Dice

    @property
    def me(self) -> int:
        assert isinstance(self.sight.viewer, int)
        return self.sight.viewer

    @property
    def corrupt(self) -> bool:
        return self.sight.secrets.role is Role.CORRUPT

    @property
    def gang(self) -> set[int]:
        return {self.me, *self.sight.secrets.fellows} if self.corrupt else set()

    @property
    def active(self) -> list[int]:
        return [seat.number for seat in self.sight.seats if seat.standing == "active"]

    @cached_property
    def evidence(self) -> Evidence:
        return memory.remember(self.sight, self.past)

    @cached_property
    def private(self) -> Private:
        """What it knows besides: a Corrupt bot sets that aside, and thinks as the table must."""
        return Private() if self.corrupt else memory.know(self.sight, self.past)

    @cached_property
    def groups(self) -> Suspects:
        return suspects(self.evidence, self.private)

    @cached_property
    def odds(self) -> dict[int, float]:
        return odds(self.evidence, self.private)

    @cached_property
    def least_suspected(self) -> list[int]:
        return ranked(self.odds, self.active)

    def draw(self, label: str, numbers: Sequence[int]) -> int:
        return numbers[self.dice.pick(label, len(numbers))]


def choose(sight: Sight, told: Sequence[Told], dice: Dice) -> Input:
    """Choose what the seat that sees ``sight`` and was ``told`` all this hands in for the running step."""
    mind = Mind(sight, chapters((one.news for one in told), first=told[0].year if told else 1), dice)
    match sight.phase:
        case Phase.HIDDEN:
            return _by_night(mind)
        case Phase.ELECTION | Phase.RUN_OFF:
            return _elect(mind)
        case Phase.PROJECT:
            return _pick(mind)
        case Phase.COMMITTEE:
            return _support(mind)
    return _name_for_jail(mind)


def _by_night(mind: Mind) -> Choices:
    match mind.sight.secrets.role:
        case Role.CORRUPT:
            return plot.conspire(mind.sight, mind.past, mind.odds)
        case Role.LAWYER:
            return Choices(protect=_client(mind))
        case Role.OMBUDSPERSON:
            return Choices(investigate=_suspect(mind))
        case Role.GOOD:
            return Choices(jail=_prey(mind))
    return Choices()


def _client(mind: Mind) -> int:
    """Protect whom the table can least do without: trusted, on a first strike, or outspoken against others."""
    accused = memory.accusers(mind.past)
    strikes = {seat.number: seat.strikes for seat in mind.sight.seats}

    def worth(number: int) -> float:
        exposed = 1 + 2 * strikes[number] + len(accused.get(number, ()))
        return (1 - mind.odds[number]) ** 3 * exposed

    best = max(worth(number) for number in mind.active)
    return mind.draw("protect", [number for number in mind.active if worth(number) > 0.9 * best])


def _suspect(mind: Mind) -> int | None:
    """Look into the most suspected player of whom it is not yet sure."""
    unsure = [n for n in mind.active if n != mind.me and 0.02 < mind.odds[n] < 0.97]
    if not unsure:
        return None
    most = max(mind.odds[number] for number in unsure)
    return mind.draw("investigate", [n for n in unsure if mind.odds[n] > most - CLOSE])


def _prey(mind: Mind) -> int | None:
    """Spend half of the race only to take the last Corrupt Politician off the table."""
    price = next((price for price in mind.sight.secrets.prices if price.what == "auto-jail"), None)
    if price is None or price.leaves < 0:
        return None
    left = mind.evidence.corrupt - mind.evidence.bad.bit_count()
    struck = [seat.number for seat in mind.sight.seats if seat.standing == "active" and seat.strikes]
    sure = [number for number in struck if mind.odds[number] > SURE]
    return sure[0] if left == 1 and sure else None


def _elect(mind: Mind) -> int:
    """Vote for somebody the table trusts; a Corrupt bot as any other, so that its vote tells nothing."""
    running = list(mind.sight.candidates)
    trusted = _alike(mind, ranked(mind.odds, running))
    if mind.dice.pick("own mind", 4) == 0:
        return mind.draw("trusted", trusted)
    return next((number for number in trusted if number > (mind.sight.president or 0)), trusted[0])


def _pick(mind: Mind) -> Pick:
    offer = mind.sight.secrets.offer
    held = [] if offer is None else [(kind, getattr(offer, kind)) for kind in ("small", "large")]
    options = [(kind, CARDS[card], _committee(mind, CARDS[card])) for kind, card in held if card]
    kind, _, members = max(options, key=lambda option: _worth(mind, option[1], option[2]))
    return Pick(kind, tuple(sorted(members)))


def _committee(mind: Mind, card: Card) -> list[int]:
    """Seat those the table trusts most; a Corrupt President sees to it that one of the gang is among them."""
    members = mind.least_suspected[: card.size]
    if mind.corrupt and not mind.gang.intersection(members):
        members[-1] = ranked(mind.odds, mind.gang.intersection(mind.active))[0]
    return members


def _worth(mind: Mind, card: Card, members: Iterable[int]) -> float:
    """Answer what the project would do for its own side: both races, each as a share of its target."""
    spending, fund = card.cost / mind.sight.targets.spending, card.kickback / mind.sight.targets.fund
    if not mind.corrupt:
        return spending - fund * any_corrupt(mind.groups, members)
    return (fund if mind.gang.intersection(members) else 0) - spending


def _support(mind: Mind) -> bool:
    committee = mind.sight.committee
    assert committee is not None
    card = CARDS[committee.card]
    wins = mind.sight.spending + card.cost >= mind.sight.targets.spending
    if mind.corrupt:
        return not wins and _worth(mind, card, committee.members) > -0.05
    return wins or _worth(mind, card, committee.members) > 0


def _name_for_jail(mind: Mind) -> int | None:
    if mind.corrupt:
        return plot.deflect(mind.sight, mind.gang, mind.odds)
    others = [number for number in mind.active if number != mind.me]
    if max((mind.odds[number] for number in others), default=0.0) < NAMES_FROM:
        return None
    return accord.most_suspected(mind.sight, mind.odds, others)


def _alike(mind: Mind, numbers: Sequence[int]) -> list[int]:
    return [number for number in numbers if mind.odds[number] < mind.odds[numbers[0]] + CLOSE]
