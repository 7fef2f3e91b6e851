"""Limits on how often something may be asked: exact and shared while Redis is there.

One script counts and decides in a single step, so that parallel requests cannot slip through
between reading and writing. Without Redis each process counts for itself: a limit of 10 then
lets through up to 10 per process, and nothing stops working.
"""

import contextlib
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import cache

import redis
from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from ninja.throttling import BaseThrottle

from frontrow.core.client_address import client_address
from frontrow.core.errors import Throttled

log = logging.getLogger(__name__)

# Returns the milliseconds to wait, or 0 when allowed. A refused call is not counted, nor is one
# that only looks.
_COUNT = """
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used >= tonumber(ARGV[1]) then
  local left = redis.call('PTTL', KEYS[1])
  if left > 0 then return left end
end
if ARGV[3] == '0' then return 0 end
if redis.call('INCR', KEYS[1]) == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0
"""

_GIVE_BACK = (
    "if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end"
)

# While Redis is away we ask it again only this often: a black hole must not slow every request.
_REDIS_TIMEOUT = 0.2
_RETRY_REDIS_AFTER = 5.0
_MAX_LOCAL_KEYS = 50_000
_SALT = "frontrow rate limit"


class _SharedCounter:
    def __init__(self, url: str) -> None:
        self._client = redis.Redis.from_url(
            url,
            socket_timeout=_REDIS_TIMEOUT,
            socket_connect_timeout=_REDIS_TIMEOUT,
            health_check_interval=0,
        )
        self._script = self._client.register_script(_COUNT)
        self._give_back = self._client.register_script(_GIVE_BACK)
        self._away_until = 0.0

    def give_back(self, key: str) -> None:
        if time.monotonic() >= self._away_until:
            with contextlib.suppress(redis.RedisError):
                self._give_back(keys=[key])

    def forget(self, key: str) -> None:
        if time.monotonic() >= self._away_until:
            with contextlib.suppress(redis.RedisError):
                self._client.delete(key)

    def wait(self, key: str, limit: int, window_ms: int, *, counts: bool) -> int | None:
        """Milliseconds to wait, 0 if allowed, None when Redis cannot be asked."""
        if time.monotonic() < self._away_until:
            return None
        try:
            return int(self._script(keys=[key], args=[limit, window_ms, int(counts)]))
        except redis.RedisError:
            self._away_until = time.monotonic() + _RETRY_REDIS_AFTER
            log.warning("redis is away: rate limits count per process")
            return None


class _LocalCounter:
    """The same decision inside one process; oldest keys are forgotten first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._windows: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def give_back(self, key: str) -> None:
        with self._lock:
            ends_at, used = self._windows.get(key, (0.0, 0))
            if used:
                self._windows[key] = (ends_at, used - 1)

    def forget(self, key: str) -> None:
        with self._lock:
            self._windows.pop(key, None)

    def wait(self, key: str, limit: int, window_ms: int, *, counts: bool) -> int:
        now = time.monotonic()
        with self._lock:
            ends_at, used = self._windows.pop(key, (0.0, 0))
            if ends_at <= now:
                ends_at, used = now + window_ms / 1000, 0
            allowed = used < limit
            self._windows[key] = (ends_at, used + 1 if allowed and counts else used)
            while len(self._windows) > _MAX_LOCAL_KEYS:
                self._windows.popitem(last=False)
        return 0 if allowed else max(1, int((ends_at - now) * 1000))


@cache
def _shared() -> _SharedCounter:
    return _SharedCounter(settings.REDIS_URL)


@cache
def _local() -> _LocalCounter:
    return _LocalCounter()


def hidden(key: str) -> str:
    """The same word for the same key, which nobody without our secret can turn back."""
    return salted_hmac(_SALT, key, algorithm="sha256").hexdigest()[:32]


@dataclass(frozen=True, kw_only=True)
class Limit:
    """At most `count` per `per` for each key, counted apart from every other scope."""

    scope: str
    count: int
    per: timedelta

    def check(self, key: str) -> None:
        """Count one use; raises Throttled with the seconds to wait when it is one too many."""
        self._ask(key, counts=True)

    def refuse_if_used_up(self, key: str) -> None:
        """The same without counting: for what is fine so far and may turn out not to be."""
        self._ask(key, counts=False)

    def _ask(self, key: str, *, counts: bool) -> None:
        window_ms = int(self.per.total_seconds() * 1000)
        name = self._name(key)
        wait = _shared().wait(name, self.count, window_ms, counts=counts)
        if wait is None:
            wait = _local().wait(name, self.count, window_ms, counts=counts)
        if wait:
            raise Throttled(retry_after=max(1, -(-wait // 1000)))

    def give_back(self, key: str) -> None:
        """Uncount one use that turned out to be fine, such as the right password."""
        name = self._name(key)
        _shared().give_back(name)
        _local().give_back(name)

    def forget(self, key: str) -> None:
        """Begin anew for this key."""
        name = self._name(key)
        _shared().forget(name)
        _local().forget(name)

    def _name(self, key: str) -> str:
        """Whom it counts is hidden: keys are addresses, networks, and whatever people typed."""
        return f"limit:{self.scope}:{hidden(key)}"


class LimitedBy(BaseThrottle):
    """Puts a limit on a route: `throttle=[LimitedBy(Limit(...))]`, by client address."""

    def __init__(self, limit: Limit, *, key: Callable[[HttpRequest], str] = client_address) -> None:
        self.limit = limit
        self.key = key

    def allow_request(self, request: HttpRequest) -> bool:
        self.limit.check(self.key(request))
        return True
