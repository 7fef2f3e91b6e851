"""Signing in: who gets in, what a stranger learns, and how often one may guess."""

import statistics
import threading
import time
from collections import Counter
from typing import Any

import pytest
import redis
from django.conf import settings as django_settings
from django.contrib.auth.hashers import Argon2PasswordHasher, MD5PasswordHasher, make_password
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from config import settings as production_settings
from frontrow.accounts import password_hash
from frontrow.accounts.models import Session, User, UserStatus
from frontrow.accounts.password_hash import BoundedArgon2
from frontrow.core.rate_limit import Limit
from tests.accounts.people import (
    INVALID,
    PASSWORD,
    actions,
    browser,
    emails,
    key_in,
    log_in,
    person,
    post,
    refusal,
    register,
    session_key,
    told,
    who,
    with_session,
    wrong,
)
from tests.accounts.together import at_once
from tests.faults.processes import report

pytestmark = pytest.mark.django_db

DEACTIVATED = refusal("This account has been deactivated. Please contact support.")


@pytest.mark.parametrize(
    "name", ["ada", "ADA", "\uff41da", "ada@example.test", "ADA@Example.test", "  ada  "]
)
def test_a_username_or_an_address_and_the_password_open_a_session(
    client: Client, name: str
) -> None:
    person()
    assert told(log_in(client, name)) == (200, {"next": "done"})
    assert client.get("/api/auth/user").json()["username"] == "ada"
    assert actions() == ["signed in"]


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("ada", "wrong password"),
        ("ada@example.test", "wrong password"),
        ("nobody", PASSWORD),
        ("nobody@example.test", PASSWORD),
        ("googler", PASSWORD),
        ("googler", "!"),
        ("ada", PASSWORD.upper()),
    ],
)
def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(
    client: Client, name: str, password: str
) -> None:
    person()
    person("googler", password=None)
    assert told(log_in(client, name, password)) == (401, INVALID)
    assert who(client) == 401
    assert not Session.objects.exists()


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        (
            {"username": "", "password": ""},
            {"username": "Username or email is required", "password": "Password is required"},
        ),
        ({}, {"username": "Required", "password": "Required"}),
    ],
)
def test_both_fields_are_needed(
    client: Client, body: dict[str, Any], fields: dict[str, str]
) -> None:
    assert told(post(client, "/api/auth/login", **body)) == (422, wrong(**fields))


def test_the_session_key_changes_and_the_old_one_is_nobody(client: Client) -> None:
    person()
    person("eve")
    log_in(client, "eve")
    planted = session_key(client)
    log_in(client)
    assert session_key(client) != planted
    assert who(with_session(planted)) == 401


def test_a_key_somebody_planted_is_never_the_key_of_a_session(client: Client) -> None:
    person()
    planted = "p" * 32
    client.cookies["session"] = planted
    log_in(client)
    assert session_key(client) != planted
    assert who(with_session(planted)) == 401


# Deactivated people


def test_a_deactivated_person_is_out_at_the_next_call_and_cannot_return(client: Client) -> None:
    ada = person()
    log_in(client)
    assert who(client) == 200
    User.objects.filter(pk=ada.pk).update(status=UserStatus.INACTIVE)
    assert who(client) == 401
    assert told(log_in(browser())) == (403, DEACTIVATED)
    # Only whoever knows the password is told.
    assert told(log_in(browser(), password="wrong password")) == (401, INVALID)


def test_a_deactivated_persons_reset_link_is_dead_and_no_new_one_comes() -> None:
    ada = person()
    post(browser(), "/api/auth/forgot-password", email=ada.email)
    [email] = emails()
    User.objects.filter(pk=ada.pk).update(status=UserStatus.INACTIVE)
    answer = post(
        browser(), "/api/auth/reset-password", key=key_in(email), password="quite another"
    )
    assert answer.status_code == 422
    post(browser(), "/api/auth/forgot-password", email=ada.email)
    assert emails() == [email]
    assert User.objects.get().check_password(PASSWORD)


# What a stranger learns from the time it takes


class QuickArgon2(BoundedArgon2):
    """The production hash with less than half its memory, so that a small difference shows."""

    memory_cost = 8 * 1024


@pytest.fixture
def no_limits(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Limit, "check", lambda *_: None)
    settings.ACCOUNT_RATE_LIMITS = False


def milliseconds(known: str, unknown: str) -> tuple[float, float]:
    """Median work for each name, in turns; our processor time, which other programs leave alone."""
    client = browser()
    times: dict[str, list[float]] = {known: [], unknown: []}
    for n in range(2 * 30 + 4):
        name = (known, unknown)[n % 2]
        started = time.process_time()
        assert guess(client, name) == 401
        times[name].append((time.process_time() - started) * 1000)
    # The first ones also load what the others find loaded.
    return statistics.median(times[known][2:]), statistics.median(times[unknown][2:])


@pytest.mark.timing
@pytest.mark.usefixtures("no_limits")
@pytest.mark.parametrize("known", ["ada", "ada@example.test", "googler"])
def test_known_and_unknown_names_take_the_same_time(known: str, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.QuickArgon2"]
    person()
    person("googler", password=None)
    unknown = known.replace("ada", "eve").replace("googler", "nobody0")
    of_known, of_unknown = milliseconds(known, unknown)
    report(f"sign-in as {known}: {of_known:.2f} ms, unknown: {of_unknown:.2f} ms")
    assert abs(of_known - of_unknown) < 5


@pytest.mark.proof
@pytest.mark.timing
@pytest.mark.usefixtures("no_limits")
def test_so_they_do_with_the_hash_of_production(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["frontrow.accounts.password_hash.BoundedArgon2"]
    person()
    known, unknown = milliseconds("ada", "eve")
    report(f"sign-in, Argon2 as in production: known {known:.1f} ms, unknown {unknown:.1f} ms")
    # A hash of many megabytes varies by itself by a few in a hundred.
    assert abs(known - unknown) < max(5, 0.05 * known)


@pytest.mark.timing
@pytest.mark.usefixtures("no_limits")
def test_control_without_the_dummy_hash_the_time_tells(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.QuickArgon2"]
    person()
    monkeypatch.setattr(User, "set_password", lambda *_: None)
    known, unknown = milliseconds("ada", "eve")
    assert known - unknown > 5


def test_forgetting_a_password_costs_the_same_for_known_and_unknown() -> None:
    person()
    asked: list[list[str]] = []
    for email in ("ada@example.test", "nobody@example.test"):
        with CaptureQueriesContext(connection) as queries:
            answer = post(browser(), "/api/auth/forgot-password", email=email)
        assert told(answer) == (
            200,
            {"message": "If an account with this address exists, we've sent an email to it."},
        )
        asked.append([query["sql"].split(" ", maxsplit=1)[0] for query in queries])
    assert asked[0] == asked[1]
    assert len(asked[0]) == 4


# Guessing


def guess(client: Client, name: str = "ada") -> int:
    return log_in(client, name, "wrong password").status_code


def test_the_sixth_guess_is_refused_whatever_address_it_claims_to_come_from() -> None:
    person()
    answers = [guess(browser(**{"X-Forwarded-For": f"203.0.113.{n}"})) for n in range(200)]
    assert answers == [401] * 5 + [429] * 195
    refused = log_in(browser(), "ada", PASSWORD)
    assert refused.status_code == 429
    assert 1 <= int(refused["Retry-After"]) <= 300


def test_behind_our_proxy_a_botnet_is_held_by_the_account(settings: Settings) -> None:
    settings.TRUSTED_PROXY_COUNT = settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    person()
    answers = [guess(browser(**{"X-Forwarded-For": f"203.0.113.{n}"})) for n in range(50)]
    assert answers == [401] * 5 + [429] * 45


@pytest.mark.parametrize("spelling", ["ADA", "\uff41da", "Ada"])
def test_another_spelling_is_no_second_chance(spelling: str) -> None:
    person()
    for _ in range(5):
        guess(browser())
    assert guess(browser(), spelling) == 429


@pytest.mark.parametrize(
    ("tried", "then"),
    [
        ("ada", "ada@example.test"),
        ("ada@example.test", "ada"),
        ("ad\u0131@example.test", "adi@example.test"),
        ("\uff41da@example.test", "ada@example.test"),
    ],
)
def test_the_limit_of_one_name_tells_nothing_about_another(tried: str, then: str) -> None:
    """Which names are one account's must look the same whether there is such an account or not."""

    def answers(one: str, other: str) -> list[int]:
        names = [one] * 6 + [other] * 6
        tries = [guess(browser(f"203.0.113.{n}"), name) for n, name in enumerate(names)]
        redis.Redis.from_url(django_settings.REDIS_URL).flushdb()
        return tries

    unknown = answers(tried, then)
    person()
    person("adi")
    assert answers(tried, then) == unknown


def test_nor_does_the_limit_of_one_visitor() -> None:
    """Asked until even right passwords are too many, one name says nothing about the other."""

    def answers() -> list[int]:
        tries = [guess(browser(), name) for name in ["ada"] * 21 + ["ada@example.test"]]
        redis.Redis.from_url(django_settings.REDIS_URL).flushdb()
        return tries

    unknown = answers()
    person()
    assert answers() == unknown
    assert unknown[-1] == 401


def test_an_account_meets_five_guesses_for_each_of_its_two_names() -> None:
    person()
    names = ["ada", "ada@example.test", "ADA", "\uff41da@example.test"] * 5
    tries = [guess(browser(f"203.0.113.{n}"), name) for n, name in enumerate(names)]
    assert tries == [401] * 10 + [429] * 10


def test_a_dotless_i_is_not_an_i() -> None:
    person("adi")
    assert log_in(browser(), "ad\u0131@example.test").status_code == 401
    assert register(browser(), "other", email="ad\u0131@example.test").status_code == 200
    assert log_in(browser(), "adi@example.test").status_code == 200
    # Full-width letters are the same letters; no locale of the database compares them so.
    assert log_in(browser(), "\uff41di@example.test").status_code == 200


def test_unknown_names_are_limited_alike_so_that_the_limit_tells_nothing() -> None:
    assert [guess(browser(), "nobody") for _ in range(6)] == [401] * 5 + [429]


@pytest.fixture
def no_limits_but_ours(settings: Settings) -> None:
    """allauth counts wrong passwords too, and would hide it if we did not."""
    settings.ACCOUNT_RATE_LIMITS = False


@pytest.mark.usefixtures("no_limits_but_ours")
@pytest.mark.parametrize("name", ["ada", "nobody"])
def test_our_own_limit_stops_the_sixth_guess_at_an_account(name: str) -> None:
    person()
    assert [guess(browser(f"203.0.113.{n}"), name) for n in range(6)] == [401] * 5 + [429]


@pytest.mark.usefixtures("no_limits_but_ours")
def test_one_visitor_cannot_go_through_many_accounts() -> None:
    answers = [guess(browser("203.0.113.9"), f"user{n}") for n in range(40)]
    assert answers == [401] * 30 + [429] * 10
    person()
    assert log_in(browser("203.0.113.10")).status_code == 200


def test_others_still_get_in_while_one_account_is_guessed_at() -> None:
    person()
    person("grace")
    for _ in range(20):
        guess(browser("203.0.113.1"))
    assert log_in(browser("203.0.113.2"), "grace").status_code == 200


def test_after_the_window_the_right_password_works_again() -> None:
    person()
    for _ in range(6):
        guess(browser())
    store = redis.Redis.from_url(django_settings.REDIS_URL)
    waits = [store.pttl(key) for key in store.keys("limit:sign-in:*")]
    assert waits
    assert all(0 < wait <= 300_000 for wait in waits)
    # The window passes: Redis forgets both counters, ours and allauth's.
    store.flushdb()
    store.close()
    assert log_in(browser()).status_code == 200


def test_right_passwords_are_no_guesses_but_twenty_a_minute_are_enough() -> None:
    person()
    person("grace")
    assert [log_in(browser()).status_code for _ in range(22)] == [200] * 20 + [429] * 2
    assert Session.objects.count() == 20
    assert log_in(browser("203.0.113.2")).status_code == 200
    assert log_in(browser(), "grace").status_code == 200


# Being locked out by others


def test_a_browser_that_was_here_before_is_not_locked_out_by_a_strangers_guesses() -> None:
    person()
    mine = browser()
    assert log_in(mine).status_code == 200
    assert [guess(browser("203.0.113.9")) for _ in range(9)] == [401] * 5 + [429] * 4
    assert log_in(mine).status_code == 200
    assert log_in(browser("203.0.113.7")).status_code == 429
    # Guesses made there have a limit of their own, however often it is asked.
    assert [guess(mine) for _ in range(8)] == [401] * 5 + [429] * 3


def test_a_browser_known_for_one_account_is_a_stranger_to_another() -> None:
    person()
    person("eve")
    hers = browser()
    assert log_in(hers, "eve").status_code == 200
    for _ in range(5):
        guess(browser("203.0.113.9"))
    assert guess(hers) == 429
    forged = browser()
    forged.cookies["device"] = hers.cookies["device"].value.replace(".", "x", 1)
    assert guess(forged) == 429
    # The account that was opened there is still known.
    for _ in range(5):
        guess(browser("203.0.113.9"), "eve")
    assert log_in(hers, "eve").status_code == 200


def test_the_cookie_of_a_known_browser_opens_nothing_and_scripts_cannot_read_it() -> None:
    person()
    client = browser()
    log_in(client)
    kept = client.cookies["device"]
    assert (kept["httponly"], kept["samesite"], kept["max-age"]) == (True, "Lax", 180 * 86_400)
    stolen = browser()
    stolen.cookies["device"] = kept.value
    assert who(stolen) == 401


def test_who_resets_the_password_gets_in_at_once() -> None:
    ada = person()
    for name in ("ada", ada.email):
        assert [guess(browser("203.0.113.9"), name) for _ in range(6)][-1] == 429
    post(browser(), "/api/auth/forgot-password", email=ada.email)
    [email] = emails()
    post(browser(), "/api/auth/reset-password", key=key_in(email), password="quite another")
    for name in ("ada", ada.email):
        assert log_in(browser("203.0.113.8"), name, "quite another").status_code == 200
    # And strangers begin with five again, no more.
    assert [guess(browser("203.0.113.9")) for _ in range(6)] == [401] * 5 + [429]


def test_a_wrong_password_is_logged_by_account_and_network_and_no_name(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ada = person()
    with caplog.at_level("INFO", logger="frontrow.accounts.sign_in"):
        guess(browser("203.0.113.9"))
        guess(browser("203.0.113.9"), "nobody")
        guess(browser("203.0.113.8"), "nobody")
    lines = [line.__dict__ for line in caplog.records if line.msg == "sign-in refused"]
    assert [line["account_id"] for line in lines] == [ada.pk, None, None]
    networks = [line["network"] for line in lines]
    assert networks[0] == networks[1] != networks[2]
    assert not [one for one in networks if "203" in one[:4] or "." in one]


# What a hash costs


def test_an_older_hash_still_opens_and_is_made_anew(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = django_settings_of_production()
    ada = person()
    old = make_password(PASSWORD, hasher=Argon2PasswordHasher())
    assert "m=102400,t=2,p=8" in old
    User.objects.filter(pk=ada.pk).update(password=old)
    assert log_in(browser(), password="wrong password").status_code == 401
    assert User.objects.get().password == old
    assert log_in(browser()).status_code == 200
    assert "m=19456,t=2,p=1" in User.objects.get().password
    assert log_in(browser()).status_code == 200


def django_settings_of_production() -> list[str]:
    return list(production_settings.PASSWORD_HASHERS)


def test_who_would_wait_too_long_for_a_hash_is_asked_to_come_again(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PASSWORD_HASHERS = django_settings_of_production()
    monkeypatch.setattr(password_hash, "LONGEST_WAIT_SECONDS", 0.2)
    person()
    with password_hash.hashing_slot(), password_hash.hashing_slot():
        for _ in range(7):
            refused = log_in(browser())
            assert (refused.status_code, refused["Retry-After"]) == (503, "3")
    # Nothing was guessed, so nothing was counted.
    assert log_in(browser()).status_code == 200


class Probe(MD5PasswordHasher):
    """Counts how often a password was really looked at."""

    looked = 0
    lock = threading.Lock()

    def verify(self, password: str, encoded: str) -> bool:
        with Probe.lock:
            Probe.looked += 1
        return super().verify(password, encoded)


def guess_in_parallel(count: int) -> Counter[int]:
    return Counter(at_once([lambda: guess(browser())] * count))


@pytest.fixture
def probe(settings: Settings) -> type[Probe]:
    settings.PASSWORD_HASHERS = [f"{__name__}.Probe"]
    Probe.looked = 0
    return Probe


@pytest.mark.django_db(transaction=True)
def test_of_64_guesses_at_once_at_most_five_reach_the_password(probe: type[Probe]) -> None:
    person()
    statuses = guess_in_parallel(64)
    report(f"64 guesses at once: {probe.looked} reached the password, {dict(statuses)}")
    assert probe.looked <= 5
    assert statuses[429] == 64 - statuses[401] >= 59


@pytest.mark.django_db(transaction=True)
def test_control_without_the_limits_all_64_reach_it(probe: type[Probe], no_limits: None) -> None:
    person()
    assert guess_in_parallel(64) == {401: 64}
    assert probe.looked == 64
