"""Pictures say what the figures say, and better is always longer, further right, higher."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earths.charts import FULL, Tone, bar, change, decimal, progress, share, waterfall
from earths.linechart import STOPS, line_chart

stats = st.integers(0, FULL)


def part(length: str) -> float:
    assert length.endswith("%")
    return float(length[:-1])


@pytest.mark.parametrize(
    ("value", "places", "words"),
    [
        (5340, 2, "53.40"),
        (5, 2, "0.05"),
        (-104, 2, "−1.04"),
        (5345, 1, "53.4"),
        (5355, 1, "53.6"),
        (-4, 1, "0.0"),
        (5650, 0, "56"),
        (5651, 0, "57"),
        (10000, 2, "100.00"),
    ],
)
def test_hundredths_are_written_as_decimals(value: int, places: int, words: str) -> None:
    assert decimal(value, places) == words


def test_share_keeps_to_the_box() -> None:
    assert [share(12, 15), share(0, 0), share(-1, 5), share(9, 5)] == ["80%", "0%", "0%", "100%"]


def test_a_rise_is_for_the_better_unless_lower_is() -> None:
    rise, debt = change(120), change(120, lower_is_better=True)
    assert (rise.figure, rise.tone, rise.tip, rise.words) == ("+1.20", Tone.GOOD, "▲", "up 1.20, better")
    assert (debt.figure, debt.tone, debt.tip, debt.words) == ("+1.20", Tone.BAD, "▼", "up 1.20, worse")


def test_no_change_says_so() -> None:
    assert (change(0).figure, change(0).tone, change(0).words) == ("±0.00", Tone.SAME, "unchanged")


def test_bar_of_a_debt_grows_as_the_debt_falls() -> None:
    drawn = bar(3375, 3100, lower_is_better=True)
    assert (drawn.value, drawn.length, drawn.before) == ("33.75", "66.25%", "69%")
    assert drawn.change == change(275, lower_is_better=True)


def test_bar_of_the_first_year_has_no_notch_and_no_change() -> None:
    drawn = bar(5000)
    assert (drawn.length, drawn.before, drawn.change) == ("50%", None, None)


@given(stats, stats, st.booleans())
def test_the_longer_bar_is_the_better_stat(one: int, other: int, lower_is_better: bool) -> None:
    lengths = [part(bar(value, lower_is_better=lower_is_better).length) for value in (one, other)]
    better = (one < other) if lower_is_better else (one > other)
    assert not better or lengths[0] >= lengths[1]


def test_progress_goes_up_or_down_to_its_goal() -> None:
    assert [progress(6000, 5000, 7000), progress(3500, 5000, 2000), progress(4000, 5000, 7000)] == [
        "50%",
        "50%",
        "0%",
    ]


def test_waterfall_goes_on_where_the_last_step_ended() -> None:
    fall = waterfall(6000, [("Roofs", "× 1.23", 246), ("Oil shock", "", -300)])
    assert (fall.before, fall.after, fall.change.figure) == ("60.00", "59.46", "−0.54")
    assert [rung.value for rung in fall.rungs] == ["62.46", "59.46"]
    first, second = fall.rungs
    assert (part(first.x), part(first.end)) == (part(fall.start), part(first.x) + part(first.width))
    assert (part(second.end), second.end) == (part(second.x), fall.end)


def test_waterfall_of_a_debt_is_turned_round() -> None:
    fall = waterfall(4300, [("Roofs", "", -369)], lower_is_better=True)
    assert part(fall.end) > part(fall.start)
    assert (fall.left, fall.right) == ("44", "38")


def test_waterfall_of_a_year_without_moves_is_level() -> None:
    fall = waterfall(0, [])
    assert (fall.before, fall.after, fall.rungs, fall.start) == ("0.00", "0.00", (), fall.end)


@given(stats, st.lists(stats, max_size=12), st.booleans())
def test_waterfall_stays_in_its_box(start: int, stands: list[int], lower_is_better: bool) -> None:
    moves = [("", "", after - before) for before, after in zip([start, *stands], stands, strict=False)]
    fall = waterfall(start, moves, lower_is_better=lower_is_better)
    assert all(part(r.x) >= 0 and part(r.x) + part(r.width) <= 100.02 for r in fall.rungs)
    assert fall.after == decimal([start, *stands][-1])


def test_lines_stand_at_the_years_they_tell() -> None:
    chart = line_chart(
        [2027, 2028, 2029], [("a", "Earth A", [5000, 5100, 5300]), ("b", "Earth B", [5000, 4900, 4800])]
    )
    assert [line.points for line in chart.lines] == [
        "0,50 50,37.5 100,12.5",
        "0,50 50,62.5 100,75",
    ]
    assert [level.value for level in chart.levels] == ["46", "48", "50", "52", "54"]
    assert [(stop.year, [dot.value for dot in stop.dots]) for stop in chart.stops] == [
        (2027, ["50.00", "50.00"]),
        (2028, ["51.00", "49.00"]),
        (2029, ["53.00", "48.00"]),
    ]


def test_chart_of_one_year_is_a_dot_in_the_middle() -> None:
    chart = line_chart([2027], [("a", "Earth A", [5000])])
    assert (chart.lines[0].points, len(chart.stops), chart.dotted) == ("50,50", 1, True)


def test_chart_of_five_hundred_years_is_crossed_in_few_steps() -> None:
    years = list(range(2027, 2527))
    chart = line_chart(years, [("a", "Earth A", [5000] * 500)])
    assert len(chart.stops) == STOPS
    assert (chart.stops[0].year, chart.stops[-1].year, chart.dotted) == (2027, 2526, False)
    assert [label.year for label in chart.years] == [2100, 2200, 2300, 2400, 2500]


def test_chart_refuses_a_series_with_a_gap() -> None:
    with pytest.raises(ValueError, match="a value for each"):
        line_chart([2027, 2028], [("a", "Earth A", [5000])])
    with pytest.raises(ValueError, match="needs years"):
        line_chart([], [])


@given(st.lists(st.tuples(stats, stats), min_size=1, max_size=80), st.booleans())
def test_higher_is_better_in_every_chart(values: list[tuple[int, int]], lower_is_better: bool) -> None:
    years = list(range(2027, 2027 + len(values)))
    chart = line_chart(
        years,
        [("a", "A", [a for a, _ in values]), ("b", "B", [b for _, b in values])],
        lower_is_better=lower_is_better,
    )
    assert len(chart.levels) <= 6
    for line, column in zip(chart.lines, range(2), strict=True):
        heights = [float(point.split(",")[1]) for point in line.points.split()]
        assert all(0 <= height <= 100 for height in heights)
        amounts = [row[column] for row in values]
        best = (min if lower_is_better else max)(amounts)
        assert heights[amounts.index(best)] == min(heights)
