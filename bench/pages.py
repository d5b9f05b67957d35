"""The world's page as somebody sees it who is not signed in."""

from bench.load import Measured, drive, pair, request
from bench.site import make_world, web
from bench.table import Row, beside

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
            asked = request("GET", path)
            return drive(port, [lambda _: asked] * CLIENTS, SECONDS)

        page, constant, ratio = pair(lambda: run("/w/bench/"), lambda: run("/bare/constant"), ROUNDS)
    assert page.only(200), "the page could not be shown"
    return [beside("world page, not signed in, unchanged", page, constant, ratio, least=LEAST)]
