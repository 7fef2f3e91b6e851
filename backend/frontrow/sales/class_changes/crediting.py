"""A credit instead of a seat: a personal code, and a seat that ends without a refund.

The payment is kept, so no movement is written. The share is stored as `credited` on the enrollment
and in the purchase's sum, so that it no longer counts as refundable.
"""

from decimal import Decimal

from django.db.models import F
from django.db.models.functions import Now

from frontrow.core.addresses import address_key
from frontrow.core.clock import database_now
from frontrow.messaging.outbox import write_messages
from frontrow.sales.class_changes.options import credit_until
from frontrow.sales.class_changes.worth import Worth
from frontrow.sales.emails.class_change_emails import credit_email
from frontrow.sales.models import (
    ClassChange,
    CodeKind,
    DiscountCode,
    EndedBecause,
    Enrollment,
    Fact,
    Purchase,
)
from frontrow.sales.refunds.requests import refundable
from frontrow.sales.settlement.given_back import end_seat
from frontrow.sales.terms.random_codes import random_code

NOTE = "In place of a seat"


def give_credit(
    *, seat: Enrollment, purchase: Purchase, worth: Worth, change: ClassChange
) -> DiscountCode:
    """Requires the purchase's lock. Once per seat, because the seat has ended then."""
    until = credit_until(database_now())
    code = DiscountCode.objects.create(
        code=random_code(),
        kind=CodeKind.AMOUNT,
        value=worth.credit,
        ends_at=until,
        max_uses=1,
        per_person=1,
        for_email=address_key(purchase.buyer_email),
        works_with_steps=True,
        stands_for=[purchase.pk, *(each.pk for each in worth.along)],
        note=f"{NOTE}: {change.bootcamp.name}"[:255],
        created_by=change.announced_by,
    )
    _note(purchase, seat.calendar_number, worth.share)
    for other in Purchase.objects.select_for_update().filter(
        pk__in=[each.pk for each in worth.along]
    ):
        first = other.enrollments.filter(replaces=None).order_by("pk").first()
        if first is not None:
            _note(other, first.pk, refundable(other))
    Fact.objects.create(
        what="enrollment.credited",
        purchase=purchase,
        enrollment=seat,
        bootcamp_id=seat.bootcamp_id,
        details={"code": code.pk, "share": str(worth.amount), "amount": str(worth.credit)},
    )
    end_seat(enrollment=seat, because=EndedBecause.CANCELED)
    write_messages(
        [
            credit_email(
                enrollment=seat,
                code=code,
                amount=worth.credit,
                until=until,
                event=f"class-credit:{change.pk}:{seat.calendar_number}",
            )
        ]
    )
    return code


def _note(purchase: Purchase, first_enrollment_id: int, amount: Decimal) -> None:
    Enrollment.objects.filter(pk=first_enrollment_id).update(credited=F("credited") + amount)
    Purchase.objects.filter(pk=purchase.pk).update(
        credited_amount=F("credited_amount") + amount, updated_at=Now()
    )
