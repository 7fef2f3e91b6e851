"""A purchase that upgrades stand on: what comes back of it, with them or alone.

The purchases come as billing reads them, with their enrolments, movements and certificates.
"""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from frontrow.core.dates import format_moment
from frontrow.portal.billing_schemas import RefundTermsOut
from frontrow.portal.refund_terms import to_come_back
from frontrow.sales.emails.parts import in_words
from frontrow.sales.emails.receipts import format_amount
from frontrow.sales.models import Purchase
from frontrow.sales.refunds.requests import refundable
from frontrow.sales.terms.refund_policy import Coverage, base_alone, family_due, sittings_of


def family_coverage(family: Sequence[Any], at: datetime) -> Coverage | None:
    """Whether the purchase and all that stands on it go back together, and until when."""
    seats = [enrolment for one in family for enrolment in one.enrolments.all()]
    return family_due(
        sittings=sittings_of(seats), now=at, has_certificate=any(one.is_certified for one in family)
    )


def family_terms(family: Sequence[Any], at: datetime, alone: RefundTermsOut) -> RefundTermsOut:
    """The terms of the first of them, which the others stand on; `alone` is what they'd be else."""
    base, *upgrades = family
    coverage = family_coverage(family, at)
    names = in_words([one.package_name for one in upgrades])
    if coverage is not None:
        until = format_moment(coverage.until, base.enrolments.all()[0].bootcamp.timezone)
        return RefundTermsOut(
            covered=True,
            clause=coverage.clause,
            words=f"Covered until {until} by the first-session guarantee. This also refunds"
            f" {names}, because what you paid here was taken off its price.",
            proviso=coverage.proviso,
            covered_until=coverage.until,
            amount=sum((to_come_back(one) for one in family), Decimal(0)),
        )
    if not alone.covered:
        return alone
    amount = left_alone(base, upgrades)
    money = format_amount(amount, base.currency)
    return RefundTermsOut(
        covered=False,
        clause=None,
        words=f"What you paid here was taken off the price of {names}. Without it, what you keep"
        f" costs its full price, so {money} would be refunded. Contact us to do that.",
        proviso="",
        covered_until=None,
        amount=amount,
    )


def left_alone(base: Purchase, upgrades: Sequence[Purchase]) -> Decimal:
    """What comes back of the first while the others are kept."""
    kept = [seat for one in upgrades for seat in one.enrolments.all() if seat.ended_at is None]
    return base_alone(
        paid=refundable(base),
        kept_paid=sum((refundable(one) for one in upgrades), Decimal(0)),
        kept_list=sum((seat.price for seat in kept), Decimal(0)),
    )
