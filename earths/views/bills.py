"""Proposing a bill, changing it, withdrawing it, and upvoting."""

from datetime import datetime

from allauth.core import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from earths import board as boards
from earths import drawing
from earths.actions import bills
from earths.forms import BillForm, WordsForm
from earths.models import Bill, World
from earths.rules.tables import LIVE_BILLS, POLICIES
from earths.sight.bills import BillSight, see_bills
from earths.sight.desk import see_desk
from earths.store import running_week
from earths.views.frame import answer, go, signed_in, submit
from earths.views.lookup import citizen_or_404
from earths.views.world import card
from games import clock
from games.terms import Refused

TOO_OFTEN = (
    "That was a lot of bills in a short time. Please wait a while, then try again; what you typed is kept."
)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def propose(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer the menu of policies, and propose a bill."""
    at = clock.now()
    world, citizen = citizen_or_404(request, slug)
    form = BillForm(request.POST or None)

    def do(**given: str) -> None:
        _limit(request)
        bills.propose(citizen_id=citizen.pk, **given, at=at)

    status = submit(form, do) if request.method == "POST" else 200
    if status is None:
        messages.success(request, "Your bill is proposed.")
        return go(request, "earths:world", slug)
    seen = see_desk(citizen, at)
    menu = [
        {
            "slug": policy.slug,
            "title": policy.title,
            "effects": drawing.draw_effects(policy.effects, policy.note),
            "checked": form["policy"].value() == policy.slug,
        }
        for policy in POLICIES.values()
    ]
    context = {
        "world": world,
        "board": boards.current(slug, at),
        "desk": seen,
        "form": form,
        "menu": menu,
        "most": LIVE_BILLS,
    }
    return answer(request, "earths/propose.html", at, context, status=status)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str, bill: int) -> HttpResponse:
    """Change the name and pitch of one's own bill."""
    at = clock.now()
    world, citizen = citizen_or_404(request, slug)
    row = Bill.objects.filter(pk=bill, week__world=world, author=citizen).first()
    if row is None:
        raise Http404
    form = WordsForm(request.POST or None, initial={"name": row.name, "pitch": row.pitch})

    def do(**given: str) -> None:
        _limit(request)
        bills.edit(citizen_id=citizen.pk, bill_id=bill, **given, at=at)

    status = submit(form, do) if request.method == "POST" else 200
    if status is None:
        messages.success(request, "Your bill is changed.")
        return go(request, "earths:world", slug)
    policy = POLICIES[row.policy]
    context = {
        "world": world,
        "board": boards.current(slug, at),
        "desk": see_desk(citizen, at),
        "form": form,
        "bill_id": bill,
        "policy": policy.title,
        "effects": drawing.draw_effects(policy.effects, policy.note),
    }
    return answer(request, "earths/edit.html", at, context, status=status)


@signed_in
@require_POST
def withdraw(request: HttpRequest, slug: str, bill: int) -> HttpResponse:
    """Take one's own bill back."""
    at = clock.now()
    _, citizen = citizen_or_404(request, slug)
    try:
        _limit(request)
        bills.withdraw(citizen_id=citizen.pk, bill_id=bill, at=at)
        messages.success(request, "Your bill is withdrawn, and its place is free for another.")
    except Refused as refused:
        messages.error(request, refused.reason)
    return go(request, "earths:world", slug)


@signed_in
@require_POST
def upvote(request: HttpRequest, slug: str, bill: int) -> HttpResponse:
    """Give a bill one's upvote, or take it back, as field ``on`` says."""
    at = clock.now()
    world, citizen = citizen_or_404(request, slug)
    verb = bills.take_back_upvote if request.POST.get("on") == "0" else bills.upvote
    trouble = ""
    try:
        verb(citizen_id=citizen.pk, bill_id=bill, at=at)
    except Refused as refused:
        trouble = refused.reason
    if request.htmx:
        shown = _find(world, bill, at=at)
        if shown is not None:
            context = {
                "world": world,
                "card": card(shown, see_desk(citizen, at)),
                "trouble": trouble,
            }
            return answer(request, "earths/bill_card.html#toggle", at, context)
    if trouble:
        messages.error(request, trouble)
    return go(request, "earths:world", slug)


def _limit(request: HttpRequest) -> None:
    """Refuse the account that has proposed, changed and withdrawn too often."""
    if not ratelimit.consume(request, action="propose", user=request.user):
        raise Refused(TOO_OFTEN)


def _find(world: World, bill: int, *, at: datetime) -> BillSight | None:
    week = running_week(world_id=world.pk, at=at)
    return next((one for one in see_bills(week) if one.id == bill), None) if week else None
