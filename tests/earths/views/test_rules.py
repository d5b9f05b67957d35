"""The rules page holds every figure of the tables; the page about the site holds what people ask for."""

import re
from html import unescape

import pytest
from django.test import Client

from earths.rules import tables


def plain(html: str) -> str:
    text = re.sub(r'<span class="(?:tip|for-readers)".*?</span>', " ", html)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", text)))


@pytest.fixture
def page(client: Client, db: None) -> str:
    response = client.get("/rules/two-earths")
    assert response.status_code == 200
    return response.text


def said(effect: tables.Effect) -> str:
    figure = f"{effect.figure:+d}".replace("-", "−")
    later = f" after {effect.after} years" if effect.after else ""
    return f"{tables.STAT_TITLES[effect.stat]} {figure}{later}"


def between(text: str, start: str, end: str) -> str:
    return text[text.index(start) : text.index(end, text.index(start) + 1)]


def test_each_policy_stands_with_its_effects_in_order(page: str) -> None:
    for policy in tables.POLICIES.values():
        row = page[page.index(f'id="policy-{policy.slug}"') :]
        row = plain(row[: row.index("</li>\n    <li id=")] if "</li>\n    <li id=" in row else row[:3000])
        expected = " ".join([*map(said, policy.effects), *([policy.note] if policy.note else [])])
        assert expected in row


def test_each_crisis_stands_with_its_responses_in_order(page: str) -> None:
    text = plain(page)
    text = text[text.rindex("crises Each week one of these") :]
    places = []
    for crisis in tables.CRISES.values():
        responses = " ".join(
            f"{one.letter} {one.title} {' '.join(map(said, one.effects))}" for one in crisis.responses
        )
        places.append(text.index(f"{crisis.title} {responses}"))
    assert places == sorted(places)


def test_each_stat_stands_with_its_direction(page: str) -> None:
    text = plain(page)
    for slug, title in tables.STAT_TITLES.items():
        way = "▼ lower is better" if slug in tables.LOWER_IS_BETTER else "▲ higher is better"
        assert f"{title} {way}" in text


def test_each_milestone_stands_with_its_goal(page: str) -> None:
    text = plain(page)
    assert [one.title for one in tables.MILESTONES.values() if f"{one.title} {one.goal}" not in text] == []


@pytest.mark.parametrize(
    "words",
    [
        f"Its first year is {tables.FIRST_YEAR}",
        f"over {tables.BALANCE} % more citizens",
        f"up to {tables.NAME_LENGTH} characters",
        f"(up to {tables.PITCH_LENGTH})",
        f"{tables.LIVE_BILLS} live bills",
        f"the first {tables.BALLOT_SIZE} that remain",
        f"one voter in {tables.FIFTH}",
        f"last {tables.ACTIVE_WEEKS} weeks",
        f"first {tables.SETTLING_WEEKS} weeks",
        f"All start at {tables.START // 100}",
        f"stay between 0 and {tables.HIGHEST // 100}",
        f"stands above {tables.HIGH_BOUND // 100}",
        f"below {tables.LOW_BOUND // 100}",
        "from 0.50 to 1.50",
        f"more than {tables.GOLDEN_AGE_SUM // 100}",
        f"under {tables.DEBT_FREE_BELOW // 100}",
        f"at {tables.CURE_FROM // 100} or above",
        f"a law {tables.MARS_BASE_LAWS} times",
    ],
)
def test_each_single_figure_of_the_tables_is_named(page: str, words: str) -> None:
    assert words in plain(page)


def test_the_week_is_told_in_machine_readable_instants(page: str) -> None:
    week = between(page, 'class="week-list', "</ol>")
    assert week.count("<time ") == 10
    assert [week.count(wall) for wall in ("12:00 AM E", "11:59 PM E", "12:00 PM E", "11:59 AM E")] == [
        4,
        4,
        1,
        1,
    ]


def test_every_line_of_the_contents_leads_somewhere(page: str) -> None:
    links = re.findall(r'href="#([a-z]+)"', between(page, 'class="toc"', "</nav>"))
    assert len(links) == 13
    assert [link for link in links if f'<section id="{link}"' not in page] == []


def test_the_page_about_the_site_says_what_is_kept_and_how_to_leave(client: Client, db: None) -> None:
    page = client.get("/about").text
    assert re.findall(r'<h2 id="([a-z]+)"', page) == ["conduct", "privacy", "deletion", "games"]


def test_rules_need_no_query(client: Client, db: None, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        client.get("/rules/two-earths")
        client.get("/about")
