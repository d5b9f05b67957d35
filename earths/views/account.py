"""Deleting one's account."""

from allauth.core import ratelimit
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.debug import sensitive_post_parameters

from earths.actions import citizens
from earths.models import Account, Citizen
from earths.store import earth_names
from earths.views.frame import PRIVATE
from games import clock


class DeleteForm(forms.Form):
    """Ask for the password, or where an account has none, for its name."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    name = forms.CharField(
        label="Your sign-in name",
        help_text="Your account has no password, so type its name to say that you mean it.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def __init__(self, *args: object, account: Account, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.account = account
        del self.fields["name" if account.has_usable_password() else "password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.account.check_password(password):
            raise forms.ValidationError("This is not your password.")
        return password

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name != self.account.get_username():
            raise forms.ValidationError("This is not the name you sign in with.")
        return name


@sensitive_post_parameters("password")
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Say what stays and what goes, and delete the account once its owner has proved to be it."""
    at = clock.now()
    account = request.user
    form = DeleteForm(request.POST or None, account=account)
    if request.method == "POST":
        if not ratelimit.consume(request, action="reauthenticate", user=account):
            return ratelimit.respond_429(request)
        if form.is_valid():
            citizens.delete_account(account_id=account.pk, at=at)
            logout(request)
            messages.success(request, "Your account is deleted. Thank you for the years you took part in.")
            return HttpResponseRedirect("/", status=303)
    mine = Citizen.objects.filter(account=account).select_related("world").order_by("pk")
    worlds = [(one.name, earth_names(one.world)[one.earth], one.world.name) for one in mine]
    response = render(request, "earths/account_delete.html", {"form": form, "worlds": worlds, "at": at})
    response["Cache-Control"] = PRIVATE
    return response
