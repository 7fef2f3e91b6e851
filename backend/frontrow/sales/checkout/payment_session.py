"""Payment sessions: one open payment per visitor. No seat is taken yet.

A session only costs typing an email address, so it must not take a seat. The card does.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError
from django.db.models import F

from frontrow.core.crash_points import crash_point
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Unavailable
from frontrow.core.money import to_cents
from frontrow.integrations import stripe
from frontrow.integrations.stripe_records import Payment
from frontrow.sales.buyers.visitors import Visitor, digest
from frontrow.sales.checkout.card_testing import is_doubted
from frontrow.sales.checkout.own_purchases import (
    IN_PROGRESS,
    NEW_SESSIONS,
    Buyer,
    Overtaken,
    claim_offer,
    live_purchase,
    purchases_of,
    refuse_other_price,
    refuse_what_is_owned,
)
from frontrow.sales.checkout.upgrades import owned_seats
from frontrow.sales.ledger.payment_notes import buyer_notes, knows_buyer, order_notes
from frontrow.sales.models import CancelReason, Purchase, PurchaseState
from frontrow.sales.settlement.decision import UNAUTHORIZED
from frontrow.sales.settlement.settling import call_off, settle
from frontrow.sales.terms.codes import find_code
from frontrow.sales.terms.discounts import Line
from frontrow.sales.terms.price_lines import lines_of
from frontrow.sales.terms.pricing import Package, find_package
from frontrow.sales.terms.upgrading import OwnedSeat

TRIES = 3


@dataclass(frozen=True, kw_only=True)
class PaymentSession:
    client_secret: str
    payment_intent_id: str
    total_amount: Decimal
    lines: Sequence[Line]
    # When this price expires, if it does.
    price_until: datetime | None = None
    # The end of the hold, if seats from the waiting list are held for it.
    held_until: datetime | None = None

    @property
    def is_free(self) -> bool:
        return not self.total_amount


NOT_ACCEPTED = (
    "The payment provider doesn't accept this order. You haven't been charged. Please contact"
    " us, and we'll help."
)


def start_checkout(
    *,
    visitor: Visitor,
    bootcamp_ids: Sequence[int],
    bundle_id: UUID | None,
    buyer: Buyer,
    dates: Mapping[int, int] = MappingProxyType({}),
    code: str = "",
    shown: Decimal | None = None,
) -> PaymentSession:
    """Start a session to pay for a package. Raises SoldOut, NotOnSale or Conflict.

    Conflict means that it is already owned, that the code can't be used, or that the price isn't
    the one `shown`.
    """
    asked = find_code(
        typed=code,
        browser=visitor.browser,
        network_key=visitor.network_key,
        user=visitor.user,
        email=buyer.email,
    )

    def find(holder_ids: Sequence[int], owned: Sequence[OwnedSeat]) -> Package:
        return find_package(
            bootcamp_ids=bootcamp_ids,
            bundle_id=bundle_id,
            holder_ids=holder_ids,
            owned=owned,
            dates=dates,
            asked=asked,
        )

    return start_payment(visitor=visitor, buyer=buyer, find=find, shown=shown)


def start_payment(
    *,
    visitor: Visitor,
    buyer: Buyer,
    find: Callable[[Sequence[int], Sequence[OwnedSeat]], Package],
    shown: Decimal | None = None,
) -> PaymentSession:
    """Start a session for the package that `find` returns: the open one if it fits, else a new one.

    `find` gets the visitor's own purchases and seats, and raises if they can't buy it.
    """
    if not settings.ENV.STRIPE_SECRET_KEY.get_secret_value():
        raise Unavailable("Payments aren't open yet. Please contact us.")
    for _ in range(TRIES):
        mine = purchases_of(visitor, buyer)
        owned = owned_seats(user=visitor.user) if visitor.user else []
        package = find([one.pk for one in mine], owned)
        refuse_what_is_owned(mine, package, owned)
        try:
            purchase, is_edited = live_purchase(visitor, mine, package, buyer, shown=shown)
            crash_point("create.after_row")
            payment = _payment_for(purchase, package, is_edited=is_edited)
        except (Overtaken, IntegrityError):
            continue
        if payment is None:
            # The provider lost the payment or never had it. Start a new one.
            call_off(purchase=purchase, reason=CancelReason.REPLACED)
            continue
        if payment.status not in UNAUTHORIZED:
            # Paid or canceled while this page was open. Update our record first.
            settle(purchase=Purchase.objects.get(pk=purchase.pk))
            continue
        crash_point("create.before_reply")
        return _session(purchase, payment)
    raise Conflict(IN_PROGRESS, code=ErrorCode.PAYMENT_IN_PROGRESS)


def pay_for_offer(
    *,
    visitor: Visitor,
    offered: Purchase,
    package: Package,
    buyer: Buyer,
    shown: Decimal | None = None,
) -> PaymentSession:
    """Start a session for the purchase that holds a seat from the waiting list.

    It is attached to this browser, and the browser's other open purchase is canceled.
    """
    refuse_other_price(price=package.price, shown=shown)
    if offered.stripe_payment_intent_id is None:
        NEW_SESSIONS.check(browser=visitor.browser, address=visitor.address)
    for _ in range(TRIES):
        try:
            purchase, is_edited = claim_offer(visitor, offered.pk, buyer)
            payment = _payment_for(purchase, package, is_edited=is_edited)
        except (Overtaken, IntegrityError):
            continue
        if payment is None:
            # The provider lost the payment. Create another one for the same seats.
            Purchase.objects.filter(pk=purchase.pk, state=PurchaseState.PENDING).update(
                stripe_payment_intent_id=None, payment_attempt=F("payment_attempt") + 1
            )
            continue
        if payment.status not in UNAUTHORIZED:
            settle(purchase=Purchase.objects.get(pk=purchase.pk))
            continue
        crash_point("offer.before_reply")
        return _session(purchase, payment)
    raise Conflict(IN_PROGRESS, code=ErrorCode.PAYMENT_IN_PROGRESS)


def _session(purchase: Any, payment: Payment) -> PaymentSession:
    return PaymentSession(
        client_secret=payment.client_secret,
        payment_intent_id=payment.id,
        total_amount=purchase.total_amount,
        lines=lines_of(purchase),
        price_until=purchase.price_until,
        held_until=purchase.held_until if getattr(purchase, "is_offer", False) else None,
    )


def _payment_for(purchase: Purchase, package: Package, *, is_edited: bool) -> Payment | None:
    intent = purchase.stripe_payment_intent_id
    if intent is None:
        return _create_payment(purchase, package)
    if is_edited:
        try:
            return _change_buyer(purchase, intent)
        except stripe.StateMoved:
            pass
    payment = stripe.read_payment(intent)
    if (
        payment
        and payment.status in UNAUTHORIZED
        and not knows_buyer(payment=payment, purchase=purchase)
    ):
        # An earlier edit was stored here but may not have reached the provider.
        try:
            return _change_buyer(purchase, intent)
        except stripe.StateMoved as error:
            raise Overtaken from error
    return payment


def _change_buyer(purchase: Purchase, intent: str) -> Payment:
    return stripe.change_buyer(
        payment_intent_id=intent,
        email=purchase.guest_email,
        notes=buyer_notes(purchase=purchase),
    )


def _create_payment(purchase: Purchase, package: Package) -> Payment:
    # Includes the creation time, because a new database reuses purchase ids.
    born = int(purchase.created_at.timestamp() * 1_000_000)
    try:
        payment = stripe.create_payment(
            purchase_id=purchase.pk,
            cents=to_cents(purchase.total_amount),
            currency=purchase.currency,
            email=purchase.guest_email,
            description=purchase.package_name,
            notes=order_notes(
                purchase=purchase,
                bootcamps=package.bootcamps,
                prices=package.prices,
                counted=package.counted,
            ),
            ask_bank=is_doubted(network_key=purchase.network_key),
            key=f"purchase-{purchase.pk}-{born}-{purchase.payment_attempt}",
        )
    except (stripe.AnsweredWithFault, stripe.StateMoved) as error:
        # Use a new idempotency key. The provider would repeat this response for a day.
        Purchase.objects.filter(pk=purchase.pk).update(payment_attempt=F("payment_attempt") + 1)
        if isinstance(error, stripe.KeyInUse):
            raise Overtaken from error
        if isinstance(error, stripe.StateMoved):
            raise Conflict(NOT_ACCEPTED, code=ErrorCode.PAYMENT_REFUSED) from error
        raise
    crash_point("create.after_payment")
    Purchase.objects.filter(pk=purchase.pk).update(
        stripe_payment_intent_id=payment.id, client_secret_hash=digest(payment.client_secret)
    )
    return payment
