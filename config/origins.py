"""Sockets are for the site's own pages: a browser that opens one from elsewhere is refused."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier

App = Callable[[dict[str, Any], Any, Any], Awaitable[Any]]


def same_origin(app: App) -> App:
    """Answer ``app`` for those sockets alone whose page came from the host that they speak to."""
    denied = WebsocketDenier.as_asgi()

    async def guarded(scope: dict[str, Any], receive: Any, send: Any) -> Any:
        headers = dict(scope["headers"])
        origin = urlsplit(headers.get(b"origin", b"").decode("latin-1")).netloc
        host = headers.get(b"host", b"").decode("latin-1")
        here = bool(origin) and origin.lower() == host.lower()
        return await (app if here else denied)(scope, receive, send)

    return guarded
