"""Laws that hold for every year of every Earth, and the tick reckoned a second time in another way."""

from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from earths.rules import codec, luck
from earths.rules.tables import CRISES, LETTERS, POLICIES, STATS
from earths.rules.year import Due, Earth, score, score_sum, tick
from games.chance import Dice

SEEDS = st.binary(min_size=32, max_size=32)
NEAR_THE_EDGES = st.one_of(
    st.integers(0, 10000),
    st.integers(8450, 8550),
    st.integers(1450, 1550),
    st.integers(9800, 10000),
    st.integers(0, 200),
)
STATES = st.fixed_dictionaries(dict.fromkeys(STATS, NEAR_THE_EDGES))
DUES = st.builds(
    Due,
    st.integers(2030, 2032),
    st.integers(2027, 2029),
    st.sampled_from(list(POLICIES)),
    st.sampled_from(STATS),
    st.integers(-400, 400),
)
EARTHS = st.builds(Earth, STATES, st.integers(0, 6), st.lists(DUES, max_size=4).map(tuple), st.just({}))
LAWS = st.lists(st.sampled_from(list(POLICIES)), unique=True, max_size=5)
RESPONSES = st.sampled_from(LETTERS)
YEAR = 2030


def year_of(earth, laws, response, seed):
    dice = Dice(seed)
    return tick(earth, YEAR, laws, luck.crisis(dice), response, dice)


def reckoned_in_decimals(earth, laws, response, seed):
    """Follow E10 in points and decimals, sharing no step with the rules core."""
    dice = Dice(seed)
    stats = {stat: Decimal(value) / 100 for stat, value in earth.stats.items()}
    pushes = []
    menu = list(POLICIES)
    for passed in range(2027, YEAR):
        for policy in menu:
            pushes += [
                (due.stat, Decimal(due.delta) / 100)
                for due in earth.due
                if (due.year, due.passed, due.policy) == (YEAR, passed, policy)
            ]
    for policy in menu:
        if policy in laws:
            times = Decimal(luck.luck(dice, policy)) / 100
            pushes += [
                (effect.stat, effect.figure * times)
                for effect in POLICIES[policy].effects
                if effect.after == 0
            ]
    answer = CRISES[luck.crisis(dice)].responses["ABC".index(response)]
    pushes += [(effect.stat, Decimal(effect.figure)) for effect in answer.effects]
    pushes += [(stat, Decimal(luck.drift(dice, stat))) for stat in STATS]
    for stat, delta in pushes:
        outward = (stats[stat] > 85 and delta > 0) or (stats[stat] < 15 and delta < 0)
        change = (delta / 2).quantize(Decimal("0.01"), ROUND_HALF_EVEN) if outward else delta
        stats[stat] = max(Decimal(0), min(Decimal(100), stats[stat] + change))
    return {stat: f"{value:.2f}" for stat, value in stats.items()}


@given(EARTHS, LAWS, RESPONSES, SEEDS)
def test_decimals_come_to_the_same_stats(earth, laws, response, seed):  # E10.1 to E10.5
    ticked = year_of(earth, laws, response, seed)
    assert codec.write(ticked.earth)["stats"] == reckoned_in_decimals(earth, laws, response, seed)


@given(STATES)
def test_fractions_come_to_the_same_score(stats):  # E11.1, E11.2
    flipped = {"cost_of_living", "national_debt"}
    total = sum(
        Fraction(100) - Fraction(v, 100) if s in flipped else Fraction(v, 100) for s, v in stats.items()
    )
    assert score(stats) == round(total / 8 * 100)
    assert Fraction(score_sum(stats), 100) == total


@given(EARTHS, LAWS.flatmap(lambda laws: st.tuples(st.just(laws), st.permutations(laws))), RESPONSES, SEEDS)
def test_order_of_the_laws_does_not_matter(earth, both, response, seed):  # E10.2
    laws, shuffled = both
    assert year_of(earth, laws, response, seed) == year_of(earth, shuffled, response, seed)


@given(EARTHS, LAWS, RESPONSES, SEEDS)
def test_stats_stay_between_nought_and_a_hundred(earth, laws, response, seed):  # E1.1, E10.5
    ticked = year_of(earth, laws, response, seed)
    assert all(0 <= value <= 10000 for change in ticked.changes for value in (change.before, change.after))
    assert all(0 <= value <= 10000 for value in ticked.earth.stats.values())


@given(EARTHS, LAWS, RESPONSES, SEEDS)
def test_changes_lead_from_one_state_to_the_next(earth, laws, response, seed):
    ticked = year_of(earth, laws, response, seed)
    stats = dict(earth.stats)
    for change in ticked.changes:
        assert change.before == stats[change.stat]
        stats[change.stat] = change.after
    assert stats == dict(ticked.earth.stats)


@given(EARTHS, LAWS, RESPONSES, SEEDS)
def test_halved_change_never_goes_further_nor_the_other_way(earth, laws, response, seed):  # E10.3, E10.4
    for change in year_of(earth, laws, response, seed).changes:
        assert abs(change.delta) <= abs(change.full)
        assert change.delta * change.full >= 0
        assert abs(2 * change.delta - change.full) <= 1 or change.delta == change.full
        if 1500 <= change.before <= 8500:
            assert change.delta == change.full


@given(EARTHS, EARTHS, LAWS, RESPONSES, SEEDS)
def test_luck_is_the_same_on_both_earths(one, other, laws, response, seed):  # E8.6, E8.7
    shown = []
    for earth in (one, other):
        changes = [change for change in year_of(earth, laws, response, seed).changes if change.kind != "due"]
        shown.append(
            [(change.kind, change.source, change.stat, change.luck, change.full) for change in changes]
        )
        assert all(change.luck == 100 for change in changes if change.kind in {"crisis", "drift"})
    assert shown[0] == shown[1]


@given(EARTHS, LAWS, RESPONSES, SEEDS)
def test_what_is_not_yet_due_waits_unchanged_and_in_order(earth, laws, response, seed):  # E10.6
    due = year_of(earth, laws, response, seed).earth.due
    menu = list(POLICIES)
    assert list(due) == sorted(due, key=lambda one: (one.year, one.passed, menu.index(one.policy)))
    waiting = [one for one in earth.due if one.year > YEAR]
    schools = [one for one in due if one.passed == YEAR]
    assert sorted(map(repr, due)) == sorted(map(repr, waiting + schools))
    times = luck.luck(Dice(seed), "fund-schools")
    expected = [Due(YEAR + 2, YEAR, "fund-schools", "jobs", 2 * times)] if "fund-schools" in laws else []
    assert schools == expected


@given(EARTHS, LAWS, RESPONSES, SEEDS, st.integers(2027, 2029))
def test_milestone_once_reached_keeps_its_year(earth, laws, response, seed, first):  # E12.5
    reached = Earth(earth.stats, earth.space, earth.due, {"debt-free": first})
    assert year_of(reached, laws, response, seed).earth.milestones["debt-free"] == first


@given(EARTHS, LAWS, RESPONSES, SEEDS)
def test_milestones_are_those_of_the_figures_after_the_tick(earth, laws, response, seed):  # E12.1 to E12.4
    after = year_of(earth, laws, response, seed).earth
    assert after.space == earth.space + ("space-program" in laws)
    reached = {
        "golden-age": score_sum(after.stats) > 56000,
        "debt-free": after.stats["national_debt"] < 2000,
        "cure-a-disease": after.stats["health"] >= 9000,
        "first-mars-base": after.space >= 5,
    }
    assert dict(after.milestones) == {slug: YEAR for slug, done in reached.items() if done}
