"""What seats chose, in words, for those who may know: the moderator, fellows by night, everybody after the end."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.sight import ClosedSight, RoomSight
from roles.forms.seat import NIGHT
from roles.rules.state import Phase
from roles.rules.tables import CARDS, Role
from roles.table import name_of, news_of
from roles.words import listed

STEPS = {
    Phase.HIDDEN: "Night",
    Phase.ELECTION: "Election",
    Phase.RUN_OFF: "Run-off",
    Phase.PROJECT: "Project",
    Phase.COMMITTEE: "Committee",
    Phase.JAIL: "Jail",
}

IDLE = (Role.COA, Role.CITIZEN)
"""Who taps by night so that all screens look alike, and chooses nothing."""


def chosen_by_night(seen: RoomSight, role: Role, given: Any) -> str:
    """Say what a seat chose in the hidden phase."""

    def named(number: Any) -> str:
        return name_of(seen, number) if number else "nobody"

    if role is Role.CORRUPT:
        steal, hush = ("yes" if given.get(power) else "no" for power in ("nakaw", "suhol"))
        return f"Nakaw {steal}, Suhol {hush}, Tokhang {named(given.get('tokhang'))}"
    power = NIGHT[role].power
    words = {"protect": "Protects", "investigate": "Looks into", "jail": "Auto Jail:"}
    return f"{words[power]} {named(given.get(power))}" if power else "Nothing to choose"


def in_words(seen: RoomSight, phase: Phase, role: Role, given: Any, *, card: str | None = None) -> str:
    """Say what a seat handed in for ``phase``, in plain form; ``card`` is the project it picked, if known."""
    match phase:
        case Phase.HIDDEN:
            return chosen_by_night(seen, role, given)
        case Phase.PROJECT:
            names = listed([name_of(seen, number) for number in given["committee"]])
            return f"{CARDS[card].name if card else 'the ' + given['card'] + ' one'}, with {names}"
        case Phase.COMMITTEE:
            return "supports" if given else "opposes"
    return f"names {name_of(seen, given) if given else 'nobody'}"


def lately(seen: RoomSight) -> tuple[int, Mapping[int, list[tuple[str, str]]]]:
    """Answer a Year and what each seat chose in those of its steps that are closed, the first step first.

    It is the running Year, and in its first step the one before.
    """
    year = seen.play.year
    if not any(phase.year == year for phase in seen.lately):
        year -= 1
    found: dict[int, list[tuple[str, str]]] = {}
    for phase in seen.lately:
        if phase.year == year:
            for number, words in _said(seen, phase):
                found.setdefault(number, []).append((STEPS[Phase(phase.name)], words))
    return year, found


def _said(seen: RoomSight, phase: ClosedSight) -> Iterator[tuple[int, str]]:
    roles = {seat.number: Role(seat.role) for seat in seen.play.seats}
    card = _picked(seen, phase.year)
    for number, given in phase.given.items():
        if phase.name == Phase.HIDDEN and roles[number] in IDLE:
            continue
        yield number, in_words(seen, Phase(phase.name), roles[number], given, card=card)


def _picked(seen: RoomSight, year: int) -> str | None:
    """Answer the card that a President picked in ``year``."""
    if year == seen.play.year and seen.play.committee is not None:
        return str(seen.play.committee.card)
    project = next((chapter.first("project") for chapter in news_of(seen) if chapter.year == year), None)
    return project["card"] if project else None
