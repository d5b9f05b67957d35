"""What a game's own pages offer to the rooms: one module a game, named in ``settings.ROOM_PAGES``.

Every template extends ``rooms/room.html`` (see there for its blocks) and holds the partial ``live``: all of
the page that changes, exchanged as one when the room changes. Templates get ``seen``, a ``RoomSight``, and
whatever ``context`` adds.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from django.conf import settings
from django.forms import Form
from django.http import QueryDict

from games.forms import OpenForm
from games.sight import RoomSight


class Pages(Protocol):
    """What every game's pages offer.

    ``TEMPLATES`` names the templates ``seat``, ``public``, where the game has one ``moderator``, ``past``: one
    year again, which gets ``year``, that year's ``dispatches``, and ``years``; and ``rules``: how it is played,
    which gets ``RULES``, its figures. ``THEME`` is the ``data-theme`` of its pages.
    ``PACES`` and ``PHASES`` say paces and phases in words. ``OPEN_FORM`` is
    ``games.forms.OpenForm`` or one in its manner. ``context`` builds what the templates need from the sight
    alone; ``bound`` is a refused form, to be shown again as it was filled in. ``read`` answers what was
    handed in, in plain form (which may be None), and the form, whose errors say what is wrong; so does
    ``read_for`` for seat ``number`` on a moderator's console, and ``read_correction`` for interventions.
    ``describe`` says what is stored.
    """

    THEME: str
    TEMPLATES: Mapping[str, str]
    RULES: Mapping[str, object]
    PACES: Mapping[str, str]
    PHASES: Mapping[str, str]
    OPEN_FORM: type[OpenForm]

    def context(self, seen: RoomSight, *, bound: Form | None = None) -> dict[str, Any]: ...
    def read(self, seen: RoomSight, data: QueryDict) -> tuple[Any, Form]: ...
    def describe(self, seen: RoomSight, plain: Any) -> str: ...


class ModeratedPages(Pages, Protocol):
    """What a game with a moderator offers besides: forms for ``rooms:act``, ``rooms:correct`` and ``rooms:plan``."""

    def read_for(self, seen: RoomSight, number: int, data: QueryDict) -> tuple[Any, Form]: ...
    def read_correction(self, seen: RoomSight, data: QueryDict) -> tuple[Any, Form]: ...
    def read_plan(self, seen: RoomSight, data: QueryDict) -> tuple[Any, Form]: ...


@cache
def find(slug: str) -> Pages:
    """Answer the pages of the game of that slug; refuse an unknown one with ``KeyError``."""
    return cast(Pages, import_module(settings.ROOM_PAGES[slug]))


def find_moderated(slug: str) -> ModeratedPages:
    """Answer the pages of a game that has a moderator."""
    return cast(ModeratedPages, find(slug))
