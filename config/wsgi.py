"""The pages, for a server that speaks WSGI."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# Only a server loads this module, and each of its processes by itself.
from config import collector, timekeeping, urls  # noqa: E402, F401  addresses are to be loaded by now

timekeeping.keep()
collector.leave_out_what_is_loaded()
