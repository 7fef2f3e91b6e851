"""The readable hint follows the session cookie and grants nothing."""

from datetime import timedelta

import pytest
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from frontrow.accounts.models import Session, User
from frontrow.backoffice.retention import forget

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


def sign_in(request: HttpRequest) -> HttpResponse:
    user = User.objects.get(username="ada")
    login(request, user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return HttpResponse()


def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return HttpResponse()


def remember(request: HttpRequest) -> HttpResponse:
    request.session["package"] = 1
    return HttpResponse()


urlpatterns = [path("in", sign_in), path("out", sign_out), path("remember", remember)]


@pytest.fixture(autouse=True)
def ada() -> User:
    return User.objects.create_user(email="ada@example.test", username="ada")


def test_signing_in_sets_a_hint_that_scripts_can_read(client: Client) -> None:
    cookies = client.get("/in").cookies
    assert cookies["signed_in"].value == "1"
    assert not cookies["signed_in"]["httponly"]
    assert cookies["session"]["httponly"]
    assert cookies["session"]["samesite"] == "Lax"


def test_signing_out_clears_it(client: Client) -> None:
    client.get("/in")
    assert client.get("/out").cookies["signed_in"].value == ""


def test_an_anonymous_session_is_no_sign_in(client: Client) -> None:
    cookies = client.get("/remember").cookies
    assert cookies["session"].value
    assert cookies["signed_in"].value == ""


def test_the_session_key_changes_at_sign_in(client: Client) -> None:
    before = client.get("/remember").cookies["session"].value
    assert client.get("/in").cookies["session"].value != before


def test_sessions_that_have_run_out_are_forgotten(client: Client) -> None:
    client.get("/in")
    live = Session.objects.get()
    Session.objects.create(
        session_key="old", session_data="", expire_date=live.expire_date - timedelta(days=31)
    )
    forget(what="sessions past their 30 days")
    assert list(Session.objects.all()) == [live]
