"""The world's page as somebody sees it who is not signed in."""

from bench.load import Measured, drive, pair, request
from bench.site import make_world, web
from bench.table import Row

CLIENTS, SECONDS, ROUNDS = 16, 2.0, 5
LEAST = 0.5


def measure() -> list[Row]:
    """Measure the page beside a view that answers a constant."""
    from config.tick import tick

    make_world(16)
    # Where nothing ticks, pages are made anew to say so.
    tick()
    with web() as port:

        def run(path: str) -> Measured:
            return drive(port, [lambda _, asked=request("GET", path): asked] * CLIENTS, SECONDS)

        page, constant, ratio = pair(lambda: run("/w/bench/"), lambda: run("/bare/constant"), ROUNDS)
    return [
        Row(
            "world page, not signed in, unchanged",
            f"{page.rate:,.0f}/s",
            f"{constant.rate:,.0f}/s",
            f"{ratio:.2f}",
            f"≥ {LEAST}",
            ratio >= LEAST and page.only(200),
        )
    ]
