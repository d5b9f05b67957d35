"""What this site asks of allauth: which sign-in names it takes, and from which address somebody comes."""

import ipaddress
import unicodedata
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse

from games.terms import Refused
from games.text import clean, fold, skeleton

LONGEST = 40
LONGEST_TRIED = 150
HOUSEHOLD = 64
"""Bits of an IPv6 address that are the same for everybody behind one line."""
INVENTED = "demo-"
"""How the sign-in names of the demo's invented citizens begin; nobody can sign in with one."""


class AccountAdapter(DefaultAccountAdapter):
    """Take names that can be told apart, and count by the address that cannot be made up."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name = sign_in_name(username)
        reserved = {skeleton(word) for word in settings.ACCOUNT_USERNAME_BLACKLIST}
        if skeleton(name) in reserved or fold(name).startswith(INVENTED):
            raise self.validation_error("username_blacklisted")
        return super().clean_username(name, shallow)  # type: ignore[no-any-return]

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        # No sign-in name is an address, so an address is tried as one only: tried as both, it would be
        # checked once more when it is known, and the time would tell.
        if "email" in credentials:
            credentials.pop("username", None)
        return super().authenticate(request, **credentials)  # type: ignore[no-any-return]

    def is_safe_url(self, url: str | None) -> bool:
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            # Such as "http://[", which is no address at all.
            return False

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request)


def sign_in_name(name: str) -> str:
    """Answer a sign-in name in its one form; refuse, as forms do, one that could be taken for another.

    An address is none: it would be another account's way to sign in. Wide and other dressed-up letters
    are refused rather than changed, so that everybody signs in with what they typed.
    """
    try:
        name = clean(name, what="A sign-in name", least=2, longest=LONGEST)
    except Refused as refusal:
        raise ValidationError(refusal.reason) from None
    if "@" in name:
        raise ValidationError("A sign-in name has no @ in it; the e-mail address has a field of its own.")
    if unicodedata.normalize("NFKC", name) != name:
        raise ValidationError("Please write this name in plain letters.")
    return name


def tried_name(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    """Answer the name that somebody tried to sign in with, cut to what can be written down."""
    name = (credentials or {}).get("username") or request.POST.get("username") or ""
    return str(name)[:LONGEST_TRIED]


def is_players_door(request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
    """Say whether somebody tries to sign in elsewhere than at the administration, where nothing is noted of it."""
    return not request.path.startswith(reverse("admin:index"))


def client_address(request: HttpRequest) -> str:
    """Answer where a request comes from, as the outermost of ``settings.TRUSTED_PROXY_COUNT`` proxies saw it.

    Each of them adds its caller at the end of X-Forwarded-For; whatever stands before these is the
    caller's own invention. Of an IPv6 address it is the network, since a household has all of it.
    """
    count = settings.TRUSTED_PROXY_COUNT
    callers = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    if count and len(callers) >= count and (address := _address(callers[-count])):
        return address
    return _address(request.META.get("REMOTE_ADDR", "")) or "0.0.0.0"  # noqa: S104  no address is known


def _address(text: str) -> str:
    """Answer an IPv4 address or an IPv6 network without port, or nothing for what is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, HOUSEHOLD), strict=False).network_address)
