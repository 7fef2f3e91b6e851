"""Limits are exact while Redis is there, and still limits while it is not."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import redis
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from frontrow.core import rate_limit
from frontrow.core.errors import Throttled
from frontrow.core.rate_limit import Limit

TEN = Limit(scope="ten", count=10, per=timedelta(minutes=1))


def passed(check: Callable[[str], None], times: int) -> int:
    def try_once(_: int) -> bool:
        try:
            check("somebody")
        except Throttled:
            return False
        return True

    with ThreadPoolExecutor(max_workers=32) as pool:
        return sum(pool.map(try_once, range(times)))


def test_of_64_at_once_exactly_10_pass() -> None:
    assert passed(TEN.check, 64) == 10


def test_control_reading_before_writing_lets_more_than_10_pass() -> None:
    store = redis.Redis.from_url(settings.REDIS_URL)

    def check(key: str) -> None:
        used = int(store.get(key) or 0)
        time.sleep(0.005)
        if used >= 10:
            raise Throttled
        store.set(key, used + 1)

    assert passed(check, 64) > 10
    store.close()


def test_scopes_and_keys_are_counted_apart() -> None:
    one = Limit(scope="one", count=1, per=timedelta(minutes=1))
    other = Limit(scope="other", count=1, per=timedelta(minutes=1))
    one.check("ada")
    other.check("ada")
    one.check("grace")
    with pytest.raises(Throttled):
        one.check("ada")


@pytest.mark.timing
def test_a_refusal_says_when_to_come_back_and_does_not_lengthen_the_wait() -> None:
    brief = Limit(scope="brief", count=1, per=timedelta(milliseconds=300))
    brief.check("ada")
    with pytest.raises(Throttled) as refused:
        brief.check("ada")
    assert refused.value.retry_after == 1
    time.sleep(0.35)
    brief.check("ada")


@pytest.mark.urls("tests.core.probe_urls")
def test_the_fourth_call_of_three_is_a_429(client: Client) -> None:
    assert [client.get("/api/limited").status_code for _ in range(4)] == [200, 200, 200, 429]
    response = client.get("/api/limited")
    assert response.json() == {
        "code": "too_many_requests",
        "message": "Too many requests. Please wait a moment and try again.",
        "fields": {},
    }
    assert 1 <= int(response["Retry-After"]) <= 60


@pytest.mark.urls("tests.core.probe_urls")
def test_forged_forwarding_headers_make_nobody_new(client: Client) -> None:
    codes = [
        client.get("/api/limited", headers={"X-Forwarded-For": f"203.0.113.{n}"}).status_code
        for n in range(10)
    ]
    assert codes == [200] * 3 + [429] * 7


@pytest.mark.urls("tests.core.probe_urls")
def test_behind_our_proxy_each_client_is_counted_for_itself(
    client: Client, settings: Settings
) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    for n in range(5):
        forwarded = {"X-Forwarded-For": f"198.51.100.1, 203.0.113.{n}"}
        assert client.get("/api/limited", headers=forwarded).status_code == 200


class TestWithoutRedis:
    @pytest.fixture(autouse=True)
    def redis_is_away(self, settings: Settings) -> None:
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        rate_limit._shared.cache_clear()

    def test_each_process_counts_for_itself(self) -> None:
        assert passed(TEN.check, 64) == 10

    @pytest.mark.timing
    def test_the_window_passes_all_the_same(self) -> None:
        brief = Limit(scope="brief", count=1, per=timedelta(milliseconds=100))
        brief.check("ada")
        with pytest.raises(Throttled):
            brief.check("ada")
        time.sleep(0.15)
        brief.check("ada")

    @pytest.mark.timing
    def test_redis_is_not_asked_again_for_every_request(self) -> None:
        TEN.check("ada")
        started = time.perf_counter()
        for n in range(1000):
            TEN.check(f"visitor {n}")
        assert time.perf_counter() - started < 5

    def test_old_keys_are_forgotten_before_memory_runs_out(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rate_limit, "_MAX_LOCAL_KEYS", 5)
        for n in range(20):
            TEN.check(f"visitor {n}")
        assert len(rate_limit._local()._windows) == 5


def test_redis_is_not_told_whom_it_counts() -> None:
    store = redis.Redis.from_url(settings.REDIS_URL)
    TEN.check("somebody.private@example.test")
    names = [str(name) for name in store.keys("limit:ten:*")]
    assert names
    assert not [name for name in names if "somebody" in name or "example" in name]
    # The same one is still counted together.
    assert passed(lambda _: TEN.check("somebody.private@example.test"), 20) == 9
    TEN.forget("somebody.private@example.test")
    assert passed(lambda _: TEN.check("somebody.private@example.test"), 20) == 10
    store.close()
