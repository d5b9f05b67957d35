"""What the moderator sees beside the table: every seat with its role, the running script, the trackers."""

from collections import Counter
from functools import partial
from typing import Any

import msgspec

from games.sight import RoomSight
from roles import script
from roles.choices import in_words, lately
from roles.forms.moderator import CorrectionForm, PlanForm
from roles.forms.seat import initial, seat_form
from roles.rules.sight import SeatSight
from roles.rules.state import Phase, Standing
from roles.rules.tables import CARDS, PRESIDENT_JAIL_VOTES, SUHOL_COST, Role, half
from roles.table import last_year_of, name_of, news_of, notches, say
from roles.words import DUTIES, ROLES, describe_card, listed, side_of


def see_console(seen: RoomSight, bound: Any = None) -> dict[str, Any]:
    """Answer all that the moderator sees and can enter; ``bound`` is an entry that was refused."""
    play = seen.play
    written = script.write(seen)
    year, chosen = lately(seen)
    rows = [_row(seen, seat, bound, chosen.get(seat.number, [])) for seat in play.seats]
    at = {row["number"]: row for row in rows}
    entries = [
        (line, [at[number] for number in line.seats if number in at and at[number]["form"] is not None])
        for line in written.lines
    ]
    asked = {number for line in written.lines for number in line.seats}
    return {
        "script": written,
        "entries": entries,
        "others": [row for row in rows if row["form"] is not None and row["number"] not in asked],
        "rows": rows,
        "lately_of": year,
        "silenced": _silenced(seen),
        "dealt": _dealt(seen),
        "trackers": [tracker | _correction(bound, tracker["key"]) for tracker in _trackers(seen)],
        "history": _history(seen),
        "tally": _tally(seen),
        "plan": _typed(bound) if isinstance(bound, PlanForm) else {},
        "acted": sum(1 for row in rows if row["acted"]),
        "last_year": last_year_of(seen),
        "has_talk": play.talk_open,
    }


def make_form(seen: RoomSight, number: int) -> Any:
    """Answer how to make the form of one seat at the running step, or None."""
    seat = next((seat for seat in seen.play.seats if seat.number == number), None)
    if seat is None or seat.role is None:
        return None
    return seat_form(seen.play, seat=number, role=Role(seat.role), people=partial(name_of, seen))


def _row(seen: RoomSight, seat: SeatSight, bound: Any, chosen: list[tuple[str, str]]) -> dict[str, Any]:
    play, at = seen.play, next(one for one in seen.seats if one.number == seat.number)
    role = Role(seat.role)
    given = dict(play.secrets.choices)
    acted = seat.number in given
    plain = msgspec.to_builtins(given[seat.number]) if acted else None
    form = None
    if getattr(bound, "seat", None) == seat.number:
        form = bound
    elif (make := make_form(seen, seat.number)) is not None:
        first = initial(play.phase, role, plain) if acted else {}
        form = make(initial=first, auto_id=f"seat{seat.number}-%s")
    return {
        "number": seat.number,
        "name": at.name,
        "is_bot": at.is_bot,
        "is_vacant": at.is_vacant,
        "is_president": play.president == seat.number,
        "role": ROLES[role],
        "duty": DUTIES[role],
        "side": side_of(role),
        "fellows": [
            name_of(seen, other.number)
            for other in play.seats
            if role is Role.CORRUPT and other.role == role and other.number != seat.number
        ],
        "standing": seat.standing,
        "strikes": seat.strikes,
        "notches": notches(seat.strikes),
        "back": seat.back,
        "awaited": seat.number in play.awaited,
        "acted": acted,
        "choice": _chosen(seen, role, plain) if acted else "",
        "lately": chosen,
        "form": form,
        "is_night": play.phase == Phase.HIDDEN,
        **_correction(bound, "standing", seat.number),
    }


def _correction(bound: Any, what: str, seat: int | None = None) -> dict[str, Any]:
    """Answer the refused correction of a figure, or of the standing of ``seat``, as it was typed."""
    mine = isinstance(bound, CorrectionForm) and bound.data.get("what") == what
    if not mine or (seat is not None and bound.data.get("seat") != str(seat)):
        return {"refused": {}}
    return {"refused": _typed(bound)}


def _typed(form: Any) -> dict[str, Any]:
    """Answer what stood in a refused form, and why it was refused."""
    reasons = [reason for reasons in form.errors.values() for reason in reasons]
    return {"typed": form.data, "reasons": reasons}


def _chosen(seen: RoomSight, role: Role, plain: Any) -> str:
    """Say what was handed in for the running step."""
    offer = seen.play.secrets.offer
    card = getattr(offer, plain["card"]) if seen.play.phase == Phase.PROJECT and offer else None
    return in_words(seen, seen.play.phase, role, plain, card=card)


def _trackers(seen: RoomSight) -> list[dict[str, Any]]:
    play, secrets = seen.play, seen.play.secrets
    targets = play.targets
    return [
        {
            "key": "spending",
            "short": "Spending",
            "name": "Public Spending",
            "now": play.spending,
            "of": targets.spending,
            "share": min(100, round(100 * play.spending / targets.spending)),
            "note": f"Public. Auto Jail costs {half(targets.spending)}.",
        },
        {
            "key": "fund",
            "short": "Fund",
            "name": "Corruption Fund",
            "now": secrets.fund,
            "of": targets.fund,
            "share": min(100, round(100 * secrets.fund / targets.fund)),
            "note": f"Seen by you and the Corrupt. Suhol costs {SUHOL_COST}, Tokhang {half(targets.fund)}.",
        },
        {
            "key": "kaban",
            "short": "Kaban, true",
            "name": "Kaban, true",
            "now": secrets.kaban,
            "of": None,
            "share": None,
            "note": f"Announced: {play.announced}. {play.announced - secrets.kaban} not yet told.",
        },
    ]


def _dealt(seen: RoomSight) -> list[str]:
    """Answer the cards to show the President, in the step in which one is picked."""
    offer = seen.play.secrets.offer
    if seen.play.phase != Phase.PROJECT or offer is None:
        return []
    return [describe_card(CARDS[card]) for card in (offer.small, offer.large) if card]


def _silenced(seen: RoomSight) -> dict[str, Any] | None:
    """Answer which COA may not speak this Year, None where Suhol was not paid for."""
    if not seen.play.secrets.silenced:
        return None
    muted = [
        seat.number for seat in seen.play.seats if seat.role == Role.COA and seat.standing == Standing.ACTIVE
    ]
    return {"seats": muted, "names": listed([name_of(seen, n) for n in muted]) if muted else ""}


def _history(seen: RoomSight) -> list[dict[str, Any]]:
    """Answer what moved the trackers in each Year, the latest first."""
    rows = []
    for chapter in news_of(seen):
        project = chapter.first("project")
        stolen = next((body["stolen"] for body in chapter.all("nakaw")), None)
        gone = [
            say(seen, kind, body) for kind in ("jailed", "removed", "protected") for body in chapter.all(kind)
        ]
        rows.append(
            {
                "year": chapter.year,
                "project": CARDS[project["card"]].name if project else "",
                "passed": bool(project and project["passed"]),
                "cost": CARDS[project["card"]].cost if project and project["passed"] else 0,
                "stolen": stolen,
                "silenced": bool(chapter.all("silenced")),
                "decrease": chapter.decrease,
                "gone": gone,
            }
        )
    return rows[::-1]


def _tally(seen: RoomSight) -> dict[str, Any] | None:
    """Count the jail votes entered so far, the President's twice, against what a majority takes."""
    play = seen.play
    if play.phase != Phase.JAIL:
        return None
    weights = {n: PRESIDENT_JAIL_VOTES if n == play.president else 1 for n in play.awaited}
    if play.term_ends is not None and play.term_ends < play.year:
        weights = dict.fromkeys(play.awaited, 1)
    counts: Counter[int] = Counter()
    for voter, choice in play.secrets.choices:
        if isinstance(choice, int):
            counts[choice] += weights.get(voter, 0)
    total = sum(weights.values())
    return {
        "needed": total // 2 + 1,
        "total": total,
        "rows": [(name_of(seen, number), count) for number, count in counts.most_common()],
    }
