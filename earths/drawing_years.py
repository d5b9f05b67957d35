"""How finished years are drawn: what moved each stat in one, and how both Earths went over all of them.

Like ``drawing``: no queries and no clock, only what is seen put into what the fragments take.
"""

from collections.abc import Iterable, Mapping
from types import SimpleNamespace

from earths import charts, linechart
from earths.drawing import drawn, luck_at
from earths.rules.tables import EARTHS, FIRST_YEAR, HIGH_BOUND, LOW_BOUND, LOWER_IS_BETTER, START, STAT_TITLES
from earths.sight.archive import HistorySight, ReachedSight, YearRowSight
from earths.sight.year import ChangeSight, EarthYearSight, MovementSight, YearSight, signed


def draw_falls(year: YearSight) -> list[SimpleNamespace]:
    """Draw each stat's waterfall, both Earths' side by side; none before the results."""
    pairs = zip(*(earth.movements for earth in year.earths), strict=True)
    return [
        drawn(
            slug=both[0].slug,
            name=both[0].title,
            lower_is_better=both[0].lower_is_better,
            sides=[
                drawn(side=earth.letter.lower(), earth=earth.name, fall=_fall(moved), settled=_settled(moved))
                for earth, moved in zip(year.earths, both, strict=True)
            ],
        )
        for both in pairs
    ]


def draw_summary(year: YearSight) -> list[SimpleNamespace]:
    """Write where the score and each stat stood before and after the year, on both Earths; none while it runs."""
    if not year.ticked:
        return []
    scores = [
        _from_to(earth.letter, earth.score_before, earth.score or 0, lower_is_better=False)
        for earth in year.earths
    ]
    pairs = zip(*(earth.movements for earth in year.earths), strict=True)
    stats = [
        drawn(
            slug=both[0].slug,
            name=both[0].title,
            lower_is_better=both[0].lower_is_better,
            sides=[
                _from_to(earth.letter, moved.before, moved.after, lower_is_better=moved.lower_is_better)
                for earth, moved in zip(year.earths, both, strict=True)
            ],
        )
        for both in pairs
    ]
    return [drawn(slug="score", name="Score", lower_is_better=False, sides=scores), *stats]


def draw_laws_of_year(earth: EarthYearSight) -> list[SimpleNamespace]:
    """Draw a finished year's laws of one Earth with the luck that each of them had."""
    lucks = {
        step.source: step.luck for moved in earth.movements for step in moved.changes if step.kind == "law"
    }
    return [
        drawn(
            name=law.name,
            policy=law.policy.title,
            author=law.author,
            side=earth.letter.lower(),
            luck=charts.decimal(lucks[law.policy.slug]),
            luck_at=luck_at(lucks[law.policy.slug]),
        )
        for law in earth.laws
    ]


def draw_reached(reached: Iterable[ReachedSight], names: Mapping[str, str]) -> list[SimpleNamespace]:
    """Write which milestones were reached in a year: by whom, shared, or after the other Earth."""
    return [
        drawn(
            name=one.milestone.title,
            goal=one.milestone.goal,
            sides="".join(one.earths).lower(),
            shared=one.shared,
            earth="" if one.shared else names[one.earths[0]],
            earlier=one.earlier,
        )
        for one in reached
    ]


def draw_history(history: HistorySight, names: Mapping[str, str], shown: range) -> list[SimpleNamespace]:
    """Draw the score and each stat over all finished years, from where both Earths began; none before the first.

    Tables beside them hold the years of ``shown``, newest first.
    """
    if not history.years:
        return []
    stats = [
        _line(history, names, shown, STAT_TITLES[stat], both, lower_is_better=stat in LOWER_IS_BETTER)
        for stat, both in history.stats.items()
    ]
    return [_line(history, names, shown, "Score", history.scores, lower_is_better=False), *stats]


def draw_row(row: YearRowSight) -> list[SimpleNamespace]:
    """Write both Earths' part of one line of the archive's table."""
    return [
        drawn(
            side=letter.lower(),
            score=None if row.scores[letter] is None else charts.decimal(row.scores[letter]),
            change=None if row.changes[letter] is None else charts.change(row.changes[letter]),
            laws=row.laws[letter],
        )
        for letter in EARTHS
    ]


def _line(
    history: HistorySight,
    names: Mapping[str, str],
    shown: range,
    title: str,
    values: Mapping[str, tuple[int, ...]],
    *,
    lower_is_better: bool,
) -> SimpleNamespace:
    years = (FIRST_YEAR - 1, *history.years)
    series = [(letter.lower(), names[letter], (START, *values[letter])) for letter in EARTHS]
    rows = [
        drawn(year=year, a=charts.decimal(values["A"][index]), b=charts.decimal(values["B"][index]))
        for index, year in enumerate(history.years)
        if year in shown
    ]
    return drawn(
        chart=linechart.line_chart(years, series, lower_is_better=lower_is_better),
        title=title,
        lower_is_better=lower_is_better,
        years=rows[::-1],
        names=drawn(a=names["A"], b=names["B"]),
    )


def _from_to(letter: str, before: int, after: int, *, lower_is_better: bool) -> SimpleNamespace:
    return drawn(
        side=letter.lower(),
        before=charts.decimal(before),
        after=charts.decimal(after),
        change=charts.change(after - before, lower_is_better=lower_is_better),
    )


def _fall(moved: MovementSight) -> charts.Waterfall:
    steps = [(step.title, _note(step), step.after - step.before) for step in moved.changes]
    return charts.waterfall(moved.before, steps, lower_is_better=moved.lower_is_better)


def _settled(moved: MovementSight) -> bool:
    """Say whether only the dice's drift had a word in it."""
    return all(step.kind == "drift" for step in moved.changes)


def _note(step: ChangeSight) -> str:
    """Say what a step was made of, and in words where it was halved or stopped."""
    sign = signed(step.figure)
    words = {
        "law": f"{sign} × luck {charts.decimal(step.luck)}",
        "due": f"{sign} × its luck then, {charts.decimal(step.luck)}",
        "crisis": f"{sign}, crisis response",
        "drift": f"{sign}, rolled for both Earths",
    }[step.kind]
    if step.halved:
        over = step.before > HIGH_BOUND
        bound = f"above {HIGH_BOUND // 100}" if over else f"below {LOW_BOUND // 100}"
        words += f"; halved, for it stood {bound}"
    if step.clamped:
        words += f"; stopped at {charts.decimal(step.after, 0)}"
    return words
