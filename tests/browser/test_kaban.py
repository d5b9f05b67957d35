"""Kaban in real browsers: thirteen phones with a moderator play three Years to the end."""

import re
from typing import Any

import pytest

from tests.browser.kaban_table import NAMES, agrees, is_fit, open_table, step
from tests.conftest import Site


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
    for width in (320, 390):
        assert len({shape(phone, width) for phone in phones}) == 1
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
    table.hand_in(table.active)
    step(page, "elect a President")
    hold(table.one("Ombudsperson"), f"{table.name(prey)} stands with the bad.")
    table.name_all("Election of a President", "Ada")
    build(page, table, phones[0])
    phones[1].get_by_label("Your message").fill("I trust nobody here.")
    phones[1].get_by_role("button", name="Say it").click()
    phones[12].get_by_text("I trust nobody here.").wait_for()
    to_the_jail_vote(page)
    table.name_all("Jail vote", table.name(prey))
    step(page, "Year 2: the night")
    prey.get_by_text("You are jailed. You read along, and are back in Year 5.").wait_for()
    table.active.remove(prey)

    # Year 2: the COA is silenced, and protection saves the President from jail.
    free = [phone for phone in corrupt if phone is not prey]
    for thief in free:
        choose(thief, 2, "Yes")
    choose(lawyer, 3, "Ada")
    table.hand_in([*free, lawyer])
    for phone in (*free, lawyer):
        phone.get_by_text("Stored:").wait_for()
    page.get_by_role("button", name="Close the night").click()
    step(page, "Year 2: the project")
    page.get_by_text(f"{table.name(coa)} is silenced until Year 2 ends.").wait_for()
    hold(coa, "You are silenced.")
    coa.get_by_label("Your message").fill("There was a kickback!")
    coa.get_by_role("button", name="Say it").click()
    coa.get_by_text("You have been silenced: this Year you cannot speak at the table.").wait_for()
    build(page, table, phones[0])
    to_the_jail_vote(page)
    table.name_all("Jail vote", "Ada", table.active[:8])
    table.active[7].get_by_text("Stored:").wait_for()
    page.get_by_role("button", name="Close the vote and the Year").click()
    step(page, "Year 3, the last: the night")
    saved = "The attempted jailing of Ada has failed due to legal protection."
    phones[12].get_by_text("Last Year", exact=True).click()
    phones[12].get_by_text(saved).wait_for()

    # Year 3, the last: the larger share of the own target wins.
    for thief in free:
        choose(thief, 1, "Yes")
    table.hand_in(free)
    for phone in free:
        phone.get_by_text("Stored:").wait_for()
    page.get_by_role("button", name="Close the night").click()
    step(page, "elect a President")
    page.get_by_text("This Year is the last. If nobody has won").wait_for()
    after = table.active[1]
    table.name_all("Election of a President", table.name(after), table.active[:4])
    table.active[3].get_by_text("Stored:").wait_for()
    page.get_by_role("button", name="Close the vote", exact=True).click()
    build(page, table, after)
    to_the_jail_vote(page)
    table.name_all("Jail vote", "Nobody", [after])
    after.get_by_text("Stored:").wait_for()
    page.get_by_role("button", name="Close the vote and the Year").click()
    for someone in (page, *phones):
        someone.get_by_role("heading", name=re.compile("^(Good|Bad) wins$")).wait_for()
    is_fit(phones[0])
    spending, fund = (int(cell) for cell in phones[5].locator("td.number").all_inner_texts()[-4:][:2])
    winner = "Good" if spending / 60 >= fund / 50 else "Bad"
    assert phones[5].locator("#end-of-game").inner_text() == f"{winner} wins"
    assert "It was the last Year" in phones[5].locator("main").inner_text()
    assert agrees(phones[5])


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

    def hand_in(self, phones: list[Any]) -> None:
        """Let these phones be done with the night."""
        for phone in phones:
            phone.get_by_role("heading", name="Hidden phase", exact=True).wait_for()
            assert not phone.locator(".k-role").is_visible()
            phone.get_by_role("button", name="Done").click()

    def name_all(self, phase: str, name: str, phones: list[Any] | None = None) -> None:
        """Let all who are asked, or these alone, name the same."""
        for phone in phones or self.active:
            phone.get_by_role("heading", name=phase, exact=True).wait_for()
            phone.locator("#act-form").get_by_label(name, exact=True).check()
            phone.get_by_role("button", name="Hand it in").click()


def shape(phone: Any, width: int) -> str:
    """Say where all that is asked by night stands and how large it is, on a phone of that width, seen from the top."""
    phone.get_by_role("heading", name="Hidden phase").wait_for()
    phone.set_viewport_size({"width": width, "height": 780})
    phone.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    return str(
        phone.evaluate(
            "JSON.stringify([...document.querySelectorAll('.k-act *:not(bdi):not(label):not(span)')].map((one) => {"
            " const box = one.getBoundingClientRect(); return [one.tagName, box.x, box.y + scrollY, box.height]; }))"
        )
    )


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
