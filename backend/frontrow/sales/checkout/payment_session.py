"""From a chosen package to a payment session: one live payment per visitor, and no seat yet.

Typing an e-mail address costs nothing, so it must not take a seat either; the card does that.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now

from frontrow.core.addresses import is_address
from frontrow.core.crash_points import crash_point
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, Unavailable
from frontrow.core.money import to_cents
from frontrow.core.rate_limit import Limit
from frontrow.integrations import stripe
from frontrow.integrations.stripe_records import Payment
from frontrow.sales.buyers.visitors import Visitor, digest
from frontrow.sales.checkout.card_testing import is_doubted
from frontrow.sales.checkout.upgrades import claim_counted, owned_seats
from frontrow.sales.enrolment.enrolments import make_enrolments
from frontrow.sales.enrolment.upgrades import note_counted
from frontrow.sales.ledger.payment_notes import buyer_notes, knows_buyer, order_notes
from frontrow.sales.models import CancelReason, Purchase, PurchaseState, SeatOffer
from frontrow.sales.settlement.decision import UNAUTHORISED
from frontrow.sales.settlement.settling import call_off, settle
from frontrow.sales.terms.pricing import Package, find_package
from frontrow.sales.terms.refund_policy import POLICY_VERSION
from frontrow.sales.terms.upgrading import OwnedSeat

# Counts new payments, not edits: whoever tries out stolen cards begins anew each time.
NEW_SESSIONS = Limit(scope="payment sessions", count=10, per=timedelta(minutes=1))
TRIES = 3
IN_PROGRESS = "Your payment is being processed. Please wait a moment."


@dataclass(frozen=True, kw_only=True)
class Buyer:
    email: str
    full_name: str
    # Empty when the browser did not say.
    timezone: str = ""


@dataclass(frozen=True, kw_only=True)
class PaymentSession:
    client_secret: str
    payment_intent_id: str
    total_amount: Decimal
    # Where seats from the waiting list are held for it.
    held_until: datetime | None = None


NOT_ACCEPTED = (
    "The payment provider doesn't accept this order. You haven't been charged. Please contact"
    " us, and we'll help."
)


class _Overtaken(Exception):
    """Another tab of this visitor was faster: look again."""


def start_checkout(
    *,
    visitor: Visitor,
    bootcamp_ids: Sequence[int],
    bundle_id: UUID | None,
    buyer: Buyer,
    dates: Mapping[int, int] = MappingProxyType({}),
) -> PaymentSession:
    """A session to pay for a package. Raises SoldOut, NotOnSale, or Conflict for what is owned."""

    def find(holder_ids: Sequence[int], owned: Sequence[OwnedSeat]) -> Package:
        return find_package(
            bootcamp_ids=bootcamp_ids,
            bundle_id=bundle_id,
            holder_ids=holder_ids,
            owned=owned,
            dates=dates,
        )

    return start_payment(visitor=visitor, buyer=buyer, find=find)


def start_payment(
    *, visitor: Visitor, buyer: Buyer, find: Callable[[Sequence[int], Sequence[OwnedSeat]], Package]
) -> PaymentSession:
    """A session to pay for what is found: the visitor's present one if it fits, else a new one.

    `find` is told which purchases and seats are the visitor's own, and raises what is in the way.
    """
    if not settings.ENV.STRIPE_SECRET_KEY.get_secret_value():
        raise Unavailable("Payments aren't open yet. Please contact us.")
    for _ in range(TRIES):
        mine = _purchases_of(visitor, buyer)
        owned = owned_seats(user=visitor.user) if visitor.user else []
        package = find([one.pk for one in mine], owned)
        _refuse_what_is_owned(mine, package, owned)
        try:
            purchase, is_edited = _live_purchase(visitor, mine, package, buyer)
            crash_point("create.after_row")
            payment = _payment_for(purchase, package, is_edited=is_edited)
        except (_Overtaken, IntegrityError):
            continue
        if payment is None:
            # The provider has lost it, or never had it: begin anew.
            call_off(purchase=purchase, reason=CancelReason.REPLACED)
            continue
        if payment.status not in UNAUTHORISED:
            # Paid, or called off, while this page was open: bring our record up to date first.
            settle(purchase=Purchase.objects.get(pk=purchase.pk))
            continue
        crash_point("create.before_reply")
        return _session(purchase, payment)
    raise Conflict(IN_PROGRESS, code=ErrorCode.PAYMENT_IN_PROGRESS)


def pay_for_offer(
    *, visitor: Visitor, purchase_id: int, package: Package, buyer: Buyer
) -> PaymentSession:
    """A session to pay for the purchase that holds a seat from the waiting list.

    It becomes this browser's; whatever else that had under way is called off.
    """
    for _ in range(TRIES):
        try:
            purchase, is_edited = _claim_offer(visitor, purchase_id, buyer)
            payment = _payment_for(purchase, package, is_edited=is_edited)
        except (_Overtaken, IntegrityError):
            continue
        if payment is None:
            # The provider has lost it: another, for the same seats.
            Purchase.objects.filter(pk=purchase.pk, state=PurchaseState.PENDING).update(
                stripe_payment_intent_id=None, payment_attempt=F("payment_attempt") + 1
            )
            continue
        if payment.status not in UNAUTHORISED:
            settle(purchase=Purchase.objects.get(pk=purchase.pk))
            continue
        crash_point("offer.before_reply")
        return _session(purchase, payment)
    raise Conflict(IN_PROGRESS, code=ErrorCode.PAYMENT_IN_PROGRESS)


@transaction.atomic
def _claim_offer(visitor: Visitor, purchase_id: int, buyer: Buyer) -> tuple[Any, bool]:
    purchase = _with_offers().select_for_update(of=("self",)).get(pk=purchase_id)
    if purchase.state != PurchaseState.PENDING:
        raise Conflict(IN_PROGRESS, code=ErrorCode.PAYMENT_IN_PROGRESS)
    if purchase.stripe_payment_intent_id is None:
        NEW_SESSIONS.check(visitor.address)
    if purchase.checkout_key != visitor.key:
        for other in _with_offers().filter(checkout_key=visitor.key, state=PurchaseState.PENDING):
            _set_aside(other)
        Purchase.objects.filter(pk=purchase.pk).update(
            checkout_key=visitor.key, network_key=visitor.network_key
        )
        purchase.checkout_key, purchase.network_key = visitor.key, visitor.network_key
    return purchase, _edit(purchase, visitor, buyer)


def _session(purchase: Any, payment: Payment) -> PaymentSession:
    return PaymentSession(
        client_secret=payment.client_secret,
        payment_intent_id=payment.id,
        total_amount=purchase.total_amount,
        held_until=purchase.held_until if getattr(purchase, "is_offer", False) else None,
    )


def _with_offers() -> Any:
    """Purchases that say whether they hold a seat from the waiting list."""
    offers = SeatOffer.objects.filter(purchase=OuterRef("pk"))
    return Purchase.objects.annotate(is_offer=Exists(offers))


def _purchases_of(visitor: Visitor, buyer: Buyer) -> list[Any]:
    """What this browser has under way, and what it bought for this address before."""
    live = Q(state__in=[PurchaseState.PENDING, PurchaseState.CAPTURING])
    bought = Q(state=PurchaseState.COMPLETED) & is_address("guest_email", buyer.email)
    return list(_with_offers().filter(live | bought, checkout_key=visitor.key))


def _refuse_what_is_owned(
    mine: Sequence[Purchase], package: Package, owned: Sequence[OwnedSeat]
) -> None:
    for purchase in mine:
        is_bought = purchase.state == PurchaseState.COMPLETED and not package.counted
        if is_bought and _is_for(purchase, package):
            raise Conflict(f"You already own {package.name}.", code=ErrorCode.ALREADY_OWNED)
        if purchase.state == PurchaseState.CAPTURING:
            raise Conflict(IN_PROGRESS, code=ErrorCode.PAYMENT_IN_PROGRESS)
    if package.bootcamp and package.bootcamp.pk in {seat.bootcamp_id for seat in owned}:
        raise Conflict(f"You already own {package.name}.", code=ErrorCode.ALREADY_OWNED)


def _is_for(purchase: Purchase, package: Package) -> bool:
    return package.is_sold_as(
        bootcamp_id=purchase.bootcamp_id,
        bundle_id=purchase.bundle_id,
        moves_id=purchase.pays_for_move_id,
    )


def _live_purchase(
    visitor: Visitor, mine: Sequence[Any], package: Package, buyer: Buyer
) -> tuple[Any, bool]:
    """The purchase to pay for, and whether its buyer was edited just now."""
    live = next((one for one in mine if one.state == PurchaseState.PENDING), None)
    if live is None:
        return _begin(visitor, package, buyer), False
    # Signed in since: it becomes theirs. Another person at the same computer gets one of their own.
    is_theirs = live.user_id in {None, visitor.user_id}
    # An offer keeps the price it was made at.
    is_same = _is_for(live, package) and (live.is_offer or live.total_amount == package.price)
    if is_theirs and is_same and _has_same_parts(live, package):
        return live, _edit(live, visitor, buyer)
    return _begin(visitor, package, buyer, instead_of=live), False


def _has_same_parts(live: Purchase, package: Package) -> bool:
    """A bundle may have got other members, its buyer other dates, or turned out to own some."""
    if package.bundle is None:
        return True
    parts = live.enrolments.values_list("bootcamp_id", flat=True)
    return set(parts) == {bootcamp.pk for bootcamp in package.bootcamps}


def _edit(purchase: Purchase, visitor: Visitor, buyer: Buyer) -> bool:
    """Whether anything changed that the provider knows, too."""
    new = {
        "guest_email": buyer.email,
        "guest_full_name": buyer.full_name,
        "user_id": visitor.user_id,
        "buyer_timezone": buyer.timezone or purchase.buyer_timezone,
    }
    changed = {name: value for name, value in new.items() if getattr(purchase, name) != value}
    if not changed:
        return False
    if not Purchase.objects.filter(pk=purchase.pk, state=PurchaseState.PENDING).update(
        **changed, updated_at=Now()
    ):
        raise _Overtaken
    for name, value in changed.items():
        setattr(purchase, name, value)
    return changed.keys() != {"buyer_timezone"}


def _set_aside(purchase: Any) -> None:
    """Another takes its place in this browser. A seat from the waiting list stays held."""
    if purchase.is_offer:
        Purchase.objects.filter(pk=purchase.pk).update(checkout_key="")
    elif not call_off(purchase=purchase, reason=CancelReason.REPLACED):
        raise _Overtaken


@transaction.atomic
def _begin(visitor: Visitor, package: Package, buyer: Buyer, *, instead_of: Any = None) -> Purchase:
    NEW_SESSIONS.check(visitor.address)
    # What counts is locked before anything else, as by whoever refunds it.
    if not claim_counted(package=package, instead_of=instead_of):
        raise _Overtaken
    if instead_of is not None:
        _set_aside(instead_of)
    purchase = Purchase.objects.create(
        user=visitor.user,
        bootcamp=package.bootcamp,
        bundle=package.bundle,
        is_bundle=package.bundle is not None,
        package_name=package.name,
        total_amount=package.price,
        pays_for_move=package.moves,
        guest_email=buyer.email,
        guest_full_name=buyer.full_name,
        buyer_timezone=buyer.timezone,
        policy_version=POLICY_VERSION,
        checkout_key=visitor.key,
        network_key=visitor.network_key,
    )
    make_enrolments(purchase=purchase, bootcamps=package.bootcamps, prices=package.prices)
    if package.counted:
        note_counted(purchase=purchase, counted=package.counted)
    return purchase


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
        and payment.status in UNAUTHORISED
        and not knows_buyer(payment=payment, purchase=purchase)
    ):
        # An earlier edit was written down here and never arrived there.
        try:
            return _change_buyer(purchase, intent)
        except stripe.StateMoved as error:
            raise _Overtaken from error
    return payment


def _change_buyer(purchase: Purchase, intent: str) -> Payment:
    return stripe.change_buyer(
        payment_intent_id=intent,
        email=purchase.guest_email,
        notes=buyer_notes(purchase=purchase),
    )


def _create_payment(purchase: Purchase, package: Package) -> Payment:
    # The date makes the key ours alone: numbers of purchases begin anew with a new database.
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
        # That key is spent: it would bring the same answer for a day.
        Purchase.objects.filter(pk=purchase.pk).update(payment_attempt=F("payment_attempt") + 1)
        if isinstance(error, stripe.KeyInUse):
            raise _Overtaken from error
        if isinstance(error, stripe.StateMoved):
            raise Conflict(NOT_ACCEPTED, code=ErrorCode.PAYMENT_REFUSED) from error
        raise
    crash_point("create.after_payment")
    Purchase.objects.filter(pk=purchase.pk).update(
        stripe_payment_intent_id=payment.id, client_secret_hash=digest(payment.client_secret)
    )
    return payment
