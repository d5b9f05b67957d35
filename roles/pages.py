"""The pages of Kaban as rooms ask for them (see ``games.pages.Pages``)."""

from dataclasses import replace
from typing import Any

from django.forms import Form
from django.http import QueryDict

from games.sight import RoomSight
from games.terms import Refused
from roles import console, desk, ending
from roles.forms.moderator import CorrectionForm, PlanForm
from roles.forms.setup import SetupForm
from roles.rules import tables
from roles.table import read_aloud, see_table
from roles.words import DUTIES, PACES, PHASES, ROLES

__all__ = ["PACES", "PHASES", "TEMPLATES", "THEME"]

THEME = "kaban"
TEMPLATES = {
    "seat": "kaban/desk.html",
    "public": "kaban/watch.html",
    "moderator": "kaban/console.html",
    "past": "kaban/past.html",
    "rules": "kaban/rules.html",
}
RULES = {
    "tables": tables,
    "roles": [(ROLES[role], DUTIES[role]) for role in tables.Role],
    "setups": [
        (players, setup, [count for _, count in setup.composition])
        for players, setup in tables.SETUPS.items()
    ],
}
OPEN_FORM = SetupForm


def context(seen: RoomSight, *, bound: Form | None = None) -> dict[str, Any]:
    """Build what the templates need from the sight of one viewer."""
    shown: dict[str, Any] = {"table": see_table(seen), "aloud": read_aloud}
    if seen.status == "over":
        shown |= ending.see_end(seen)
    if seen.viewer == "moderator":
        return shown | console.see_console(seen, bound)
    if seen.viewer == "public":
        return shown
    shown |= desk.see_desk(seen, bound)
    if seen.play.secrets.silenced and seen.play.winner is None:
        # A silenced COA sees the same place to talk as everybody; what they say there is refused.
        shown["seen"] = replace(seen, may_talk=seen.play.talk_open)
    return shown


def read(seen: RoomSight, data: QueryDict) -> tuple[Any | None, Form]:
    """Read what a seat hands in for the running step."""
    make = desk.make_form(seen)
    if make is None:
        raise Refused("There is nothing for you to hand in now.")
    form: Any = make(data)
    return (form.plain() if form.is_valid() else None), form


def describe(seen: RoomSight, plain: Any) -> str:
    return desk.describe(seen, plain)


def read_for(seen: RoomSight, number: int, data: QueryDict) -> tuple[Any | None, Form]:
    """Read what the moderator enters for a seat."""
    make = console.make_form(seen, number)
    if make is None:
        raise Refused("Nothing is asked of this player now.")
    form: Any = make(data)
    form.seat = number
    return (form.plain() if form.is_valid() else None), form


def read_plan(seen: RoomSight, data: QueryDict) -> tuple[Any, Form]:
    """Read which Year the moderator sets as the last, None for none."""
    form = PlanForm(data)
    return (form.cleaned_data["last_year"] if form.is_valid() else None), form


def read_correction(seen: RoomSight, data: QueryDict) -> tuple[Any | None, Form]:
    """Read what the moderator sets right."""
    form = CorrectionForm(data)
    return (form.plain() if form.is_valid() else None), form
