"""The moderator's console in real browsers: a table without phones, and two moderators at once."""

import re
from typing import Any

from tests.browser.kaban_table import NAMES, agrees, is_fit, open_table, step
from tests.conftest import Site


def test_a_moderator_runs_two_years_of_a_table_without_phones(site: Site, page: Any) -> None:
    open_table(page, site, 9, last_year=2)
    for number, name in enumerate(NAMES[:9], start=1):
        page.get_by_label("Somebody without a phone").fill(name)
        page.get_by_role("button", name="Seat them").click()
        page.get_by_text(f"{number} of 9 seats taken").wait_for()
    page.get_by_role("button", name="Start the game").click()
    step(page, "Year 1: the night")
    show_card(page, "Ada")
    enter_night(page, "Nakaw: do we steal?", "yes")
    page.get_by_role("button", name="Close the night").click()
    step(page, "Year 1: elect a President")
    page.get_by_text("Show 3 fingers: what was stolen.").wait_for()
    enter_all(page, "Ada", 9)
    step(page, "Year 1: the project")
    is_fit(page)
    build_at_the_console(page)
    page.get_by_role("button", name="Go on to the jail vote").click()
    step(page, "Year 1: the jail vote")
    enter_all(page, "Ida", 9)

    step(page, "Year 2, the last: the night")
    enter_night(page, "Suhol: do we silence the COA?", "yes")
    page.get_by_role("button", name="Close the night").click()
    step(page, "Year 2, the last: the project")
    page.get_by_text("Suhol was paid for").or_(page.get_by_text("is silenced until Year 2 ends")).wait_for()
    build_at_the_console(page)
    page.get_by_role("button", name="Go on to the jail vote").click()
    step(page, "Year 2, the last: the jail vote")
    enter_all(page, "Nobody", 8)
    page.get_by_role("heading", name=re.compile("^(Good|Bad) wins$")).wait_for()
    assert "It was the last Year" in page.locator("main").inner_text()
    is_fit(page)
    assert agrees(page)
    page.goto(page.url.split("#")[0] + "public")
    page.get_by_role("heading", name=re.compile("^(Good|Bad) wins$")).wait_for()
    is_fit(page)


def show_card(page: Any, name: str) -> None:
    """Show somebody their card: while it lies there, nothing of the console is to be seen."""
    page.locator(".k-seat-fold > summary", has_text=name).click()
    page.get_by_text(f"Show the card to {name} alone").click()
    covered = page.evaluate(
        "[...document.querySelectorAll('.k-seat-what .tag')].every((tag) => { const box = tag.getBoundingClientRect();"
        " const top = document.elementFromPoint(box.x + 2, box.y + 2); return !top || !!top.closest('.k-show'); })"
    )
    assert covered
    page.locator(".k-show[open]").get_by_text("Put the card away").click()


def enter_night(page: Any, question: str, answer: str) -> None:
    """Enter the same answer for all who are asked that by night."""
    asked = page.locator("#panel-script .k-entry:not(.done)").filter(has=page.get_by_label(question))
    while asked.count():
        before = asked.first.get_attribute("id")
        asked.first.get_by_label(question).select_option(answer)
        asked.first.get_by_role("button", name="Enter for").click()
        page.wait_for_function("id => !document.getElementById(id)", arg=before)


def build_at_the_console(page: Any) -> None:
    """Enter the small card with the first players as its committee, and their support."""
    page.locator("#panel-script .k-entry select").first.select_option("small")
    size = int(page.locator("#panel-script .k-entry option[value=small]").inner_text().split()[-2])
    for box in page.locator("#panel-script input[name=committee]").all()[:size]:
        box.check()
    page.get_by_role("button", name="Enter for Ada").click()
    step(page, "the committee votes")
    enter_all(page, "Support", size)
    step(page, "discussion")


def enter_all(page: Any, choice: str, count: int) -> None:
    """Enter the same for everybody who is asked; the last entry closes the step."""
    for _ in range(count):
        entry = page.locator("#panel-script .k-entry:not(.done)").first
        before = entry.get_attribute("id")
        entry.locator("select").select_option(label=choice)
        entry.locator(".k-entry-form button").click()
        page.wait_for_function("id => !document.getElementById(id)", arg=before)


def test_two_moderators_at_once_do_each_thing_once(site: Site, page: Any, browser: Any) -> None:
    page.goto(f"{site.url}/play/kaban/")
    page.get_by_label("Seats", exact=True).select_option("9")
    page.get_by_text("Unhurried").click()
    page.get_by_role("button", name="Open the room").click()
    page.get_by_role("heading", name="Your table").wait_for()
    joining = page.get_by_label("Link to join").input_value()
    with browser.new_context() as his, browser.new_context() as hers, browser.new_context() as theirs:
        phone, second, third = his.new_page(), hers.new_page(), theirs.new_page()
        phone.goto(joining)
        phone.locator("input[name=name]").fill("Ada")
        phone.get_by_role("button", name="Sit down").click()
        page.get_by_text("1 of 9 seats taken").wait_for()
        page.get_by_role("button", name="Start the game").click()
        step(page, "the night")
        second.goto(console_link(page, "Link for a co-moderator"))
        step(second, "the night")
        told(phone, "Another moderator has joined the console.")
        page.goto(second.url)

        # Both press the same button in the same moment, and one of them twice.
        for console in (page, second):
            console.get_by_role("button", name="Close the night").wait_for()
        press = "Array.from(document.querySelectorAll('button')).find((one) => one.innerText === 'Close the night')"
        second.evaluate(f"() => {{ {press}.click(); {press}.click() }}")
        page.evaluate(f"() => {press}.click()")
        for console in (page, second):
            step(console, "Year 1: elect a President")
        assert opened(page) == ["Year 1: Election of a President, once more", "Year 1: Hidden phase"]

        lead(second)
        second.locator("#host-panel").get_by_role("button", name="Extend").dblclick()
        told(phone, "The moderator extended this phase by 1 minute.")
        set_figure(second, "fund", 9)
        told(phone, "The moderator corrected the Corruption Fund.")
        page.locator(".k-tracker", has_text="Corruption Fund").get_by_text("9", exact=True).wait_for()
        page.locator("#seat-4 > summary").click()
        page.locator("#standing-4").get_by_label("Stands").select_option("jailed")
        page.locator("#standing-4").get_by_label("Back in Year").fill("3")
        page.locator("#standing-4").get_by_role("button", name="Correct").dblclick()
        phone.get_by_text("Jailed, back in Year 3").wait_for()
        phone.get_by_label("Your message").fill("I am the Lawyer, I swear.")
        phone.get_by_role("button", name="Say it").click()
        second.get_by_role("button", name="Hide this message of Ada").dblclick()
        phone.get_by_text("This message was hidden.").wait_for()
        told(phone, "The moderator hid a message.")

        lead(page)
        page.locator("#host-panel").get_by_role("button", name="Pause").click()
        told(phone, "The moderator paused the game.")
        second.get_by_text("The game is paused. Entries wait until it goes on.").wait_for()
        lead(second)
        second.get_by_role("button", name="Go on now").click()
        phone.get_by_role("heading", name="Election of a President").wait_for()

        lead(page)
        page.locator("#host-panel").get_by_text("Go back", exact=True).first.click()
        page.get_by_label("To the opening of").select_option(label="Year 1: Hidden phase")
        # What is chosen stays chosen while the console is drawn anew.
        set_figure(second, "fund", 8)
        page.locator(".k-tracker", has_text="Corruption Fund").get_by_text("8", exact=True).wait_for()
        page.locator("#host-panel").get_by_role("button", name="Go back").dblclick()
        for console in (page, second):
            step(console, "Year 1: the night")
        phone.get_by_role("heading", name="Hidden phase").wait_for()
        told(phone, "The moderator went back to the opening of an earlier phase")
        lead(page)
        is_fit(page)

        # Who takes over ends all other consoles, and who has seen them never gets a seat here.
        third.goto(console_link(second, "Hand over to another moderator"))
        step(third, "Year 1: the night")
        told(phone, "The moderator handed the game over to another moderator.")
        for shown_out in (page, second):
            shown_out.get_by_text("This seat is empty").wait_for()
        lead(third)
        third.locator("#host-panel").get_by_text("Seats", exact=True).click()
        third.locator(".host-seats li", has_text="Ada").get_by_text("Substitute").click()
        third.get_by_label("Who takes over?").first.fill("Zoe")
        third.get_by_role("button", name="Hand over the seat").first.click()
        seat = third.locator(".shown-once input").input_value()
        for knowing in (page, second, third):
            knowing.goto(seat)
            knowing.get_by_role("heading", name="You have seen the console").wait_for()
        with browser.new_context() as fresh:
            zoe = fresh.new_page()
            zoe.goto(seat)
            zoe.get_by_role("heading", name="Hidden phase").wait_for()


def console_link(page: Any, button: str) -> str:
    lead(page)
    page.locator("#host-panel").get_by_text("Other moderators").click()
    page.get_by_role("button", name=button).click()
    return str(page.locator(".shown-once input").input_value())


def lead(page: Any) -> None:
    """Unfold what leads the game, whether or not it is unfolded."""
    page.locator("#host-panel > summary").wait_for()
    page.evaluate("document.querySelector('#host-panel').open = true")


def opened(page: Any) -> list[str]:
    return [one.strip() for one in page.locator("#rewind-to option").all_text_contents()]


def set_figure(page: Any, key: str, figure: int) -> None:
    page.locator(f"#correct-{key} > summary").click()
    page.locator(f"#fig-{key}").fill(str(figure))
    page.locator(f"#set-{key} button").dblclick()


def told(phone: Any, words: str) -> None:
    """See that the table was told ``words``, and once."""
    notices = phone.locator(".room-notices")
    notices.get_by_text(words).first.wait_for(state="attached")
    assert notices.get_by_text(words).count() == 1
