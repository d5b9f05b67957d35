"""Pages and sockets, for a server that speaks ASGI."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

pages = get_asgi_application()

# Consumers import models, which may be done only after the applications are loaded above.
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from channels.sessions import CookieMiddleware  # noqa: E402

from config import collector, timekeeping, urls  # noqa: E402, F401  addresses are to be loaded by now
from config.intake import plain_sockets, small_bodies  # noqa: E402
from config.metrics_page import measured_sockets  # noqa: E402
from config.sockets import sockets  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": small_bodies(pages),
        "websocket": measured_sockets(
            plain_sockets(AllowedHostsOriginValidator(CookieMiddleware(URLRouter(sockets))))
        ),
    }
)

timekeeping.keep()
collector.leave_out_what_is_loaded()
