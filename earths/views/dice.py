"""Checking the dice of one year: its seal, and once the results are out its seed and every roll."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from earths.rules.luck import DECK, DRIFT_FACES, LEAST_LUCK, LUCK_FACES
from earths.rules.tables import POLICIES
from earths.sight.year import see_year
from earths.views.lookup import find_week, find_world
from earths.views.record import show
from games import clock
from games.chance import seal

SNIPPET = """\
import hashlib, hmac

seed = bytes.fromhex("{seed}")
print("seal:", hashlib.sha256(seed).hexdigest())

def pick(label, faces):
    scrambled = hmac.new(seed, label.encode(), hashlib.sha256).digest()
    return int.from_bytes(scrambled[:8], "big") * faces >> 64

print("crisis:", pick("crisis", {crises}), "of", {crises})
print("luck of {policy}:", ({least} + pick("luck:{policy}", {lucks})) / 100)
print("drift of jobs:", pick("drift:jobs", {drifts}) - 1)
"""
"""A program of a few lines with which anybody can make the rolls; ``seed`` stays to be filled in."""


@require_safe
def show_dice(request: HttpRequest, slug: str, year: int) -> HttpResponse:
    """Show the seal alone while the year runs; afterwards reckon the seal and all rolls anew from the seed."""
    at = clock.now()
    world = find_world(slug)
    week = find_week(world, year)
    shown = see_year(week)
    again = seal(bytes.fromhex(shown.seed)) if shown.seed else ""
    return show(
        request,
        "earths/dice.html",
        at=at,
        world=world,
        year=year,
        shown=shown,
        again=again,
        agrees=again == shown.seal,
        lucks=len(POLICIES),
        snippet=write_snippet(shown.seed),
        crisis_agrees=bool(shown.rolls) and shown.rolls[0].meaning == shown.crisis.title,
    )


def write_snippet(seed: str) -> str:
    """Write the program for a seed in hex, or with a gap where the seed goes."""
    return SNIPPET.format(
        seed=seed or "put the seed here",
        crises=len(DECK),
        policy=next(iter(POLICIES)),
        least=LEAST_LUCK,
        lucks=LUCK_FACES,
        drifts=DRIFT_FACES,
    )
