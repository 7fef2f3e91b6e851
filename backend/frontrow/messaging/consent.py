"""Agreeing to text messages: who did, when, to which words, and taking it back."""

from collections.abc import Collection

from django.db import transaction
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.core.errors import Conflict
from frontrow.messaging.models import SmsConsent

# Change it whenever the words beside the box change their meaning.
SMS_TEXT_VERSION = "2026-11"


def note_sms_consent(*, phone: str, user_id: int | None, source: str) -> None:
    """Written in the caller's transaction; one that is in force already stays as it is."""
    SmsConsent.objects.bulk_create(
        [SmsConsent(phone=phone, user_id=user_id, source=source, text_version=SMS_TEXT_VERSION)],
        ignore_conflicts=True,
    )


def has_sms_consent(*, phone: str) -> bool:
    return bool(phone) and SmsConsent.objects.filter(phone=phone, withdrawn_at=None).exists()


def consenting_phones(phones: Collection[str]) -> set[str]:
    """Those of them whose owners agreed and have not taken it back."""
    agreed = SmsConsent.objects.filter(phone__in=phones, withdrawn_at=None)
    return set(agreed.values_list("phone", flat=True))


@transaction.atomic
def choose_sms(*, user: User, agrees: bool) -> bool:
    """Agree for the number in the profile, or take it back; what then holds."""
    if not user.phone:
        raise Conflict("Add your phone number first.")
    if agrees:
        note_sms_consent(phone=user.phone, user_id=user.pk, source="profile")
    else:
        SmsConsent.objects.filter(phone=user.phone, withdrawn_at=None).update(withdrawn_at=Now())
    return agrees
