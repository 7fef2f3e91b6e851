"""Whoever has no password confirms a sensitive step by a code from an email."""

from typing import Any

import pytest
from allauth.socialaccount.models import SocialAccount
from django.test import Client
from pytest_django import Settings

from frontrow.accounts.models import User
from tests.accounts.codes import ASK, code_emails, code_in, wrong_for
from tests.accounts.people import PASSWORD, browser, person, post, send, told
from tests.accounts.stand_in import sign_in_with, visitor
from tests.signing_in import sign_in_recently

pytestmark = pytest.mark.django_db

CONFIRM, EXPORT = "/api/auth/confirm-code", "/api/user/export"


def without_password(name: str = "ada") -> User:
    user = person(name)
    user.set_unusable_password()
    user.save()
    return user


def old_session(user: User) -> Client:
    client = browser()
    sign_in_recently(client, user, seconds_ago=16 * 60)
    return client


def code_for(client: Client, user: User) -> str:
    assert post(client, ASK, email=user.email).status_code == 200
    return code_in(code_emails()[-1])


def export(client: Client) -> int:
    return send(client, "GET", EXPORT).status_code


def test_the_code_from_the_email_confirms_the_step() -> None:
    ada = without_password()
    client = old_session(ada)
    assert export(client) == 403
    code = code_for(client, ada)
    wrong = post(client, CONFIRM, code=wrong_for(code))
    assert (wrong.status_code, export(client)) == (422, 403)
    assert told(post(client, CONFIRM, code=code)) == (200, {"message": "Thank you."})
    assert export(client) == 200
    assert post(client, CONFIRM, code=code).status_code == 410


def test_the_code_of_another_account_confirms_nothing() -> None:
    ada, eve = without_password(), without_password("eve")
    client = old_session(ada)
    assert post(client, CONFIRM, code=code_for(client, eve)).status_code == 422
    assert export(client) == 403


def test_whoever_has_a_password_gives_that() -> None:
    """Else a phone that shows emails would be as good as the password."""
    ada = person()
    client = old_session(ada)
    assert post(client, CONFIRM, code=code_for(client, ada)).status_code == 409
    assert export(client) == 403


def test_guesses_are_counted_as_at_the_sign_in() -> None:
    ada = without_password()
    client = old_session(ada)
    code = code_for(client, ada)
    tries = [post(client, CONFIRM, code=wrong_for(code, n + 1)).status_code for n in range(5)]
    assert tries == [422] * 4 + [410]
    assert post(client, CONFIRM, code=code).status_code == 410
    assert export(client) == 403


@pytest.mark.usefixtures("providers")
def test_a_fresh_sign_in_at_their_provider_confirms_too_and_leads_back() -> None:
    ada = without_password()
    client = visitor()
    sign_in_with(client)
    assert export(client) == 200
    session = client.session
    session["account_authentication_methods"] = [
        {**one, "at": one["at"] - 16 * 60} for one in session["account_authentication_methods"]
    ]
    session.save()
    assert export(client) == 403
    assert sign_in_with(client, return_to="/profile?tab=2")["Location"] == "/profile?tab=2"
    assert export(client) == 200
    assert told(send(client, "GET", "/api/auth/user"))[1]["id"] == ada.pk


def test_the_page_learns_where_else_they_can_confirm(settings: Settings) -> None:
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {}}
    ada = without_password()
    SocialAccount.objects.create(user=ada, provider="openid", uid="1")
    SocialAccount.objects.create(user=ada, provider="unheard of", uid="1")

    def at() -> Any:
        return told(send(old_session(ada), "GET", "/api/auth/user"))[1]["confirmsAt"]

    assert at() == ["openid"]
    ada.set_password(PASSWORD)
    ada.save()
    assert at() == []
