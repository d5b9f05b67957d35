"""Whom a session says it is of, for the one page where to ask for the account by itself would cost too much."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from earths.models import Account


@dataclass(frozen=True)
class Claim:
    """An account that is only named: whoever reads it has to ask ``holds`` whether the session is still good."""

    account_id: int
    session_hash: str

    def holds(self, password: str, is_active: bool) -> bool:
        """Say whether the account is active, and its password the one that the session began with."""
        account = Account(password=password)
        hashes = (account.get_session_auth_hash(), *account.get_session_auth_fallback_hash())
        return is_active and any(constant_time_compare(self.session_hash, one) for one in hashes)


def claim_of(request: HttpRequest) -> Claim | None:
    """Answer the account that the request's session is of, None for one of nobody."""
    session = request.session
    if session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    return Claim(int(session[SESSION_KEY]), session.get(HASH_SESSION_KEY, ""))
