"""Consent to text messages: who gave it, when, to which wording, and its withdrawal.

A consent belongs to a person and a number: to an account's, or to that of a guest's purchase. A
number alone identifies no one. Anyone can type it into a profile, and must not be able to read,
give or withdraw another person's consent.
"""

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.core.errors import Conflict
from frontrow.core.rate_limit import Limit
from frontrow.messaging.models import SmsConsent

# Change it whenever the text beside the checkbox changes its meaning.
SMS_TEXT_VERSION = "2026-11"
CHANGES = Limit(scope="sms-consent", count=20, per=timedelta(hours=1))


class PhoneOwner(NamedTuple):
    """A phone number with the account or purchase that it belongs to."""

    phone: str
    user_id: int | None
    purchase_id: int | None


def note_sms_consent(
    *, phone: str, user_id: int | None, source: str, purchase_id: int | None = None
) -> None:
    """Record the consent in the caller's transaction. A consent in force is left as it is."""
    consent = SmsConsent(
        phone=phone,
        user_id=user_id,
        purchase_id=None if user_id else purchase_id,
        source=source,
        text_version=SMS_TEXT_VERSION,
    )
    SmsConsent.objects.bulk_create([consent], ignore_conflicts=True)


def hand_over_consents(*, purchase_ids: Collection[int], user_id: int) -> None:
    """Move a guest's consents to their new account, where they can see and withdraw them."""
    SmsConsent.objects.filter(purchase_id__in=purchase_ids, user=None).update(user_id=user_id)


def agrees_to_texts(*, user: User) -> bool:
    """Return whether this person has consented for the number in their profile."""
    mine = SmsConsent.objects.filter(user=user, phone=user.phone, withdrawn_at=None)
    return bool(user.phone) and mine.exists()


def consenting(owners: Iterable[PhoneOwner]) -> set[PhoneOwner]:
    """Return the owners who have consented and not withdrawn, in one statement."""
    asked = {owner for owner in owners if owner.phone}
    in_force = SmsConsent.objects.filter(phone__in={o.phone for o in asked}, withdrawn_at=None)
    given = set(in_force.values_list("phone", "user_id", "purchase_id"))
    by_user = {(phone, user_id) for phone, user_id, _ in given if user_id}
    by_purchase = {(phone, bought) for phone, _, bought in given if bought}
    return {
        owner
        for owner in asked
        if (owner.phone, owner.user_id) in by_user
        or (owner.phone, owner.purchase_id) in by_purchase
    }


@transaction.atomic
def choose_sms(*, user: User, agrees: bool) -> bool:
    """Give or withdraw consent for the profile's number. Returns the resulting state."""
    if not user.phone:
        raise Conflict("Add your phone number first.")
    CHANGES.check(str(user.pk))
    if agrees:
        note_sms_consent(phone=user.phone, user_id=user.pk, source="profile")
    else:
        mine = SmsConsent.objects.filter(user=user, phone=user.phone, withdrawn_at=None)
        mine.update(withdrawn_at=Now())
    return agrees
