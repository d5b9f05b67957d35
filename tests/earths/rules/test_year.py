"""What a year shows of itself, change by change (E10 to E12); the cases show what it comes to."""

from dataclasses import replace

import pytest

from earths.rules.tables import STATS
from earths.rules.year import START, Change, Due, Earth, Race, races, score, score_sum, tick
from games.chance import Dice

LEVEL = {f"drift:{stat}": 1 for stat in STATS}


def dice(**luck: int) -> Dice:
    return Dice(
        bytes(32), LEVEL | {f"luck:{policy.replace('_', '-')}": rolled for policy, rolled in luck.items()}
    )


def earth(space=0, due=(), milestones=None, **stats) -> Earth:
    return Earth({**START.stats, **stats}, space, tuple(due), milestones or {})


def test_earths_start_at_fifty():  # E1.1
    assert dict(START.stats) == dict.fromkeys(STATS, 5000)
    assert score(START.stats) == 5000


def test_changes_tell_how_each_came_about():  # E10.1, E10.2
    before = earth(due=[Due(2030, 2028, "fund-schools", "jobs", 214)], happiness=9000, jobs=8450)
    ticked = tick(before, 2030, ["raise-minimum-wage"], "border-dispute", "A", dice(raise_minimum_wage=3))
    level = [
        Change("drift", stat, stat, 0, 100, 0, 0, ticked.earth.stats[stat], ticked.earth.stats[stat])
        for stat in STATS
    ]
    assert list(ticked.changes) == [
        Change("due", "fund-schools", "jobs", 2, 107, 214, 214, 8450, 8664),
        Change("law", "raise-minimum-wage", "happiness", 3, 53, 159, 80, 9000, 9080),
        Change("law", "raise-minimum-wage", "jobs", -1, 53, -53, -53, 8664, 8611),
        Change("law", "raise-minimum-wage", "cost_of_living", 1, 53, 53, 53, 5000, 5053),
        Change("crisis", "border-dispute", "happiness", 1, 100, 100, 50, 9080, 9130),
        *level,
    ]


def test_delta_is_told_before_the_clamp():  # E10.5
    ticked = tick(earth(economy=9900), 2030, [], "lucky-break", "C", dice())
    assert ticked.changes[0] == Change("crisis", "lucky-break", "economy", 3, 100, 300, 150, 9900, 10000)


def test_due_that_no_roll_gives_shows_no_figure():
    due = Due(2030, 2028, "fund-schools", "jobs", 139)
    change = tick(earth(due=[due]), 2030, [], "lucky-break", "C", dice()).changes[0]
    assert change == Change("due", "fund-schools", "jobs", 0, 100, 139, 139, 5000, 5139)


def test_law_named_twice_is_one_law():
    once = tick(START, 2027, ["space-program"], "recession", "A", dice())
    assert tick(START, 2027, ["space-program", "space-program"], "recession", "A", dice()) == once
    assert once.earth.space == 1


@pytest.mark.parametrize(
    ("laws", "crisis", "response"),
    [(["free-ice-cream"], "recession", "A"), ([], "meteor", "A"), ([], "recession", "D")],
)
def test_what_is_in_no_table_is_refused(laws, crisis, response):
    with pytest.raises(KeyError):
        tick(START, 2027, laws, crisis, response, dice())


def test_tick_leaves_the_earth_it_was_given_alone():
    before = earth(due=[Due(2027, 2025, "fund-schools", "jobs", 200)])
    kept = earth(due=[Due(2027, 2025, "fund-schools", "jobs", 200)])
    tick(before, 2027, ["cut-taxes"], "recession", "A", dice())
    assert before == kept


def test_score_turns_round_what_is_better_down():  # E1.2, E11.1
    assert score_sum({**START.stats, "national_debt": 0, "cost_of_living": 10000}) == 40000
    assert score_sum({**START.stats, "national_debt": 1000, "cost_of_living": 2000}) == 47000


@pytest.mark.parametrize(("economy", "expected"), [(5003, 5000), (5004, 5000), (5005, 5001), (5012, 5002)])
def test_score_is_rounded_half_to_even(economy, expected):  # E11.2
    assert score({**START.stats, "economy": economy}) == expected


def test_race_is_won_by_the_earlier_year_or_shared():  # E12.6
    one = replace(START, milestones={"debt-free": 2030, "golden-age": 2035, "cure-a-disease": 2031})
    other = replace(START, milestones={"debt-free": 2030, "golden-age": 2032})
    assert races(one, other) == {
        "golden-age": Race(2032, ("B",)),
        "debt-free": Race(2030, ("A", "B")),
        "cure-a-disease": Race(2031, ("A",)),
        "first-mars-base": None,
    }
