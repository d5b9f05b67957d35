"""What stands in anybody's way on a page in a browser."""

from typing import Any

SERIOUS = {"serious", "critical"}


def complaints(page: Any) -> list[str]:
    """Answer what axe finds that is serious, each with the place where it is."""
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415  slow to import, and often not needed

    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {node['target']}" for one in found if one["impact"] in SERIOUS for node in one["nodes"]
    ]


def overflow(page: Any) -> int:
    """Answer by how many pixels a page can be scrolled sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
