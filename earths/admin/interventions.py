"""Pages on which an admin confirms one intervention, which an action then carries out or refuses."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from earths.actions.notices import REASON_LENGTH
from games import clock
from games.templatetags.moments import eastern
from games.terms import Refused
from games.tokens import digest

ONCE_FOR = 3600
"""Seconds for which a form that was sent is known again."""


class NoQuestions(forms.Form):
    """Nothing to fill in: the button says it all."""


class ReasonForm(forms.Form):
    """Ask for the reason that everybody will read."""

    reason = forms.CharField(
        label="Public reason",
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=f"At most {REASON_LENGTH} characters. It stands on the world's page for everybody to read.",
    )


@dataclass(frozen=True)
class Intervention:
    """One thing an admin can do to a row.

    ``do`` gets the row's id, the form's answers and the moment, and may raise ``Refused``. ``warning``
    says what it will do before it is confirmed, ``done`` what it did. ``offered`` says for which rows
    its button is shown; the action alone decides whether it is allowed.
    """

    slug: str
    label: str
    warning: str
    done: str
    do: Callable[[int, dict[str, Any], datetime], object]
    offered: Callable[[Any], bool] = lambda row: True
    form: Callable[..., forms.Form] = NoQuestions
    danger: bool = False


class WatchedAdmin(admin.ModelAdmin):
    """Show rows, and change them by interventions alone.

    ``lookups`` names all that a list may be filtered by; anything else in its address is refused.
    """

    interventions: tuple[Intervention, ...] = ()
    lookups: frozenset[str] = frozenset()
    actions = None
    list_per_page = 50
    show_full_result_count = False
    change_form_template = "admin/earths/row.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def may_intervene(self, request: HttpRequest) -> bool:
        """Say whether this admin may do more here than look."""
        opts = self.opts
        return request.user.has_perm(f"{opts.app_label}.change_{opts.model_name}")

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup in self.lookups

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}_intervene"
        view = self.admin_site.admin_view(self.intervene)
        return [path("<int:pk>/do/<slug:what>/", view, name=name), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        offered = [one for one in self.interventions if row is not None and one.offered(row)]
        context = {"interventions": offered if self.may_intervene(request) else [], **(extra_context or {})}
        return super().change_view(request, object_id, form_url, context)

    def intervene(self, request: HttpRequest, pk: int, what: str) -> HttpResponse:
        """Ask for confirmation, then do it once and say what came of it."""
        intervention = next((one for one in self.interventions if one.slug == what), None)
        row = self.get_object(request, str(pk))
        if intervention is None or row is None:
            raise Http404
        if not self.may_intervene(request):
            raise PermissionDenied
        return self.confirm(request, intervention, row)

    def confirm(self, request: HttpRequest, intervention: Intervention, row: Any) -> HttpResponse:
        """Show the form of an intervention, or carry it out when it was sent for the first time."""
        at = clock.now()
        form = intervention.form(request.POST or None, initial=initial_of(row))
        if request.method == "POST" and form.is_valid():
            if not cache.add(f"admin:once:{digest(request.POST.get('once', ''))}", True, ONCE_FOR):
                return HttpResponseRedirect(self._page_of(row), status=303)
            try:
                made = intervention.do(row.pk if row else 0, form.cleaned_data, at)
            except Refused as refusal:
                messages.error(request, refusal.reason)
            else:
                shown = self.get_object(request, str(row.pk if row else made))
                if shown is not None:
                    self.log_change(request, shown, intervention.label)
                messages.success(request, intervention.done)
                return HttpResponseRedirect(self._page_of(shown), status=303)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "row": row,
            "page": self._page_of(row),
            "title": intervention.label,
            "intervention": intervention,
            "form": form,
            "once": secrets.token_urlsafe(16),
        }
        return TemplateResponse(request, "admin/earths/confirm.html", context)

    def _page_of(self, row: Model | None) -> str:
        name = f"admin:{self.opts.app_label}_{self.opts.model_name}"
        if row is None:
            return reverse(f"{name}_changelist")
        return reverse(f"{name}_change", args=[row.pk])


def initial_of(row: Model | None) -> dict[str, Any]:
    """Answer the columns of a row for the fields that ask for them anew."""
    return {} if row is None else {field.attname: getattr(row, field.attname) for field in row._meta.fields}


def moment(at: datetime | None) -> str:
    """Write an instant as admins read it, on the New York clock and in UTC."""
    return f"{eastern(at, year=True)} · {at:%H:%M} UTC" if at else "–"


def typed(text: str) -> SafeString | str:
    """Keep the writing direction of what somebody typed to itself."""
    return format_html("<bdi>{}</bdi>", text) if text else "–"
