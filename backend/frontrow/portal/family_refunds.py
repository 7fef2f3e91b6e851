"""Refunds of a purchase that upgrades depend on, either with them or alone.

A family is a purchase and its upgrades. Most purchases have none. The purchases must be loaded as
for billing, with their enrollments, movements and certificates.
"""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from frontrow.core.dates import format_moment
from frontrow.core.enumerating import in_words
from frontrow.portal.billing_schemas import BilledPartOut, RefundTermsOut
from frontrow.portal.refund_terms import billed_parts, nothing_to_refund, terms_of, to_come_back
from frontrow.sales.emails.receipts import format_amount
from frontrow.sales.refunds.requests import due_alone
from frontrow.sales.terms.refund_policy import Coverage, family_due, sittings_of

BESIDE_CREDIT = "Part of this became a credit, so the rest is refunded one bootcamp at a time."


def terms_in_family(family: Sequence[Any], at: datetime) -> RefundTermsOut:
    """The terms of refunding all of the first purchase. After a credit, no immediate refund."""
    terms = _terms(family, at)
    if terms.covered and any(one.credited_amount for one in family):
        return _nothing_more(f"{terms.words} {BESIDE_CREDIT}", Decimal("0.00"))
    return terms


def covers(family: Sequence[Any], at: datetime) -> bool:
    """Return whether the policy grants a refund, at once or one bootcamp at a time."""
    return _terms(family, at).covered


def _terms(family: Sequence[Any], at: datetime) -> RefundTermsOut:
    own = terms_of(family[0], at)
    if len(family) == 1 or not _is_paid(family):
        return own
    return _with_upgrades(family, at, own) if _has_seats(family) else _kept_for(family)


def parts_in_family(family: Sequence[Any], at: datetime) -> list[BilledPartOut]:
    """Each bootcamp of the first purchase that can be refunded alone under the policy."""
    is_covered = _is_paid(family) and terms_of(family[0], at).covered
    return billed_parts(family) if is_covered else []


def can_go_back(family: Sequence[Any], at: datetime, *, alone: bool) -> bool:
    """Return whether the family can be refunded, or, with `alone`, one bootcamp of the first."""
    if not _is_paid(family) or not _has_seats(family):
        return False
    return alone or _coverage(family, at) is not None


def _is_paid(family: Sequence[Any]) -> bool:
    """Return whether no purchase of the family has an open payment, refund or dispute."""
    return all(not nothing_to_refund(one) for one in family)


def _has_seats(family: Sequence[Any]) -> bool:
    """Return whether the first purchase still has seats that weren't refunded alone."""
    return any(seat.ended_at is None for seat in family[0].enrollments.all())


def _coverage(family: Sequence[Any], at: datetime) -> Coverage | None:
    """Return whether the purchase and its upgrades are refundable together, and until when."""
    seats = [enrollment for one in family for enrollment in one.enrollments.all()]
    return family_due(
        sittings=sittings_of(seats), now=at, has_certificate=any(one.is_certified for one in family)
    )


def _with_upgrades(family: Sequence[Any], at: datetime, alone: RefundTermsOut) -> RefundTermsOut:
    """The terms with the upgrades. `alone` are the terms without them."""
    base, *upgrades = family
    coverage = _coverage(family, at)
    names = in_words([one.package_name for one in upgrades])
    if coverage is not None:
        until = format_moment(coverage.until, base.enrollments.all()[0].bootcamp.timezone)
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
    amount = due_alone(base, upgrades)
    money = format_amount(amount, base.currency) if amount else "nothing"
    return _nothing_more(
        f"What you paid here was taken off the price of {names}. If you keep that, it costs its"
        f" full price, so {money} would be refunded.",
        amount,
    )


def _kept_for(family: Sequence[Any]) -> RefundTermsOut:
    base, *upgrades = family
    names = in_words([one.package_name for one in upgrades])
    return _nothing_more(
        f"This was refunded while you kept {names}. What stays paid here is part of the price of"
        " that, and is refunded together with it.",
        to_come_back(base),
    )


def _nothing_more(words: str, amount: Decimal) -> RefundTermsOut:
    return RefundTermsOut(
        covered=False, clause=None, words=words, proviso="", covered_until=None, amount=amount
    )
