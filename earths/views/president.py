"""The President: who holds the office, who stands for it, and what its holder may do."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from earths import board as boards
from earths.actions import presidents
from earths.models import Citizen, World
from earths.rules.tables import ACTIVE_WEEKS, EARTHS, SETTLING_WEEKS
from earths.sight.archive import see_presidents
from earths.sight.desk import see_candidates
from earths.store import earth_names, running_week
from earths.views.frame import answer, go, signed_in
from earths.views.lookup import citizen_or_404, find_citizen, find_world
from games import clock
from games.terms import Refused

MOST_SHOWN = 50


@require_safe
def president(request: HttpRequest, slug: str) -> HttpResponse:
    """Show both offices and who stands for them, and to a citizen what they can do about it."""
    at = clock.now()
    world = find_world(slug)
    citizen = find_citizen(request, world)
    context = {
        "board": boards.current(slug, at),
        "world": world,
        "citizen": citizen,
        "can_act": citizen is not None and citizen.banned_at is None and world.archived_at is None,
        "sides": _sides(world, citizen, at),
        "own_side": citizen.earth.lower() if citizen else "none",
        "active_weeks": ACTIVE_WEEKS,
        "settling_weeks": SETTLING_WEEKS,
    }
    return answer(request, "earths/president.html", at, context)


def _sides(world: World, citizen: Citizen | None, at: datetime) -> list[dict[str, Any]]:
    week = running_week(world_id=world.pk, at=at)
    holders = {one.earth: one for one in see_presidents(week) if one.left_at is None} if week else {}
    letters = sorted(EARTHS, key=lambda letter: (citizen is None or letter != citizen.earth, letter))
    candidates = see_candidates(world_id=world.pk)
    sides = []
    for letter in letters:
        standing = candidates[letter]
        holder = holders.get(letter)
        sides.append({
            "side": letter.lower(),
            "name": earth_names(world)[letter],
            "own": citizen is not None and letter == citizen.earth,
            "holder": holder,
            # Nobody else in the world can have a citizen's name.
            "is_me": citizen is not None and holder is not None and holder.name == citizen.name,
            "candidates": standing[:MOST_SHOWN],
            "hidden": max(0, len(standing) - MOST_SHOWN),
        })  # fmt: skip
    return sides


@signed_in
@require_POST
def stand(request: HttpRequest, slug: str) -> HttpResponse:
    """Stand for President."""
    return _do(request, slug, presidents.stand, "You stand for President.")


@signed_in
@require_POST
def stop(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop standing for President."""
    return _do(request, slug, presidents.stop_standing, "You no longer stand for President.")


@signed_in
@require_POST
def endorse(request: HttpRequest, slug: str) -> HttpResponse:
    """Give one's endorsement to the candidate named by field ``candidate``."""
    return _do(
        request,
        slug,
        presidents.endorse,
        "Your endorsement is stored.",
        candidate_id=_number(request, "candidate"),
    )


@signed_in
@require_POST
def withdraw_endorsement(request: HttpRequest, slug: str) -> HttpResponse:
    """Take one's endorsement back."""
    return _do(request, slug, presidents.withdraw_endorsement, "Your endorsement is taken back.")


@signed_in
@require_POST
def resign(request: HttpRequest, slug: str) -> HttpResponse:
    """Give up the office."""
    return _do(request, slug, presidents.resign, "You have resigned. The office stays empty for this week.")


@signed_in
@require_POST
def veto(request: HttpRequest, slug: str) -> HttpResponse:
    """Veto the bill named by field ``bill``."""
    done = "The veto is set. You can change or withdraw it until the day ends."
    return _do(request, slug, presidents.veto, done, "earths:world", bill_id=_number(request, "bill"))


@signed_in
@require_POST
def withdraw_veto(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw the veto of the week."""
    return _do(request, slug, presidents.withdraw_veto, "The veto is withdrawn.", "earths:world")


def _do(
    request: HttpRequest,
    slug: str,
    verb: Callable[..., None],
    done: str,
    to: str = "earths:president",
    **wanted: int,
) -> HttpResponse:
    at = clock.now()
    _, citizen = citizen_or_404(request, slug)
    try:
        verb(citizen_id=citizen.pk, **wanted, at=at)
        messages.success(request, done)
    except Refused as refused:
        messages.error(request, refused.reason)
    return go(request, to, slug)


def _number(request: HttpRequest, field: str) -> int:
    """Read an id; what is none names nobody and nothing."""
    sent = request.POST.get(field, "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 19 else 0
