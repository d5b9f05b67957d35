"""What the rooms' pages ask of Estado Libre (see ``games.pages``), built from the sight alone."""

from typing import Any

import msgspec
from django.forms import Form
from django.http import QueryDict

from games.estado import chronicle, desk, forms, odds, picture, words
from games.estado.rules import tables
from games.estado.rules.drawing import Drawing
from games.estado.rules.tables import Phase
from games.forms import OpenForm
from games.sight import RoomSight
from games.terms import Refused

THEME = "estado"
TEMPLATES = {
    "seat": "estado/desk.html",
    "public": "estado/watch.html",
    "past": "estado/past.html",
    "rules": "estado/rules.html",
}
RULES = {
    "tables": tables,
    "offices": tuple(words.OFFICES.values()),
    "odds": {
        "dollar": tables.ODDS_PER_DOLLAR // 100,
        "most": tables.ODDS_CEILING // 100,
        "unit": tables.ODDS_PER_UNIT // 100,
    },
    "aid_most": tables.AID_LEAST + tables.AID_SIDES - 1,
}
PACES = {
    "live": "Live: budget 4 minutes, vote 1, skimming 1, orders 4. About half an hour.",
    "evening": "An evening: budget 15 minutes, vote 5, skimming 5, orders 15.",
    "daily": "Daily: 24 hours for each phase.",
    "slow": "Slow: 48 hours for each phase.",
}
PHASES = {str(phase): name for phase, name in words.PHASES.items()}
OPEN_FORM = OpenForm


def context(seen: RoomSight, *, bound: Form | None = None) -> dict[str, Any]:
    """Build what the desk, the watcher's page and the pages of past years show."""
    names = desk.names(seen)
    country = picture.paint(_drawing(seen), seen.play, names)
    form = bound or _form(seen)
    return {
        "country": country,
        "portraits": desk.portraits(seen),
        "year": seen.play.year,
        "annals": desk.annals(seen),
        "telegrams": desk.telegrams(seen),
        "sheet": desk.sheet(seen),
        "proposal": desk.proposal(seen),
        "form": form,
        "odds": odds.table(seen.play, names, country) if isinstance(form, forms.OrdersForm) else None,
        "cards": _cards(seen, form),
        "patrols": _places(country, form, "province"),
        "marches": _marches(country, form),
        "chronicle": chronicle.tell(seen.record, names) if seen.record else None,
    }


def read(seen: RoomSight, data: QueryDict) -> tuple[Any | None, Form]:
    """Read what was handed in, in plain form; None with a form that says what is wrong.

    Refuses whoever is not asked in the running phase.
    """
    if seen.viewer not in seen.play.awaited:
        raise Refused("It is not for you to act in this phase.")
    form = forms.FORMS[Phase(seen.phase)](data, seen=seen.play, names=desk.names(seen))
    return (form.plain() if form.is_valid() else None), form


def describe(seen: RoomSight, plain: Any) -> str:
    """Say what is stored: sums, people and places by name."""
    match Phase(seen.phase):
        case Phase.BUDGET:
            return _describe_budget(seen, plain)
        case Phase.VOTE:
            return f"you vote {plain}."
        case Phase.SKIM:
            return f"${plain} into your own account." if plain else "you take nothing."
        case Phase.ORDERS:
            places = {one.id: one.name for one in _drawing(seen).provinces}
            return f"{words.order_words(plain, desk.names(seen), places)}."
        case Phase.SUCCESSION:
            return f"you name {desk.names(seen)[plain]}."
    raise ValueError(f"nothing is stored in {seen.phase}")


def _drawing(seen: RoomSight) -> Drawing:
    return msgspec.json.decode(seen.scenery, type=Drawing)


def _describe_budget(seen: RoomSight, plain: Any) -> str:
    names = desk.names(seen)
    given = [f"{words.title(office)} ${amount}" for office, amount in plain["allocations"].items() if amount]
    given += [
        f"a grant of ${amount} to {names[int(seat)]}" for seat, amount in plain["grants"].items() if amount
    ]
    kept = [f"${amount} from {words.title(office)}" for office, amount in plain["withhold"].items() if amount]
    said = f"{words.listing(given)}." if given else "a budget of nothing."
    return f"{said} Withheld in secret: {words.listing(kept)}." if kept else f"{said} Nothing withheld."


def _form(seen: RoomSight) -> Form | None:
    """Draw the running phase's form for whoever is asked, also in a pause: what is half filled in outlives it."""
    if seen.phase is None or seen.viewer not in seen.play.awaited:
        return None
    return forms.FORMS[Phase(seen.phase)](seen=seen.play, names=desk.names(seen), own=seen.own)


def _cards(seen: RoomSight, form: Form | None) -> list[dict[str, Any]]:
    """Lay out the five orders, those that this seat cannot give with the reason."""
    if not isinstance(form, forms.OrdersForm) or seen.play.choices is None:
        return []
    chosen = form["action"].value()
    return [
        {
            "action": str(action),
            "title": name,
            "words": said,
            "why_not": "" if action in seen.play.choices.actions else why_not,
            "chosen": chosen == action,
        }
        for action, name, said, why_not in words.ORDERS
    ]


def _places(country: picture.Picture, form: Form | None, field: str) -> list[picture.Place]:
    if not isinstance(form, forms.OrdersForm):
        return []
    offered = {value for value, _ in form.fields[field].choices}
    return [place for place in country.places if place.id in offered]


def _marches(country: picture.Picture, form: Form | None) -> list[dict[str, Any]]:
    """List where troops may march from, with how many, and to: in the order of the map."""
    if not isinstance(form, forms.OrdersForm) or form.seen.choices is None:
        return []
    places = {place.id: place for place in country.places}
    return [
        {
            "origin": places[origin],
            "units": units,
            "ways": [(f"{origin}:{goal}", places[goal]) for goal in goals],
        }
        for origin, (units, goals) in form.seen.choices.marches.items()
    ]
