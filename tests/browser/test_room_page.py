"""How a room's page keeps itself fresh in a real browser: no answer overtakes a newer one, and no press is lost."""

from contextlib import suppress
from typing import Any

from tests.conftest import Site

SAID = "#chat-lines .chat-text"


def open_room(site: Site, page: Any, name: str = "Ada") -> None:
    page.goto(f"{site.url}/play/estado-libre/")
    page.get_by_label("Your name at this table").fill(name)
    page.get_by_role("button", name="Open the room").click()
    page.get_by_role("heading", name="The table fills up").wait_for()
    page.wait_for_load_state("networkidle")


def say(page: Any, text: str) -> None:
    page.get_by_label("Your message").fill(text)
    page.get_by_role("button", name="Say it").click()


def sit_down(page: Any, browser_page: Any, name: str) -> None:
    """Let somebody else take a seat of the room that ``page`` shows its host."""
    browser_page.goto(page.get_by_label("Link to join").input_value())
    browser_page.get_by_label("Your name at this table").fill(name)
    browser_page.get_by_role("button", name="Sit down").click()
    browser_page.get_by_role("heading", name="The table fills up").wait_for()


def hold_first(page: Any, address: str) -> list[Any]:
    """Hold the page's next request for ``address`` until the test lets it go on; answer where it will be found."""
    held: list[Any] = []
    page.route(address, lambda route: route.fallback() if held else held.append(route))
    return held


def until(page: Any, held: list[Any]) -> None:
    while not held:
        page.wait_for_timeout(20)


def look_again(page: Any) -> None:
    """Have the page look, as it does when somebody comes back to it."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_a_look_from_before_a_press_does_not_overtake_its_answer(site: Site, page: Any) -> None:
    from playwright.sync_api import Error  # noqa: PLC0415  slow to import, and often not needed

    open_room(site, page)
    held: list[Any] = []
    page.route("**/look", lambda route: held.append(route))  # noqa: PLW0108  playwright marks what it is given
    look_again(page)
    until(page, held)
    before = held[0].fetch()
    assert "First." not in before.text()
    say(page, "First.")
    page.locator(SAID, has_text="First.").wait_for()
    with suppress(Error):  # The page has given this look up.
        held[0].fulfill(response=before)
    page.wait_for_timeout(200)
    assert page.locator(SAID).all_inner_texts() == ["First."]


def test_what_is_sent_meanwhile_waits_its_turn(site: Site, page: Any) -> None:
    open_room(site, page)
    held = hold_first(page, "**/say")
    say(page, "First.")
    until(page, held)
    page.evaluate(
        """() => {
            const form = document.getElementById("say").cloneNode(true);
            form.removeAttribute("id");
            delete form.dataset.sent;
            form.querySelector("textarea").value = "Second.";
            document.body.append(form);
            form.requestSubmit();
        }"""
    )
    page.wait_for_timeout(200)
    held[0].continue_()
    page.locator(SAID, has_text="Second.").wait_for()
    assert page.locator(SAID).all_inner_texts() == ["First.", "Second."]


def test_what_is_typed_while_talk_is_on_its_way_is_kept(site: Site, page: Any) -> None:
    open_room(site, page)
    held = hold_first(page, "**/say")
    say(page, "First.")
    until(page, held)
    page.get_by_label("Your message").press_sequentially(" Second")
    held[0].continue_()
    page.locator(SAID, has_text="First.").wait_for()
    assert page.get_by_label("Your message").input_value() == "Second"
    assert page.locator(SAID).all_inner_texts() == ["First."]


def test_what_the_site_did_not_answer_is_said_and_kept(site: Site, page: Any) -> None:
    open_room(site, page)
    page.route(
        "**/say", lambda route: route.fulfill(status=503, content_type="text/html", body="<h1>Away</h1>")
    )
    say(page, "Are you there?")
    note = page.get_by_role("alert").get_by_text("The site did not answer, so this may not be stored.")
    note.wait_for()
    page.route("**/say", lambda route: route.abort())
    page.get_by_role("button", name="Say it").click()
    page.wait_for_timeout(200)
    note.wait_for()
    assert page.get_by_label("Your message").input_value() == "Are you there?"
    assert page.locator(SAID).all_inner_texts() == []
    page.unroute("**/say")
    page.get_by_role("button", name="Say it").click()
    page.locator(SAID, has_text="Are you there?").wait_for()
    assert page.locator(SAID).all_inner_texts() == ["Are you there?"]
    assert page.get_by_label("Your message").input_value() == ""
    assert note.count() == 0


def test_a_press_counts_though_the_table_changes_under_it(site: Site, page: Any, browser: Any) -> None:
    open_room(site, page)
    held = hold_first(page, "**/look")
    with browser.new_context() as context:
        sit_down(page, context.new_page(), "Bob")
    page.get_by_label("Your message").fill("Held.")
    until(page, held)
    button = page.get_by_role("button", name="Say it")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    with page.expect_response("**/look"):
        held[0].continue_()
    page.wait_for_timeout(200)
    page.mouse.up()
    page.locator(SAID, has_text="Held.").wait_for()
    page.locator(".roster-name", has_text="Bob").wait_for()
    assert page.locator(SAID).all_inner_texts() == ["Held."]
