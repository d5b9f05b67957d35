"""A week in the middle of its voting, written down as rows in one moment, and browsers of those who may vote."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from earths.models import Account, Bill, Citizen, EarthYear, Week, World
from earths.rules.tables import CRISES, EARTHS, POLICIES

HOUR = timedelta(hours=1)
BALLOT = list(POLICIES)[:5]


def open_voting(world: World, *, people: int, at: datetime) -> tuple[Week, list[Citizen], list[Bill]]:
    """Give a world that is due for its count the week before it: citizens on either Earth in turn, and both ballots."""
    week = Week.objects.create(
        world=world,
        year=world.due_year,
        stage=2,
        crisis=min(CRISES),
        seal="0" * 64,
        opens_at=at - 72 * HOUR,
        ballot_at=at - HOUR,
        count_at=world.due_at,
        lock_at=at + 48 * HOUR,
        results_at=at + 60 * HOUR,
        closes_at=at + 72 * HOUR,
    )
    EarthYear.objects.bulk_create(EarthYear(week=week, earth=earth) for earth in EARTHS)
    accounts = Account.objects.bulk_create(
        Account(username=f"{world.slug}-{number}", password="!") for number in range(people)
    )
    citizens = Citizen.objects.bulk_create(
        Citizen(
            world=world,
            account=account,
            earth=EARTHS[number % len(EARTHS)],
            name=f"Citizen {number}",
            folded_name=f"citizen {number}",
            joined_at=at - 80 * HOUR,
        )
        for number, account in enumerate(accounts)
    )
    bills = Bill.objects.bulk_create(
        Bill(
            week=week,
            earth=earth,
            author=citizens[EARTHS.index(earth)],
            policy=policy,
            name=policy,
            proposed_at=at - 70 * HOUR,
            place=place,
            final_upvotes=0,
        )
        for earth in EARTHS
        for place, policy in enumerate(BALLOT, start=1)
    )
    return week, citizens, bills


def sign_in(citizens: Iterable[Citizen]) -> list[str]:
    """Answer, for each, the cookie of a browser in which their account is signed in."""
    cookies = []
    for citizen in citizens:
        assert citizen.account
        session = SessionStore()
        session[SESSION_KEY] = str(citizen.account.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[1]
        session[HASH_SESSION_KEY] = citizen.account.get_session_auth_hash()
        session.save()
        cookies.append(f"sessionid={session.session_key}")
    return cookies
