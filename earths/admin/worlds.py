"""Worlds: how far they have come, and making, renaming, featuring and archiving them."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.validators import validate_slug
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from config import tick
from earths.actions import restores, worlds
from earths.admin.interventions import Intervention, WatchedAdmin, moment, typed
from earths.models import Stage, Week, World
from earths.rules.calendar import phase_of
from earths.sight.board import see_week
from earths.store import count_citizens
from games import clock
from games.forms import LostForm


class NamesForm(forms.Form):
    """Ask for the three names that players see."""

    name = forms.CharField(label="Name of the world", max_length=worlds.WORLD_NAME_LENGTH)
    earth_a = forms.CharField(label="Name of Earth A", max_length=worlds.EARTH_NAME_LENGTH)
    earth_b = forms.CharField(label="Name of Earth B", max_length=worlds.EARTH_NAME_LENGTH)


class NewWorldForm(NamesForm):
    """Ask for all that a world begins with."""

    slug = forms.CharField(
        label="Address",
        max_length=40,
        validators=[validate_slug],
        help_text="Letters, digits and hyphens; the world will be at /w/ and this. It cannot be changed.",
    )
    starts_on = forms.DateField(
        label="First Sunday",
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="The Sunday that lies ahead on which the first week opens, at midnight in New York.",
    )
    featured = forms.BooleanField(label="Show it on the front page, in place of any other", required=False)
    field_order = ("name", "slug", "earth_a", "earth_b", "starts_on", "featured")


CREATE = Intervention(
    slug="create",
    label="Create a world",
    warning="People can join it at once; it can be archived later, but never deleted.",
    done="The world is created.",
    form=NewWorldForm,
    do=lambda pk, answers, at: worlds.create(**answers, at=at),
)


@admin.register(World)
class WorldAdmin(WatchedAdmin):
    list_display = (
        "shown_name",
        "slug",
        "phase",
        "year",
        "next_boundary",
        "failures",
        "featured",
        "archived",
    )
    list_display_links = ("shown_name",)
    list_filter = ("featured", ("archived_at", admin.EmptyFieldListFilter))
    lookups = frozenset({"featured__exact", "archived_at__isempty"})
    search_fields = ("name", "slug")
    ordering = ("archived_at", "due_at")
    change_list_template = "admin/earths/worlds.html"
    fieldsets = (
        (None, {"fields": ("shown_name", "slug", "shown_a", "shown_b", "citizens", "featured")}),
        (
            "The calendar",
            {
                "fields": (
                    "phase",
                    "year",
                    "worked_off",
                    "boundaries",
                    "next_boundary",
                    "last_tick",
                    "failures",
                )
            },
        ),
        ("Its life", {"fields": ("starts_on", "created", "archived")}),
    )
    interventions = (
        Intervention(
            slug="rename",
            label="Rename",
            warning="The new names are shown at once, in past years too, and announced to everybody.",
            done="The names are changed.",
            form=NamesForm,
            do=lambda pk, answers, at: worlds.rename(world_id=pk, **answers, at=at),
        ),
        Intervention(
            slug="feature",
            label="Show on the front page",
            warning="It takes the place of any other world there.",
            done="The world is on the front page.",
            offered=lambda world: not world.featured and world.archived_at is None,
            do=lambda pk, answers, at: worlds.feature(world_id=pk, at=at),
        ),
        Intervention(
            slug="report-restore",
            label="Report a restore",
            warning="Everybody is told what time was lost, and whether votes can be cast again.",
            done="Everybody has been told.",
            offered=lambda world: world.archived_at is None,
            form=LostForm,
            do=lambda pk, answers, at: restores.report_restore(world_id=pk, **answers, at=at),
        ),
        Intervention(
            slug="archive",
            label="Archive",
            warning="Its weeks stop where they are, for good: nobody can vote in it any more, and there is no way "
            "back. All that has happened stays readable.",
            done="The world is archived.",
            offered=lambda world: world.archived_at is None,
            danger=True,
            do=lambda pk, answers, at: worlds.archive(world_id=pk, at=at),
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[World]:
        at = clock.now()
        running = Week.objects.filter(opens_at__lte=at, closes_at__gt=at)
        return super().get_queryset(request).prefetch_related(Prefetch("weeks", running, to_attr="running"))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.create)
        return [path("create/", view, name="earths_world_create"), *super().get_urls()]

    def create(self, request: HttpRequest) -> HttpResponse:
        """Make a world, where the admin may."""
        if not request.user.has_perm("earths.add_world"):
            raise PermissionDenied
        return self.confirm(request, CREATE, None)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        at = clock.now()
        context = {
            "last_tick": self.last_tick(None),
            "overdue": tick.is_overdue(at),
            "may_create": request.user.has_perm("earths.add_world"),
        }
        return super().changelist_view(request, {**context, **(extra_context or {})})

    @admin.display(description="name", ordering="name")
    def shown_name(self, world: World) -> str:
        return typed(world.name)

    @admin.display(description="name of Earth A")
    def shown_a(self, world: World) -> str:
        return typed(world.earth_a)

    @admin.display(description="name of Earth B")
    def shown_b(self, world: World) -> str:
        return typed(world.earth_b)

    @admin.display(description="citizens")
    def citizens(self, world: World) -> str:
        counted = count_citizens(world_id=world.pk)
        return f"{counted['A']} on Earth A, {counted['B']} on Earth B"

    @admin.display(description="running phase")
    def phase(self, world: World) -> str:
        at = clock.now()
        week = _running(world)
        found = phase_of(week, at) if week else None
        if world.archived_at is not None:
            return "archived"
        return found.value if found else "not started" if not _begun(world, at) else "late: not opened yet"

    @admin.display(description="year")
    def year(self, world: World) -> str:
        week = _running(world)
        return str(week.year) if week else "–"

    @admin.display(description="worked off so far")
    def worked_off(self, world: World) -> str:
        week = _running(world)
        return Stage(week.stage).label if week else "–"

    @admin.display(description="boundaries of the running week")
    def boundaries(self, world: World) -> SafeString | str:
        week = _running(world)
        if week is None:
            return "–"
        seen = see_week(week, clock.now())
        rows = (
            ("opened", seen.opens_at),
            ("voting", seen.ballot_at),
            ("count", seen.count_at),
            ("laws fixed", seen.lock_at),
            ("results", seen.results_at),
            ("next week", seen.closes_at),
        )
        return format_html_join("", "{}: {}<br>", ((name, moment(at)) for name, at in rows))

    @admin.display(description="next boundary", ordering="due_at")
    def next_boundary(self, world: World) -> str:
        return "–" if world.archived_at else f"{world.due} of {world.due_year}, {moment(world.due_at)}"

    @admin.display(description="last tick of the calendar")
    def last_tick(self, world: World | None) -> str:
        at = tick.last_tick_at()
        return moment(at) if at else "none is known"

    @admin.display(description="created")
    def created(self, world: World) -> str:
        return moment(world.created_at)

    @admin.display(description="archived", ordering="archived_at")
    def archived(self, world: World) -> str:
        return moment(world.archived_at)


def _running(world: World) -> Week | None:
    running: list[Week] = world.running  # type: ignore[attr-defined]  prefetched above
    return running[0] if running else None


def _begun(world: World, at: datetime) -> bool:
    return world.due_at <= at
