"""Hopping: putting a demo site's clock forward to the week's next boundary.

On any other site there is neither the bar nor the address.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme

from config.tick import tick
from earths.actions import weeks
from earths.demo import deeds, making
from earths.models import World
from earths.rules import calendar
from earths.rules.calendar import Phase
from games import clock
from games.templatetags.moments import eastern

BEGINS = {
    Phase.PROPOSING: "a new year opens",
    Phase.VOTING: "voting opens",
    Phase.COUNT: "the count",
    Phase.LOCKED: "the laws are fixed",
    Phase.RESULTS: "the results",
}


@dataclass(frozen=True)
class Clockbar:
    """The bar on every page: the site's time, and the boundary that a hop leads to."""

    at: datetime
    to: datetime
    begins: str
    ahead: bool
    back: str

    @property
    def drawn_for(self) -> str:
        return self.to.isoformat()


def clockbar(request: HttpRequest) -> dict[str, Any]:
    """Give every template the bar, on a site whose clock can be put forward."""
    if not clock.can_hop():
        return {}
    at = clock.now()
    phase, to = next_boundary(at)
    back = request.get_full_path() if request.method == "GET" and not request.htmx else "/"
    return {"clockbar": Clockbar(at, to, BEGINS[phase], bool(clock.offset()), back)}


def hop(request: HttpRequest) -> HttpResponse:
    """Let the demo's citizens act, put the clock forward to the boundary, and work it off as the tick does.

    A form drawn for another boundary than the next one (a double click, an old page) hops nowhere.
    """
    if not clock.can_hop():
        raise Http404
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    with _one_at_a_time():
        at = clock.now()
        phase, to = next_boundary(at)
        if request.POST.get("to") == to.isoformat():
            _act(at, to)
            clock.hop(to=to)
            _catch_up(clock.now())
            messages.success(request, f"It is {eastern(to)}: {BEGINS[phase]}.")
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    return HttpResponseRedirect(back if safe else "/", status=303)


def next_boundary(at: datetime) -> tuple[Phase, datetime]:
    """Answer the next instant at which a phase opens, and that phase: the same for all worlds."""
    week = calendar.week_at(at)
    spans = (*week.spans, *week.next.spans)
    return next((phase, opens_at) for phase, opens_at, _ in spans if opens_at > at)


def _act(at: datetime, to: datetime) -> None:
    world = World.objects.filter(slug=making.SLUG, archived_at=None).first()
    if world is not None:
        weeks.catch_up(world_id=world.pk, at=at)
        deeds.act(world, to, since=at)


def _catch_up(at: datetime) -> None:
    tick()
    # A world that the worker's own tick has just taken in hand is waited for, so that the next page shows it.
    for world_id in World.objects.filter(archived_at=None, due_at__lte=at).values_list("pk", flat=True):
        weeks.catch_up(world_id=world_id, at=at)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    with Path(settings.CLOCK_OFFSET_FILE).with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
