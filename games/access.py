"""Who is asking: which room and which viewer a browser's passes open.

A pass arrives once in a link and is kept from then on as a cookie of its room alone. Rooms that do not
exist, that are closed, or that the asker has no pass to are one and the same: nothing here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings
from django.http import Http404, HttpResponse

from games.models import Pass, Room
from games.terms import Viewer
from games.tokens import digest

SEAT, CONSOLE, WATCH, JOIN, OFFERED, KNOWS = "seat", "console", "watch", "join", "offered", "knows"
KEPT_FOR = 90 * 24 * 3600
"""Seconds that a browser keeps a pass: longer than any room is kept untouched."""

Cookies = Mapping[str, str]


@dataclass(frozen=True)
class Visit:
    """A room, and as whom it is visited; ``pass_id`` names the pass, None for a watcher."""

    room: Room
    viewer: Viewer
    pass_id: int | None = None


def visit(public_id: str, cookies: Cookies, *, suffix: str = "") -> Visit:
    """Answer what these cookies open; raise ``Http404`` for whatever is not there for their bearer."""
    tokens = {digest(cookies[name + suffix]) for name in (SEAT, CONSOLE) if cookies.get(name + suffix)}
    watch = cookies.get(WATCH + suffix, "")
    passes = Pass.objects.filter(
        room__public_id=public_id, token_hash__in=tokens, revoked_at=None
    ).select_related("room", "seat")
    found = max(passes, key=lambda one: one.kind == Pass.Kind.MODERATOR, default=None)
    if found is not None:
        viewer: Viewer = found.seat.number if found.seat else "moderator"
        return _unless_closed(Visit(found.room, viewer, found.pk))
    room = Room.objects.filter(public_id=public_id, watch_token=watch).first() if watch else None
    if room is None:
        raise Http404
    return _unless_closed(Visit(room, "public"))


def still_opens(seen: Visit) -> bool:
    """Say whether a visit that began earlier may go on, as the same viewer."""
    if seen.pass_id is None:
        rooms = Room.objects.filter(pk=seen.room.pk, watch_token=seen.room.watch_token)
        return rooms.exclude(status=Room.Status.CLOSED).exists()
    passes = Pass.objects.filter(pk=seen.pass_id, revoked_at=None).exclude(room__status=Room.Status.CLOSED)
    return passes.filter(seat__number=seen.viewer if isinstance(seen.viewer, int) else None).exists()


def invited(public_id: str, cookies: Cookies) -> Room:
    """Answer the room whose join link the browser was given; raise ``Http404`` for any other."""
    token = cookies.get(JOIN, "")
    room = Room.objects.filter(public_id=public_id, join_token=token).first() if token else None
    if room is None or room.status == Room.Status.CLOSED:
        raise Http404
    return room


def is_invited(public_id: str, cookies: Cookies) -> bool:
    """Say whether the browser was given the join link of a room whose seats are still to be taken."""
    token = cookies.get(JOIN, "")
    lobbies = Room.objects.filter(public_id=public_id, join_token=token, status=Room.Status.LOBBY)
    return bool(token) and lobbies.exists()


def knows_secrets(room: Room, cookies: Cookies) -> bool:
    """Say whether this browser has ever opened the room's console: its bearer may never take a seat there."""
    return bool(cookies.get(KNOWS)) or _is_known(room, Pass.Kind.MODERATOR, cookies.get(CONSOLE, ""))


def has_sat(room: Room, cookies: Cookies) -> bool:
    """Say whether this browser holds, or held, a seat in the room: its bearer may not open the console."""
    return _is_known(room, Pass.Kind.SEAT, cookies.get(SEAT, ""))


def keep(response: HttpResponse, room: Room, name: str, token: str) -> HttpResponse:
    """Let the browser keep a pass, for the room's pages and for its socket."""
    for path, suffix in ((f"/r/{room.public_id}/", ""), (f"/ws/r/{room.public_id}/", "-live")):
        response.set_cookie(
            name + suffix,
            token,
            max_age=KEPT_FOR,
            path=path,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response


def forget(response: HttpResponse, room: Room, name: str) -> HttpResponse:
    """Let the browser drop a pass."""
    response.delete_cookie(name, path=f"/r/{room.public_id}/", samesite="Lax")
    response.delete_cookie(f"{name}-live", path=f"/ws/r/{room.public_id}/", samesite="Lax")
    return response


def _is_known(room: Room, kind: str, token: str) -> bool:
    """Say whether this was ever a pass of that kind in the room, whether or not it still opens anything."""
    return bool(token) and Pass.objects.filter(room=room, kind=kind, token_hash=digest(token)).exists()


def _unless_closed(found: Visit) -> Visit:
    if found.room.status == Room.Status.CLOSED:
        raise Http404
    return found
