"""Kaban in real browsers: thirteen phones with a moderator, and a moderator at a table without phones."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.conftest import Site

NAMES = (
    "Ada", "Bob", "Cem", "Dot", "Eve", "Fay", "Gil", "Hal", "Ida", "Jon", "Kim", "Lea", "Max",
)  # fmt: skip
PHONE = {"width": 320, "height": 640}
SERIOUS = {"serious", "critical"}


def open_table(page: Any, site: Site, seats: int) -> None:
    """Set a table without bots at which the first project decides the game."""
    page.goto(f"{site.url}/play/kaban/")
    page.get_by_label("Seats", exact=True).select_option(str(seats))
    page.get_by_label("Bots may fill seats").uncheck()
    page.get_by_text("Roles and targets").click()
    page.get_by_label("Public Spending target").fill("2")
    page.get_by_role("button", name="Open the room").click()
    page.get_by_role("heading", name="Your table").wait_for()


def is_fit(page: Any) -> None:
    """See that nothing stands in anybody's way: no serious fault, and no sideways scrolling on a small phone."""
    found = [
        f"{fault['id']}: {fault['nodes'][0]['html'][:200]}"
        for fault in Axe().run(page).response["violations"]
        if fault["impact"] in SERIOUS
    ]
    assert found == []
    before = page.viewport_size
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    page.set_viewport_size(before)


def step(page: Any, words: str) -> None:
    """Wait until the console's script is about ``words``."""
    page.locator("#script-title", has_text=words).wait_for()


@pytest.fixture
def phones(browser: Any) -> Any:
    contexts = [browser.new_context(viewport={"width": 390, "height": 780}) for _ in NAMES]
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


def test_thirteen_phones_and_a_moderator_play_to_the_end(site: Site, page: Any, phones: list[Any]) -> None:
    open_table(page, site, 13)
    link = page.get_by_label("Link to join").input_value()
    for phone, name in zip(phones, NAMES, strict=True):
        phone.goto(link)
        phone.locator("input[name=name]").fill(name)
        phone.locator("main form").filter(has=phone.locator("input[name=name]")).get_by_role("button").click()
        phone.get_by_role("heading", name="The table fills up").wait_for()
    page.get_by_text("13 of 13 seats taken").wait_for()
    page.get_by_role("button", name="Start the game").click()
    step(page, "the night")
    is_fit(page)
    is_fit(phones[0])

    hold_by_key(phones[0])
    every(phones, by_night)
    step(page, "elect a President")
    every(phones, name_the_first)
    step(page, "the project")
    members = pick(phones[0])
    step(page, "the committee votes")
    for phone in phones[:members]:
        phone.get_by_label("Support").check()
        phone.get_by_role("button", name="Hand it in").click()
    step(page, "discussion")
    phones[1].get_by_label("Your message").fill("I trust nobody here.")
    phones[1].get_by_role("button", name="Say it").click()
    phones[12].get_by_text("I trust nobody here.").wait_for()
    page.get_by_role("button", name="Go on to the jail vote").click()
    step(page, "the jail vote")
    every(phones, name_nobody)
    for someone in (page, phones[0], phones[12]):
        someone.get_by_role("heading", name="Good wins").wait_for()
    is_fit(phones[0])
    assert "What really happened" in phones[5].locator("main").inner_text()


def every(phones: list[Any], act: Callable[[Any], None]) -> None:
    for phone in phones:
        act(phone)


def hold_by_key(phone: Any) -> None:
    phone.locator("#card > summary").focus()
    phone.keyboard.down("Enter")
    assert phone.locator(".k-role").is_visible()
    phone.keyboard.up("Enter")
    assert not phone.locator(".k-role").is_visible()


def hold(phone: Any) -> None:
    """Hold the card until it is face up: a page that is just being brought up to date turns it back once."""
    for _ in range(50):
        phone.locator("#card > summary").dispatch_event("pointerdown", {"button": 0})
        if phone.locator(".k-role").is_visible():
            return
        phone.wait_for_timeout(100)
    raise AssertionError("The card cannot be turned.")


def by_night(phone: Any) -> None:
    card = phone.locator("#card > summary")
    card.wait_for()
    assert not phone.locator(".k-role").is_visible()
    hold(phone)
    card.dispatch_event("pointerup")
    assert not phone.locator(".k-role").is_visible()
    phone.get_by_role("button", name="Done").click()
    phone.locator(".stored, h2:text('Election of a President')").first.wait_for()


def name_the_first(phone: Any) -> None:
    phone.get_by_role("heading", name="Election of a President").wait_for()
    phone.get_by_label("Ada", exact=True).check()
    phone.get_by_role("button", name="Hand it in").click()
    phone.locator(".stored, h2:text('The President picks')").first.wait_for()


def name_nobody(phone: Any) -> None:
    phone.get_by_role("heading", name="Jail vote").wait_for()
    phone.get_by_label("Nobody", exact=True).check()
    phone.get_by_role("button", name="Hand it in").click()
    phone.locator(".stored, .k-end").first.wait_for()


def pick(phone: Any) -> int:
    """Let the President pick the small card with the first players, and answer how many the card says."""
    phone.get_by_role("heading", name="The President picks").wait_for()
    card = phone.locator("input[name=card][value=small]")
    card.check()
    size = int(phone.locator(f"label[for={card.get_attribute('id')}]").inner_text().split()[-2])
    for box in phone.locator("input[name=committee]").all()[:size]:
        box.check()
    phone.get_by_role("button", name="Hand it in").click()
    return size


def test_a_moderator_runs_a_table_without_phones(site: Site, page: Any) -> None:
    open_table(page, site, 9)
    for number, name in enumerate(NAMES[:9], start=1):
        page.get_by_label("Somebody without a phone").fill(name)
        page.get_by_role("button", name="Seat them").click()
        page.get_by_text(f"{number} of 9 seats taken").wait_for()
    page.get_by_role("button", name="Start the game").click()
    step(page, "the night")
    for entry in page.locator("#panel-script .k-entry").all():
        if entry.get_by_label("Nakaw: do we steal?").count():
            entry.get_by_label("Nakaw: do we steal?").select_option("yes")
            entry.get_by_role("button", name="Enter for").click()
    page.get_by_text("✓ Nakaw yes").nth(5).wait_for()
    page.get_by_role("button", name="Close the night").click()
    step(page, "elect a President")
    page.get_by_text("Show 3 fingers: what was stolen.").wait_for()
    enter_all(page, "Ada", 9)
    step(page, "the project")
    is_fit(page)
    page.locator("#panel-script .k-entry select").first.select_option("small")
    words = page.locator("#panel-script .k-entry option[value=small]").inner_text()
    for box in page.locator("#panel-script input[name=committee]").all()[: int(words.split()[-2])]:
        box.check()
    page.get_by_role("button", name="Enter for Ada").click()
    step(page, "the committee votes")
    enter_all(page, "Support", int(words.split()[-2]))
    step(page, "discussion")
    page.get_by_role("button", name="Go on to the jail vote").click()
    step(page, "the jail vote")
    enter_all(page, "Nobody", 9)
    page.get_by_role("heading", name="Good wins").wait_for()
    is_fit(page)
    page.goto(page.url.split("#")[0] + "public")
    page.get_by_role("heading", name="Good wins").wait_for()
    is_fit(page)


def enter_all(page: Any, choice: str, count: int) -> None:
    """Enter the same for everybody who is asked; the last entry closes the step."""
    for _ in range(count):
        entry = page.locator("#panel-script .k-entry:not(.done)").first
        before = entry.get_attribute("id")
        entry.locator("select").select_option(label=choice)
        entry.locator(".k-entry-form button").click()
        page.wait_for_function("id => !document.getElementById(id)", arg=before)
