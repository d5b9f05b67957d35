"""No route is forgotten: the crawl knows how to fill in each one that the urlconf has."""

import sys
from types import ModuleType

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import clear_url_caches, include, path

from tests.games import addresses
from tests.games.conftest import begin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]


def leak(request: HttpRequest, **parts: object) -> HttpResponse:
    return HttpResponse("Everything.")


@pytest.fixture
def one_more_route(settings: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the site have an address more, with a part that the crawl has never heard of."""
    more = ModuleType("more_urls")
    more.urlpatterns = [  # type: ignore[attr-defined]
        path("r/<str:public_id>/ledger/<int:page>", leak, name="ledger"),
        path("", include("config.urls")),
    ]
    monkeypatch.setitem(sys.modules, "more_urls", more)
    settings.ROOT_URLCONF = "more_urls"  # type: ignore[attr-defined]
    clear_url_caches()
    addresses.routes.cache_clear()
    yield
    addresses.routes.cache_clear()


def test_every_route_can_be_filled_in_and_leads_somewhere() -> None:
    sitting = begin("estado-libre", 4)
    found = addresses.every(sitting.room)
    assert all(found.values())
    assert {"rooms:room", "rooms:record", "rooms:qr", "admin:games_room_history"} < found.keys()
    assert not any("<" in address or "(" in address for paths in found.values() for address in paths)


def test_a_route_that_nobody_told_the_crawl_of_is_an_error(one_more_route: None) -> None:
    sitting = begin("estado-libre", 4)
    with pytest.raises(addresses.UnknownRouteError, match="page in ledger"):
        addresses.every(sitting.room)


def test_every_exception_is_needed() -> None:
    names = [name for name, _ in addresses.walk()]
    assert [start for start in addresses.ELSEWHERE if not any(name.startswith(start) for name in names)] == []
