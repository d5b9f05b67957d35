"""A cache on Redis or Valkey that the site can do without for a while."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)


def _forgive(name: str, answer: Any) -> Callable[..., Any]:
    original = getattr(RedisCache, name)

    @wraps(original)
    def method(self: RedisCache, *args: Any, **kwargs: Any) -> Any:
        try:
            return original(self, *args, **kwargs)
        except RedisError as error:
            log.warning("the cache does not answer", operation=name, error=type(error).__name__)
            return answer(args, kwargs) if callable(answer) else answer

    return method


def _default(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return kwargs.get("default", args[1] if len(args) > 1 else None)


class ForgivingRedisCache(RedisCache):
    """Answer as an empty cache while the server is away, so that pages and votes go on.

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
