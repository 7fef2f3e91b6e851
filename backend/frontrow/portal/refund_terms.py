"""What a refund request by a student would return now: the whole purchase or one bootcamp."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from frontrow.core.dates import format_moment
from frontrow.portal.billed_refunds import BANK_REFUSED
from frontrow.portal.billing_schemas import BilledPartOut, RefundTermsOut
from frontrow.sales.emails.receipts import format_amount
from frontrow.sales.ledger.refund_records import UNDER_WAY
from frontrow.sales.models import PurchaseState, Refund
from frontrow.sales.refunds.requests import Part, goes_along_with, parts_of, refundable
from frontrow.sales.terms.refund_policy import (
    Clause,
    Coverage,
    Grant,
    Refusal,
    covered_until,
    refund_due,
    sittings_of,
)

DISPUTED = (
    "Your bank is looking into this payment, so we can't refund it until the bank has decided."
)
PAID_TO_MOVE = "You paid this to move your seat. It's refunded together with the seat."
NOTHING_LEFT = "Nothing is left to refund for this one."
WHAT_IS_KEPT = (
    "Without it, what you keep isn't a bundle and costs its full price, so the rest of your payment"
    " stays paid for it."
)
NOTHING_DUE_ALONE = "Nothing would be refunded: what you keep costs its full price."
GUARANTEES = {
    Clause.FIRST_SESSION: "the first-session guarantee",
    Clause.THIRTY_DAYS: "the 30-day guarantee",
}


def terms_of(purchase: Any, at: datetime) -> RefundTermsOut:
    left = to_come_back(purchase)
    if nothing_due := nothing_to_refund(purchase):
        return RefundTermsOut(
            covered=False,
            clause=None,
            words=nothing_due,
            proviso="",
            covered_until=None,
            amount=left,
        )
    coverage = _coverage(purchase, at)
    if coverage is None:
        due = due_for(purchase, at)
        return RefundTermsOut(
            covered=False, clause=None, words=due.words, proviso="", covered_until=None, amount=left
        )
    until = format_moment(coverage.until, purchase.enrollments.all()[0].bootcamp.timezone)
    return RefundTermsOut(
        covered=True,
        clause=coverage.clause,
        words=f"Covered until {until} by {GUARANTEES[coverage.clause]}.",
        proviso=coverage.proviso,
        covered_until=coverage.until,
        amount=left,
    )


def nothing_to_refund(purchase: Any) -> str:
    """Why no refund is possible whatever the policy says. Empty if the policy decides."""
    money = format_amount
    match purchase.state:
        case PurchaseState.REFUNDING if not under_way(purchase):
            return BANK_REFUSED
        case PurchaseState.REFUNDING:
            amount = money(purchase.total_amount - purchase.refunded_amount, purchase.currency)
            return f"{amount} is on its way to you. Banks take 5\N{EN DASH}10 business days."
        case PurchaseState.REFUNDED if purchase.total_amount == 0:
            return "There's nothing to refund: nothing was paid for it."
        case PurchaseState.REFUNDED:
            return f"{money(purchase.refunded_amount, purchase.currency)} has been refunded."
        case PurchaseState.COMPLETED:
            if purchase.total_amount == 0 or purchase.stripe_payment_intent_id is None:
                return "There's nothing to refund: nothing was paid for it."
            if purchase.pays_for_move_id:
                return PAID_TO_MOVE
            if purchase.open_disputes:
                return DISPUTED
            if refunds := under_way(purchase):
                amount = money(refunds[0].amount, purchase.currency)
                return f"{amount} is on its way."
            return ""
        case _:
            return "There's nothing to refund: you haven't been charged."


def under_way(purchase: Any) -> list[Refund]:
    return [refund for refund in purchase.refunds.all() if refund.status in UNDER_WAY]


def due_for(purchase: Any, at: datetime) -> Grant | Refusal:
    return refund_due(
        bought_at=purchase.completed_at or purchase.created_at,
        sittings=sittings_of(purchase.enrollments.all()),
        now=at,
        has_certificate=purchase.is_certified,
    )


def _coverage(purchase: Any, at: datetime) -> Coverage | None:
    return covered_until(
        bought_at=purchase.completed_at or purchase.created_at,
        sittings=sittings_of(purchase.enrollments.all()),
        now=at,
        has_certificate=purchase.is_certified,
    )


def billed_parts(family: Sequence[Any]) -> list[BilledPartOut]:
    """Each bootcamp of the first purchase that can be refunded alone, with the amount.

    The other purchases of the family are its upgrades, and are kept.
    """
    purchase, *upgrades = family
    stays = sum((to_come_back(one) for one in family), Decimal(0))
    nothing = NOTHING_DUE_ALONE if upgrades else NOTHING_LEFT
    return [
        BilledPartOut(
            enrollment_id=part.seat.pk,
            name=part.seat.name,
            start_date=part.seat.bootcamp.starts_at,
            end_date=part.seat.bootcamp.ends_at,
            timezone=part.seat.bootcamp.timezone,
            amount=part.amount,
            stays=stays - part.amount,
            words=WHAT_IS_KEPT if upgrades else "",
            refusal=why_kept(purchase, part) or ("" if part.share else nothing),
        )
        for part in purchase.parts
    ]


def why_kept(purchase: Any, part: Part) -> str:
    """Why it can't be refunded alone whatever the policy says. Empty if it can."""
    # The policy has already been asked about a purchase's only bootcamp.
    if part.seat.attended_at and purchase.is_bundle:
        return "You've attended this one, so it can't go back alone."
    return ""


def to_come_back(purchase: Any) -> Decimal:
    """The remaining amount, with the payments that are refunded along with it."""
    more = sum((refundable(each) for each in purchase.goes_along), Decimal(0))
    return refundable(purchase) + more


def look_for_parts(purchases: Sequence[Any]) -> None:
    """Load what is refunded along with the purchases and what can be refunded alone, in bulk."""
    paid = [one for one in purchases if one.state == PurchaseState.COMPLETED]
    along = goes_along_with(*paid) if paid else {}
    several = [one for one in paid if one.is_bundle or one.has_upgrades]
    parts = parts_of(*several) if several else {}
    for purchase in purchases:
        purchase.goes_along = along.get(purchase.pk, [])
        purchase.parts = parts.get(purchase.pk, [])
