"""How what is seen of a world is written and drawn: from sights to what the fragments under ``earths/parts`` take.

No queries and no clock; each function answers plain values named as the fragment's own comment names them.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import SimpleNamespace
from typing import Any

from earths import charts, linechart
from earths.rules.calendar import SUNDAY, ZONE
from earths.rules.luck import LEAST_LUCK, LUCK_FACES
from earths.rules.tables import (
    CURE_FROM,
    DEBT_FREE_BELOW,
    EARTHS,
    GOLDEN_AGE_SUM,
    LOWER_IS_BETTER,
    MARS_BASE_LAWS,
    START,
    STAT_TITLES,
    STATS,
    Crisis,
    Effect,
)
from earths.sight.archive import HistorySight
from earths.sight.bills import BillSight
from earths.sight.board import BoardSight, EarthSight, LawSight, RaceSight

GOLDEN_AGE_SCORE = GOLDEN_AGE_SUM // len(STATS)


def drawn(**values: Any) -> SimpleNamespace:
    """Name values for a template."""
    return SimpleNamespace(**values)


def draw_effects(effects: Iterable[Effect], note: str = "") -> list[SimpleNamespace]:
    """Write effects as chips, the note behind them as one more."""
    chips = [
        drawn(
            stat=STAT_TITLES[effect.stat],
            figure=f"+{effect.figure}" if effect.figure > 0 else f"−{-effect.figure}",
            tone="good" if (effect.figure < 0) == (effect.stat in LOWER_IS_BETTER) else "bad",
            later=f"after {effect.after} years" if effect.after else "",
        )
        for effect in effects
    ]
    return [*chips, drawn(stat=note)] if note else chips


def draw_bill(bill: BillSight, *, citizen_id: int | None = None) -> SimpleNamespace:
    """Write a bill as its cards and rows show it."""
    return drawn(
        id=bill.id,
        name=bill.name,
        policy=bill.policy.title,
        effects=draw_effects(bill.policy.effects, bill.policy.note),
        author=bill.author,
        mine=bill.author_id == citizen_id,
        pitch=bill.pitch,
        upvotes=bill.upvotes,
        on_ballot=bill.place is not None,
        place=bill.place,
        struck=bill.struck_reason,
        settled=bill.settled,
        edited=bill.edited_at is not None,
        earth=bill.earth,
        side=bill.earth.lower(),
    )


def draw_count_row(bill: BillSight, voters: int) -> SimpleNamespace:
    """Write what a counted bill came to, and why, in people."""
    yes, no, needed = bill.yes or 0, bill.no or 0, bill.needed or 0
    return drawn(
        yes=yes,
        no=no,
        yes_share=charts.share(yes, yes + no),
        voted=yes + no,
        voters=voters,
        needed=needed,
        passed=bool(bill.passed),
        vetoed=bool(bill.vetoed),
        law=bill.is_law,
        why=_why(bill, yes, no),
    )


def _why(bill: BillSight, yes: int, no: int) -> str:
    if bill.is_struck:
        return "An admin struck it, so it cannot pass."
    if bill.vetoed:
        return "It passed, and the President has vetoed it."
    if bill.missing:
        return f"{bill.missing} more must have voted on it."
    if not yes and not no:
        return "Nobody voted on it."
    if yes == no:
        return "As many said no as yes; yes must be more."
    return "" if bill.passed else "More said no than yes."


def draw_board(board: BoardSight) -> dict[str, SimpleNamespace]:
    """Draw both Earths, as ``board.html`` takes them."""
    scores = {earth.letter: earth.score for earth in board.earths}
    return {earth.letter.lower(): _draw_earth(earth, scores) for earth in board.earths}


def _draw_earth(earth: EarthSight, scores: Mapping[str, int]) -> SimpleNamespace:
    lead = 2 * earth.score - sum(scores.values())
    return drawn(
        side=earth.letter.lower(),
        name=earth.name,
        score=charts.decimal(earth.score),
        change=None if earth.score_change is None else charts.change(earth.score_change),
        lead=charts.decimal(lead) if lead > 0 else "",
        citizens=earth.citizens,
        president=earth.president,
        stats=[
            drawn(
                name=stat.title,
                lower_is_better=stat.lower_is_better,
                bar=charts.bar(
                    stat.value,
                    None if stat.change is None else stat.value - stat.change,
                    lower_is_better=stat.lower_is_better,
                ),
            )
            for stat in earth.stats
        ],
    )


def draw_crisis(
    crisis: Crisis, *, words: str = "", responses: Mapping[str, int] | None = None, won: str | None = ""
) -> SimpleNamespace:
    """Draw a crisis with its three responses; with ``responses``, also how many voted for each."""
    return drawn(
        name=crisis.title,
        words=words,
        counted=responses is not None,
        responses=[
            drawn(
                letter=response.letter,
                name=response.title,
                effects=draw_effects(response.effects),
                votes=(responses or {}).get(response.letter, 0),
                won=response.letter == won,
            )
            for response in crisis.responses
        ],
    )


def draw_laws(laws: Iterable[LawSight]) -> list[SimpleNamespace]:
    """Draw laws with the luck that each of them had."""
    return [
        drawn(
            name=law.name,
            policy=law.policy_title,
            author=law.author,
            side=law.earth.lower(),
            luck=charts.decimal(law.luck),
            luck_at=luck_at(law.luck),
        )
        for law in laws
    ]


def luck_at(luck: int) -> str:
    """Say where a law's luck stands between the worst and the best there is."""
    return charts.progress(luck, LEAST_LUCK, LEAST_LUCK + LUCK_FACES - 1)


def draw_milestones(board: BoardSight) -> list[SimpleNamespace]:
    """Draw the four races as tracks."""
    return [
        drawn(
            name=race.milestone.title,
            goal=race.milestone.goal,
            marks=[_draw_mark(race, earth) for earth in board.earths],
            won=drawn(year=race.won_in, sides="".join(race.won_by).lower()) if race.won_in else None,
        )
        for race in board.races
    ]


def _draw_mark(race: RaceSight, earth: EarthSight) -> SimpleNamespace:
    stats = {stat.slug: stat.value for stat in earth.stats}
    place, value = {
        "golden-age": (charts.progress(earth.score, START, GOLDEN_AGE_SCORE), charts.decimal(earth.score)),
        "debt-free": (
            charts.progress(stats["national_debt"], START, DEBT_FREE_BELOW),
            charts.decimal(stats["national_debt"]),
        ),
        "cure-a-disease": (
            charts.progress(stats["health"], START, CURE_FROM),
            charts.decimal(stats["health"]),
        ),
        "first-mars-base": (charts.share(earth.space, MARS_BASE_LAWS), f"{earth.space} of {MARS_BASE_LAWS}"),
    }[race.milestone.slug]
    reached = race.years[earth.letter]
    return drawn(
        side=earth.letter.lower(),
        name=earth.name,
        at="100%" if reached else place,
        value=f"reached in {reached}" if reached else value,
    )


def draw_scores(history: HistorySight, names: Mapping[str, str]) -> dict[str, Any] | None:
    """Draw the race of the scores over all finished years; None before the first."""
    if not history.years:
        return None
    series = [(letter.lower(), names[letter], history.scores[letter]) for letter in EARTHS]
    rows = [
        drawn(year=year, a=charts.decimal(a), b=charts.decimal(b))
        for year, a, b in zip(history.years, history.scores["A"], history.scores["B"], strict=True)
    ]
    return {
        "chart": linechart.line_chart(history.years, series),
        "title": "The race of the scores",
        "years": rows[::-1],
        "names": drawn(a=names["A"], b=names["B"]),
    }


def day_of_week(at: datetime) -> int:
    """Answer the day of an instant on the New York wall clock: 0 for Sunday to 6 for Saturday."""
    return (at.astimezone(ZONE).weekday() - SUNDAY) % 7
