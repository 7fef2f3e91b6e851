"""Sensitive acts ask for the password again when the sign-in is old."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from frontrow.accounts.models import User
from tests.accounts.people import (
    PASSWORD,
    actions,
    an_admin,
    browser,
    patch,
    person,
    post,
    refusal,
    send,
    told,
    wrong,
)
from tests.signing_in import sign_in_recently

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = pytest.mark.django_db

ASK = "Please confirm your password to continue."
NEEDED = (403, refusal(ASK, password=ASK))
Act = Callable[[Client, User], "Answer"]

SENSITIVE: dict[str, Act] = {
    "grant a role": lambda c, ada: patch(c, f"/api/admin/users/{ada.pk}/role", role="ADMIN"),
    "deactivate": lambda c, ada: patch(c, f"/api/admin/users/{ada.pk}/deactivate"),
    "impersonate": lambda c, ada: post(
        c, "/api/admin/impersonate/start", targetUserId=ada.pk, reason="Asked for help"
    ),
    "set up a second factor": lambda c, _: post(c, "/api/user/second-factor/start"),
    "remove it": lambda c, _: send(c, "DELETE", "/api/user/second-factor"),
}


@pytest.fixture
def root() -> User:
    return an_admin()


def old_session(root: User) -> Client:
    client = browser()
    sign_in_recently(client, root, seconds_ago=16 * 60)
    return client


def confirm(client: Client, password: str = PASSWORD) -> tuple[int, Any]:
    return told(post(client, "/api/auth/confirm-password", password=password))


@pytest.mark.parametrize("name", SENSITIVE)
def test_an_old_sign_in_is_asked_for_the_password_and_then_goes_on(name: str, root: User) -> None:
    ada = person()
    client = old_session(root)
    before = list(User.objects.order_by("pk").values())
    assert told(SENSITIVE[name](client, ada)) == NEEDED
    assert list(User.objects.order_by("pk").values()) == before
    assert not Authenticator.objects.exists()
    assert actions() == []
    assert confirm(client) == (200, {"message": "Thank you."})
    assert SENSITIVE[name](client, ada).status_code == 200


@pytest.mark.parametrize("name", SENSITIVE)
def test_a_recent_one_is_not(name: str, root: User) -> None:
    client = browser()
    sign_in_recently(client, root, seconds_ago=14 * 60)
    assert SENSITIVE[name](client, person()).status_code == 200


def test_a_wrong_password_confirms_nothing(root: User) -> None:
    client = old_session(root)
    assert confirm(client, "not it") == (422, wrong(password="That password isn't right."))
    assert told(SENSITIVE["impersonate"](client, person())) == NEEDED


def test_anothers_password_confirms_nothing(root: User) -> None:
    ada = person(password="adas own password")
    client = old_session(root)
    assert confirm(client, "adas own password")[0] == 422
    assert told(SENSITIVE["impersonate"](client, ada)) == NEEDED


def test_guessing_is_limited(root: User) -> None:
    client = old_session(root)
    assert [confirm(client, f"guess {n}")[0] for n in range(7)] == [422] * 5 + [429] * 2
    response = post(client, "/api/auth/confirm-password", password=PASSWORD)
    assert (response.status_code, response["Retry-After"]) == (429, "300")
    assert told(SENSITIVE["impersonate"](client, person())) == NEEDED


def test_a_forged_record_of_somebody_else_is_no_proof(root: User) -> None:
    """The proof belongs to a person: one left over from another sign-in counts for nothing."""
    client = browser()
    sign_in_recently(client, person())
    session = client.session
    records = session["account_authentication_methods"]
    client.force_login(root)
    session = client.session
    session["account_authentication_methods"] = records
    session.save()
    assert told(SENSITIVE["impersonate"](client, person("eve"))) == NEEDED
