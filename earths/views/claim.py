"""Which sessions were found good: a vote of theirs needs no more than PostgreSQL's word that nothing has changed."""

from collections.abc import Iterator
from threading import Lock

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from earths.actions.ballots import SignIn
from earths.models import Account
from games import sql

MOST = 10_000
"""How many sessions are remembered at once; beyond that, those known longest are checked again."""

known_sign_ins: dict[str, SignIn] = {}
_making_room = Lock()


def sign_ins(request: HttpRequest) -> Iterator[SignIn]:
    """Answer what is known of the request's session, and if that is not enough, what a check finds now."""
    known = known_sign_ins.get(request.session.session_key or "")
    if known:
        yield known
    account = _account_of(request)
    if account:
        found = remember(request, account)
        if found != known:
            yield found


def remember(request: HttpRequest, account: Account) -> SignIn:
    """Remember that the request's session is the account's, with all that decided it."""
    session = request.session
    found = SignIn(session.session_key, session.as_kept, account.pk, account.password)
    with _making_room:
        while len(known_sign_ins) >= MOST:
            known_sign_ins.pop(next(iter(known_sign_ins)))
        known_sign_ins[found.session_key] = found
    return found


def _account_of(request: HttpRequest) -> Account | None:
    """Answer whose the request's session is, as ``request.user`` does, but by a prepared statement."""
    session = request.session
    if session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    for account in sql.read(Account, "id = %s AND is_active", int(session[SESSION_KEY])):
        hashes = (account.get_session_auth_hash(), *account.get_session_auth_fallback_hash())
        if any(constant_time_compare(session.get(HASH_SESSION_KEY, ""), one) for one in hashes):
            return account
    return None
