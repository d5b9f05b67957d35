"""Take docs/world.png, the README's picture: the top of the featured world's page, from a site that runs here.

    make run                 in one terminal
    make picture             in another one

`make picture SITE=http://127.0.0.1:8000` names another address. It wants a Chromium on this machine.
"""

import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Error, Page, sync_playwright

PICTURE = Path(__file__).with_name("world.png")
WIDTH, HEIGHT = 1440, 1040
LARGEST = 300_000
BROWSERS = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync",
    "--no-first-run",
]


def main(site: str) -> None:
    """Write the picture; refuses without a browser, a running site or a world, and a file that is too large."""
    path = next(filter(None, map(shutil.which, filter(None, BROWSERS))), None)
    if path is None:
        sys.exit("No Chromium was found. On Debian and Ubuntu: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        page = browser.new_page(
            viewport={"width": WIDTH, "height": HEIGHT},
            color_scheme="light",
            reduced_motion="reduce",
            locale="en-US",
            timezone_id="America/New_York",
        )
        try:
            picture = take(page, site)
        except Error as error:
            sys.exit(
                f"No picture of {site}: {error.message.splitlines()[0]}\nStart the site with make run first."
            )
        finally:
            browser.close()
    if len(picture) > LARGEST:
        sys.exit(f"The picture has {len(picture):,} bytes; {LARGEST:,} are the most. Nothing was written.")
    PICTURE.write_bytes(picture)
    print(f"{PICTURE.name}: {WIDTH} × {HEIGHT}, {len(picture):,} bytes.")


def take(page: Page, site: str) -> bytes:
    """Go from the front page to the featured world's own, and answer its top as PNG."""
    page.goto(site)
    page.get_by_role("link", name="Enter the world").click()
    page.locator("#desk").wait_for()
    return page.screenshot()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
