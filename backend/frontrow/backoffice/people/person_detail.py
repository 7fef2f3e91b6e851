"""One person: the account or the guest's address, their purchases and the total."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Prefetch, QuerySet

from frontrow.accounts.models import User
from frontrow.backoffice.disputes.desk import show_open_dispute
from frontrow.backoffice.people.known import Known, find_guest, is_address_of_nobody
from frontrow.backoffice.people.record_schemas import GuestOut
from frontrow.backoffice.people.schemas import (
    PersonBootcampOut,
    PersonBundleOut,
    PersonDetailOut,
    PersonOut,
    PersonPurchaseOut,
    PersonStatsOut,
)
from frontrow.catalogue.models import Bootcamp
from frontrow.coaching.models import Coach
from frontrow.core.addresses import address_key
from frontrow.core.errors import NotFound
from frontrow.core.money import CENT
from frontrow.messaging.models import Channel
from frontrow.messaging.suppression_list import reasons_for
from frontrow.sales.emails.receipts import receipt_number
from frontrow.sales.enrollment.enrollments import present
from frontrow.sales.ledger.disputes import open_disputes
from frontrow.sales.models import PAID_FOR, Enrollment, Purchase, PurchaseStatus


def show_person(*, user_id: int) -> PersonDetailOut:
    """A member, in seven statements."""
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        raise NotFound
    purchases = _read(Known(user=user, address=user.email).purchases)
    return PersonDetailOut(
        **PersonOut.model_validate(user).model_dump(),
        updated_at=user.updated_at,
        phone=user.phone,
        timezone=user.timezone,
        profile_image_url=user.profile_image_url,
        email_verified=EmailAddress.objects.filter(user=user, verified=True).exists(),
        mail_stopped=reasons_for(channel=Channel.EMAIL, addresses=[user.email]).get(
            address_key(user.email), ""
        ),
        is_coach=Coach.objects.filter(user=user).exists(),
        stripe_customer_id=user.stripe_customer_id,
        stripe_subscription_id=user.stripe_subscription_id,
        stats=_add_up(purchases),
        purchases=[_as_answer(purchase) for purchase in purchases],
    )


def show_guest(*, email: str) -> GuestOut:
    """A person without an account, named as in their newest purchase."""
    account = User.objects.with_address(email).first()
    try:
        guest = find_guest(email=email)
    except NotFound:
        if account is None or is_address_of_nobody(email):
            raise
        guest = Known(user=None, address=email)
    purchases = _read(guest.purchases)
    held = None if purchases else Enrollment.objects.filter(guest.seats).first()
    newest = next(iter(purchases), None)
    return GuestOut(
        email=newest.guest_email if newest else email,
        name=newest.guest_full_name if newest else held.holder_name if held else "",
        phone=next((one.guest_phone for one in purchases if one.guest_phone), ""),
        account_id=account.pk if account else None,
        stats=_add_up(purchases),
        purchases=[_as_answer(purchase) for purchase in purchases],
    )


def _read(purchases: QuerySet[Purchase]) -> list[Purchase]:
    """Load the purchases in four statements."""
    return list(
        purchases.select_related("bundle", "bootcamp").prefetch_related(
            Prefetch(
                "enrollments", Enrollment.objects.filter(present()).select_related("bootcamp")
            ),
            Prefetch("disputes", queryset=open_disputes(), to_attr="disputed"),
        )
    )


def _add_up(purchases: Sequence[Purchase]) -> PersonStatsOut:
    paid = [one for one in purchases if one.state in PAID_FOR and not one.is_complimentary]
    spent = sum((one.total_amount - one.refunded_amount for one in paid), Decimal(0))
    return PersonStatsOut(
        total_purchases=len(purchases),
        completed_purchases=sum(one.status == PurchaseStatus.COMPLETED for one in purchases),
        total_spent=spent.quantize(CENT),
    )


def _as_answer(purchase: Any) -> PersonPurchaseOut:
    bootcamps = [
        _bootcamp(enrollment.bootcamp)
        for enrollment in sorted(
            purchase.enrollments.all(), key=lambda enrollment: (enrollment.starts_at, enrollment.pk)
        )
    ]
    return PersonPurchaseOut(
        id=purchase.pk,
        receipt_number=receipt_number(purchase.pk),
        product=purchase.package_name,
        created_at=purchase.created_at,
        total_amount=purchase.total_amount,
        refunded_amount=purchase.refunded_amount,
        status=purchase.status,
        is_bundle=purchase.is_bundle,
        is_complimentary=purchase.is_complimentary,
        bundle=PersonBundleOut.model_validate(purchase.bundle) if purchase.bundle else None,
        bootcamp=_bootcamp(purchase.bootcamp) if purchase.bootcamp else None,
        bootcamps=bootcamps,
        dispute=show_open_dispute(purchase.disputed[0]) if purchase.disputed else None,
    )


def _bootcamp(bootcamp: Bootcamp) -> PersonBootcampOut:
    return PersonBootcampOut(
        id=bootcamp.pk,
        name=bootcamp.name,
        start_date=bootcamp.starts_at,
        end_date=bootcamp.ends_at,
        timezone=bootcamp.timezone,
    )
