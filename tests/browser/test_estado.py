"""Estado Libre in real browsers: seven people who got a link play a whole game, and an eighth watches."""

import signal
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack
from datetime import timedelta
from itertools import product
from typing import Any

import pytest

from games import clock, store
from games.chance import seal
from games.models import Phase, Room, RoomSeed
from tests.conftest import Site
from tests.games.conftest import SECOND, SEED, Sitting, begin
from tests.games.planting import plant
from tests.soundness import complaints, overflow

NAMES = ("Ada", "Bob", "Cem", "Dot", "Eve", "Fay", "Gil")
SEALED = """serial => document.querySelector(".stored")
    || document.querySelector("#sheet-form")?.dataset.serial !== serial"""


@pytest.fixture
def people(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open pages of people who share nothing, each with what a script of theirs complained of."""
    with ExitStack() as stack:

        def come(**options: Any) -> Any:
            context = stack.enter_context(browser.new_context(**options))
            page = context.new_page()
            page.mistakes = []
            page.on("pageerror", lambda error: page.mistakes.append(str(error)))
            return page

        yield come


def sit_down(site: Site, pages: list[Any]) -> None:
    """Let the first open a room, and the others come by its link; then start. The dice are the same in each run."""
    host = pages[0]
    host.goto(f"{site.url}/play/estado-libre/")
    host.get_by_label("Your name at this table").fill(NAMES[0])
    host.get_by_label("Bots may fill seats").uncheck()
    host.get_by_role("button", name="Open the room").click()
    link = host.get_by_label("Link to join").input_value()
    for page, name in zip(pages[1:], NAMES[1:], strict=True):
        page.goto(link)
        page.get_by_label("Your name at this table").fill(name)
        page.get_by_role("button", name="Sit down").click()
        page.get_by_role("heading", name="The table fills up").wait_for()
    RoomSeed.objects.update(secret=SEED)
    Room.objects.update(seal=seal(SEED))
    host.get_by_role("button", name="Start the game").click()
    host.get_by_role("heading", name="Year 1 of 6").wait_for()


def opened() -> Phase:
    return Phase.objects.latest("serial")


def asked() -> list[int]:
    table = store.load(Room.objects.get())
    return list(table.game.awaited(table.state))


def holding(*offices: str) -> list[int]:
    """Answer who holds these offices now."""
    seats = store.load(Room.objects.get()).state.seats
    return [number for number, seat in enumerate(seats, 1) if seat.office in offices]


def announce(page: Any, year: int) -> None:
    for field in page.locator('input[name^="allocate_"]').all():
        field.fill("6")
    assert page.locator("[data-left]").inner_text().endswith(" left")
    page.locator("#cover summary").click()
    page.locator('input[name^="withhold_"]').last.fill("2")
    assert page.locator("[data-kept]").inner_text() == "$2"


def vote(page: Any, year: int) -> None:
    page.get_by_label("Nay" if year == 5 else "Aye").check()


def take_all(page: Any, year: int) -> None:
    button = page.get_by_role("button", name="All of it")
    if button.count():
        button.click()


def give_orders(page: Any, year: int) -> None:
    """Plot in the third year, march in the even ones, and stand by the President in the others."""
    if year == 3:
        page.get_by_label("Assassinate").check()
        page.locator('select[name="target"]').select_option(index=1)
        page.locator('input[name="spend"]').fill("3")
        return
    marches = page.locator('select[name="march"]')
    if year % 2 == 0 and marches.count():
        page.get_by_label("Keep quiet").check()
        marches.select_option(index=1)
        return
    support = page.get_by_label("Support")
    (support if support.is_enabled() else page.get_by_label("Keep quiet")).check()


def name_one(page: Any, year: int) -> None:
    page.locator('input[name="name"]').first.check()


BY_HAND = {
    "budget": announce, "vote": vote, "skim": take_all, "orders": give_orders, "succession": name_one,
}  # fmt: skip
BY_POST = {"vote": {"vote": "aye"}, "skim": {"amount": "0"}, "orders": {"action": "none"}, "succession": {}}


def seal_by_hand(page: Any, phase: Phase) -> None:
    """Fill in the form that the page shows by now, and seal it."""
    form = page.locator(f'#sheet-form[data-serial="{phase.serial}"]')
    form.wait_for(timeout=30_000)
    BY_HAND[phase.name](page, phase.year)
    form.get_by_role("button", name="Seal it").click()
    page.wait_for_function(SEALED, arg=str(phase.serial))


def seal_by_post(page: Any, phase: Phase) -> None:
    """Send what a page without scripts would, with the same browser's cookies."""
    token = page.locator('input[name="csrfmiddlewaretoken"]').first.input_value()
    form = {"csrfmiddlewaretoken": token, "serial": str(phase.serial), **BY_POST[phase.name]}
    assert page.request.post(f"{page.url}submit", form=form, max_redirects=0).status == 303


def play_phase(site: Site, pages: list[Any], hands: Collection[int], away: Collection[int] = ()) -> None:
    """Let all who are asked answer: seats in ``hands`` on their page, the others by plain posts, ``away`` not at all.

    The last to answer ends the phase, or where somebody is away its deadline does.
    """
    phase, numbers = opened(), asked()
    for number in numbers:
        if number in away:
            continue
        answer = seal_by_hand if number in hands or phase.name == "budget" else seal_by_post
        answer(pages[number - 1], phase)
    if set(numbers) & set(away):
        site.hop(phase.due_at + SECOND)
    until = time.monotonic() + 20
    while opened().serial == phase.serial and time.monotonic() < until:
        time.sleep(0.1)
    assert opened().serial > phase.serial


def play_year(site: Site, pages: list[Any], hands: Collection[int], *, until: str = "") -> None:
    """Play on until the next year, or until the phase that is named."""
    year = opened().year
    while opened().year == year and opened().name not in ("over", until):
        play_phase(site, pages, hands)


def test_seven_play_a_whole_game_and_an_eighth_watches(site: Site, people: Callable[..., Any]) -> None:
    """All seven use their pages in the first year, and some of them, in turn, in each that follows."""
    pages = [people(viewport={"width": 390, "height": 800}) for _ in NAMES]
    sit_down(site, pages)
    watcher = people()
    watcher.goto(f"{site.url}/watch/{Room.objects.get().watch_token}")
    watcher.get_by_role("heading", name="Year 1 of 6").wait_for()
    assert Room.objects.get().watch_token not in watcher.url

    play_year(site, pages, range(1, 8))
    for page in pages:
        page.get_by_role("heading", name="Year 2 of 6").wait_for(timeout=20_000)
    told = [page.get_by_text("You were promised $6. $4 arrived").count() for page in pages]
    assert sum(told) == 1
    play_year(site, pages, holding("defence", "interior"))

    # One loses the line when they have voted, misses two phases, and finds the next year when it is back.
    play_year(site, pages, (4, 5, 6), until="skim")
    away = pages[3]
    away.locator("#sheet.sheet-skim").wait_for(timeout=20_000)
    away.context.set_offline(True)
    while opened().year == 3:
        play_phase(site, pages, (5, 6), away=(4,))
    watcher.get_by_role("heading", name="Year 4 of 6").wait_for(timeout=20_000)
    assert away.get_by_role("heading", name="Year 3 of 6").is_visible()
    away.context.set_offline(False)
    away.get_by_role("heading", name="Year 4 of 6").wait_for(timeout=20_000)
    for secret in ("You were promised", "My account abroad", "Telegrams", "Seal it"):
        assert watcher.get_by_text(secret).count() == 0
    watcher.get_by_text("Awaited:").wait_for()

    play_year(site, pages, (4, 7))
    play_year(site, pages, (3,))
    play_year(site, pages, (6,))
    for page in [*pages, watcher]:
        page.get_by_role("heading", name="The archive is open").wait_for(timeout=20_000)
        assert page.locator(".fortune-chart .curve").count() == len(NAMES)
    assert (complaints(pages[0]), overflow(pages[0])) == ([], 0)
    with watcher.expect_download() as record:
        watcher.get_by_role("link", name="Download the record").first.click()
    assert record.value.suggested_filename.endswith(".json")
    assert [page.mistakes for page in [*pages, watcher]] == [[]] * 8


def test_orders_are_given_on_the_map_with_the_odds_in_sight(
    site: Site, people: Callable[..., Any], aside: Callable[..., Any]
) -> None:
    sitting = aside(begin, "estado-libre", len(NAMES), at=clock.now(), bots=False)
    site.hop(opened().due_at + timedelta(minutes=1, seconds=1))
    commander, admiral = people(), people()
    for page, office in ((commander, "defence"), (admiral, "navy")):
        (seat,) = holding(office)
        page.goto(f"{site.url}/resume/{sitting.tokens[seat]}")
        page.locator("#sheet.sheet-orders").wait_for(timeout=30_000)

    commander.get_by_label("Assassinate").check()
    commander.locator('select[name="target"]').select_option(index=1)
    commander.locator('input[name="spend"]').fill("10")
    made = commander.locator(".odds-made")
    made.wait_for()
    assert made.inner_text().startswith("50 % for $10")
    assert commander.locator(".odds-figure").inner_text().endswith(" %")
    commander.locator('input[name="spend"]').fill("11")
    assert made.inner_text() == "More than you have."

    commander.get_by_label("Keep quiet").check()
    for key in ("Enter", "Space"):
        commander.locator(".province.can").first.focus()
        commander.keyboard.press(key)
    ends = [one.get_attribute("data-province") for one in commander.locator(".province.chosen").all()]
    assert sorted(commander.locator('select[name="march"]').input_value().split(":")) == sorted(ends)
    commander.get_by_role("button", name="Seal it").click()
    assert "no action, and march" in commander.locator(".stored").inner_text()
    commander.get_by_role("button", name="Take it back").click()
    commander.locator(".stored").wait_for(state="detached")

    admiral.get_by_label("Patrol").check()
    coast = admiral.locator(".province.can")
    assert coast.count() == 4
    coast.nth(2).dispatch_event("click")
    chosen = admiral.locator(".province.chosen").get_attribute("data-province")
    assert admiral.locator('select[name="province"]').input_value() == chosen


def planted(phase: str) -> Sitting:
    """Have a room stand in a phase for an hour to come; nothing may tick meanwhile."""
    sitting = plant("estado-libre", len(NAMES), phase, bots=False, at=clock.now())
    due_at = clock.now() + timedelta(hours=1)
    Phase.objects.filter(room=sitting.room_id).update(due_at=due_at)
    Room.objects.filter(pk=sitting.room_id).update(due_at=due_at)
    return sitting


@pytest.mark.parametrize("phase", ["budget", "vote", "skim", "orders", "succession"])
def test_every_desk_is_sound_for_axe_and_fits_a_small_phone(
    site: Site, people: Callable[..., Any], aside: Callable[..., Any], phase: str
) -> None:
    site.processes["beat"].send_signal(signal.SIGSTOP)
    sitting = aside(planted, phase)
    site.processes["beat"].send_signal(signal.SIGCONT)
    page = people(viewport={"width": 320, "height": 640})
    asked = sitting.see("public").play.awaited
    paths = [f"resume/{sitting.tokens[asked[-1]]}"]
    if phase == "orders":
        paths.append(f"watch/{sitting.room.watch_token}")
    for path, scheme in product(paths, ("light", "dark")):
        page.emulate_media(color_scheme=scheme)
        page.goto(f"{site.url}/{path}")
        page.locator(f"#sheet.sheet-{phase}").wait_for()
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        assert (scheme, complaints(page)) == (scheme, [])
        assert overflow(page) == 0


def test_a_refused_budget_stays_with_its_sums_and_the_reason_when_the_page_looks_again(
    site: Site, people: Callable[..., Any], aside: Callable[..., Any]
) -> None:
    site.processes["beat"].send_signal(signal.SIGSTOP)
    sitting = aside(planted, "budget")
    site.processes["beat"].send_signal(signal.SIGCONT)
    (chief,) = sitting.see("public").play.awaited
    page, other = people(), people()
    page.goto(f"{site.url}/resume/{sitting.tokens[chief]}")
    other.goto(f"{site.url}/resume/{sitting.tokens[chief % len(NAMES) + 1]}")
    sums = page.locator('input[name^="allocate_"]')
    sums.first.fill("9000")
    page.get_by_role("button", name="Seal it").click()
    reason = page.locator("#sheet-form .errorlist")
    reason.wait_for()

    other.get_by_label("Your message").fill("Well, Excellency?")
    other.keyboard.press("Enter")
    page.get_by_text("Well, Excellency?").wait_for()
    assert (reason.count(), sums.first.input_value()) == (1, "9000")
    assert page.locator("[data-left]").inner_text().endswith(" too much")
    sums.first.fill("1")
    page.get_by_role("button", name="Seal it").click()
    page.locator("#sheet.sheet-vote").wait_for()


def test_a_desk_works_without_scripts(site: Site, people: Callable[..., Any]) -> None:
    page = people(java_script_enabled=False)
    page.goto(f"{site.url}/play/estado-libre/")
    page.get_by_role("button", name="Play against bots").click()
    page.get_by_role("heading", name="Year 1 of 6").wait_for()
    until = time.monotonic() + 40
    while not page.locator("#sheet-form").count() and time.monotonic() < until:
        time.sleep(1)
        page.reload()
    if page.get_by_label("Aye").count():
        page.get_by_label("Aye").check()
    page.get_by_role("button", name="Seal it").click()
    page.get_by_role("heading", name="The Official Gazette").wait_for()
