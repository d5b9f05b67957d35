"""What a bot remembers of the game, from the news of its seat: evidence, as ``suspicion`` weighs it."""

from collections.abc import Sequence
from itertools import pairwise

from roles.chronicle import Chapter
from roles.rules.sight import Sight
from roles.rules.tables import CARDS, SETUPS, Role
from roles.suspicion import Evidence, Private, mask


def remember(sight: Sight, past: Sequence[Chapter]) -> Evidence:
    """Gather what the whole table has seen."""
    thefts, failed, named = [], [], []
    active = {seat.number for seat in sight.seats}
    for chapter in past:
        active |= {body["seat"] for body in chapter.all("released")}
        project = chapter.first("project")
        if chapter.decrease is not None:
            cost = CARDS[project["card"]].cost if project and project["passed"] else 0
            thefts.append((mask(active), chapter.decrease - cost))
        if project and not project["passed"]:
            failed.append(mask(project["committee"]))
        named += _pairs(chapter.ballots("jail"))
        active -= {body["seat"] for kind in ("jailed", "removed") for body in chapter.all(kind)}
    shown = {seat.number: seat.role for seat in sight.seats if seat.standing == "removed" and seat.role}
    bad = [number for number, role in shown.items() if role is Role.CORRUPT]
    return Evidence(
        players=len(sight.seats),
        corrupt=max(_usual_corrupt(len(sight.seats)), len(bad)),
        thefts=tuple(thefts),
        failed=tuple(failed),
        named=tuple(named),
        good=mask(set(shown) - set(bad)),
        bad=mask(bad),
    )


def know(sight: Sight, past: Sequence[Chapter]) -> Private:
    """Gather what only this seat knows and may use: who it is, audits, a finding, whom it named before."""
    me = sight.viewer
    assert isinstance(me, int)
    good = [found.seat for found in sight.secrets.findings if found.good]
    bad = [found.seat for found in sight.secrets.findings if not found.good]
    tainted = []
    for last, chapter in pairwise(past):
        audit, project = chapter.first("audit"), last.first("project")
        if audit and project and audit["project"] == project["card"] and project["passed"]:
            if audit["kickback"]:
                tainted.append(mask(project["committee"]))
            else:
                good += project["committee"]
    doubted = []
    if sight.secrets.role is Role.OMBUDSPERSON:
        # A finding is gone when its Year ends; whom one spoke against because of it is on record.
        doubted = [mask([named]) for chapter in past if (named := chapter.ballots("jail").get(me))]
    return Private(mask([*good, me]), mask(bad), tuple(tainted), tuple(doubted))


def accusers(past: Sequence[Chapter]) -> dict[int, set[int]]:
    """Answer whom each player has named for jail so far."""
    found: dict[int, set[int]] = {}
    for chapter in past:
        for voter, named in _pairs(chapter.ballots("jail")):
            found.setdefault(voter, set()).add(named)
    return found


def _pairs(ballots: dict[int, int | None]) -> list[tuple[int, int]]:
    return [(voter, named) for voter, named in sorted(ballots.items()) if named is not None]


def _usual_corrupt(players: int) -> int:
    return dict(SETUPS[players].composition)[Role.CORRUPT]
