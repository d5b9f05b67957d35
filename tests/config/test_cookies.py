"""Cookies of a site for others: no script reads them, no plain connection carries them, no other site sends them."""

import json
import os
import subprocess
import sys

from tests.config.test_settings import GOOD
from tests.conftest import ROOT

ASK = """
import json, django
django.setup()
from django.http import HttpResponse
from django.conf import settings as s
from games import access
from games.models import Room
answer = HttpResponse()
access.keep(answer, Room(public_id="a-room"), access.SEAT, "token")
found = {name: [one["secure"], one["httponly"], one["samesite"]] for name, one in answer.cookies.items()}
found["session"] = [s.SESSION_COOKIE_SECURE, s.SESSION_COOKIE_HTTPONLY, s.SESSION_COOKIE_SAMESITE]
found["csrf"] = [s.CSRF_COOKIE_SECURE, s.CSRF_COOKIE_HTTPONLY, s.CSRF_COOKIE_SAMESITE]
print(json.dumps(found))
"""


def test_every_cookie_is_closed_to_scripts_plain_connections_and_other_sites() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings"} | GOOD,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == {
        name: [True, True, "Lax"] for name in ("seat", "seat-live", "session", "csrf")
    }
