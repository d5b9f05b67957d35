"""A table of Kaban in browsers: how it is set, looked at, and checked at its end."""

import json
from pathlib import Path
from typing import Any

from roles.rules import case
from tests.conftest import Site
from tests.soundness import complaints, overflow

NAMES = (
    "Ada", "Bob", "Cem", "Dot", "Eve", "Fay", "Gil", "Hal", "Ida", "Jon", "Kim", "Lea", "Max",
)  # fmt: skip
PHONE = {"width": 320, "height": 640}


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
    assert complaints(page) == []
    before = page.viewport_size
    page.set_viewport_size(PHONE)
    assert overflow(page) <= 0
    page.set_viewport_size(before)


def step(page: Any, words: str) -> None:
    """Wait until the console's script is about ``words``."""
    page.locator("#script-title", has_text=words).wait_for()


def agrees(page: Any) -> bool:
    """Say whether the record that the page offers comes to the recorded end when it is adjudicated."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").first.click()
    record = Path(download.value.path()).read_bytes()
    return bool(case.adjudicate(record) == json.loads(record)["expect"])
