"""What is let in: requests that a browser could have sent. PostgreSQL cannot even be asked about others."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import unquote_to_bytes

from asgiref.sync import iscoroutinefunction
from channels.security.websocket import WebsocketDenier
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware
from django.views.defaults import bad_request

App = Callable[[dict[str, Any], Any, Any], Awaitable[Any]]

CHARSETS = {"utf-8", "utf8", "us-ascii"}
"""What browsers write. Python knows further ones that no text can be read by, such as "hex"."""


@sync_and_async_middleware
def plain_requests(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Answer 400 to a request with a NUL in its address or cookies, or in a charset that no browser writes."""
    if iscoroutinefunction(get_response):

        async def answer_later(request: HttpRequest) -> HttpResponseBase:
            return _refusal(request) or await get_response(request)

        return answer_later

    def answer(request: HttpRequest) -> HttpResponseBase:
        return _refusal(request) or get_response(request)

    return answer


def plain_sockets(app: App) -> App:
    """Answer ``app`` for those sockets alone that have no NUL in their address or cookies."""
    denied = WebsocketDenier.as_asgi()

    async def guarded(scope: dict[str, Any], receive: Any, send: Any) -> Any:
        cookies = dict(scope["headers"]).get(b"cookie", b"").decode("latin-1")
        plain = not _holds_nul(scope["path"], scope["query_string"], cookies)
        return await (app if plain else denied)(scope, receive, send)

    return guarded


def _refusal(request: HttpRequest) -> HttpResponseBase | None:
    meta = request.META
    query = meta.get("QUERY_STRING", "").encode("latin-1", "replace")
    charset = (request.content_params or {}).get("charset", "utf-8")
    if _holds_nul(request.path_info, query, meta.get("HTTP_COOKIE", "")) or charset.lower() not in CHARSETS:
        return bad_request(request, ValueError("not a browser's request"))
    return None


def _holds_nul(path: str, query: bytes, cookies: str) -> bool:
    """Look for a NUL as it is, as addresses write it, and as quoted cookies do."""
    return "\0" in path or b"\0" in unquote_to_bytes(query) or "\0" in cookies or r"\000" in cookies
