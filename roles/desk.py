"""What one player sees beside the table: the card, the night's form, and what they alone were told.

Whatever depends on the role stands on the card, which is held to be seen, or in the form of the hidden
phase, which has the same parts for everybody.
"""

from functools import partial
from typing import Any

from games.sight import RoomSight
from roles.choices import chosen_by_night
from roles.forms.seat import NightForm, initial, seat_form
from roles.rules.inputs import Choices
from roles.rules.state import Phase
from roles.rules.tables import CARDS, Role
from roles.table import name_of, news_of, say
from roles.words import DUTIES, ROLES, listed, side_of

PRIVATE = ("audit", "alignment", "silenced", "blocked", "lacking", "nakaw")
NOTES = 3
"""How many lines stand under the night's form, whoever looks at it."""

IDLE = "Asked of everybody, so that all screens look alike. Nothing is kept."


def see_desk(seen: RoomSight, bound: Any = None) -> dict[str, Any]:
    """Answer what only the player in this seat sees."""
    role = Role(seen.play.secrets.role)
    context: dict[str, Any] = {"card": _card(seen, role), "role": role}
    me = seen.play.seats[seen.viewer - 1]
    context["mine"] = me
    make = make_form(seen)
    if make is None:
        return context
    form = bound if bound is not None else make(initial=_first_values(seen, role))
    context["form"] = form
    if isinstance(form, NightForm):
        context["night"] = _night(seen, role, form)
    return context


def make_form(seen: RoomSight) -> Any:
    """Answer how to make the form of this seat at the running step, or None."""
    return seat_form(
        seen.play,
        seat=int(seen.viewer),
        role=Role(seen.play.secrets.role),
        people=partial(name_of, seen),
    )


def describe(seen: RoomSight, plain: Any) -> str:
    """Say what is stored; in the hidden phase with the same words for everybody."""
    match seen.play.phase:
        case Phase.HIDDEN:
            return "Your answers for tonight."
        case Phase.COMMITTEE:
            return "You support the project." if plain else "You oppose the project."
        case Phase.PROJECT:
            offer = seen.play.secrets.offer
            card = CARDS[getattr(offer, plain["card"])]
            return f"{card.name}, with {listed([name_of(seen, number) for number in plain['committee']])}."
    return "You name nobody." if plain is None else f"You name {name_of(seen, plain)}."


def _card(seen: RoomSight, role: Role) -> dict[str, Any]:
    secrets = seen.play.secrets
    told = [chapter for chapter in news_of(seen) if chapter.year == seen.play.year]
    opening = [one for one in told[0].news if one.kind in PRIVATE and one.to == seen.viewer] if told else []
    if seen.play.winner is not None:
        opening = []
    lines = [say(seen, one.kind, one.body) for one in opening]
    protected = [name_of(seen, kept.seat) for kept in secrets.protections if kept.by == seen.viewer]
    return {
        "name": ROLES[role],
        "side": side_of(role),
        "duty": DUTIES[role],
        "fellows": [name_of(seen, number) for number in secrets.fellows],
        "fund": secrets.fund if role is Role.CORRUPT else None,
        "fund_target": seen.play.targets.fund,
        "lines": lines + [f"You protect {name} this Year." for name in protected],
        "silenced": secrets.silenced,
        "choice": chosen_by_night(seen, role, seen.own)
        if seen.play.phase == Phase.HIDDEN and seen.own is not None
        else "",
    }


def _first_values(seen: RoomSight, role: Role) -> dict[str, Any]:
    return initial(seen.play.phase, role, seen.own) if seen.has_acted else {}


def _night(seen: RoomSight, role: Role, form: NightForm) -> dict[str, Any]:
    """Answer the three parts of the night's form, each with the line that stands beside it, and the notes."""
    play, secrets = seen.play, seen.play.secrets
    prices = {price.what: price for price in secrets.prices}
    notes = [
        f"{sum(1 for seat in play.seats if seat.standing == 'active')} of {len(play.seats)} are active.",
        f"Public Spending: {play.spending} of {play.targets.spending}.",
        f"The Kaban as last announced: {play.announced}.",
    ]
    helps = [IDLE, IDLE, IDLE]
    if role is Role.CORRUPT:
        free = 1 + sum(
            1 for seat in play.seats if seat.number in secrets.fellows and seat.standing == "active"
        )
        helps[0] = f"If all free Corrupt agree: Fund {secrets.fund} → {secrets.fund + free}."
        helps[1] = _cost(prices["suhol"], "Fund", " Your own race pays, before this Year's theft.")
        helps[2] = _cost(prices["tokhang"], "Fund", " Your own race pays. All must name the same.")
        theirs = dict(secrets.choices)
        for place, number in enumerate(
            seat.number for seat in play.seats if seat.number in secrets.fellows and seat.standing == "active"
        ):
            given = theirs.get(number)
            said = (
                chosen_by_night(seen, role, _written(given)) if isinstance(given, Choices) else "nothing yet"
            )
            if place < NOTES:
                notes[place] = f"{name_of(seen, number)}: {said}."
    elif role is Role.LAWYER:
        helps[2] = "Free, every Year. Neither the jail vote nor Tokhang nor Auto Jail can touch them."
    elif role is Role.OMBUDSPERSON:
        helps[2] = "You get the answer when this phase closes. It is gone when the Year ends."
    elif role is Role.GOOD:
        helps[2] = _cost(prices["auto-jail"], "Public Spending", " Your own race pays.")
    fields = zip((form["first"], form["second"], form["name"]), helps, strict=True)
    return {"parts": [{"field": field, "help": words} for field, words in fields], "notes": notes}


def _cost(price: Any, tracker: str, more: str) -> str:
    if price.leaves < 0:
        return f"Costs {price.cost}; {tracker} holds only {price.leaves + price.cost}.{more}"
    return f"Costs {price.cost} and leaves {tracker} at {price.leaves}.{more}"


def _written(given: Choices) -> dict[str, Any]:
    return {name: getattr(given, name) for name in ("nakaw", "suhol", "tokhang") if getattr(given, name)}
