"""The rules in plain words, with every figure taken from the tables that the game itself plays by."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from earths.drawing import draw_crisis, draw_effects, drawn
from earths.rules import calendar, tables
from earths.rules.count import UNHEARD
from earths.rules.luck import DECK, LEAST_LUCK, LUCK_FACES
from earths.views.frame import answer
from games import clock

MOST_LUCK = LEAST_LUCK + LUCK_FACES - 1


@require_safe
def show_rules(request: HttpRequest) -> HttpResponse:
    """Show the rules of Two Earths, with this week's days as the example of a week."""
    at = clock.now()
    week = calendar.week_at(at)
    spans = {phase.value: drawn(opens=opens, closes=closes) for phase, opens, closes in week.spans}
    context = {
        "spans": spans,
        "figures": _figures(),
        "stats": [
            drawn(title=title, lower_is_better=slug in tables.LOWER_IS_BETTER)
            for slug, title in tables.STAT_TITLES.items()
        ],
        "policies": [
            drawn(slug=policy.slug, title=policy.title, effects=draw_effects(policy.effects, policy.note))
            for policy in tables.POLICIES.values()
        ],
        "crises": [draw_crisis(crisis) for crisis in tables.CRISES.values()],
        "milestones": tables.MILESTONES.values(),
    }
    return answer(request, "earths/rules.html", at, context)


def _figures() -> dict[str, object]:
    """Answer the single figures of the rules as they are written on the page."""
    return {
        "first_year": tables.FIRST_YEAR,
        "start": tables.START // 100,
        "highest": tables.HIGHEST // 100,
        "low": tables.LOW_BOUND // 100,
        "high": tables.HIGH_BOUND // 100,
        "ballot": tables.BALLOT_SIZE,
        "live": tables.LIVE_BILLS,
        "name": tables.NAME_LENGTH,
        "pitch": tables.PITCH_LENGTH,
        "fifth": tables.FIFTH,
        "fifth_of_eleven": -(-11 // tables.FIFTH),
        "balance": tables.BALANCE,
        "active": tables.ACTIVE_WEEKS,
        "settling": tables.SETTLING_WEEKS,
        "space": tables.MARS_BASE_LAWS,
        "stats": len(tables.STATS),
        "policies": len(tables.POLICIES),
        "crises": len(DECK),
        "unheard": UNHEARD,
        "least_luck": f"{LEAST_LUCK / 100:.2f}",
        "most_luck": f"{MOST_LUCK / 100:.2f}",
        "golden_sum": tables.GOLDEN_AGE_SUM // 100,
        "golden": tables.GOLDEN_AGE_SUM // len(tables.STATS) // 100,
        "debt": tables.DEBT_FREE_BELOW // 100,
        "cure": tables.CURE_FROM // 100,
    }
