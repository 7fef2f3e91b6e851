"""Proving an address: what it changes depends on whose browser opens the email."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import signing
from django.test import Client
from pytest_django import Settings

from frontrow.accounts.models import User
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
    register,
    told,
    who,
)

pytestmark = pytest.mark.django_db

USED_UP = "This link is no longer valid. Please ask for a new one."


def verify(client: Client, key: str) -> tuple[int, object]:
    return told(post(client, "/api/auth/verify-email", key=key))


def is_proven() -> bool:
    return bool(EmailAddress.objects.get().verified)


def test_opened_where_it_was_registered_everything_stays(client: Client) -> None:
    register(client)
    [email] = emails()
    assert email.subject == "Confirm your email address · Build Lab"
    assert verify(client, key_in(email)) == (200, {"passwordKey": None})
    assert is_proven()
    assert client.get("/api/auth/user").json()["emailVerified"] is True
    assert log_in(browser()).status_code == 200
    assert actions()[:2] == ["registered", "verified address"]


def test_opened_anywhere_else_the_one_who_registered_is_out() -> None:
    attacker, attackers_phone, victim = browser(), browser(), browser()
    register(attacker)
    log_in(attackers_phone)
    [email] = emails()
    status, body = verify(victim, key_in(email))
    assert status == 200
    assert isinstance(body, dict)
    assert (who(attacker), who(attackers_phone), who(victim)) == (401, 401, 401)
    assert log_in(attacker).status_code == 401
    assert is_proven()
    chosen = post(victim, "/api/auth/reset-password", key=body["passwordKey"], password=ANOTHER)
    assert chosen.status_code == 200
    assert log_in(victim, password=ANOTHER).status_code == 200
    assert log_in(attacker).status_code == 401


def test_so_it_is_when_the_reader_is_signed_in_as_somebody_else() -> None:
    attacker, victim = browser(), browser()
    person("victim2")
    log_in(victim, "victim2")
    register(attacker)
    verify(victim, key_in(emails()[-1]))
    assert (who(attacker), who(victim)) == (401, 200)
    assert not User.objects.get(username="ada").has_usable_password()


def test_a_reset_link_asked_for_before_is_dead_after() -> None:
    attacker = browser()
    register(attacker)
    post(attacker, "/api/auth/forgot-password", email="ada@example.test")
    verification, reset = emails()
    verify(browser(), key_in(verification))
    answer = post(browser(), "/api/auth/reset-password", key=key_in(reset), password=ANOTHER)
    assert answer.status_code == 422


def test_an_account_that_proved_nothing_says_so(client: Client) -> None:
    register(client)
    assert client.get("/api/user/profile").json()["emailVerified"] is False


def test_the_link_is_ours_and_its_key_reaches_no_server(client: Client, settings: Settings) -> None:
    settings.SITE_URL = "https://bootcamps.example.test"
    register(client)
    [email] = emails()
    start = "https://bootcamps.example.test/auth/verify-email#key="
    assert link_in(email).startswith(start)


def test_a_key_lasts_three_days(client: Client) -> None:
    register(client)
    key = key_in(emails()[0])
    with time_machine.travel(datetime.now(UTC) + timedelta(days=3, seconds=2)):
        assert verify(client, key)[0] == 422
    assert not is_proven()
    with time_machine.travel(datetime.now(UTC) + timedelta(days=2, hours=23)):
        assert verify(browser(), key)[0] == 200


def test_a_key_works_once_so_nobody_ends_sessions_with_it_later(client: Client) -> None:
    register(client)
    key = key_in(emails()[0])
    verify(client, key)
    assert verify(browser(), key)[0] == 422
    assert who(client) == 200
    assert User.objects.get().check_password(PASSWORD)


@pytest.mark.parametrize(
    "forge",
    [
        lambda key: "x",
        lambda key: key[:-1] + ("A" if key[-1] != "A" else "B"),
        lambda key: key.replace(":", "", 1),
        lambda key: signing.dumps(1, salt="another purpose"),
        lambda key: signing.dumps(1, key="another site's key", salt="account"),
    ],
)
def test_a_forged_key_proves_nothing(client: Client, forge: object) -> None:
    register(client)
    assert callable(forge)
    status, body = verify(browser(), forge(key_in(emails()[0])))
    assert (status, body) == (422, {"message": USED_UP, "fields": {"key": USED_UP}})
    assert not is_proven()
    assert who(client) == 200


def test_another_email_can_be_asked_for_five_times_an_hour(client: Client) -> None:
    register(client)
    statuses = [post(client, "/api/auth/resend-verification").status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]


def test_whoever_proved_it_gets_no_more_emails(client: Client) -> None:
    person()
    log_in(client)
    answer = post(client, "/api/auth/resend-verification")
    assert told(answer) == (200, {"message": "We've sent you an email."})
    assert emails() == []
