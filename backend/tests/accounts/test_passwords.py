"""Forgotten and changed passwords: what a link can do, once, and what a change ends."""

import threading
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.utils.http import int_to_base36
from pytest_django import Settings

from frontrow.accounts.models import EmailRequest, Session, User
from frontrow.messaging.models import Message
from tests.accounts.people import (
    ANOTHER,
    PASSWORD,
    actions,
    browser,
    emails,
    key_in,
    link_in,
    log_in,
    person,
    post,
    refusal,
    told,
    who,
    wrong,
)
from tests.accounts.together import at_once, take_locks_away
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

USED_UP = "This link is no longer valid. Please ask for a new one."
NOT_VALID = refusal(USED_UP, key=USED_UP)


def ask_for_email(email: str = "ada@example.test") -> None:
    assert post(browser(), "/api/auth/forgot-password", email=email).status_code == 200


def reset(key: str, password: str = ANOTHER) -> tuple[int, object]:
    return told(post(browser(), "/api/auth/reset-password", key=key, password=password))


# Forgotten


def test_a_forgotten_password_is_set_through_the_email() -> None:
    ada = person()
    elsewhere = browser()
    log_in(elsewhere)
    ask_for_email()
    [email] = emails()
    assert (email.recipient, email.subject, email.user) == (
        "ada@example.test",
        "Choose a new password · Build Lab",
        ada,
    )
    assert reset(key_in(email)) == (
        200,
        {"message": "Your password is set. You can sign in now."},
    )
    # At once, not only when its browser comes back with what no longer fits.
    assert not Session.objects.filter(user=ada).exists()
    assert who(elsewhere) == 401
    assert log_in(browser()).status_code == 401
    assert log_in(browser(), password=ANOTHER).status_code == 200
    assert actions() == ["signed in", "reset password", "signed in"]


def test_the_link_is_ours_and_its_key_reaches_no_server(settings: Settings) -> None:
    settings.SITE_URL = "https://bootcamps.example.test"
    person()
    forged = browser(Host="testserver", **{"X-Forwarded-Host": "evil.example"})
    post(forged, "/api/auth/forgot-password", email="ada@example.test")
    [email] = emails()
    start = "https://bootcamps.example.test/auth/reset-password#key="
    assert link_in(email).startswith(start)
    assert "http" not in email.content
    assert "evil.example" not in email.content + email.html


def test_a_key_works_once() -> None:
    person()
    ask_for_email()
    key = key_in(emails()[0])
    assert reset(key)[0] == 200
    assert reset(key, "yet another one") == (422, NOT_VALID)
    assert User.objects.get().check_password(ANOTHER)


def test_a_newer_password_ends_an_older_key(client: Client) -> None:
    person()
    ask_for_email()
    [email] = emails()
    log_in(client)
    post(client, "/api/auth/change-password", currentPassword=PASSWORD, newPassword="changed since")
    assert reset(key_in(email))[0] == 422
    assert User.objects.get().check_password("changed since")


def test_a_key_lasts_two_hours() -> None:
    person()
    ask_for_email()
    key = key_in(emails()[0])
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=2, seconds=2)):
        assert reset(key) == (422, NOT_VALID)
    assert User.objects.get().check_password(PASSWORD)
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=1, minutes=59)):
        assert reset(key)[0] == 200


@pytest.mark.parametrize(
    "forge",
    [
        lambda key: "x",
        lambda key: "-",
        lambda key: "1-x",
        lambda key: "zzzzzzzzzzzzzzzzzzzzzzzzzzzz-" + key.partition("-")[2],
        lambda key: "é-" + key.partition("-")[2],
        lambda key: key[:-1] + ("0" if key[-1] != "0" else "1"),
        lambda key: key + "0",
        lambda key: key.upper(),
        lambda key: key.replace("-", "--", 1),
    ],
)
def test_a_forged_key_changes_nothing(forge: object) -> None:
    person()
    ask_for_email()
    assert callable(forge)
    assert reset(forge(key_in(emails()[0]))) == (422, NOT_VALID)
    assert User.objects.get().check_password(PASSWORD)


def test_anothers_key_is_of_no_use() -> None:
    person("eve")
    ada = person()
    ask_for_email("eve@example.test")
    token = key_in(emails()[0]).partition("-")[2]
    assert reset(f"{int_to_base36(ada.pk)}-{token}")[0] == 422
    assert all(user.check_password(PASSWORD) for user in User.objects.all())


@pytest.mark.parametrize(
    ("password", "message"),
    [
        ("12345", "Password must be at least 6 characters"),
        ("password", "This password is too common."),
    ],
)
def test_a_weak_password_leaves_the_key_alive(password: str, message: str) -> None:
    person()
    ask_for_email()
    key = key_in(emails()[0])
    assert reset(key, password) == (422, wrong(password=message))
    assert User.objects.get().check_password(PASSWORD)
    assert reset(key)[0] == 200


def test_resetting_proves_the_address() -> None:
    person(verified=False)
    ask_for_email()
    reset(key_in(emails()[0]))
    assert EmailAddress.objects.get().verified is True


@pytest.mark.parametrize("kind", ["unknown", "inactive", "demo"])
def test_no_email_goes_to_whoever_should_get_none(kind: str) -> None:
    if kind != "unknown":
        person(is_demo=kind == "demo", status="inactive" if kind == "inactive" else "active")
    ask_for_email()
    assert emails() == []
    assert not EmailRequest.objects.exists()


def test_each_request_is_one_email_and_the_sixth_in_an_hour_is_refused() -> None:
    person()
    start = datetime.now(UTC)
    for n in range(5):
        # Two keys of one second are the same key, and the same email.
        with time_machine.travel(start + timedelta(seconds=2 * n)):
            ask_for_email("ADA@example.test" if n % 2 else "ada@example.test")
            assert len(emails()) == n + 1
    answer = post(browser("203.0.113.1"), "/api/auth/forgot-password", email="ada@example.test")
    assert answer.status_code == 429
    assert 1 <= int(answer["Retry-After"]) <= 3600
    assert len(emails()) == 5


def test_unknown_addresses_are_limited_alike() -> None:
    for _ in range(5):
        ask_for_email("nobody@example.test")
    answer = post(browser(), "/api/auth/forgot-password", email="nobody@example.test")
    assert answer.status_code == 429


def test_one_visitor_cannot_have_us_write_to_everybody() -> None:
    for n in range(30):
        person(f"user{n}")
    statuses = Counter(
        post(browser(), "/api/auth/forgot-password", email=f"user{n}@example.test").status_code
        for n in range(30)
    )
    assert statuses == {200: 20, 429: 10}
    assert len(emails()) == 20
    assert (
        post(browser("203.0.113.1"), "/api/auth/forgot-password", email="user29@example.test")
    ).status_code == 200


def test_a_job_that_runs_twice_writes_one_email() -> None:
    person()
    ask_for_email()
    assert emails() == emails()
    assert Message.objects.count() == 1


def ten_with_one_key() -> Counter[int]:
    person()
    ask_for_email()
    key = key_in(emails()[0])
    return Counter(at_once([lambda: reset(key)[0]] * 10))


@pytest.mark.django_db(transaction=True)
def test_of_ten_who_use_one_key_at_once_one_sets_the_password() -> None:
    assert ten_with_one_key() == {200: 1, 422: 9}


@pytest.mark.django_db(transaction=True)
def test_control_without_the_lock_several_do(monkeypatch: pytest.MonkeyPatch) -> None:
    take_locks_away(monkeypatch)
    all_have_looked = threading.Barrier(10, timeout=60)
    look = default_token_generator.check_token

    def look_together(user: User, token: str) -> bool:
        is_right = look(user, token)
        all_have_looked.wait()
        return is_right

    monkeypatch.setattr(default_token_generator, "check_token", look_together)
    assert ten_with_one_key() == {200: 10}


# Changed


def change(client: Client, current: str, new: str) -> tuple[int, object]:
    return told(post(client, "/api/auth/change-password", currentPassword=current, newPassword=new))


def test_changing_it_keeps_this_session_and_ends_the_others(client: Client) -> None:
    person()
    elsewhere = browser()
    log_in(elsewhere)
    log_in(client)
    assert change(client, PASSWORD, ANOTHER) == (200, {"message": "Your password is changed."})
    # At once, not only when the other browser comes back with what no longer fits.
    assert Session.objects.get(user__isnull=False).session_key == client.session.session_key
    assert (who(client), who(elsewhere)) == (200, 401)
    assert User.objects.get().check_password(ANOTHER)
    assert actions()[-1] == "changed password"


@pytest.mark.parametrize("current", ["", "not it", PASSWORD.title()])
def test_the_current_password_must_be_right(client: Client, current: str) -> None:
    person()
    log_in(client)
    assert change(client, current, ANOTHER) == (
        422,
        wrong(currentPassword="That password isn't right."),
    )
    assert User.objects.get().check_password(PASSWORD)
    assert who(client) == 200


def test_a_weak_new_one_is_refused_at_its_own_field(client: Client) -> None:
    person()
    log_in(client)
    assert change(client, PASSWORD, "12345") == (
        422,
        wrong(newPassword="Password must be at least 6 characters"),
    )
    assert User.objects.get().check_password(PASSWORD)


def test_a_stolen_session_cannot_guess_the_password(client: Client) -> None:
    person()
    log_in(client)
    answers = [change(client, f"guess {n}", ANOTHER)[0] for n in range(8)]
    assert answers == [422] * 5 + [429] * 3
    assert change(client, PASSWORD, ANOTHER)[0] == 429
    assert User.objects.get().check_password(PASSWORD)


def test_whoever_has_none_chooses_one_after_a_recent_sign_in(client: Client) -> None:
    ada = person(password=None)
    sign_in_recently(client, ada)
    assert change(client, "", ANOTHER)[0] == 200
    assert User.objects.get().check_password(ANOTHER)


def test_an_old_session_of_theirs_does_not_set_one(client: Client) -> None:
    ada = person(password=None)
    sign_in_recently(client, ada, seconds_ago=16 * 60)
    assert change(client, "", ANOTHER) == (
        403,
        refusal("Please sign in again to choose a password."),
    )
    assert not User.objects.get().has_usable_password()
