"""Pages of any game, without any looks: all that a sight holds, and a form that takes an input as JSON."""

from typing import Any

import msgspec
from django import forms
from django.http import QueryDict

from games.forms import OpenForm
from games.sight import RoomSight

THEME = "estado"
TEMPLATES = {
    "seat": "plain.html",
    "public": "plain.html",
    "moderator": "plain.html",
    "past": "plain_past.html",
}
PACES: dict[str, str] = {}
PHASES: dict[str, str] = {}
OPEN_FORM = OpenForm


class InputForm(forms.Form):
    """An input as JSON."""

    given = forms.JSONField()


def context(seen: RoomSight, *, bound: forms.Form | None = None) -> dict[str, Any]:
    return {"form": bound or InputForm(), "sight": msgspec.json.encode(seen.play).decode()}


def read(seen: RoomSight, data: QueryDict) -> tuple[Any, forms.Form]:
    form = InputForm(data)
    return form.cleaned_data["given"] if form.is_valid() else None, form


def read_for(seen: RoomSight, number: int, data: QueryDict) -> tuple[Any, forms.Form]:
    return read(seen, data)


def read_correction(seen: RoomSight, data: QueryDict) -> tuple[Any, forms.Form]:
    return read(seen, data)


def read_plan(seen: RoomSight, data: QueryDict) -> tuple[Any, forms.Form]:
    return read(seen, data)


def describe(seen: RoomSight, plain: Any) -> str:
    return msgspec.json.encode(plain).decode()
