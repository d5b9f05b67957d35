"""Citizens: finding one, banning, moving, and appointing a President."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from earths.actions import citizens, worlds
from earths.admin.interventions import Intervention, ReasonForm, WatchedAdmin, moment, typed
from earths.models import Citizen, Earth
from games.text import fold


class MoveForm(forms.Form):
    """Ask for the Earth on which a citizen shall live from the next week on."""

    earth = forms.ChoiceField(
        label="Earth",
        choices=Earth.choices,
        widget=forms.RadioSelect,
        help_text="Naming the one they live on calls an earlier move off.",
    )


def _is_here(citizen: Citizen) -> bool:
    return citizen.left_at is None


@admin.register(Citizen)
class CitizenAdmin(WatchedAdmin):
    list_display = ("shown_name", "world", "earth", "moves_to", "joined", "banned", "left")
    list_display_links = ("shown_name",)
    list_filter = (
        "world",
        "earth",
        ("banned_at", admin.EmptyFieldListFilter),
        ("left_at", admin.EmptyFieldListFilter),
    )
    lookups = frozenset({"world__id__exact", "earth__exact", "banned_at__isempty", "left_at__isempty"})
    list_select_related = ("world",)
    search_fields = ("name",)
    search_help_text = "A name or a part of it, however it is written."
    ordering = ("-pk",)
    fields = (
        "shown_name",
        "world",
        "earth",
        "moves_to",
        "shown_account",
        "joined",
        "banned",
        "left",
        "standing",
    )
    interventions = (
        Intervention(
            slug="ban",
            label="Ban",
            warning="Their upvotes, endorsement, candidacy and office go at once, and their votes of the running week "
            "too unless they have been counted. Everybody is told, with the reason.",
            done="The citizen is banned, and everybody has been told.",
            form=ReasonForm,
            offered=lambda citizen: _is_here(citizen) and citizen.banned_at is None,
            danger=True,
            do=lambda pk, answers, at: citizens.ban(citizen_id=pk, **answers, at=at),
        ),
        Intervention(
            slug="lift-ban",
            label="Lift the ban",
            warning="They can take part again from now on; what the ban took stays gone. Everybody is told.",
            done="The ban is lifted, and everybody has been told.",
            offered=lambda citizen: _is_here(citizen) and citizen.banned_at is not None,
            do=lambda pk, answers, at: citizens.lift_ban(citizen_id=pk, at=at),
        ),
        Intervention(
            slug="move",
            label="Move to another Earth",
            warning="The move happens when the next week opens. Everybody is told.",
            done="The move is noted, and everybody has been told.",
            form=MoveForm,
            offered=_is_here,
            do=lambda pk, answers, at: citizens.move(citizen_id=pk, **answers, at=at),
        ),
        Intervention(
            slug="appoint",
            label="Appoint President",
            warning="They hold the office of their Earth until the running week ends, in place of whoever holds it. "
            "Everybody is told.",
            done="The President is appointed, and everybody has been told.",
            offered=lambda citizen: _is_here(citizen) and citizen.banned_at is None,
            do=lambda pk, answers, at: worlds.appoint(citizen_id=pk, at=at),
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Citizen]:
        return super().get_queryset(request).select_related("world", "account")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        if not search_term:
            return queryset, False
        alike = Q(folded_name__contains=fold(search_term)) if fold(search_term) else Q()
        return queryset.filter(alike | Q(name__icontains=search_term)), False

    @admin.display(description="name", ordering="name")
    def shown_name(self, citizen: Citizen) -> str:
        return typed(citizen.name)

    @admin.display(description="account")
    def shown_account(self, citizen: Citizen) -> str:
        if citizen.account is None:
            return "deleted"
        address = reverse("admin:earths_account_change", args=[citizen.account.pk])
        return format_html('<a href="{}"><bdi>{}</bdi></a>', address, citizen.account.username)

    @admin.display(description="joined", ordering="joined_at")
    def joined(self, citizen: Citizen) -> str:
        return moment(citizen.joined_at)

    @admin.display(description="banned", ordering="banned_at")
    def banned(self, citizen: Citizen) -> str:
        return moment(citizen.banned_at)

    @admin.display(description="left", ordering="left_at")
    def left(self, citizen: Citizen) -> str:
        return moment(citizen.left_at)

    @admin.display(description="stands for President since")
    def standing(self, citizen: Citizen) -> str:
        return moment(citizen.standing_since)
