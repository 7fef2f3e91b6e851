"""Actions of an admin on a purchase, each recorded in the audit log."""

import contextlib
from dataclasses import dataclass
from decimal import Decimal

from django.conf import settings
from django.db import transaction

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.backoffice.purchases.schemas import (
    CustomerIn,
    EnrollmentIn,
    RefundIn,
    RefundPreviewOut,
)
from frontrow.catalogue.models import Seat
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.core.clock import now
from frontrow.core.enumerating import in_words
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Invalid, NotFound, ProviderDown
from frontrow.sales.changes import complimentary, correcting, resending
from frontrow.sales.emails.receipts import format_amount, goes_back_to, receipt_number
from frontrow.sales.enrollment.enrollments import chain_of, ids_of
from frontrow.sales.enrollment.upgrades import built_on, lock_with_bases
from frontrow.sales.ledger.disputes import is_disputed
from frontrow.sales.ledger.refund_records import UNDER_WAY
from frontrow.sales.models import (
    Certificate,
    Enrollment,
    Purchase,
    PurchaseState,
    Refund,
    RefundStatus,
)
from frontrow.sales.refunds.requests import (
    DISPUTED,
    differences_of,
    due_alone,
    part_to_give_back,
    refundable,
    request_refund,
    stays_paid_for,
)
from frontrow.sales.settlement.settling import settle
from frontrow.sales.terms.free_seats import nothing_was_paid
from frontrow.sales.terms.refund_policy import refund_due, sittings_of

BY_ADMIN = "admin"
ON_ITS_WAY = "A refund of {amount} is already in progress."


def find_purchase(*, purchase_id: int) -> Purchase:
    purchase = Purchase.objects.select_related("user").filter(pk=purchase_id).first()
    if purchase is None:
        raise NotFound("Purchase not found")
    return purchase


def preview_refund(*, purchase_id: int, amount: Decimal) -> RefundPreviewOut:
    """What a refund of this amount would do, without any change. Raises if it isn't possible."""
    purchase = find_purchase(purchase_id=purchase_id)
    if (problem := why_no_refund(purchase)) is not None:
        raise Conflict(problem.words, code=problem.code)
    left = left_to_refund(purchase)
    if amount > left:
        raise Conflict(
            f"At most {_money(purchase, left)} can be refunded.", code=ErrorCode.REFUND_TOO_LARGE
        )
    is_full = amount == left
    effects = [f"{_money(purchase, amount)} will be refunded to {goes_back_to(purchase)}."]
    if is_full:
        effects += [
            f"{_money(each, refundable(each))} paid to move a seat will be refunded too."
            for each in differences_of(purchase)[purchase.pk]
        ]
        effects += [
            f"{_money(each, refundable(each))} that stayed paid for {each.package_name}"
            f" ({receipt_number(each.pk)}) will be refunded too."
            for each in stays_paid_for(purchase)[purchase.pk]
        ]
        effects += _what_ends(purchase)
    else:
        effects.append("Seat, access and coaching won't change.")
    effects += _what_stands_on_it(purchase)
    return RefundPreviewOut(
        amount=amount,
        is_full=is_full,
        policy=_policy(purchase),
        stays=left - amount,
        effects=[*effects, _who_is_told(purchase)],
    )


def preview_part(*, purchase_id: int, enrollment_id: int) -> RefundPreviewOut:
    """What refunding one bootcamp of several would do: the amounts refunded and kept."""
    purchase = find_purchase(purchase_id=purchase_id)
    if (problem := why_no_refund(purchase)) is not None:
        raise Conflict(problem.words, code=problem.code)
    part = part_to_give_back(purchase, enrollment_id=enrollment_id)
    if not part.share:
        raise Conflict("Nothing is left to refund for this one.", code=ErrorCode.NOTHING_TO_REFUND)
    stays = left_to_refund(purchase) - part.share
    back, name = _money(purchase, part.amount), part.seat.name
    effects = [
        f"{back} for {name} will be refunded to {goes_back_to(purchase)}.",
        f"{_money(purchase, stays)} stays paid. The other seats won't change.",
        f"The seat in {name} ends when the refund is complete, with its access and coaching.",
        *_what_stands_on_it(purchase),
        _who_is_told(purchase),
    ]
    return RefundPreviewOut(
        amount=part.amount, is_full=False, policy=_policy(purchase), stays=stays, effects=effects
    )


@transaction.atomic
def refund_purchase(*, by: Actor, purchase_id: int, wanted: RefundIn) -> Refund:
    """Request a refund. Idempotent: the same amount again is the same refund."""
    # Locked before the check, so that of concurrent clicks exactly one starts it and is recorded.
    if lock_with_bases(purchase_id=purchase_id) is None:
        raise NotFound("Purchase not found")
    under_way = Refund.objects.filter(purchase_id=purchase_id, status__in=UNDER_WAY).first()
    if under_way is not None:
        if not _is_the_same(under_way, wanted):
            amount = format_amount(under_way.amount, under_way.purchase.currency)
            raise Conflict(ON_ITS_WAY.format(amount=amount), code=ErrorCode.REFUND_IN_PROGRESS)
        return under_way
    if wanted.enrollment_id is not None:
        purchase = find_purchase(purchase_id=purchase_id)
        part = part_to_give_back(purchase, enrollment_id=wanted.enrollment_id)
        if part.amount != wanted.amount:
            words = f"{_money(purchase, part.amount)} can be refunded now. Check it and try again."
            raise Conflict(words, code=ErrorCode.CHANGED_MEANWHILE)
    refund = request_refund(
        purchase_id=purchase_id,
        reason=BY_ADMIN,
        amount=wanted.amount,
        enrollment_id=wanted.enrollment_id,
        requested_by=by.user,
        note=wanted.note,
    )
    audit.record(
        by=by,
        action="refunded purchase",
        subject_type="purchase",
        subject_id=purchase_id,
        refund=refund.pk,
        amount=str(refund.amount),
    )
    return refund


def _is_the_same(under_way: Refund, wanted: RefundIn) -> bool:
    if wanted.enrollment_id is None:
        return under_way.gives_back_id is None and under_way.amount == wanted.amount
    chain = Enrollment.objects.filter(chain_of(under_way.gives_back_id or 0))
    return chain.filter(pk=wanted.enrollment_id).exists()


def carry_out(*, refund: Refund, amount: Decimal | None = None) -> str:
    """Call the provider at once, so that the admin sees a rejection immediately.

    If the provider can't be reached, the refund stays requested and its job retries.
    """
    with contextlib.suppress(ProviderDown):
        settle(purchase=find_purchase(purchase_id=refund.purchase_id))
    refund.refresh_from_db()
    if refund.status in {RefundStatus.DECLINED, RefundStatus.FAILED}:
        raise Conflict(f"The refund wasn't made. {refund.note}", code=ErrorCode.REFUND_REFUSED)
    money = _money(refund.purchase, refund.amount if amount is None else amount)
    return f"{money} will be refunded to {goes_back_to(refund.purchase)}."


@transaction.atomic
def resend_confirmation(*, by: Actor, purchase_id: int) -> str:
    """Resend the confirmation. Returns the address it goes to."""
    email = resending.resend_confirmation(purchase_id=purchase_id)
    _note(by, "resent confirmation", purchase_id)
    return email.to


@transaction.atomic
def resend_invitation(*, by: Actor, purchase_id: int) -> str:
    resending.resend_invitation(purchase_id=purchase_id)
    _note(by, "resent invitation", purchase_id)
    return find_purchase(purchase_id=purchase_id).guest_email


@transaction.atomic
def correct_customer(*, by: Actor, purchase_id: int, wanted: CustomerIn) -> str:
    email, changed = correcting.correct_customer(
        purchase_id=purchase_id,
        email=wanted.email,
        full_name=wanted.full_name,
        who=by.user,
    )
    _note(by, "corrected customer", purchase_id, changed=changed)
    return email.to


@transaction.atomic
def enroll_by_hand(*, by: Actor, wanted: EnrollmentIn) -> Purchase:
    if (wanted.bootcamp_id is None) == (wanted.bundle_id is None):
        raise Invalid("Choose one bootcamp or one bundle.")
    purchase = complimentary.enroll(
        bootcamp_ids=[] if wanted.bootcamp_id is None else [wanted.bootcamp_id],
        bundle_id=wanted.bundle_id,
        email=wanted.email,
        full_name=wanted.full_name,
    )
    _note(by, "enrolled by hand", purchase.pk)
    return purchase


@transaction.atomic
def withdraw_enrollment(*, by: Actor, purchase_id: int) -> None:
    if complimentary.withdraw(purchase_id=purchase_id):
        _note(by, "withdrew enrollment", purchase_id)


def left_to_refund(purchase: Purchase) -> Decimal:
    if purchase.state != PurchaseState.COMPLETED or purchase.stripe_payment_intent_id is None:
        return Decimal(0)
    return refundable(purchase)


@dataclass(frozen=True, kw_only=True)
class NoRefund:
    code: ErrorCode
    words: str


def why_no_refund(purchase: Purchase) -> NoRefund | None:
    under_way = Refund.objects.filter(purchase=purchase, status__in=UNDER_WAY).first()
    if under_way is not None:
        words = ON_ITS_WAY.format(amount=_money(purchase, under_way.amount))
        return NoRefund(code=ErrorCode.REFUND_IN_PROGRESS, words=words)
    if nothing_was_paid(purchase):
        words = "Nothing was paid for it. Withdraw the enrollment instead."
        return NoRefund(code=ErrorCode.NOTHING_TO_REFUND, words=words)
    if is_disputed(purchase=purchase):
        return NoRefund(code=ErrorCode.PAYMENT_DISPUTED, words=DISPUTED)
    if not left_to_refund(purchase):
        words = "There's nothing to refund."
        return NoRefund(code=ErrorCode.NOTHING_TO_REFUND, words=words)
    return None


def refund_refused(purchase: Purchase) -> str:
    """Why the last requested refund failed. Empty if a later refund succeeded."""
    last = Refund.objects.filter(purchase=purchase).order_by("-pk").first()
    if last is None or last.status not in {RefundStatus.FAILED, RefundStatus.DECLINED}:
        return ""
    return f"The refund of {_money(purchase, last.amount)} wasn't made. {last.note}".strip()


def provider_page(purchase: Purchase) -> str:
    if not purchase.stripe_payment_intent_id or settings.ENV.STRIPE_STAND_IN_URL:
        return ""
    key = settings.ENV.STRIPE_SECRET_KEY.get_secret_value()
    mode = "test/" if "_test_" in key else ""
    return f"https://dashboard.stripe.com/{mode}payments/{purchase.stripe_payment_intent_id}"


def _what_stands_on_it(purchase: Purchase) -> list[str]:
    """The operator decides. The text states what the policy would refund."""
    upgrades = built_on(purchase)
    if not upgrades:
        return []
    named = in_words([f"{one.package_name} ({receipt_number(one.pk)})" for one in upgrades])
    due = _money(purchase, due_alone(purchase, upgrades))
    words = (
        f"What was paid here was taken off the price of {named}, which stays."
        f" By the terms, {due} is due for this alone."
    )
    return [words]


def _policy(purchase: Purchase) -> str:
    if purchase.pays_for_move_id:
        return "The price difference of a moved seat goes back together with the seat."
    due = refund_due(
        bought_at=purchase.completed_at or purchase.created_at,
        sittings=sittings_of(purchase.enrollments.select_related("bootcamp")),
        now=now(),
        has_certificate=Certificate.objects.filter(enrollment__purchase=purchase).exists(),
    )
    return due.words


def _who_is_told(purchase: Purchase) -> str:
    return f"{purchase.buyer_email} will be emailed when the refund is issued."


def _what_ends(purchase: Purchase) -> list[str]:
    if purchase.pays_for_move_id:
        return ["The seat that was moved won't change."]
    seats = list(
        Seat.objects.filter(enrollment_id__in=ids_of(purchase_id=purchase.pk))
        .select_related("bootcamp")
        .order_by("id")
    )
    coming = [seat.bootcamp.name for seat in seats if seat.bootcamp.starts_at > now()]
    begun = [seat.bootcamp.name for seat in seats if seat.bootcamp.starts_at <= now()]
    ends = [f"The seat in {name} will be free when the refund is complete." for name in coming]
    ends += [f"The seat in {name} stays taken because the class has started." for name in begun]
    ends.append("Access to links, recordings and resources will end immediately.")
    hours = CoachingSession.objects.filter(
        purchase_id=purchase.pk, status__in=[CoachingStatus.PENDING, CoachingStatus.SCHEDULED]
    ).count()
    if hours:
        ends.append(
            "Its coaching session will be canceled."
            if hours == 1
            else f"Its {hours} coaching sessions will be canceled."
        )
    return ends


def _money(purchase: Purchase, amount: Decimal) -> str:
    return format_amount(amount, purchase.currency)


def _note(by: Actor, action: str, purchase_id: int, **details: object) -> None:
    audit.record(
        by=by,
        action=action,
        subject_type="purchase",
        subject_id=purchase_id,
        **{name: value for name, value in details.items() if value},
    )
