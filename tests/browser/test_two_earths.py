"""Two Earths in a real browser: from signing up to a push that nobody asked for."""

import signal
from collections.abc import Callable
from datetime import datetime
from itertools import product
from typing import Any

import pytest

from earths.actions import bills, weeks, worlds
from earths.models import Ballot, Bill, Citizen, World
from earths.rules.calendar import Week as Plan
from earths.rules.calendar import week_at
from games import clock
from tests.conftest import Site, _no_task_is_left, _wait_until
from tests.earths.conftest import MINUTE, make_citizen
from tests.soundness import complaints, overflow

PAGES = ("", "bills/", "bills/propose", "ballot", "president")


@pytest.fixture
def world(site: Site, aside: Callable[..., Any]) -> World:
    """Create a world of three citizens, and put the clock on its first Sunday."""
    plan = week_at(clock.now()).next
    world_id = aside(
        worlds.create,
        slug="main",
        name="Main",
        earth_a="Azure",
        earth_b="Bronze",
        starts_on=plan.sunday,
        at=clock.now(),
        featured=True,
    )
    world = World.objects.get(pk=world_id)
    for name, earth in (("Ada", "A"), ("Eve", "B"), ("Ivo", "B")):
        make_citizen(world, name, earth)
    site.hop(sunday(world))
    aside(weeks.catch_up, world_id=world.pk, at=sunday(world))
    return world


def sunday(world: World) -> datetime:
    """Answer a moment on the world's first Sunday. The site's clock is ahead of this process's own."""
    return Plan(world.starts_on).opens_at + MINUTE


def sign_up(page: Any, site: Site, name: str) -> None:
    """Sign up from the world's page and join Earth A."""
    page.goto(f"{site.url}/w/main/")
    page.get_by_role("link", name="Join in").click()
    page.fill("input[name=username]", name)
    page.fill("input[name=password1]", "a rather long pass phrase")
    page.fill("input[name=password2]", "a rather long pass phrase")
    page.get_by_role("main").get_by_role("button").first.click()
    page.get_by_label("Azure").check()
    page.get_by_role("button", name="Become a citizen").click()
    page.get_by_text("Welcome, citizen.").wait_for()


def stand_before_a_bill(page: Any, site: Site, world: World, aside: Callable[..., Any]) -> None:
    """Sign up as nova where Ada has proposed a bill."""
    ada = Citizen.objects.get(name="Ada")
    aside(bills.propose, citizen_id=ada.pk, policy="cut-taxes", name="Lower", pitch="", at=sunday(world))
    sign_up(page, site, "nova")


def test_a_newcomer_joins_proposes_upvotes_and_is_seen_by_others_at_once(
    page: Any, browser: Any, site: Site, world: World
) -> None:
    mistakes: list[str] = []
    page.on("console", lambda message: mistakes.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: mistakes.append(str(error)))
    sign_up(page, site, "nova")
    with browser.new_context() as context:
        other = context.new_page()
        other.goto(f"{site.url}/w/main/")
        page.get_by_role("link", name="Propose a bill").first.click()
        page.get_by_label("Fund police").check()
        page.get_by_label("What you call it").fill("Lamps")
        page.get_by_role("button", name="Propose it").click()
        page.get_by_text("Your bill is proposed.").wait_for()
        # The other browser is told of it, and shows it when asked to.
        other.get_by_role("link", name="There are new bills. Show them").click()
        other.get_by_role("heading", name="Lamps").wait_for()
        page.get_by_role("button", name="Upvote: Lamps").click()
        page.get_by_role("button", name="Take back your upvote: Lamps").wait_for()
        bill = Bill.objects.get(name="Lamps")
        other.locator(f'[data-upvotes="{bill.pk}"]', has_text="1").wait_for(timeout=5_000)
    assert mistakes == []


def test_a_new_phase_is_shown_and_said_without_reload(
    page: Any, site: Site, world: World, aside: Callable[..., Any]
) -> None:
    stand_before_a_bill(page, site, world, aside)
    site.hop(Plan(world.starts_on).ballot_at + MINUTE / 2)
    page.get_by_role("heading", name="Voting is open").wait_for(timeout=20_000)
    assert page.locator("#announcer").inner_text() == "Voting is open."
    # The bar and the countdowns go by the clock that somebody else put forward.
    page.locator(".clockbar-begins", has_text="the count").wait_for()
    assert page.locator(".due .countdown").inner_text() == "in 23 h 59 min"
    page.get_by_role("link", name="Vote", exact=True).click(timeout=10_000)
    page.get_by_role("button", name="Yes").click()
    page.locator('button[value="yes"][aria-pressed="true"]').wait_for()
    page.get_by_role("button", name="Choose B").click()
    page.get_by_text("2 of 2").wait_for()
    assert page.locator(".receipt code").count() == 1
    assert page.evaluate("document.activeElement.id") == "pick-B"


def test_a_ballot_that_is_being_put_together_comes_by_itself(
    page: Any, site: Site, world: World, aside: Callable[..., Any]
) -> None:
    stand_before_a_bill(page, site, world, aside)
    site.processes["beat"].send_signal(signal.SIGSTOP)
    _wait_until(_no_task_is_left, "the worker to finish")
    site.hop(Plan(world.starts_on).ballot_at + MINUTE / 2)
    page.goto(f"{site.url}/w/main/ballot")
    page.get_by_text("The ballot is just being put together.").wait_for()
    assert page.get_by_role("button", name="Yes").count() == 0
    site.processes["beat"].send_signal(signal.SIGCONT)
    page.get_by_role("button", name="Yes").click()
    page.locator('button[value="yes"][aria-pressed="true"]').wait_for()
    page.get_by_text("1 of 2").wait_for()


def test_quick_choices_are_stored_in_the_order_of_the_taps(
    page: Any, site: Site, world: World, aside: Callable[..., Any]
) -> None:
    stand_before_a_bill(page, site, world, aside)
    site.hop(Plan(world.starts_on).ballot_at)
    page.get_by_role("link", name="Vote", exact=True).click(timeout=20_000)
    sent: list[Any] = []
    released: list[str] = []
    page.route("**/vote", lambda route: sent.append(route) if not released else route.fallback())
    page.get_by_role("button", name="Yes").click()
    page.get_by_role("button", name="No", exact=True).click()
    page.get_by_role("button", name="Choose B").dblclick()
    page.wait_for_timeout(300)
    assert len(sent) == 1
    released.append("yes")
    sent[0].continue_()
    page.locator('button[value="no"][aria-pressed="true"]').wait_for()
    page.get_by_text("2 of 2").wait_for()
    assert list(Ballot.objects.values_list("citizen__name", "response", "votes__yes")) == [
        ("nova", "B", False)
    ]


def test_a_line_that_was_lost_comes_back_with_what_was_missed(
    page: Any, site: Site, world: World, aside: Callable[..., Any]
) -> None:
    lines: list[Any] = []
    cut = False

    def carry(line: Any) -> None:
        lines.append(line)
        if cut:
            line.close()
        else:
            line.connect_to_server()

    page.route_web_socket("**/ws/**", carry)
    page.goto(f"{site.url}/w/main/")
    page.wait_for_timeout(500)
    cut = True
    lines[-1].close()
    page.get_by_text("Reconnecting… nothing is lost.").wait_for(timeout=10_000)
    ada = Citizen.objects.get(name="Ada")
    aside(bills.propose, citizen_id=ada.pk, policy="cut-taxes", name="Lower", pitch="", at=sunday(world))
    cut = False
    page.get_by_role("link", name="There are new bills. Show them").wait_for(timeout=20_000)
    assert page.locator(".line-lost").count() == 0


def test_pages_are_sound_for_axe_and_fit_a_small_phone(
    browser: Any, site: Site, world: World, aside: Callable[..., Any]
) -> None:
    ada = Citizen.objects.get(name="Ada")
    name = "W" * 80
    aside(bills.propose, citizen_id=ada.pk, policy="fund-schools", name=name, pitch="", at=sunday(world))
    with browser.new_context(viewport={"width": 320, "height": 640}) as context:
        page = context.new_page()
        sign_up(page, site, "nova")
        paths = ("/", *(f"/w/main/{one}" for one in PAGES))
        for path, scheme in product(paths, ("light", "dark")):
            page.emulate_media(color_scheme=scheme)
            page.goto(site.url + path)
            assert (path, scheme, complaints(page)) == (path, scheme, [])
            assert (path, overflow(page)) == (path, 0)


def test_without_scripts_a_bill_is_proposed_and_upvoted(browser: Any, site: Site, world: World) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        sign_up(page, site, "nova")
        page.get_by_role("link", name="Propose a bill").first.click()
        page.get_by_label("Fund police").check()
        page.get_by_label("What you call it").fill("Lamps")
        page.get_by_role("button", name="Propose it").click()
        page.get_by_role("button", name="Upvote: Lamps").click()
        assert page.get_by_role("button", name="Take back your upvote: Lamps").count() == 1
