"""A cache on Redis or Valkey that the site can do without for a while."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as TooSlow

log = structlog.get_logger(__name__)

PAUSE = 5.0
"""Seconds for which a server that let us wait in vain is not asked again."""

_asked_again_at = 0.0


def _forgive(name: str, answer: Any) -> Callable[..., Any]:
    original = getattr(RedisCache, name)

    @wraps(original)
    def method(self: RedisCache, *args: Any, **kwargs: Any) -> Any:
        global _asked_again_at  # noqa: PLW0603  one server for the whole process
        if time.monotonic() >= _asked_again_at:
            try:
                return original(self, *args, **kwargs)
            except RedisError as error:
                log.warning("the cache does not answer", operation=name, error=type(error).__name__)
                if isinstance(error, TooSlow):
                    _asked_again_at = time.monotonic() + PAUSE
        return answer(args, kwargs) if callable(answer) else answer

    return method


def _default(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return kwargs.get("default", args[1] if len(args) > 1 else None)


class ForgivingRedisCache(RedisCache):
    """Answer as an empty cache while the server is away, so that pages and votes go on.

    A server that stands still is waited for once, and then left alone for a while.

    Rate limits kept in the cache do not bite meanwhile: being able to vote comes first.
    """

    add = _forgive("add", True)
    get = _forgive("get", _default)
    set = _forgive("set", None)
    touch = _forgive("touch", False)
    delete = _forgive("delete", False)
    get_many = _forgive("get_many", lambda args, kwargs: {})
    has_key = _forgive("has_key", False)
    set_many = _forgive("set_many", lambda args, kwargs: [])
    delete_many = _forgive("delete_many", None)
    clear = _forgive("clear", False)
