"""Without Redis people still get in, limits still hold in each process, and codes work once."""

from collections.abc import Iterator

import pytest
from django.core.cache import caches
from pytest_django import Settings

from frontrow.core import rate_limit
from frontrow.core.forgiving_cache import ForgivingCache
from tests.accounts.codes import ASK, asked, use, wrong_for
from tests.accounts.people import browser, log_in, person, post, told, who
from tests.accounts.second_factor import START, code, give, halfway, not_the_code
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

NOWHERE = "redis://127.0.0.1:1/0"


@pytest.fixture(autouse=True)
def redis_is_away(settings: Settings) -> Iterator[None]:
    settings.REDIS_URL = NOWHERE
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": NOWHERE}}
    rate_limit._shared.cache_clear()
    yield
    # What this process remembered for itself would outlive the test.
    cache = caches["default"]
    assert isinstance(cache, ForgivingCache)
    cache._own.clear()


def test_signing_in_works() -> None:
    person()
    client = browser()
    assert log_in(client).status_code == 200
    assert who(client) == 200


def test_guessing_is_limited_in_each_process() -> None:
    person()
    guesses = [log_in(browser(), "ada", "wrong").status_code for _ in range(8)]
    assert guesses == [401] * 5 + [429] * 3


def test_emails_are_limited_too() -> None:
    asked = [
        post(browser(), "/api/auth/forgot-password", email="ada@example.test").status_code
        for _ in range(6)
    ]
    assert asked == [200] * 5 + [429]


def test_sign_in_codes_work_once_and_are_limited() -> None:
    person()
    client, right = asked()
    assert [use(client, wrong_for(right, n)).status_code for n in range(1, 6)] == [422] * 4 + [410]
    client, right = asked()
    assert use(client, right).status_code == 200
    more = [post(browser(), ASK, email="ada@example.test").status_code for _ in range(4)]
    assert more == [200] * 3 + [429]
    strangers = [post(browser(), ASK, email=f"x{n}@example.test").status_code for n in range(16)]
    assert strangers == [200] * 14 + [429] * 2


def test_the_second_factor_works_once_and_is_limited() -> None:
    ada = person()
    client = browser()
    sign_in_recently(client, ada)
    secret = told(post(client, START))[1]["secret"]
    assert post(client, "/api/user/second-factor/finish", code=code(secret)).status_code == 200
    shown = code(secret)
    assert give(halfway(), shown)[0] == 200
    assert give(halfway(), shown)[0] == 422
    bad = not_the_code(secret)
    assert [give(halfway(), bad)[0] for _ in range(5)][-1] == 429
