"""After the end: every Year with all that was hidden in it, and how the trackers went."""

from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import UNSET

from games.sight import RoomSight
from roles.choices import chosen_by_night
from roles.replay import Turn, replay
from roles.rules.state import Phase, State, active_with, has_corrupt
from roles.rules.tables import CARDS, Role
from roles.table import ballot_rows, name_of, say
from roles.words import PHASES, ROLES

WIDTH, HEIGHT = 100.0, 100.0


@dataclass(frozen=True)
class Course:
    """One line of a chart: its points in a box of 100 by 100, and its last value."""

    key: str
    name: str
    points: str
    last: int


def see_end(seen: RoomSight) -> dict[str, Any]:
    """Open the game, Year by Year, and draw its trackers."""
    turns = list(replay(seen.record))
    closings = _closings(turns)
    return {
        "timeline": _years(seen, turns),
        "courses": [
            _course(
                "spending", "Public Spending", [s.spending for s in closings], seen.play.targets.spending
            ),
            _course("fund", "Corruption Fund", [s.fund for s in closings], seen.play.targets.fund),
        ],
        "kaban_courses": _kaban(closings),
        "kaban_range": _range(closings),
        "figures": [
            {
                "year": state.year,
                "spending": state.spending,
                "fund": state.fund,
                "announced": state.announced,
                "kaban": state.kaban,
            }
            for state in closings
        ],
        "all_roles": [
            {"name": name_of(seen, seat.number), "role": ROLES[Role(seat.role)]} for seat in seen.play.seats
        ],
    }


def _closings(turns: list[Turn]) -> list[Any]:
    """Answer the state at each Year's end, before the next one opens."""
    # What a Year ends with is what the next opens with; `announced` is only moved by what is announced later.
    closings = []
    for turn in turns:
        if turn.after.over or turn.after.year != turn.before.year:
            after = msgspec.structs.replace(turn.after, year=turn.before.year)
            closings.append(after)
    return closings


def _course(key: str, name: str, values: list[int], top: int) -> Course:
    return Course(key, name, _points([0, *values], 0, max([top, *values])), values[-1] if values else 0)


def _kaban(closings: list[Any]) -> list[Course]:
    told, true = [state.announced for state in closings], [state.kaban for state in closings]
    low, high = _range(closings)
    return [
        Course("announced", "As announced", _points(told, low, high), told[-1] if told else 0),
        Course("true", "In truth", _points(true, low, high), true[-1] if true else 0),
    ]


def _range(closings: list[Any]) -> tuple[int, int]:
    figures = [figure for state in closings for figure in (state.announced, state.kaban)]
    return min([0, *figures]), max([1, *figures])


def _points(values: list[int], low: int, high: int) -> str:
    step = WIDTH / max(1, len(values) - 1)
    return " ".join(
        f"{step * place:.2f},{HEIGHT - HEIGHT * (value - low) / (high - low):.2f}"
        for place, value in enumerate(values)
    )


def _years(seen: RoomSight, turns: list[Turn]) -> list[dict[str, Any]]:
    years: dict[int, list[dict[str, Any]]] = {}
    for turn in turns:
        if turn.before.phase is None:
            continue
        years.setdefault(turn.before.year, []).append(
            {
                "title": PHASES[turn.before.phase],
                "corrected": turn.corrections is not None,
                "corrections": _corrections(seen, turn),
                "hidden": _choices(seen, turn),
                "ballots": _ballots(seen, turn),
                "lines": [*_audits(seen, turn.before), *_lines(seen, turn)],
            }
        )
    return [{"year": year, "steps": steps} for year, steps in years.items()]


def _choices(seen: RoomSight, turn: Turn) -> list[str]:
    """Say what was chosen in secret: by night, and on the committee."""
    phase, said = turn.before.phase, []
    for number, given in sorted(turn.inputs.items()):
        name, role = name_of(seen, number), turn.before.seats[number - 1].role
        if phase is Phase.COMMITTEE:
            said.append(f"{name} {'supported' if given else 'opposed'} it.")
        elif phase is Phase.HIDDEN and role not in (Role.CITIZEN, Role.COA):
            said.append(f"{name}, {ROLES[role]}: {chosen_by_night(seen, role, msgspec.to_builtins(given))}.")
    if phase is Phase.HIDDEN and turn.before.fund != turn.after.fund:
        said.append(f"The Fund went from {turn.before.fund} to {turn.after.fund}.")
    committee = turn.after.committee
    if phase is Phase.COMMITTEE and committee and committee.passed:
        if has_corrupt(turn.before, committee.members):
            said.append(f"A kickback of {CARDS[committee.card].kickback} went to the Fund.")
        else:
            said.append("No Corrupt Politician sat on it, so no kickback was paid.")
    if phase is Phase.PROJECT and turn.before.offer is not None:
        offer = turn.before.offer
        held = [CARDS[card].name for card in (offer.small, offer.large) if card]
        said.append(f"The President was dealt {' and '.join(held)}.")
    return said


def _corrections(seen: RoomSight, turn: Turn) -> list[str]:
    """Say what the moderator set right before the step closed, figures and all."""
    given = turn.corrections
    if given is None:
        return []
    figures = (("the Fund", given.fund), ("Public Spending", given.spending), ("the Kaban", given.kaban))
    said = [f"set {name} to {figure}" for name, figure in figures if figure is not UNSET]
    for number, seat in sorted(given.standing.items()):
        strikes = f"{seat.strikes} strike{'' if seat.strikes == 1 else 's'}"
        said.append(f"set {name_of(seen, number)} to {seat.standing} with {strikes}")
    said += [f"removed {name_of(seen, number)}" for number in given.remove]
    if given.last_year is not UNSET:
        said.append("announced the last Year" if given.last_year else "took back that this Year is the last")
    return said


def _audits(seen: RoomSight, before: State) -> list[str]:
    """Say what each active COA was told as the Year opened."""
    if before.phase is not Phase.HIDDEN:
        return []
    body = {"project": before.audit.project, "kickback": before.audit.kickback}
    words = say(seen, "audit", body)
    return [f"To {name_of(seen, number)}: {words}" for number in active_with(before, Role.COA)]


def _ballots(seen: RoomSight, turn: Turn) -> list[dict[str, Any]]:
    if turn.before.phase not in (Phase.ELECTION, Phase.RUN_OFF, Phase.JAIL):
        return []
    return ballot_rows(seen, dict(turn.inputs))  # type: ignore[misc]


def _lines(seen: RoomSight, turn: Turn) -> list[str]:
    said = []
    for one in turn.news:
        if one.kind in ("audit", "recognition"):
            continue
        words = say(seen, one.kind, one.body)
        if words:
            said.append(words if one.to is None else f"To {name_of(seen, one.to)}: {words}")
    return said
