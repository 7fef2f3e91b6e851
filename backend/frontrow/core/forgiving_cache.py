"""A shared cache that may be away: without Redis, each process caches locally.

It holds rate-limit counters, used one-time codes and a vendor's encrypted token. Losing it loses no
data and locks no user out.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

import redis
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

log = logging.getLogger(__name__)

RETRY_REDIS_AFTER_SECONDS = 5.0


class ForgivingCache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._own = LocMemCache("forgiving", {})
        self._away_until = 0.0

    def _ask(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= self._away_until:
            try:
                method: Callable[..., Any] = getattr(super(), name)
                return method(*args, **kwargs)
            except redis.RedisError:
                self._away_until = time.monotonic() + RETRY_REDIS_AFTER_SECONDS
                log.warning("redis is away: each process remembers for itself")
        return getattr(self._own, name)(*args, **kwargs)

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("add", *args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("get", *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("set", *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("delete", *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("touch", *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("incr", *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("has_key", *args, **kwargs)
