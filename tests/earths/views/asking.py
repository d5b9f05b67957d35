"""People who look at pages: browsers signed in as citizens, at moments of their choosing."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import time_machine
from django.core.cache import cache
from django.test import Client

from earths.models import Citizen

HTMX = {"HTTP_HX_REQUEST": "true"}


def browse(citizen: Citizen | None = None) -> Client:
    """Open a browser, signed in as the citizen's account."""
    client = Client()
    if citizen is not None:
        client.force_login(citizen.account)
    return client


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Let the site's clock stand still, and its calendar be up to date with it."""
    with time_machine.travel(moment, tick=False):
        cache.set("last-tick", moment, timeout=None)
        yield


def words(response: Any) -> str:
    """Answer what a page says, as one line."""
    return " ".join(response.text.split())
