"""A student's billing: every purchase as it truly stands, its receipt, and asking for a refund."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.http import HttpRequest

from frontrow.accounts import audit
from frontrow.accounts.models import User
from frontrow.core.clock import database_now
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.messaging.outbox import write_messages
from frontrow.portal.billed_refunds import BANK_REFUSED, billed_refunds
from frontrow.portal.billing_schemas import (
    BilledSessionOut,
    BillingEntryOut,
    ReceiptLineOut,
    ReceiptOut,
    ReceiptPartyOut,
    RefundAskedOut,
)
from frontrow.portal.family_refunds import (
    can_go_back,
    covers,
    parts_in_family,
    terms_in_family,
)
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
from frontrow.sales.emails.receipts import bill_lines, format_amount, paid_with, receipt_number
from frontrow.sales.emails.refund_emails import refund_request_email
from frontrow.sales.enrolment.enrolments import present
from frontrow.sales.enrolment.upgrades import built_on, has_upgrades, lock_with_bases
from frontrow.sales.ledger.disputes import open_disputes
from frontrow.sales.models import (
    CancelReason,
    Certificate,
    Enrolment,
    Movement,
    Purchase,
    PurchaseState,
    Refund,
    RefundStatus,
)
from frontrow.sales.refunds.requests import (
    part_to_give_back,
    request_refund,
)
from frontrow.sales.terms.free_seats import is_free
from frontrow.sales.terms.refund_policy import (
    Refusal,
)

PAID = (PurchaseState.COMPLETED, PurchaseState.REFUNDING, PurchaseState.REFUNDED)


def billing_of(*, user: User) -> list[BillingEntryOut]:
    """Every purchase, newest first. A payment replaced by another in one checkout never was one."""
    at = database_now()
    purchases = _purchases(user).exclude(cancel_reason=CancelReason.REPLACED)
    shown = list(purchases.order_by("-created_at", "-pk"))
    look_for_parts(shown)
    return [_entry(purchase, at) for purchase in shown]


def receipt_of(*, user: User, purchase_id: int) -> ReceiptOut:
    """What a receipt says, for a purchase that was paid."""
    return _receipt(_purchases(user).filter(pk=purchase_id).first())


def receipt_for_desk(*, purchase_id: int) -> ReceiptOut:
    """The same for whoever answers the buyer, and of a guest's purchase too."""
    return _receipt(_with_bill(Purchase.objects.filter(pk=purchase_id)).first())


def _receipt(purchase: Purchase | None) -> ReceiptOut:
    if purchase is None or purchase.state not in PAID:
        raise NotFound
    enrolments = _items(purchase)
    user = purchase.user
    account = (user.full_name or user.username, user.email) if user else ("", "")
    env = settings.ENV
    seller = [
        env.OPERATOR_ADDRESS,
        *([f"Tax ID: {env.OPERATOR_TAX_ID}"] * bool(env.OPERATOR_TAX_ID)),
    ]
    return ReceiptOut(
        number=receipt_number(purchase),
        date=purchase.completed_at or purchase.created_at,
        timezone=enrolments[0].bootcamp.timezone,
        seller=ReceiptPartyOut(name=env.OPERATOR_NAME, details=[*seller, env.SUPPORT_EMAIL]),
        buyer=ReceiptPartyOut(
            name=purchase.guest_full_name or account[0],
            details=[purchase.guest_email or account[1]],
        ),
        lines=[
            ReceiptLineOut(words=words, amount=amount)
            for words, amount in bill_lines(purchase=purchase, enrolments=enrolments)
        ],
        total_amount=purchase.total_amount,
        refunds=billed_refunds(
            purchase, enrolments[0].bootcamp.timezone, only=[RefundStatus.SUCCEEDED]
        ),
        refunded_amount=purchase.refunded_amount,
        paid_amount=purchase.total_amount - purchase.refunded_amount,
        currency=purchase.currency,
        paid_with=paid_with(purchase),
        is_complimentary=purchase.is_complimentary,
        is_refunding=purchase.state == PurchaseState.REFUNDING,
    )


@transaction.atomic
def ask_for_refund(
    *,
    request: HttpRequest,
    user: User,
    purchase_id: int,
    reason: str,
    enrolment_id: int | None = None,
) -> RefundAskedOut:
    """Give back what the policy says is due, at once; asked again, nothing happens twice.

    With `enrolment_id` one bootcamp of several, by its share: a bundle is one purchase, so one of
    it can go back while all of it could.

    The policy is asked under the purchase's lock, for the moment the call came in: neither an
    admin's refund nor a certificate can slip in between, and waiting for the lock costs nobody
    their guarantee. Raises Conflict in the words of the policy, with nothing changed.
    """
    at = database_now()
    if lock_with_bases(purchase_id=purchase_id, user=user) is None:
        raise NotFound
    # Nor can an upgrade that is priced with this money be paid for in between.
    built_on(Purchase(pk=purchase_id), lock=True)
    purchase = _purchase(user, purchase_id)
    if purchase.state not in {PurchaseState.REFUNDING, PurchaseState.REFUNDED}:
        wanted = _Wanted(user=user, purchase=purchase, reason=reason, enrolment_id=enrolment_id)
        _refund_family(request=request, wanted=wanted, at=at)
        purchase = _purchase(user, purchase_id)
    entry = _entry(purchase, at)
    return RefundAskedOut(message=entry.refund.words, purchase=entry)


@transaction.atomic
def give_up_free_seat(*, request: HttpRequest, user: User, purchase_id: int) -> BillingEntryOut:
    """Nothing was paid, so nothing goes back; the seat is free for somebody else at once."""
    if give_up(purchase_id=purchase_id, user=user):
        audit.record(
            request=request,
            action="gave up free seat",
            subject_type="purchase",
            subject_id=purchase_id,
        )
    return _entry(_purchase(user, purchase_id), database_now())


def is_covered(*, user: User, purchase_id: int) -> bool:
    """Whether asking for the money back would be granted now."""
    if not Purchase.objects.filter(user=user, pk=purchase_id).exists():
        return False
    return covers(_family(_purchase(user, purchase_id)), database_now())


def _purchase(user: User, purchase_id: int) -> Any:
    purchase = _purchases(user).get(pk=purchase_id)
    look_for_parts([purchase])
    return purchase


@dataclass(frozen=True, kw_only=True)
class _Wanted:
    user: User
    purchase: Any
    reason: str
    enrolment_id: int | None


def _refund_family(*, request: HttpRequest, wanted: _Wanted, at: datetime) -> None:
    """All of it or nothing, what stands on it first; or one bootcamp, for what the rule leaves."""
    family = _family(wanted.purchase)
    if len(family) > 1 and not can_go_back(family, at, alone=wanted.enrolment_id is not None):
        raise Conflict(terms_in_family(family, at).words, code=ErrorCode.NO_REFUND_DUE)
    for one in family[:1] if wanted.enrolment_id else reversed(family):
        _begin_refund(request=request, wanted=replace(wanted, purchase=one), at=at)


def _begin_refund(*, request: HttpRequest, wanted: _Wanted, at: datetime) -> None:
    purchase = wanted.purchase
    part = None
    if nothing_due := nothing_to_refund(purchase):
        raise Conflict(nothing_due, code=ErrorCode.NO_REFUND_DUE)
    due = due_for(purchase, at)
    if isinstance(due, Refusal):
        raise Conflict(
            f"{due.words} If you think that's wrong, contact us.", code=ErrorCode.NO_REFUND_DUE
        )
    if wanted.enrolment_id is not None:
        part = part_to_give_back(purchase, enrolment_id=wanted.enrolment_id)
        if refusal := why_kept(purchase, part) or ("" if part.share else NOTHING_DUE_ALONE):
            raise Conflict(refusal, code=ErrorCode.NO_REFUND_DUE)
    amount = part.amount if part else to_come_back(purchase)
    refund = request_refund(
        purchase_id=purchase.pk,
        reason=due.clause,
        enrolment_id=wanted.enrolment_id,
        requested_by=wanted.user,
        note=wanted.reason,
    )
    audit.record(
        request=request,
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
                why=f"{due.words} {WHAT_IS_KEPT}" if part and purchase.has_upgrades else due.words,
                event=f"refund-asked:{refund.pk}",
                given_back=part.seat.name if part else "",
            )
        ]
    )


def _purchases(user: User) -> QuerySet[Purchase]:
    return _with_bill(Purchase.objects.filter(user=user))


def _with_bill(purchases: QuerySet[Purchase]) -> QuerySet[Purchase]:
    """With everything that stands on their bills."""
    return (
        purchases.select_related("user")
        .annotate(
            is_certified=Exists(Certificate.objects.filter(enrolment__purchase=OuterRef("pk"))),
            has_upgrades=has_upgrades(),
        )
        .prefetch_related(
            Prefetch(
                "enrolments",
                Enrolment.objects.filter(present())
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
        receipt_number=receipt_number(purchase),
        date=purchase.completed_at or purchase.created_at,
        timezone=_items(purchase)[0].bootcamp.timezone,
        package_name=purchase.package_name,
        is_bundle=purchase.is_bundle,
        sessions=[
            BilledSessionOut(
                name=enrolment.name,
                start_date=enrolment.bootcamp.starts_at,
                end_date=enrolment.bootcamp.ends_at,
                timezone=enrolment.bootcamp.timezone,
            )
            for enrolment in _items(purchase)
        ],
        status=purchase.status,
        is_refunding=purchase.state == PurchaseState.REFUNDING,
        status_words=_status_words(purchase),
        total_amount=purchase.total_amount,
        refunded_amount=purchase.refunded_amount,
        currency=purchase.currency,
        paid_with=paid_with(purchase),
        has_receipt=purchase.state in PAID,
        refunds=billed_refunds(purchase, _items(purchase)[0].bootcamp.timezone),
        refund=terms_in_family(family, at),
        can_give_up=purchase.state == PurchaseState.COMPLETED
        and is_free(purchase)
        and all(enrolment.bootcamp.starts_at > at for enrolment in _items(purchase)),
        parts=parts_in_family(family, at),
    )


def _status_words(purchase: Purchase) -> str:
    """What the badge cannot say; empty where it says it all."""
    match purchase.state:
        case PurchaseState.FAILED | PurchaseState.CANCELLING:
            sold_out = purchase.cancel_reason == CancelReason.SOLD_OUT
            why = "The last seat was taken first." if sold_out else "The payment wasn't finished."
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
            return f"{back} of it has been refunded."
        case PurchaseState.COMPLETED if purchase.is_complimentary:
            return "With our compliments."
        case PurchaseState.COMPLETED if is_free(purchase):
            return "Free of charge."
        case _:
            return ""


def _items(purchase: Purchase) -> Sequence[Enrolment]:
    return list(purchase.enrolments.all())


def _family(purchase: Any) -> list[Any]:
    """With the upgrades that stand on it; on its own where there are none."""
    if purchase.user is None or not purchase.has_upgrades:
        return [purchase]
    above = [one.pk for one in built_on(purchase)]
    upgrades = list(_purchases(purchase.user).filter(pk__in=above).order_by("pk"))
    look_for_parts(upgrades)
    return [purchase, *upgrades]
