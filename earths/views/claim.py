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
"""How many sessions are known at once; of more, those known longest are checked again when they come."""

_known: dict[str, SignIn] = {}
_making_room = Lock()


def sign_ins(request: HttpRequest) -> Iterator[SignIn]:
    """Answer what is known of the request's session, and if that is not enough, what a check finds now."""
    known = _known.get(request.session.session_key or "")
    if known:
        yield known
    account = _account_of(request)
    if account:
        found = remember(request, account)
        if found != known:
            yield found


def remember(request: HttpRequest, account: Account) -> SignIn:
    """Keep what it was seen by that the request's session is the account's."""
    session = request.session
    found = SignIn(session.session_key, session.as_kept, account.pk, account.password)
    with _making_room:
        while len(_known) >= MOST:
            _known.pop(next(iter(_known)))
        _known[found.session_key] = found
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
