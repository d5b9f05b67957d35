"""Accounts: who can sign in, and as what. They are deleted by the action alone."""

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from earths.actions import citizens
from earths.actions.notices import publish
from earths.adapter import sign_in_name
from earths.admin.interventions import Intervention, WatchedAdmin
from earths.models import Account, Citizen
from earths.store import earth_names

# The e-mail addresses of accounts are their owners' affair: the library's own page would let an admin change them.
admin.site.unregister(EmailAddress)

RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


class AccountForm(forms.ModelForm):
    """Hold the name to the same rules as signing up does."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "user_permissions" in self.fields:
            # Each permission is called after what it is about, and would look that up by itself.
            rights = self.fields["user_permissions"]
            rights.queryset = rights.queryset.select_related("content_type")

    class Meta:
        model = Account
        fields = ("username", "is_active", *RIGHTS)

    def clean_username(self) -> str:
        return sign_in_name(self.cleaned_data["username"])


def delete(pk: int, answers: dict[str, Any], at: datetime) -> None:
    """Delete somebody's account, and tell the worlds they lived in, without their name."""
    lived = [
        (one.world, earth_names(one.world)[one.earth])
        for one in Citizen.objects.filter(account=pk).select_related("world")
    ]
    citizens.delete_account(account_id=pk, at=at)
    for world, earth in lived:
        publish(world=world, text=f"An admin deleted the account of a citizen of {earth}.", at=at)


@admin.register(Account)
class AccountAdmin(WatchedAdmin):
    """Neither passwords nor the addresses that new ones are sent to are set here.

    Whoever could, could sign in as a citizen and read their ballot.
    """

    form = AccountForm
    list_display = ("username", "email", "is_active", "is_staff", "is_superuser")
    list_filter = ("is_active", "is_staff", "is_superuser")
    lookups = frozenset({"is_active__exact", "is_staff__exact", "is_superuser__exact"})
    search_fields = ("username", "email")
    ordering = ("-pk",)
    filter_horizontal = ("groups", "user_permissions")
    fieldsets = (
        (None, {"fields": ("username", "email", "is_active", "last_login", "date_joined")}),
        ("Rights", {"fields": RIGHTS}),
    )
    interventions = (
        Intervention(
            slug="delete",
            label="Delete the account",
            warning="Their citizens lose their names, and their votes that have not been counted. Votes of finished "
            "counts stay. There is no way back. The worlds they lived in are told, without the name.",
            done="The account is deleted.",
            danger=True,
            do=delete,
        ),
    )

    def has_change_permission(self, request: HttpRequest, obj: Account | None = None) -> bool:
        allowed = self.may_intervene(request)
        return allowed and (obj is None or not obj.is_superuser or request.user.is_superuser)

    def confirm(self, request: HttpRequest, intervention: Intervention, row: Any) -> HttpResponse:
        if not self.has_change_permission(request, row):
            raise PermissionDenied
        if row == request.user:
            messages.info(request, "Your own account is deleted here, with your password.")
            return HttpResponseRedirect(reverse("account_delete"), status=303)
        return super().confirm(request, intervention, row)

    def get_readonly_fields(self, request: HttpRequest, obj: Account | None = None) -> tuple[str, ...]:
        fixed = ("email", "last_login", "date_joined")
        return fixed if request.user.is_superuser else (*fixed, *RIGHTS)
