"""The second factor: set up with care, asked for before any session, each code good once."""

import time

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.test import Client
from pytest_django import Settings

from frontrow.accounts.models import Session, User, UserStatus
from frontrow.accounts.sessions import SessionStore
from tests.accounts.people import (
    PASSWORD,
    actions,
    an_admin,
    browser,
    emails,
    key_in,
    log_in,
    person,
    post,
    refusal,
    send,
    told,
    who,
    wrong,
)
from tests.accounts.second_factor import FINISH, START, code, give, halfway, not_the_code
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

WRONG = (422, wrong(code="Incorrect code."))


@pytest.fixture
def ada() -> User:
    return person()


@pytest.fixture
def enrolled(ada: User) -> tuple[str, list[str]]:
    """Her secret and her recovery codes."""
    client = browser()
    sign_in_recently(client, ada)
    secret = told(post(client, START))[1]["secret"]
    status, body = told(post(client, FINISH, code=code(secret)))
    assert status == 200
    return secret, body["codes"]


# Setting it up


def test_it_is_set_up_with_a_first_code_and_gives_recovery_codes(ada: User) -> None:
    client = browser()
    sign_in_recently(client, ada)
    status, body = told(post(client, START))
    assert status == 200
    assert body["uri"].startswith("otpauth://totp/")
    assert body["secret"] in body["uri"]
    assert client.get("/api/auth/user").json()["hasSecondFactor"] is False
    status, codes = told(post(client, FINISH, code=code(body["secret"])))
    assert (status, len(set(codes["codes"]))) == (200, 10)
    assert client.get("/api/auth/user").json()["hasSecondFactor"] is True
    assert actions() == ["set up second factor"]


def test_a_wrong_first_code_sets_up_nothing(ada: User) -> None:
    client = browser()
    sign_in_recently(client, ada)
    secret = told(post(client, START))[1]["secret"]
    assert told(post(client, FINISH, code=not_the_code(secret))) == WRONG
    assert not Authenticator.objects.exists()


def test_a_second_one_is_a_conflict(ada: User, enrolled: tuple[str, list[str]]) -> None:
    client = browser()
    sign_in_recently(client, ada)
    refused = (409, refusal("Two-step verification is already on."))
    assert told(post(client, START)) == refused
    assert told(post(client, FINISH, code=code(enrolled[0]))) == refused


def test_an_unproven_address_gets_none(client: Client) -> None:
    sign_in_recently(client, person("eve", verified=False))
    assert told(post(client, START)) == (409, refusal("Verify your email address first."))


def test_the_secret_does_not_stay_in_the_session(enrolled: tuple[str, list[str]]) -> None:
    [session] = Session.objects.all()
    assert enrolled[0] not in str(SessionStore().decode(session.session_data))


# Signing in with it


def test_the_password_alone_opens_no_session(enrolled: tuple[str, list[str]]) -> None:
    client = halfway()
    assert who(client) == 401
    assert client.get("/api/user/profile").status_code == 401
    assert actions()[-1] == "set up second factor"


def test_the_code_opens_it(enrolled: tuple[str, list[str]]) -> None:
    client = halfway()
    before = client.cookies["session"].value
    assert give(client, code(enrolled[0])) == (200, {"next": "done"})
    assert who(client) == 200
    assert client.cookies["session"].value != before
    assert actions()[-1] == "signed in"


def test_a_wrong_code_does_not(enrolled: tuple[str, list[str]]) -> None:
    client = halfway()
    assert give(client, not_the_code(enrolled[0])) == WRONG
    assert who(client) == 401


def test_codes_are_guessed_at_most_five_times(enrolled: tuple[str, list[str]]) -> None:
    bad = not_the_code(enrolled[0])
    # Starting over with the password does not start the count over.
    statuses = [give(halfway(), bad)[0] for _ in range(8)]
    assert statuses == [422] * 5 + [429] * 3
    client = halfway()
    response = post(client, "/api/auth/second-factor", code=code(enrolled[0]))
    assert (response.status_code, response["Retry-After"]) == (429, "300")
    assert who(client) == 401


def test_a_code_without_a_password_first_is_nothing(enrolled: tuple[str, list[str]]) -> None:
    client = browser()
    assert give(client, code(enrolled[0])) == (401, refusal("Please sign in again."))


def test_a_code_is_good_once(enrolled: tuple[str, list[str]]) -> None:
    shown = code(enrolled[0])
    assert give(halfway(), shown)[0] == 200
    thief = halfway()
    assert give(thief, shown) == WRONG
    assert give(thief, f"{shown[:3]} {shown[3:]}") == WRONG
    assert who(thief) == 401


def test_so_it_is_for_as_long_as_the_clocks_may_differ(
    enrolled: tuple[str, list[str]], settings: Settings
) -> None:
    # Memory follows the travelled clock; Redis would go by its own.
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    beginning = time.time() // 30 * 30
    with time_machine.travel(beginning, tick=False):
        shown = code(enrolled[0])
        assert give(halfway(), shown)[0] == 200
    for seconds in (31, 45, 59):
        with time_machine.travel(beginning + seconds, tick=False):
            thief = halfway()
            assert give(thief, shown) == WRONG
            assert who(thief) == 401


def test_a_recovery_code_is_good_once(enrolled: tuple[str, list[str]]) -> None:
    _, [recovery, other, *_] = enrolled
    assert give(halfway(), recovery)[0] == 200
    assert give(halfway(), recovery) == WRONG
    assert give(halfway(), other)[0] == 200


def test_whoever_is_deactivated_between_the_two_gets_no_session(
    ada: User, enrolled: tuple[str, list[str]]
) -> None:
    client = halfway()
    User.objects.filter(pk=ada.pk).update(status=UserStatus.INACTIVE)
    assert give(client, code(enrolled[0])) == (401, refusal("Please sign in again."))
    assert who(client) == 401
    # Only the one she enrolled in.
    assert Session.objects.filter(user=ada).count() == 1


def test_resetting_the_password_does_not_take_it_away(
    ada: User, enrolled: tuple[str, list[str]]
) -> None:
    post(browser(), "/api/auth/forgot-password", email=ada.email)
    body = {"key": key_in(emails()[0]), "password": PASSWORD}
    assert post(browser(), "/api/auth/reset-password", **body).status_code == 200
    assert who(halfway()) == 401


# Taking it away


def test_removing_it_needs_a_recent_sign_in(ada: User, enrolled: tuple[str, list[str]]) -> None:
    client = browser()
    sign_in_recently(client, ada, seconds_ago=16 * 60)
    assert send(client, "DELETE", "/api/user/second-factor").status_code == 403
    assert Authenticator.objects.count() == 2
    sign_in_recently(client, ada)
    answer = send(client, "DELETE", "/api/user/second-factor")
    assert told(answer) == (200, {"message": "Two-step verification is off."})
    assert not Authenticator.objects.exists()
    assert told(log_in(browser())) == (200, {"next": "done"})


# Required of admins


def test_where_it_is_required_an_admin_without_it_cannot_act(
    client: Client, settings: Settings
) -> None:
    settings.ENV = settings.ENV.model_copy(update={"ADMIN_SECOND_FACTOR_REQUIRED": True})
    sign_in_recently(client, an_admin())
    refused = (403, refusal("Set up two-step verification before you continue."))
    assert told(client.get("/api/admin/audit")) == refused
    assert client.get("/api/auth/user").json()["secondFactorRequired"] is True
    secret = told(post(client, START))[1]["secret"]
    assert post(client, FINISH, code=code(secret)).status_code == 200
    assert client.get("/api/admin/audit").status_code == 200


def test_students_need_none(client: Client, settings: Settings) -> None:
    settings.ENV = settings.ENV.model_copy(update={"ADMIN_SECOND_FACTOR_REQUIRED": True})
    sign_in_recently(client, person())
    assert client.get("/api/user/profile").status_code == 200
