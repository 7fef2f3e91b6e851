"""Rate limits: exact and shared across processes while Redis is available.

One script counts and decides atomically, so parallel requests cannot slip through between read and
write. Without Redis each process counts locally: a limit of 10 then allows up to 10 per process,
and every feature keeps working.
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

# Returns the milliseconds to wait, or 0 if allowed. A refused call is not counted, nor is a call
# that only checks.
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

# While Redis is away, retry only this often: an unreachable host must not slow every request.
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
        """Milliseconds to wait, 0 if allowed, None if Redis can't be reached."""
        if time.monotonic() < self._away_until:
            return None
        try:
            return int(self._script(keys=[key], args=[limit, window_ms, int(counts)]))
        except redis.RedisError:
            self._away_until = time.monotonic() + _RETRY_REDIS_AFTER
            log.warning("redis is away: rate limits count per process")
            return None


class _LocalCounter:
    """The same algorithm in one process. The oldest keys are dropped first."""

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


def pseudonym(key: str) -> str:
    """A keyed hash of the key, which can't be reversed without our secret."""
    return salted_hmac(_SALT, key, algorithm="sha256").hexdigest()[:32]


@dataclass(frozen=True, kw_only=True)
class Limit:
    """At most `count` uses per `per` for each key, counted separately from every other scope."""

    scope: str
    count: int
    per: timedelta

    def check(self, key: str) -> None:
        """Count one use. Raises Throttled with the seconds to wait if it exceeds the limit."""
        self._ask(key, counts=True)

    def refuse_if_used_up(self, key: str) -> None:
        """Check the limit without counting, for a call that may still turn out to be valid."""
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
        """Uncount one use that turned out to be valid, such as the right password."""
        name = self._name(key)
        _shared().give_back(name)
        _local().give_back(name)

    def forget(self, key: str) -> None:
        """Reset the count of this key."""
        name = self._name(key)
        _shared().forget(name)
        _local().forget(name)

    def _name(self, key: str) -> str:
        """The key is hashed, because keys are addresses, networks and anything people typed."""
        return f"limit:{self.scope}:{pseudonym(key)}"


class LimitedBy(BaseThrottle):
    """A route's rate limit by client address: `throttle=[LimitedBy(Limit(...))]`."""

    def __init__(self, limit: Limit, *, key: Callable[[HttpRequest], str] = client_address) -> None:
        self.limit = limit
        self.key = key

    def allow_request(self, request: HttpRequest) -> bool:
        self.limit.check(self.key(request))
        return True
