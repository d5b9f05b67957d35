"""Kaban in real browsers: thirteen phones with a moderator, a table without phones, two moderators at once."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from roles.rules import case
from tests.conftest import Site

NAMES = (
    "Ada", "Bob", "Cem", "Dot", "Eve", "Fay", "Gil", "Hal", "Ida", "Jon", "Kim", "Lea", "Max",
)  # fmt: skip
PHONE = {"width": 320, "height": 640}
SERIOUS = {"serious", "critical"}


def open_table(page: Any, site: Site, seats: int, last_year: int) -> None:
    """Set a table without bots that plays ``last_year`` Years: no target can be reached in them."""
    page.goto(f"{site.url}/play/kaban/")
    page.get_by_label("Seats", exact=True).select_option(str(seats))
    page.get_by_label("Bots may fill seats").uncheck()
    page.get_by_label("Last Year").fill(str(last_year))
    page.get_by_text("Roles and targets").click()
    page.get_by_label("Public Spending target").fill("60")
    page.get_by_label("Corruption Fund target").fill("50")
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


def test_thirteen_phones_and_a_moderator_play_three_years_to_the_end(
    site: Site, page: Any, phones: list[Any]
) -> None:
    open_table(page, site, 13, last_year=3)
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
    table = Table(phones)
    corrupt, lawyer, coa = (
        table.all("Corrupt Politician"),
        table.one("Lawyer"),
        table.one("Commission on Audit"),
    )
    prey = next(phone for phone in corrupt if phone is not phones[0])

    # Year 1: a theft, a finding, a project, and somebody goes to jail.
    for thief in corrupt:
        choose(thief, 1, "Yes")
    choose(lawyer, 3, "Ada")
    choose(table.one("Ombudsperson"), 3, table.name(prey))
    table.all_hand_in("Hidden phase", "Done")
    step(page, "elect a President")
    hold(table.one("Ombudsperson"), f"{table.name(prey)} stands with the bad.")
    table.all_name("Election of a President", "Ada")
    build(page, table, phones[0])
    phones[1].get_by_label("Your message").fill("I trust nobody here.")
    phones[1].get_by_role("button", name="Say it").click()
    phones[12].get_by_text("I trust nobody here.").wait_for()
    to_the_jail_vote(page)
    table.all_name("Jail vote", table.name(prey))
    step(page, "Year 2: the night")
    prey.get_by_text("You are jailed. You read along, and are back in Year 5.").wait_for()
    table.active.remove(prey)

    # Year 2: the COA is silenced, and protection saves the President from jail.
    free = [phone for phone in corrupt if phone is not prey]
    for thief in free:
        choose(thief, 2, "Yes")
    choose(lawyer, 3, "Ada")
    table.all_hand_in("Hidden phase", "Done")
    step(page, "Year 2: the project")
    page.get_by_text(f"{table.name(coa)} is silenced until Year 2 ends.").wait_for()
    hold(coa, "You are silenced.")
    coa.get_by_label("Your message").fill("There was a kickback!")
    coa.get_by_role("button", name="Say it").click()
    coa.get_by_text("You have been silenced: this Year you cannot speak at the table.").wait_for()
    build(page, table, phones[0])
    to_the_jail_vote(page)
    table.all_name("Jail vote", "Ada")
    step(page, "Year 3, the last: the night")
    saved = "The attempted jailing of Ada has failed due to legal protection."
    phones[12].get_by_text("Last Year", exact=True).click()
    phones[12].get_by_text(saved).wait_for()

    # Year 3, the last: the larger share of the own target wins.
    for thief in free:
        choose(thief, 1, "Yes")
    table.all_hand_in("Hidden phase", "Done")
    step(page, "elect a President")
    page.get_by_text("This Year is the last. If nobody has won").wait_for()
    after = table.active[1]
    table.all_name("Election of a President", table.name(after))
    build(page, table, after)
    to_the_jail_vote(page)
    table.all_name("Jail vote", "Nobody")
    for someone in (page, *phones):
        someone.get_by_role("heading", name=re.compile("^(Good|Bad) wins$")).wait_for()
    is_fit(phones[0])
    spending, fund = (int(cell) for cell in phones[5].locator("td.number").all_inner_texts()[-4:][:2])
    winner = "Good" if spending / 60 >= fund / 50 else "Bad"
    assert phones[5].locator("#end-of-game").inner_text() == f"{winner} wins"
    assert "It was the last Year" in phones[5].locator("main").inner_text()
    assert agrees(phones[5])


def agrees(page: Any) -> bool:
    """Say whether the record that the page offers comes to the recorded end when it is adjudicated."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").first.click()
    record = Path(download.value.path()).read_bytes()
    return bool(case.adjudicate(record) == json.loads(record)["expect"])


class Table:
    """Who holds which phone, what their card says, and who is asked."""

    def __init__(self, phones: list[Any]) -> None:
        self.active = list(phones)
        self.names = dict(zip(map(id, phones), NAMES, strict=True))
        self.roles = {id(phone): phone.locator(".k-role").text_content() for phone in phones}

    def all(self, role: str) -> list[Any]:
        return [phone for phone in self.active if self.roles[id(phone)] == role]

    def one(self, role: str) -> Any:
        return self.all(role)[0]

    def name(self, phone: Any) -> str:
        return self.names[id(phone)]

    def all_hand_in(self, phase: str, button: str) -> None:
        for phone in self.active:
            phone.get_by_role("heading", name=phase, exact=True).wait_for()
            assert not phone.locator(".k-role").is_visible()
            phone.get_by_role("button", name=button).click()

    def all_name(self, phase: str, name: str) -> None:
        for phone in self.active:
            phone.get_by_role("heading", name=phase, exact=True).wait_for()
            phone.locator("#act-form").get_by_label(name, exact=True).check()
            phone.get_by_role("button", name="Hand it in").click()


def choose(phone: Any, part: int, answer: str) -> None:
    """Answer one of the three parts of the night's form."""
    phone.get_by_role("heading", name="Hidden phase").wait_for()
    phone.locator(f".k-ask-{part}").get_by_label(answer, exact=True).check()


def hold_by_key(phone: Any) -> None:
    phone.locator("#card > summary").focus()
    phone.keyboard.down("Enter")
    assert phone.locator(".k-role").is_visible()
    phone.keyboard.up("Enter")
    assert not phone.locator(".k-role").is_visible()


def hold(phone: Any, words: str) -> None:
    """Hold the card until ``words`` can be read: a page that is just being brought up to date turns it back once."""
    for _ in range(50):
        phone.locator("#card > summary").dispatch_event("pointerdown", {"button": 0})
        if phone.locator(".k-face").get_by_text(words).is_visible():
            phone.locator("#card > summary").dispatch_event("pointerup")
            assert not phone.locator(".k-role").is_visible()
            return
        phone.wait_for_timeout(100)
    raise AssertionError(f"The card does not say: {words}")


def build(page: Any, table: Table, president: Any) -> None:
    """Let the President pick the small card with the first players, and all of them support it."""
    president.get_by_role("heading", name="The President picks").wait_for()
    card = president.locator("input[name=card][value=small]")
    card.check()
    size = int(president.locator(f"label[for={card.get_attribute('id')}]").inner_text().split()[-2])
    for box in president.locator("input[name=committee]").all()[:size]:
        box.check()
    president.get_by_role("button", name="Hand it in").click()
    step(page, "the committee votes")
    for phone in table.active[:size]:
        phone.get_by_label("Support").check()
        phone.get_by_role("button", name="Hand it in").click()
    step(page, "discussion")


def to_the_jail_vote(page: Any) -> None:
    page.get_by_role("button", name="Go on to the jail vote").click()
    step(page, "the jail vote")


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
