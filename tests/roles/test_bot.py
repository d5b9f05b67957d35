"""Bots play from their seat's sight, suspect with reason, and conspire without a word."""

import pytest
from msgspec.structs import replace

from games.chance import Dice
from games.registry import News
from roles import bot, plot
from roles.chronicle import chapters
from roles.rules import cast, play
from roles.rules.inputs import Choices
from roles.rules.sight import see
from roles.rules.state import Phase, State
from roles.rules.tables import Role, Targets
from roles.suspicion import Evidence, Private, any_corrupt, mask, odds, suspects

DICE = Dice(bytes(32))
CORRUPT, CITIZEN = Role.CORRUPT, Role.CITIZEN
ROLES = (
    Role.GOOD, Role.GOOD, CORRUPT, CORRUPT, CORRUPT, Role.LAWYER, Role.OMBUDSPERSON, Role.COA, CITIZEN,
)  # fmt: skip


def begun() -> State:
    return cast.start(ROLES).state


def test_a_bot_chooses_the_same_whatever_it_cannot_see() -> None:
    state = begun()
    others = (Role.GOOD, CORRUPT, CORRUPT, CORRUPT, Role.LAWYER, Role.OMBUDSPERSON, Role.COA, Role.GOOD)
    seats = tuple(
        replace(seat, role=role) for seat, role in zip(state.seats, (*others, CITIZEN), strict=True)
    )
    for phase in (Phase.HIDDEN, Phase.ELECTION, Phase.JAIL):
        one, other = (replace(state, phase=phase, seats=table) for table in (state.seats, seats))
        assert see(one, 9, {}) == see(other, 9, {})
        assert bot.choose(see(one, 9, {}), [], DICE) == bot.choose(see(other, 9, {}), [], DICE)


@pytest.mark.parametrize("seat", range(1, 10))
def test_what_a_bot_chooses_is_allowed(seat: int) -> None:
    state = begun()
    play.check(state, seat, bot.choose(see(state, seat, {}), [], DICE))


def test_the_corrupt_steal_together_and_follow_a_fellow() -> None:
    state = replace(begun(), fund=8)
    first = bot.choose(see(state, 3, {}), [], DICE)
    assert isinstance(first, Choices)
    assert first.nakaw is True
    wish = Choices(nakaw=True, suhol=True, tokhang=7)
    assert bot.choose(see(state, 4, {3: wish}), [], DICE) == wish
    assert plot.conspire(see(state, 4, {3: Choices(nakaw=False)}), [], {}).nakaw is False


def test_a_thief_in_jail_is_missed_in_the_sum_that_is_stolen() -> None:
    everybody, without_3 = mask(range(1, 10)), mask({1, 2, 4, 5, 6, 7, 8, 9})
    told = Evidence(players=9, corrupt=3, thefts=((everybody, 3), (without_3, 2)))
    assert odds(told, Private())[3] > 0.9
    innocent = Evidence(players=9, corrupt=3, thefts=((everybody, 3), (without_3, 3)))
    assert odds(innocent, Private())[3] < 0.1


def test_the_short_way_to_the_odds_is_the_long_one() -> None:
    told = Evidence(players=9, corrupt=3, thefts=((mask({1, 2, 3, 4, 5, 6}), 2),), named=((1, 5), (2, 5)))
    short = odds(told, Private(good=mask({4})))
    long = odds(told, Private(good=mask({4}), tainted=(mask(range(1, 10)),)))
    assert short == pytest.approx(long)


def test_an_audit_clears_a_committee_or_taints_it() -> None:
    nothing = Evidence(players=9, corrupt=3)
    clean = suspects(nothing, Private(good=mask({1, 2})))
    assert any_corrupt(clean, {1, 2}) == 0
    tainted = suspects(nothing, Private(tainted=(mask({1, 2}),)))
    assert any_corrupt(tainted, {1, 2}) == pytest.approx(1)


def test_the_ombudsperson_speaks_against_whom_they_found_bad() -> None:
    night = play.resolve(begun(), {7: Choices(investigate=4)}, DICE)
    state = replace(night.state, phase=Phase.JAIL)
    assert bot.choose(see(state, 7, {}), [], DICE) == 4


def named_for_jail(state: State) -> dict[int, int | None]:
    return {seat: bot.choose(see(state, seat, {}), [], DICE) for seat in range(1, 10)}  # type: ignore[misc]


def test_who_knows_nothing_of_anybody_names_the_same_for_jail_in_other_years_another() -> None:
    firsts = set()
    for year in range(1, 10):
        state = replace(begun(), phase=Phase.JAIL, year=year)
        named = named_for_jail(state)
        first = named[1] if named[1] == named[2] else named[8]
        assert {seat for seat, one in named.items() if one != first} <= {first, 3, 4, 5}
        firsts.add(first)
    assert len(firsts) == 9


def test_the_corrupt_name_whom_the_table_names_unless_it_is_one_of_them() -> None:
    for year in range(1, 10):
        named = named_for_jail(replace(begun(), phase=Phase.JAIL, year=year))
        table = named[1] if named[1] == named[2] else named[8]
        for thief in (3, 4, 5):
            assert named[thief] not in (3, 4, 5)
            if table not in (3, 4, 5):
                assert named[thief] == table


def test_a_fellow_whom_the_table_is_sure_of_is_given_up() -> None:
    sight = see(replace(begun(), phase=Phase.JAIL), 3, {})
    suspected = dict.fromkeys(range(1, 10), 0.2) | {4: 0.9}
    assert plot.deflect(sight, {3, 4, 5}, suspected) == 4
    assert plot.deflect(sight, {3, 4, 5}, suspected | {4: 0.25}) not in (3, 4, 5)


def test_a_good_president_sits_on_the_committee_and_a_corrupt_one_seats_the_gang() -> None:
    state = replace(
        play.resolve(begun(), {}, DICE).state, phase=Phase.ELECTION, targets=Targets(spending=16, fund=14)
    )
    for president in (9, 4):
        picking = play.resolve(state, dict.fromkeys(range(1, 10), president), DICE).state
        pick = bot.choose(see(picking, president, {}), [], DICE)
        play.check(picking, president, pick)
        assert {3, 4, 5, 9}.intersection(pick.committee)


def test_news_is_sorted_into_the_year_it_belongs_to() -> None:
    news = [
        News(None, "revenue", {"amount": 9}),
        News(None, "jail-vote", {"seat": 3}),
        News(None, "jailed", {"seat": 3, "strikes": 1, "back": 5}),
        News(8, "audit", {"project": None, "kickback": False}),
        News(None, "decrease", {"amount": 4}),
        News(None, "jail-vote", {"seat": None}),
        News(None, "released", {"seat": 3}),
    ]
    years = chapters(news)
    assert [[one.kind for one in year.news] for year in years] == [
        ["revenue", "jail-vote", "jailed"],
        ["audit", "decrease", "jail-vote"],
        ["released"],
    ]
    assert [year.decrease for year in years] == [4, None, None]
