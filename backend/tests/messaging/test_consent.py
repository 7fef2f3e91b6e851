"""Text messages only to whoever agreed, for the number they agreed with, until they say no."""

import pytest
from django.test import Client

from frontrow.accounts.models import User
from frontrow.messaging.consent import (
    PhoneOwner,
    consenting,
    hand_over_consents,
    note_sms_consent,
)
from frontrow.messaging.models import SmsConsent
from frontrow.messaging.texts import opt_in, opt_out
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


# Somebody else with the same number


@pytest.fixture
def eve(ada: User) -> Client:
    """Who typed Ada's number into a profile of her own."""
    client = Client()
    client.force_login(make_user(phone=ada.phone), BACKEND)
    return client


def test_nobody_reads_or_takes_back_anothers_yes(client: Client, ada: User, eve: Client) -> None:
    choose(client, agrees=True)
    assert eve.get("/api/user/sms-consent").json()["agrees"] is False
    assert choose(eve, agrees=False) == (200, {"agrees": False, "phone": ada.phone})
    assert client.get("/api/user/sms-consent").json()["agrees"] is True
    mine = PhoneOwner(ada.phone, ada.pk, None)
    assert consenting([mine]) == {mine}


def test_nobody_gives_anothers_yes(client: Client, ada: User, eve: Client) -> None:
    assert choose(eve, agrees=True)[0] == 200
    assert client.get("/api/user/sms-consent").json()["agrees"] is False
    assert (
        consenting([PhoneOwner(ada.phone, ada.pk, None), PhoneOwner(ada.phone, None, 7)]) == set()
    )
    # Each for themselves, with the same number.
    assert choose(client, agrees=True)[0] == 200
    assert SmsConsent.objects.filter(withdrawn_at=None).count() == 2


def test_a_guests_yes_is_their_purchases_and_later_their_accounts(
    client: Client, ada: User, eve: Client
) -> None:
    note_sms_consent(phone=ada.phone, user_id=None, purchase_id=7, source="checkout")
    note_sms_consent(phone=ada.phone, user_id=None, purchase_id=7, source="checkout")
    bought, another = PhoneOwner(ada.phone, None, 7), PhoneOwner(ada.phone, None, 8)
    assert consenting([bought, another]) == {bought}
    assert client.get("/api/user/sms-consent").json()["agrees"] is False
    choose(eve, agrees=False)
    assert consenting([bought]) == {bought}
    hand_over_consents(purchase_ids=[7], user_id=ada.pk)
    assert client.get("/api/user/sms-consent").json()["agrees"] is True
    claimed = PhoneOwner(ada.phone, ada.pk, 7)
    assert consenting([claimed]) == {claimed}
    choose(client, agrees=False)
    assert consenting([claimed, bought]) == set()


def test_stop_still_ends_everything_for_the_number_and_start_brings_it_back(
    client: Client, ada: User, eve: Client
) -> None:
    choose(eve, agrees=True)
    choose(eve, agrees=False)
    choose(client, agrees=True)
    note_sms_consent(phone=ada.phone, user_id=None, purchase_id=7, source="checkout")
    opt_out(phone=ada.phone)
    assert not SmsConsent.objects.filter(withdrawn_at=None).exists()
    opt_in(phone=ada.phone)
    again = SmsConsent.objects.filter(withdrawn_at=None).values_list("user_id", "purchase_id")
    assert set(again) == {(ada.pk, None), (None, 7)}


def test_minds_change_twenty_times_an_hour_and_no_more(client: Client, ada: User) -> None:
    statuses = [choose(client, agrees=n % 2 == 0)[0] for n in range(22)]
    assert statuses == [200] * 20 + [429] * 2
    assert client.get("/api/user/sms-consent").json()["agrees"] is False
