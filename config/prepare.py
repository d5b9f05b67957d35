"""Bring database and collected files up to date and, on an embedded site, make the demo world once.

Run by ``config.run`` as a process of its own, and only when something changed.
"""

import io
from contextlib import redirect_stdout

import django
from django.conf import settings
from django.core.management import call_command

from config.embedded import data_dir


def main() -> None:
    """Migrate, collect the static files, and make the demo world where there is none yet."""
    django.setup()
    print("Bringing the database up to date.", flush=True)
    call_command("migrate", interactive=False, verbosity=0)
    print("Collecting static files.", flush=True)
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    logins = data_dir(settings.VAR_DIR) / "demo-logins"
    if settings.DEMO and not logins.exists():
        print("Making the demo world.", flush=True)
        said = io.StringIO()
        with redirect_stdout(said):
            call_command("demo")
        logins.write_text(said.getvalue())


if __name__ == "__main__":
    main()
