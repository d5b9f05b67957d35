"""Random whole games of Kaban, with the moderator's hand in some of them, for the laws to look at."""

from dataclasses import dataclass, field

from games.chance import Dice
from roles.rules import cast, moderator, play
from roles.rules.case import Turn
from roles.rules.inputs import Choices, Pick
from roles.rules.moderator import Corrected, Corrections
from roles.rules.state import Phase, State, active_seats, active_with, candidates, offered, presiding
from roles.rules.tables import SETUPS, Role, Targets


@dataclass
class Whim:
    """Decisions for players who have no plan; the same seed decides the same."""

    seed: bytes
    asked: int = 0

    def upto(self, n):
        self.asked += 1
        return Dice(self.seed).pick(f"whim:{self.asked}", n)

    def chance(self, percent):
        return self.upto(100) < percent

    def one(self, options):
        return options[self.upto(len(options))]

    def some(self, options, size):
        left = list(options)
        return tuple(left.pop(self.upto(len(left))) for _ in range(size))


@dataclass
class Played:
    """One game as it went: the states, and for each turn what was told."""

    seed: bytes
    roles: tuple[Role, ...]
    targets: Targets
    jail_years: int
    states: list[State]
    turns: list[Turn] = field(default_factory=list)
    news: list[list] = field(default_factory=list)


def play_out(seed: bytes, *, turns: int = 120, meddling: bool = True) -> Played:
    """Play one whole game, or as much of it as ``turns`` allow."""
    whim = Whim(seed)
    players = 9 + whim.upto(8)
    roles = cast.deal(cast.usual_cards(players), Dice(seed))
    targets = whim.one([SETUPS[players].targets, SETUPS[players].targets, Targets(60, 60), Targets(6, 7)])
    jail_years = 1 + whim.upto(3)
    begun = cast.start(roles, targets=targets, jail_years=jail_years)
    game = Played(seed, roles, targets, jail_years, [begun.state], news=[list(begun.news)])
    meddler = meddling and whim.chance(50)
    bloodthirst = whim.one([10, 50, 90])
    while not game.states[-1].over and len(game.turns) < turns:
        take_turn(game, whim, meddles=meddler and whim.chance(15), bloodthirst=bloodthirst)
    return game


def take_turn(game: Played, whim: Whim, *, meddles: bool, bloodthirst: int) -> None:
    state, told, corrections = game.states[-1], [], None
    if meddles:
        corrections = _corrections(state, whim)
        corrected = moderator.correct(state, corrections)
        state, told = corrected.state, list(corrected.news)
    inputs = {}
    if not state.over:
        inputs = handed_in(state, whim, bloodthirst)
        resolved = play.resolve(state, inputs, Dice(game.seed))
        state, told = resolved.state, told + list(resolved.news)
    game.turns.append(Turn(inputs, corrections))
    game.states.append(state)
    game.news.append(told)


def handed_in(state: State, whim: Whim, bloodthirst: int = 50) -> dict:
    """Answer what the table hands in for the open phase: all of it allowed, some of it missing."""
    active = active_seats(state)
    match state.phase:
        case Phase.HIDDEN:
            return _hidden(state, whim, bloodthirst)
        case Phase.ELECTION | Phase.RUN_OFF:
            running = whim.some(candidates(state), min(2, len(candidates(state))))
            return {n: whim.one(running) for n in active if whim.chance(80)}
        case Phase.PROJECT:
            president = presiding(state)
            kinds = [kind for kind in ("small", "large") if offered(state, kind) is not None]
            fitting = [kind for kind in kinds if offered(state, kind).size <= len(active)]
            if president is None or not fitting or whim.chance(5):
                return {}
            card = whim.one(fitting)
            return {president: Pick(card, whim.some(active, offered(state, card).size))}
        case Phase.COMMITTEE:
            return {n: whim.chance(75) for n in play.awaited(state) if whim.chance(90)}
        case Phase.JAIL:
            prey = [*(whim.one(active) for _ in range(1) if active), None]
            return {
                n: whim.one([prey[0], prey[0], prey[-1]])
                for n in active
                if whim.chance(50 + bloodthirst // 2)
            }
    return {}


def _hidden(state: State, whim: Whim, bloodthirst: int) -> dict:
    active = active_seats(state)
    if not active:
        return {}
    plot = Choices(
        nakaw=whim.chance(70),
        suhol=whim.chance(40),
        tokhang=whim.one(active) if whim.chance(bloodthirst) else None,
    )
    inputs = {n: plot for n in active_with(state, Role.CORRUPT) if whim.chance(95)}
    prey = whim.one(active)
    for n in active_with(state, Role.GOOD):
        if whim.chance(bloodthirst):
            inputs[n] = Choices(jail=whim.one([prey, whim.one(active)]))
    for n in active_with(state, Role.LAWYER):
        inputs[n] = Choices(protect=whim.one([prey, plot.tokhang, whim.one(active)]))
    for n in active_with(state, Role.OMBUDSPERSON):
        inputs[n] = Choices(investigate=whim.one(active)) if whim.chance(80) else Choices()
    return inputs


def _corrections(state: State, whim: Whim) -> Corrections:
    changed = {}
    if whim.chance(20):
        changed["fund"] = whim.upto(15)
    if whim.chance(20):
        changed["spending"] = whim.upto(20)
    if whim.chance(20):
        changed["kaban"] = whim.upto(80) - 20
    if whim.chance(3):
        changed["standing"] = {
            n: Corrected("jailed", 1, state.year + 1) for n in range(1, len(state.seats) + 1)
        }
    elif whim.chance(30):
        seats = whim.some(range(1, len(state.seats) + 1), whim.one([1, 2, len(state.seats)]))
        changed["standing"] = {n: _standing(state, whim) for n in seats}
    settled = changed.get("standing", {})
    left = [n for n, seat in enumerate(state.seats, 1) if seat.standing != "removed" and n not in settled]
    if whim.chance(30) and left:
        changed["remove"] = whim.some(left, 1)
    if whim.chance(10):
        changed["last_year"] = whim.chance(80)
    return Corrections(**changed)


def _standing(state: State, whim: Whim) -> Corrected:
    if whim.chance(50):
        return Corrected("jailed", 1, state.year + whim.upto(4))
    return whim.one(
        [Corrected("active", 0, None), Corrected("active", 1, None), Corrected("removed", 2, None)]
    )
