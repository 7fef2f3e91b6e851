"""A student's billing: every purchase with its current state, receipts and refund requests."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.models import User
from frontrow.core.clock import database_now
from frontrow.core.enumerating import in_words
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.messaging.outbox import write_messages
from frontrow.portal.billed_refunds import BANK_REFUSED, billed_refunds
from frontrow.portal.billing_schemas import (
    BilledSessionOut,
    BillingEntryOut,
    RefundAskedOut,
)
from frontrow.portal.family_refunds import (
    can_go_back,
    covers,
    parts_in_family,
    terms_in_family,
)
from frontrow.portal.purchases import NOT_LISTED, finish_path
from frontrow.portal.refund_terms import (
    NOTHING_DUE_ALONE,
    WHAT_IS_KEPT,
    due_for,
    look_for_parts,
    nothing_to_refund,
    to_come_back,
    under_way,
    why_kept,
)
from frontrow.sales.changes.complimentary import give_up
from frontrow.sales.checkout.holds import ALREADY_PAID
from frontrow.sales.checkout.own_purchases import IN_PROGRESS
from frontrow.sales.emails.receipts import format_amount, paid_with, receipt_number
from frontrow.sales.emails.refund_emails import refund_request_email
from frontrow.sales.enrollment.enrollments import present
from frontrow.sales.enrollment.upgrades import built_on, has_upgrades, lock_with_bases
from frontrow.sales.ledger.disputes import open_disputes
from frontrow.sales.links import SEAT
from frontrow.sales.models import (
    BEGUN,
    PAID_FOR,
    CancelReason,
    Certificate,
    EndedBecause,
    Enrollment,
    Movement,
    Purchase,
    PurchaseState,
    Refund,
    SeatOffer,
)
from frontrow.sales.refunds.requests import (
    Part,
    part_to_give_back,
    request_refund,
)
from frontrow.sales.settlement.settling import call_off
from frontrow.sales.terms.free_seats import is_free
from frontrow.sales.terms.refund_policy import (
    Refusal,
)
from frontrow.sales.waiting.offers import DECLINED

WHY_NOT_CHARGED: dict[str, str] = {
    CancelReason.SOLD_OUT: "The last seat was taken first.",
    CancelReason.OFF_SALE: "The class started, or was taken off sale, before you paid.",
}


def billing_of(*, user: User) -> list[BillingEntryOut]:
    """Every purchase, newest first, except those replaced in the checkout or dismissed."""
    at = database_now()
    purchases = bills_of(user).filter(BEGUN).exclude(cancel_reason__in=NOT_LISTED)
    shown = list(purchases.order_by("-created_at", "-pk"))
    look_for_parts(shown)
    return [_entry(purchase, at) for purchase in shown]


@transaction.atomic
def ask_for_refund(
    *,
    by: Actor,
    theirs: Q,
    who: User | None,
    purchase_id: int,
    reason: str,
    enrollment_id: int | None = None,
) -> RefundAskedOut:
    """Refund what the policy grants, at once. Idempotent.

    `theirs` selects the purchases that the caller paid for. `who` is None for a guest. With
    `enrollment_id`, only that bootcamp's share is refunded. A bundle is one purchase, so one of its
    bootcamps can be refunded whenever all of it could.

    The policy is checked under the purchase's lock for the time of the request. So neither an
    admin's refund nor a certificate can come in between, and waiting for the lock can't cost the
    student the guarantee. Raises Conflict in the policy's words, with nothing changed.
    """
    at = database_now()
    if lock_with_bases(purchase_id=purchase_id, theirs=theirs) is None:
        raise NotFound
    # An upgrade whose price this payment lowers can't be paid for in between either.
    built_on(Purchase(pk=purchase_id), lock=True)
    purchase = _purchase(theirs, purchase_id)
    if purchase.state not in {PurchaseState.REFUNDING, PurchaseState.REFUNDED}:
        wanted = _Wanted(who=who, purchase=purchase, reason=reason, enrollment_id=enrollment_id)
        _refund_family(by=by, wanted=wanted, at=at)
        purchase = _purchase(theirs, purchase_id)
    entry = _entry(purchase, at)
    return RefundAskedOut(message=_asked_words(purchase) or entry.refund.words, purchase=entry)


def _asked_words(purchase: Any) -> str:
    """For one bootcamp of several: the rest stays, and no further request is needed."""
    refunds = under_way(purchase) if purchase.state == PurchaseState.COMPLETED else []
    if not refunds:
        return ""
    return f"{format_amount(refunds[0].amount, purchase.currency)} is on its way to you."


@transaction.atomic
def give_up_free_seat(*, by: Actor, user: User, purchase_id: int) -> BillingEntryOut:
    """Nothing was paid, so nothing is refunded. The seat is released at once."""
    if give_up(purchase_id=purchase_id, user=user):
        audit.record(
            by=by,
            action="gave up free seat",
            subject_type="purchase",
            subject_id=purchase_id,
        )
    return entry_of(theirs=Q(user=user), purchase_id=purchase_id)


def entry_of(*, theirs: Q, purchase_id: int) -> BillingEntryOut:
    """One of their purchases in its current state."""
    return _entry(_purchase(theirs, purchase_id), database_now())


@transaction.atomic
def dismiss(*, user: User, purchase_id: int) -> None:
    """Cancel a payment that was begun and release what was held for it. Idempotent.

    A card that was authorized meanwhile isn't charged. Raises Conflict if it was charged already.
    """
    purchase = Purchase.objects.filter(BEGUN, user=user, pk=purchase_id).first()
    if purchase is None:
        raise NotFound
    is_offer = SeatOffer.objects.filter(purchase=purchase).exists()
    if call_off(
        purchase=purchase, reason=CancelReason.DISMISSED, because=DECLINED if is_offer else ""
    ):
        return
    purchase.refresh_from_db()
    if purchase.state == PurchaseState.CAPTURING:
        raise Conflict(IN_PROGRESS, code=ErrorCode.PAYMENT_IN_PROGRESS)
    if purchase.completed_at is not None:
        raise Conflict(ALREADY_PAID, code=ErrorCode.ALREADY_PAID)


def is_covered(*, user: User, purchase_id: int) -> bool:
    """Whether a refund request would be granted now."""
    if not Purchase.objects.filter(user=user, pk=purchase_id).exists():
        return False
    return covers(_family(_purchase(Q(user=user), purchase_id)), database_now())


def _purchase(theirs: Q, purchase_id: int) -> Any:
    purchase = with_bill(Purchase.objects.filter(theirs)).get(pk=purchase_id)
    look_for_parts([purchase])
    return purchase


@dataclass(frozen=True, kw_only=True)
class _Wanted:
    who: User | None
    purchase: Any
    reason: str
    enrollment_id: int | None


def _refund_family(*, by: Actor, wanted: _Wanted, at: datetime) -> None:
    """Refund all of it, upgrades first, or one bootcamp for the amount that the rule leaves."""
    family = _family(wanted.purchase)
    if len(family) > 1 and not can_go_back(family, at, alone=wanted.enrollment_id is not None):
        raise Conflict(terms_in_family(family, at).words, code=ErrorCode.NO_REFUND_DUE)
    for one in family[:1] if wanted.enrollment_id else reversed(family):
        _begin_refund(by=by, wanted=replace(wanted, purchase=one), at=at)


def _begin_refund(*, by: Actor, wanted: _Wanted, at: datetime) -> None:
    purchase = wanted.purchase
    part = None
    if nothing_due := nothing_to_refund(purchase):
        raise Conflict(nothing_due, code=ErrorCode.NO_REFUND_DUE)
    due = due_for(purchase, at)
    if isinstance(due, Refusal):
        raise Conflict(
            f"{due.words} If you think that's wrong, contact us.", code=ErrorCode.NO_REFUND_DUE
        )
    if wanted.enrollment_id is not None:
        part = part_to_give_back(purchase, enrollment_id=wanted.enrollment_id)
        if refusal := why_kept(purchase, part) or ("" if part.share else NOTHING_DUE_ALONE):
            raise Conflict(refusal, code=ErrorCode.NO_REFUND_DUE)
    amount = part.amount if part else to_come_back(purchase)
    refund = request_refund(
        purchase_id=purchase.pk,
        reason=due.clause,
        enrollment_id=wanted.enrollment_id,
        requested_by=wanted.who,
        note=wanted.reason,
    )
    audit.record(
        by=by,
        action="asked for refund",
        subject_type="purchase",
        subject_id=purchase.pk,
        clause=due.clause,
        **({"bootcamp": part.seat.bootcamp_id} if part else {}),
    )
    write_messages(
        [
            refund_request_email(
                purchase=purchase,
                amount=amount,
                why=due.words,
                kept=WHAT_IS_KEPT if part and purchase.has_upgrades else "",
                refund=refund,
                given_back=part.seat.name if part else "",
                link=_guests_page(purchase, part),
            )
        ]
    )


def _guests_page(purchase: Any, part: Part | None) -> str:
    """The page of a seat that they hold, best one that stays. Empty if all are transferred."""
    own = [seat for seat in items_of(purchase) if not seat.is_handed_over]
    stays = [seat for seat in own if part is None or seat.pk != part.seat.pk]
    return next((SEAT.url(seat) for seat in stays or own), "")


def bills_of(user: User) -> QuerySet[Purchase]:
    return with_bill(Purchase.objects.filter(user=user))


def with_bill(purchases: QuerySet[Purchase]) -> QuerySet[Purchase]:
    """With all relations that billing shows."""
    return (
        purchases.select_related("user")
        .annotate(
            is_certified=Exists(Certificate.objects.filter(enrollment__purchase=OuterRef("pk"))),
            has_upgrades=has_upgrades(),
        )
        .prefetch_related(
            Prefetch(
                "enrollments",
                Enrollment.objects.filter(present())
                .select_related("bootcamp")
                .order_by("starts_at", "pk"),
            ),
            Prefetch("refunds", Refund.objects.order_by("pk")),
            Prefetch("movements", Movement.objects.order_by("pk")),
            Prefetch("disputes", open_disputes(), to_attr="open_disputes"),
        )
    )


def _entry(purchase: Any, at: datetime) -> BillingEntryOut:
    family = _family(purchase)
    return BillingEntryOut(
        id=purchase.pk,
        receipt_number=receipt_number(purchase.pk),
        date=purchase.completed_at or purchase.created_at,
        timezone=items_of(purchase)[0].bootcamp.timezone,
        package_name=purchase.package_name,
        is_bundle=purchase.is_bundle,
        sessions=[
            BilledSessionOut(
                name=enrollment.name,
                start_date=enrollment.bootcamp.starts_at,
                end_date=enrollment.bootcamp.ends_at,
                timezone=enrollment.bootcamp.timezone,
                is_returned=_is_returned(purchase, enrollment),
            )
            for enrollment in items_of(purchase)
        ],
        status=purchase.status,
        is_refunding=purchase.state == PurchaseState.REFUNDING,
        status_words=_status_words(purchase),
        finish_path=finish_path(purchase),
        total_amount=purchase.total_amount,
        refunded_amount=purchase.refunded_amount,
        currency=purchase.currency,
        paid_with=paid_with(purchase),
        has_receipt=purchase.state in PAID_FOR,
        refunds=billed_refunds(purchase, items_of(purchase)[0].bootcamp.timezone),
        refund=terms_in_family(family, at),
        can_give_up=purchase.state == PurchaseState.COMPLETED
        and is_free(purchase)
        and all(enrollment.bootcamp.starts_at > at for enrollment in items_of(purchase)),
        parts=parts_in_family(family, at),
    )


def _status_words(purchase: Purchase) -> str:
    """A note for states that the badge can't express. Empty if it can."""
    match purchase.state:
        case PurchaseState.FAILED | PurchaseState.CANCELING:
            why = WHY_NOT_CHARGED.get(purchase.cancel_reason, "The payment wasn't finished.")
            return f"{why} You haven't been charged."
        case PurchaseState.PENDING:
            return "The payment isn't finished. You haven't been charged."
        case PurchaseState.CAPTURING:
            return "Your payment is being completed."
        case PurchaseState.REFUNDING if not under_way(purchase):
            return BANK_REFUSED
        case PurchaseState.REFUNDING:
            return "Your refund is on its way. Access has ended."
        case PurchaseState.COMPLETED if purchase.refunded_amount:
            back = format_amount(purchase.refunded_amount, purchase.currency)
            returned = [one.name for one in items_of(purchase) if _is_returned(purchase, one)]
            if returned:
                return f"{in_words(returned)} returned: {back} refunded."
            return f"{back} of it has been refunded."
        case PurchaseState.COMPLETED if purchase.is_complimentary:
            return "With our compliments."
        case PurchaseState.COMPLETED if is_free(purchase):
            return "Free of charge."
        case _:
            return ""


def _is_returned(purchase: Purchase, enrollment: Enrollment) -> bool:
    is_of_several = purchase.state == PurchaseState.COMPLETED
    return is_of_several and enrollment.ended_because == EndedBecause.REFUNDED


def items_of(purchase: Purchase) -> Sequence[Enrollment]:
    return list(purchase.enrollments.all())


def _family(purchase: Any) -> list[Any]:
    """The purchase with the upgrades that depend on it."""
    if not purchase.has_upgrades:
        return [purchase]
    above = [one.pk for one in built_on(purchase)]
    upgrades = list(with_bill(Purchase.objects.filter(pk__in=above)).order_by("pk"))
    look_for_parts(upgrades)
    return [purchase, *upgrades]
