"""Every address at which a room could be shown, read off the urlconf, so that a new one cannot be forgotten."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

from games.admin import ACTS
from games.models import Phase, Room

ELSEWHERE = (
    *("earths:", "account_", "hop", "live", "ready", "rooms:rules"),
    *("admin:earths_", "admin:auth_", "admin:axes_", "admin:password_", "admin:log", "admin:jsi18n"),
)
"""What the addresses begin with that show no room: another game's, accounts', the site's own health, and what is
the same for every room: how a game is played."""

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


class UnknownRouteError(LookupError):
    """A route with a part that nobody has said how to fill in."""


@cache
def routes() -> Mapping[str, str]:
    """Answer the routes that could show a room, by name; one that has none goes by its route."""
    return {
        name or route: route
        for name, route in walk()
        if not name.startswith(ELSEWHERE)
        and not route.startswith(("admin/earths", "admin/auth", "admin/axes"))
    }


def every(room: Room) -> dict[str, list[str]]:
    """Answer all addresses of a room as it stands now, by the name of their route."""
    return {name: list(_fill(name, route, room)) for name, route in routes().items()}


def walk(resolver: URLResolver | None = None, before: str = "", space: str = "") -> Iterator[tuple[str, str]]:
    """Answer every route of the site with its name, empty where it has none."""
    for one in (resolver or get_resolver()).url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLPattern):
            yield f"{space}{one.name}" if one.name else "", route
        else:
            yield from walk(one, route, f"{space}{one.namespace}:" if one.namespace else space)


def _fill(name: str, route: str, room: Room) -> Iterator[str]:
    if name in UNPARAMETERED:
        route = UNPARAMETERED[name]
    parameters = PARAMETER.findall(route)
    for values in product(*(_values(name, parameter, room) for parameter in parameters)):
        given = dict(zip(parameters, values, strict=True))
        yield "/" + PARAMETER.sub(lambda found, given=given: str(given[found[1]]), route)


def _values(name: str, parameter: str, room: Room) -> Sequence[object]:
    try:
        values = VALUES.get(f"{name} {parameter}") or VALUES[parameter]
    except KeyError:
        raise UnknownRouteError(f"What is {parameter} in {name}?") from None
    return values(room)


def _years(room: Room) -> Sequence[int]:
    latest = Phase.objects.filter(room=room, undone=False).order_by("-serial").first()
    return sorted({1, latest.year - 1, latest.year} - {0}) if latest else [1]


VALUES: Mapping[str, Callable[[Room], Sequence[object]]] = {
    "public_id": lambda room: [room.public_id],
    "slug": lambda room: [room.game],
    "year": _years,
    "which": lambda room: ["join", "watch", "console"],
    "number": lambda room: [1],
    "pk": lambda room: [room.pk],
    "object_id": lambda room: [room.pk],
    "rooms:enter_join token": lambda room: [room.join_token],
    "rooms:enter_watch token": lambda room: [room.watch_token],
    "rooms:enter_resume token": lambda room: ["unknown"],
    "admin:games_room_act slug": lambda room: [act.slug for act in ACTS],
}
UNPARAMETERED = {
    "admin:app_list": "admin/games/",
    "admin/(?P<url>.*)$": "admin/nowhere",
    "admin:view_on_site": "admin/r/1/1/",
}
"""Django's own routes that are regular expressions, or lead to any object whatever."""
