"""Rooms for admins: how they stand, and what the actions let an admin do to them.

Nothing secret is shown. An admin with the permission to reveal can open one room's secrets, and its table is told.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games import clock
from games.actions import hosting, mending
from games.actions.hosting import ADMIN
from games.forms import EXTENSIONS, LostForm, SeatForm
from games.models import Notice, Phase, Room, Seat
from games.terms import Refused
from games.text import without_bidi


class MinutesForm(forms.Form):
    """By how much a phase is extended."""

    minutes = forms.TypedChoiceField(label="More time", coerce=int, choices=EXTENSIONS)


@dataclass(frozen=True)
class Act:
    """One thing that an admin can do to a room.

    ``when`` are the statuses in which it is offered. ``do`` gets the form's fields and whatever it ``takes`` of what
    ``RoomAdmin`` knows, by the names of its parameters.
    """

    slug: str
    label: str
    warning: str
    when: frozenset[str]
    do: Callable[..., Any]
    form: type[forms.Form] = forms.Form
    permission: str = "games.change_room"
    takes: frozenset[str] = frozenset({"by", "at"})


_S = Room.Status
_GOING = frozenset({_S.RUNNING, _S.PAUSED})
_ANY = frozenset(_S)


ACTS = (
    Act("pause", "Pause", "It goes on by itself after 24 hours.", frozenset({_S.RUNNING}), hosting.pause),
    Act("go-on", "Let it go on", "With as much time as it had left.", frozenset({_S.PAUSED}), hosting.unpause),
    Act("extend", "Extend the phase", "The table is told.", frozenset({_S.RUNNING}), hosting.extend, MinutesForm,
        takes=frozenset({"by", "at", "serial", "due_at"})),
    Act("advance", "Advance now", "The running phase closes with what was handed in.", frozenset({_S.RUNNING}),
        hosting.end_phase, takes=frozenset({"by", "at", "serial"})),
    Act("remove", "Remove a player", "Their passes stop working; a bot or the rules take over.", _GOING | {_S.LOBBY},
        hosting.remove, SeatForm),
    Act("put-back", "Put back", "After the fault is mended: the phase begins anew.", frozenset({_S.SET_ASIDE}),
        mending.put_back, takes=frozenset({"at"})),
    Act("close", "Close", "For good: nobody can come back to it.", _ANY - {_S.CLOSED}, hosting.close),
    Act("purge", "Delete", "The room with everything in it, at once and for good.", _ANY, mending.purge_room,
        permission="games.delete_room", takes=frozenset()),
    Act("reveal", "Reveal its secrets", "The table is told that an admin looked.", _ANY - {_S.LOBBY},
        mending.reveal, permission="games.reveal_room", takes=frozenset({"admin", "at"})),
)  # fmt: skip


@admin.register(Room)
class RoomAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("pk", "game", "status", "phase", "due_at", "touched_at", "failures")
    list_filter = ("game", "status")
    ordering = ("-failures", "due_at", "-touched_at")
    list_per_page = 50
    fields = readonly_fields = (
        *("game", "status", "pace", "phase", "due_at", "paused_at", "resumes_at"),
        *("created_at", "touched_at", "failures", "seal", "seats", "notices"),
    )
    change_form_template = "admin/games/room.html"
    change_list_template = "admin/games/rooms.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Room | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Room]:
        latest = Phase.objects.filter(room=OuterRef("pk"), undone=False).order_by("-serial")
        rooms = super().get_queryset(request).defer("join_token", "watch_token", "scenery")
        return rooms.annotate(
            phase_name=Subquery(latest.values("name")[:1]), phase_year=Subquery(latest.values("year")[:1])
        )

    def get_urls(self) -> list[URLPattern]:
        act = path("<int:pk>/do/<slug:slug>/", self.admin_site.admin_view(self.act), name="games_room_act")
        restore = path(
            "report-restore/",
            self.admin_site.admin_view(self.report_restore),
            name="games_room_report_restore",
        )
        return [act, restore, *super().get_urls()]

    def report_restore(self, request: HttpRequest) -> HttpResponse:
        """Ask what time was lost with a restore, and tell the rooms."""
        if not request.user.has_perm("games.change_room"):
            raise PermissionDenied
        form = LostForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            try:
                told = mending.report_restore(**form.cleaned_data, at=clock.now())
            except Refused as refused:
                messages.error(request, refused.reason)
            else:
                messages.success(request, f"{told} rooms have been told.")
                return redirect("admin:games_room_changelist")
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "form": form,
            "title": "Report a restore",
        }
        return TemplateResponse(request, "admin/games/restore.html", context)

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        room = Room.objects.filter(pk=object_id).first() if object_id.isdecimal() else None
        acts = [
            act for act in ACTS if room and room.status in act.when and request.user.has_perm(act.permission)
        ]
        context = {"acts": acts, "show_save": False, **(kwargs.pop("extra_context", None) or {})}
        return super().change_view(request, object_id, *args, extra_context=context, **kwargs)

    def act(self, request: HttpRequest, pk: int, slug: str) -> HttpResponse:
        """Ask once, then do it by the action; a refusal is shown as it is."""
        act = next((act for act in ACTS if act.slug == slug), None)
        room = Room.objects.filter(pk=pk).first()
        if act is None or room is None:
            raise Http404
        if not request.user.has_perm(act.permission) or not request.user.has_perm("games.view_room"):
            raise PermissionDenied
        form = act.form(request.POST if request.method == "POST" else None)
        opened = None
        if request.method == "POST" and form.is_valid():
            try:
                opened = self._carry_out(request, act, room, form.cleaned_data)
            except Room.DoesNotExist:
                raise Http404 from None
            except Refused as refused:
                messages.error(request, refused.reason)
                return redirect("admin:games_room_change", pk)
            if opened is None:
                messages.success(request, f"Done: {act.label.lower()}.")
                gone = not Room.objects.filter(pk=pk).exists()
                return (
                    redirect("admin:games_room_changelist")
                    if gone
                    else redirect("admin:games_room_change", pk)
                )
        phase = Phase.objects.filter(room=room, undone=False).order_by("-serial").first()
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "act": act,
            "room": room,
            "form": form,
            "opened": opened,
            "serial": phase.serial if phase else 0,
            "title": act.label,
        }
        return TemplateResponse(request, "admin/games/act.html", context)

    def _carry_out(self, request: HttpRequest, act: Act, room: Room, given: dict[str, Any]) -> str | None:
        known = {
            "by": ADMIN,
            "admin": request.user.get_username(),
            "at": clock.now(),
            # The phase that the admin saw, so that a second click cannot end the next one too.
            "serial": _number(request.POST.get("serial", "")),
            "due_at": None,
        }
        # Noted first: afterwards the room may be gone.
        self.log_change(request, room, act.label)
        answer: str | None = act.do(room_id=room.pk, **given, **{name: known[name] for name in act.takes})
        return answer if act.slug == "reveal" else None

    @admin.display(description="phase")
    def phase(self, room: Any) -> str:
        return f"{room.phase_name}, year {room.phase_year}" if room.phase_name else "–"

    @admin.display(description="pace")
    def pace(self, room: Room) -> str:
        return str(room.options.get("pace", "–"))

    @admin.display(description="seats")
    def seats(self, room: Room) -> SafeString | str:
        rows = (
            (
                seat.number,
                without_bidi(seat.name),
                "host" if seat.pk == room.host_id else "",
                "removed" if seat.vacant else seat.driver,
            )
            for seat in Seat.objects.filter(room=room).order_by("number")
        )
        return format_html_join(
            "", "{}. {} ({}{})<br>", ((n, name, f"{h}, " if h else "", d) for n, name, h, d in rows)
        )

    @admin.display(description="notices")
    def notices(self, room: Room) -> SafeString | str:
        rows = Notice.objects.filter(room=room).order_by("-pk")[:50]
        return format_html_join("", "{:%Y-%m-%d %H:%M} UTC: {}<br>", ((row.at, row.text) for row in rows))


def _number(text: str) -> int:
    """Answer the number that a hidden field holds, 0 where it holds none."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0
