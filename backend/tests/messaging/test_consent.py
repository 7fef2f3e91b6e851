"""Text messages only to whoever agreed, for the number they agreed with, until they say no."""

import pytest
from django.test import Client

from frontrow.accounts.models import User
from frontrow.messaging.models import SmsConsent
from tests.factories import make_user

pytestmark = pytest.mark.django_db

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def choose(client: Client, *, agrees: bool) -> tuple[int, dict[str, object]]:
    answer = client.put(
        "/api/user/sms-consent", {"agrees": agrees}, content_type="application/json"
    )
    return answer.status_code, answer.json()


@pytest.fixture
def ada(client: Client) -> User:
    user = make_user(phone="+15550100199")
    client.force_login(user, BACKEND)
    return user


def test_agreeing_and_taking_it_back_are_both_kept(client: Client, ada: User) -> None:
    assert client.get("/api/user/sms-consent").json() == {"agrees": False, "phone": ada.phone}
    assert choose(client, agrees=True) == (200, {"agrees": True, "phone": ada.phone})
    assert choose(client, agrees=True)[0] == 200
    given = SmsConsent.objects.get()
    assert (given.phone, given.user, given.source) == (ada.phone, ada, "profile")
    assert (given.text_version, given.withdrawn_at) == ("2026-11", None)
    assert choose(client, agrees=False) == (200, {"agrees": False, "phone": ada.phone})
    assert SmsConsent.objects.get().withdrawn_at is not None
    assert choose(client, agrees=True)[0] == 200
    assert SmsConsent.objects.count() == 2


def test_a_new_number_needs_a_new_yes(client: Client, ada: User) -> None:
    choose(client, agrees=True)
    ada.phone = "+442079460000"
    ada.save()
    assert client.get("/api/user/sms-consent").json()["agrees"] is False


def test_without_a_number_there_is_nothing_to_agree_to(client: Client, ada: User) -> None:
    ada.phone = ""
    ada.save()
    status, told = choose(client, agrees=True)
    assert (status, told["message"]) == (409, "Add your phone number first.")
    assert not SmsConsent.objects.exists()
