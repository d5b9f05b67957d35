"""How soon a page comes back whose line was lost for long."""

from datetime import timedelta
from itertools import pairwise
from typing import Any

from games import clock
from tests.conftest import Site
from tests.earths.conftest import make_world
from tests.games.conftest import begin

DEAF = """
    window.tried = [];
    window.WebSocket = class {
        static OPEN = 1;
        readyState = 3;
        constructor() { tried.push(Date.now()); setTimeout(() => this.onclose({ code: 1006 }), 0); }
        close() {}
    };
"""
BACK = 10_000
"""Milliseconds within which a page is back once the site is."""


def test_pages_try_again_in_time_however_long_the_site_was_away(site: Site, page: Any, aside: Any) -> None:
    sitting = aside(begin, "estado-libre", 4, at=clock.now(), bots=False)
    room_path = aside(lambda: sitting.path)
    aside(make_world, starts_on=(clock.now() - timedelta(days=clock.now().weekday() + 1)).date())
    room = {"name": "seat", "value": sitting.tokens[1], "url": f"{site.url}{room_path}"}
    page.context.add_cookies([room])
    page.add_init_script(DEAF)
    page.clock.install()
    for path in (room_path, "/w/main/"):
        page.goto(f"{site.url}{path}")
        page.clock.run_for(180_000)
        tried = page.evaluate("tried")
        assert len(tried) > 180_000 / BACK
        assert max(later - earlier for earlier, later in pairwise(tried)) < BACK
