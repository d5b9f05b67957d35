"""Rooms that stand in any phase of their game, without playing up to it."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from games import registry, simulation
from games.chance import Dice
from games.estado.rules.state import Seat as Person
from games.estado.rules.tables import Office
from games.estado.rules.tables import Phase as EstadoPhase
from games.models import Phase, Room, Seat
from games.registry import Told, Turn
from tests.games.conftest import START, Sitting, begin

PHASES = {
    game: sorted({phase for pace in registry.find(game).PACES.values() for phase in pace})
    for game in ("estado-libre", "kaban")
}


@cache
def states(slug: str, seats: int) -> Mapping[str, Any]:
    """Answer one state of every phase that the game has, each from the middle of a game among bots.

    In Kaban's hidden phase nobody is jailed or removed.
    """
    game, found = registry.find(slug), {}
    for attempt in range(20):
        dice = Dice(attempt.to_bytes(32, "big"))
        options = game.check_options({})
        begun = game.start(seats=seats, options=options, dice=dice)
        state, told = begun.state, [Told(1, game.plain(news)) for news in begun.news]
        for serial in range(1, 40):
            phase = game.phase(state)
            if phase is None:
                break
            if serial > 3 and (phase != "hidden" or len(game.awaited(state)) == seats):
                found.setdefault(phase, state)
            if phase == "orders":
                found.setdefault("succession", leaderless(state))
            if len(found) == len(PHASES[slug]):
                return found
            inputs = simulation.choose(game, state, told, serial, dice)
            state = game.resolve(state, Turn(inputs, game.read_interventions({})), dice).state
    raise AssertionError(f"Only {sorted(found)} were reached.")


def leaderless(state: Any) -> Any:
    """Answer a state of Estado Libre in which the President has died and no troops stand in the capital."""
    dead = Person(office=None, alive=False, account=0)
    seats = tuple(dead if person.office is Office.PRESIDENT else person for person in state.seats)
    return replace(state, phase=EstadoPhase.SUCCESSION, seats=seats)


def plant(slug: str, seats: int, phase: str, **options: Any) -> Sitting:
    """Begin a room whose open phase is ``phase``, with people in all seats."""
    game = registry.find(slug)
    sitting = begin(slug, seats, moderated=game.MODERATED, seats=seats, **options)
    state = states(slug, seats)[phase]
    due_at = START + game.PACES[sitting.room.options["pace"]][phase]
    Phase.objects.filter(room=sitting.room_id).update(
        name=phase, state=game.encode(state), year=game.year(state), due_at=due_at
    )
    Room.objects.filter(pk=sitting.room_id).update(due_at=due_at)
    return sitting


def seats_of(sitting: Sitting) -> dict[int, Seat]:
    return {seat.number: seat for seat in Seat.objects.filter(room=sitting.room_id)}
