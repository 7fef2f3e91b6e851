"""The session lookup that every page begins with."""

from urllib.parse import urlencode

import pytest
from django.test import Client
from pytest_django import Settings

from frontrow.accounts.models import Role, Session, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return User.objects.create_user(
        email="ada@example.test", username="ada", first_name="Ada", last_name="Lovelace"
    )


def test_nobody_is_a_401(client: Client) -> None:
    response = client.get("/api/auth/user")
    assert (response.status_code, response.json()) == (
        401,
        {"code": "sign_in_required", "message": "Please sign in.", "fields": {}},
    )


def test_a_student_is_told_who_they_are(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert client.get("/api/auth/user").json() == {
        "id": ada.pk,
        "email": "ada@example.test",
        "username": "ada",
        "firstName": "Ada",
        "lastName": "Lovelace",
        "role": "STUDENT",
        "effectiveRole": "STUDENT",
        "isAdmin": False,
        "rights": [],
        "isImpersonating": False,
        "impersonatedUser": None,
        "timezone": "",
        "timezoneChoice": "",
        "emailVerified": False,
        "hasPassword": False,
        "confirmsAt": [],
        "hasSecondFactor": False,
        "secondFactorRequired": False,
    }


def test_an_admin_is_an_admin_by_role(client: Client, ada: User) -> None:
    ada.role = Role.ADMIN
    ada.save()
    client.force_login(ada)
    answer = client.get("/api/auth/user").json()
    assert (answer["role"], answer["isAdmin"]) == ("ADMIN", True)


def test_a_session_knows_its_user_so_all_of_them_can_be_ended(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert Session.objects.filter(user=ada).count() == 1
    Session.objects.filter(user=ada).delete()
    assert client.get("/api/auth/user").status_code == 401


def test_the_answer_is_never_cached(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert client.get("/api/auth/user")["Cache-Control"] == "no-store"


def test_sign_in_starts_at_our_own_form_while_no_provider_is_configured(
    client: Client, settings: Settings
) -> None:
    settings.SOCIALACCOUNT_PROVIDERS = {}
    response = client.get("/api/login")
    assert (response.status_code, response["Location"]) == (302, "/auth/login")


@pytest.mark.parametrize("start", ["/api/login", "/api/auth/google"])
def test_our_own_form_leads_on_to_where_somebody_wanted_to_go(
    start: str, client: Client, settings: Settings
) -> None:
    settings.SOCIALACCOUNT_PROVIDERS = {}
    wanted = "/admin/purchases?status=refunded"
    response = client.get(start, {"returnTo": wanted})
    assert response["Location"] == f"/auth/login?{urlencode({'returnTo': wanted})}"
    assert client.get(start, {"returnTo": "//evil.test"})["Location"] == "/auth/login"
