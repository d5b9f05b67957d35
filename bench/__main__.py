"""Measure every hot path in turn: ``python -m bench``, or some of them by name."""

import sys
from collections.abc import Callable

from bench.site import servers

NAMES = ("vote", "page", "count")


def main() -> None:
    wanted = sys.argv[1:] or list(NAMES)
    with servers():
        from bench import votes

        measures: dict[str, Callable[[], list[str]]] = {
            "vote": votes.vote_against_bare_upsert,
            "page": votes.page_against_constant,
            "count": lambda: votes.count_against_group_by(1_000_000),
        }
        for name in NAMES:
            if name in wanted:
                print("\n".join(measures[name]()), flush=True)


if __name__ == "__main__":
    main()
