"""Rooms in a real browser: what one does, the others see without asking, and who is shown out is out."""

import re
from datetime import timedelta
from typing import Any

from games import clock
from games.models import Phase, Room
from tests.conftest import Site
from tests.soundness import complaints, overflow

WITHIN = 5_000
"""Milliseconds in which a push has come and its page has looked again."""


def fits(page: Any) -> bool:
    page.set_viewport_size({"width": 320, "height": 700})
    wide = overflow(page)
    page.set_viewport_size({"width": 1280, "height": 900})
    return wide <= 0


def test_a_table_meets_talks_starts_and_shows_somebody_out(site: Site, page: Any, browser: Any) -> None:
    faults: list[str] = []
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(f"{site.url}/play/estado-libre/")
    assert complaints(page) == []
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Open the room").click()
    page.wait_for_url(re.compile(r"/r/[\w-]+/$"))
    room = page.url

    with browser.new_context() as context:
        guest = context.new_page()
        guest.goto(page.get_by_label("Link to join").input_value())
        assert guest.url == f"{room}join"
        assert complaints(guest) == []
        assert fits(guest)
        guest.get_by_label("Your name").fill("Bob")
        guest.get_by_role("button", name="Sit down").click()
        page.get_by_text("Bob").first.wait_for(timeout=WITHIN)
        assert complaints(page) == []
        assert fits(page)

        page.get_by_label("Your message").fill("half a thought")
        guest.get_by_label("Your message").fill("Good evening")
        guest.keyboard.press("Enter")
        page.get_by_text("Good evening").wait_for(timeout=WITHIN)
        assert page.get_by_label("Your message").input_value() == "half a thought"
        assert guest.get_by_label("Your message").input_value() == ""

        page.get_by_role("button", name="Start the game").click()
        guest.get_by_text("Year 1").first.wait_for(timeout=WITHIN)
        page.get_by_role("heading", name="You are the host").click()
        page.get_by_text("Seats", exact=True).click()
        assert complaints(page) == []
        page.locator("details.sure summary", has_text="Remove").first.click()
        page.get_by_role("button", name="Remove Bob").click()
        guest.get_by_text("This seat is empty").wait_for(timeout=WITHIN)
    assert faults == []


def test_a_look_that_fails_is_repeated_until_one_succeeds(site: Site, page: Any, browser: Any) -> None:
    page.goto(f"{site.url}/play/estado-libre/")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Open the room").click()
    with browser.new_context() as context:
        guest = context.new_page()
        guest.goto(page.get_by_label("Link to join").input_value())
        guest.get_by_label("Your name").fill("Bob")
        guest.get_by_role("button", name="Sit down").click()
        guest.get_by_role("heading", name="The table fills up").wait_for()
        guest.wait_for_load_state("networkidle")

        ways_to_fail = [
            lambda route: route.fulfill(status=503),
            lambda route: route.abort("connectionreset"),
        ]
        failed = []

        def fail_at_first(route: Any) -> None:
            if ways_to_fail:
                failed.append(route.request.url)
                ways_to_fail.pop()(route)
            else:
                route.continue_()

        guest.route("**/look", fail_at_first)
        page.get_by_label("Your message").fill("Did you hear?")
        page.keyboard.press("Enter")
        guest.get_by_text("Did you hear?").wait_for(timeout=WITHIN)
        assert len(failed) == 2


def test_a_page_that_no_push_reaches_looks_after_the_deadline(site: Site, page: Any) -> None:
    page.add_init_script("delete window.WebSocket")
    page.goto(f"{site.url}/play/estado-libre/")
    page.get_by_role("button", name="Play against bots").click()
    page.get_by_role("heading", name="Year 1 of 6").wait_for()
    soon = clock.now() + timedelta(seconds=4)
    Phase.objects.filter(closed_at=None).update(due_at=soon)
    Room.objects.update(due_at=soon)
    page.reload()
    before = page.locator("#room-due").get_attribute("data-said")
    page.wait_for_function(
        "before => document.querySelector('#room-due').dataset.said !== before", arg=before, timeout=20_000
    )
