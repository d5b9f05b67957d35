"""What is let in: requests that a browser could have sent. PostgreSQL cannot even be asked about others.

No page takes a file, so a body is small; a long one is turned away before it is kept anywhere.
"""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import unquote_to_bytes

from asgiref.sync import iscoroutinefunction
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware
from django.views.defaults import bad_request

App = Callable[[dict[str, Any], Any, Any], Awaitable[Any]]

CHARSETS = {"utf-8", "utf8", "us-ascii"}
"""What browsers write. Python knows further ones that no text can be read by, such as "hex"."""

TOO_LONG = 413


@sync_and_async_middleware
def plain_requests(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Answer 400 to a request with a NUL in its address or cookies, or in a charset that no browser writes.

    And 413 to one that says it is longer than ``settings.DATA_UPLOAD_MAX_MEMORY_SIZE`` bytes.
    """
    if iscoroutinefunction(get_response):

        async def answer_later(request: HttpRequest) -> HttpResponseBase:
            return _refusal(request) or await get_response(request)

        return answer_later

    def answer(request: HttpRequest) -> HttpResponseBase:
        return _refusal(request) or get_response(request)

    return answer


def small_bodies(app: App) -> App:
    """Answer ``app`` for requests of at most ``settings.DATA_UPLOAD_MAX_MEMORY_SIZE`` bytes.

    Django writes the whole of a request to the disk before it asks anybody, so it is counted as it comes.
    """

    async def guarded(scope: dict[str, Any], receive: Any, send: Any) -> None:
        taken = 0

        async def receive_counted() -> dict[str, Any]:
            nonlocal taken
            message: dict[str, Any] = await receive()
            taken += len(message.get("body", b""))
            # Told that the caller has gone, the application answers nothing.
            return {"type": "http.disconnect"} if taken > settings.DATA_UPLOAD_MAX_MEMORY_SIZE else message

        await app(scope, receive_counted, send)
        if taken > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            await send(
                {"type": "http.response.start", "status": TOO_LONG, "headers": [(b"connection", b"close")]}
            )
            await send({"type": "http.response.body", "body": b"This is too long to be read."})

    return guarded


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
    length = meta.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length[:20]) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        refused = bad_request(request, ValueError("too long"))
        refused.status_code = TOO_LONG
        return refused
    charset = (request.content_params or {}).get("charset", "utf-8")
    if _holds_nul(request.path_info, query, meta.get("HTTP_COOKIE", "")) or charset.lower() not in CHARSETS:
        return bad_request(request, ValueError("not a browser's request"))
    return None


def _holds_nul(path: str, query: bytes, cookies: str) -> bool:
    """Look for a NUL as it is, as addresses write it, and as quoted cookies do."""
    return "\0" in path or b"\0" in unquote_to_bytes(query) or "\0" in cookies or r"\000" in cookies
