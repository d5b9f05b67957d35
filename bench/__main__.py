"""Measure every hot path in turn: ``python -m bench``, or some of them by name."""

import sys
from importlib import import_module

from bench.site import servers
from bench.table import Row, written

MEASURES = {
    "vote": "bench.votes.measure",
    "page": "bench.pages.measure",
    "count": "bench.count.measure",
    "boundaries": "bench.boundaries.measure",
    "start": "bench.start.measure",
    "sockets": "bench.sockets.measure",
    "rules": "bench.rules.measure",
    "rooms": "bench.rooms.measure",
    "ticks": "bench.ticks.measure",
}


def main() -> None:
    rows: list[Row] = []
    with servers():
        for name in sys.argv[1:] or MEASURES:
            module, _, function = MEASURES[name].rpartition(".")
            rows += getattr(import_module(module), function)()
            print(f"measured: {name}", file=sys.stderr, flush=True)
    print(written(rows))


if __name__ == "__main__":
    main()
