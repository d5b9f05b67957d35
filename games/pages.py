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
    """What every game's pages offer. What was handed in is in plain form, as in cases."""

    THEME: str
    """The ``data-theme`` of its pages."""
    TEMPLATES: Mapping[str, str]
    """For ``seat``, ``public``, and where the game has one ``moderator``; for ``past``, one year again, which gets
    ``year``, that year's ``dispatches``, and ``years``; and for ``rules``, which gets ``RULES``."""
    RULES: Mapping[str, object]
    """The figures on the page that says how the game is played."""
    PACES: Mapping[str, str]
    PHASES: Mapping[str, str]
    OPEN_FORM: type[OpenForm]

    def context(self, seen: RoomSight, *, bound: Form | None = None) -> dict[str, Any]:
        """Build what the templates need from the sight alone; ``bound`` is a refused form to show again."""

    def read(self, seen: RoomSight, data: QueryDict) -> tuple[Any, Form]:
        """Answer what was handed in, which may be None, and the form, whose errors say what is wrong."""

    def describe(self, seen: RoomSight, plain: Any) -> str:
        """Say what is stored."""


class ModeratedPages(Pages, Protocol):
    """What a game with a moderator offers besides: it reads the console's forms as ``read`` does a seat's."""

    def read_for(self, seen: RoomSight, number: int, data: QueryDict) -> tuple[Any, Form]:
        """Read what the moderator enters for seat ``number``."""

    def read_correction(self, seen: RoomSight, data: QueryDict) -> tuple[Any, Form]:
        """Read what the moderator sets right."""

    def read_plan(self, seen: RoomSight, data: QueryDict) -> tuple[Any, Form]:
        """Read what the moderator plans for the years to come."""


@cache
def find(slug: str) -> Pages:
    """Answer the pages of the game of that slug; refuse an unknown one with ``KeyError``."""
    return cast(Pages, import_module(settings.ROOM_PAGES[slug]))


def find_moderated(slug: str) -> ModeratedPages:
    """Answer the pages of a game that has a moderator."""
    return cast(ModeratedPages, find(slug))
