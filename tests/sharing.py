"""How the tests are shared out among workers: which stay together on one, and which begin first."""

import pytest
from xdist.scheduler import LoadScopeScheduling

TOGETHER = "tests/faults/"
"""A site of eight processes and two servers is set up for all of these once."""
APART = "tests/browser/"
"""These have nothing in common but what is set up once for a worker, and some of them take a minute."""
FIRST = (
    TOGETHER,
    "tests/games/estado/test_picture.py",
    "tests/roles/test_secrets.py",
    "tests/games/estado/test_secrets.py",
    "tests/config/test_queries.py",
    "tests/browser/test_estado.py::test_seven_play",
    "tests/browser/test_kaban.py",
    "tests/attacks/test_policy.py",
    "tests/browser/",
)
"""What takes longest, so that it is not what a worker is left alone with at the end."""


class Sharing(LoadScopeScheduling):
    """Keep the tests of a file with one worker, so that what is set up for all of them is set up once."""

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(APART):
            return nodeid
        return TOGETHER if nodeid.startswith(TOGETHER) else nodeid.split("::", 1)[0]


def turn(item: pytest.Item) -> tuple[bool, int]:
    """Answer when it is a test's turn: those in a browser come last, and in either part the longest first."""
    places = [place for place, name in enumerate(FIRST) if item.nodeid.startswith(name)]
    return item.get_closest_marker("browser") is not None, min(places, default=len(FIRST))
