"""Pages that a process has at hand are let go between tests, and asked for anew within them."""

from collections.abc import Iterator

import pytest

from earths.views import public


@pytest.fixture(autouse=True)
def nothing_at_hand(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(public, "AT_HAND", 0.0)
    yield
    public._at_hand.clear()
