"""A visitor's one open purchase: find it, edit it, replace it, or begin it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now

from frontrow.core.addresses import is_address
from frontrow.core.clock import now
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict
from frontrow.core.rate_limit import Limit
from frontrow.core.visitor_limits import VisitorLimit
from frontrow.sales.buyers.visitors import Visitor
from frontrow.sales.checkout.upgrades import claim_counted
from frontrow.sales.emails.receipts import format_amount
from frontrow.sales.enrollment.enrollments import make_enrollments
from frontrow.sales.enrollment.upgrades import note_counted
from frontrow.sales.models import CancelReason, Purchase, PurchaseState, SeatOffer
from frontrow.sales.settlement.settling import call_off
from frontrow.sales.terms.discounts import Why
from frontrow.sales.terms.price_lines import as_stored
from frontrow.sales.terms.pricing import Package
from frontrow.sales.terms.refund_policy import POLICY_VERSION
from frontrow.sales.terms.upgrading import OwnedSeat

# Counts new payments and not edits, because a card tester begins a new one for each card.
NEW_SESSIONS = VisitorLimit(own=Limit(scope="payment sessions", count=10, per=timedelta(minutes=1)))
IN_PROGRESS = "Your payment is being processed. Please wait a moment."


@dataclass(frozen=True, kw_only=True)
class Buyer:
    email: str
    full_name: str
    # Empty if the browser didn't report it.
    timezone: str = ""


class Overtaken(Exception):
    """An optimistic conflict: another tab of this visitor was first, so read again."""


@transaction.atomic
def claim_offer(visitor: Visitor, purchase_id: int, buyer: Buyer) -> tuple[Any, bool]:
    purchase = _with_offers().select_for_update(of=("self",)).get(pk=purchase_id)
    if purchase.state != PurchaseState.PENDING:
        raise Conflict(IN_PROGRESS, code=ErrorCode.PAYMENT_IN_PROGRESS)
    if purchase.checkout_key != visitor.key:
        for other in _with_offers().filter(checkout_key=visitor.key, state=PurchaseState.PENDING):
            _set_aside(other)
        Purchase.objects.filter(pk=purchase.pk).update(
            checkout_key=visitor.key, network_key=visitor.network_key
        )
        purchase.checkout_key, purchase.network_key = visitor.key, visitor.network_key
    return purchase, _edit(purchase, visitor, buyer)


def _with_offers() -> Any:
    """Purchases annotated with whether they hold a seat from the waiting list."""
    offers = SeatOffer.objects.filter(purchase=OuterRef("pk"))
    return Purchase.objects.annotate(is_offer=Exists(offers))


def purchases_of(visitor: Visitor, buyer: Buyer) -> list[Any]:
    """This browser's open purchases, and its earlier purchases for this address."""
    live = Q(state__in=[PurchaseState.PENDING, PurchaseState.CAPTURING])
    bought = Q(state=PurchaseState.COMPLETED) & is_address("guest_email", buyer.email)
    return list(_with_offers().filter(live | bought, checkout_key=visitor.key))


def refuse_what_is_owned(
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


def live_purchase(
    visitor: Visitor,
    mine: Sequence[Any],
    package: Package,
    buyer: Buyer,
    *,
    shown: Decimal | None = None,
) -> tuple[Any, bool]:
    """The purchase to pay for, and whether its buyer was edited just now.

    `shown` is the price that the buyer saw. Raises Conflict if the price differs.
    """
    live = next((one for one in mine if one.state == PurchaseState.PENDING), None)
    if live is not None:
        # If the visitor has signed in since, it becomes theirs. Another user of the same computer
        # gets a separate purchase.
        is_theirs = live.user_id in {None, visitor.user_id}
        is_same = _is_for(live, package) and _keeps_price(live, package, shown)
        if is_theirs and is_same and _has_same_parts(live, package):
            return live, _edit(live, visitor, buyer)
    _refuse_new(package, shown)
    # Before the transaction, so that no row is locked if Redis is slow.
    NEW_SESSIONS.check(browser=visitor.browser, address=visitor.address)
    return _begin(visitor, package, buyer, instead_of=live), False


def refuse_other_price(*, price: Decimal, shown: Decimal | None) -> None:
    """Raise Conflict unless the price is the one that the buyer was shown."""
    if shown is not None and shown != price:
        words = format_amount(price, "usd")
        raise Conflict(f"The price is now {words}.", code=ErrorCode.PRICE_CHANGED)


def _keeps_price(live: Any, package: Package, shown: Decimal | None) -> bool:
    """Return whether its original price is valid: still current, or kept for this buyer."""
    if live.is_offer:
        # Kept as long as the offer.
        return True
    if live.code_id != package.asked_code_id or shown not in {None, live.total_amount}:
        return False
    if live.price_until is not None and live.price_until <= now():
        return False
    if package.refusal is not None and package.refusal.why is not Why.ENDED:
        return False
    is_kept = live.price_until is not None and live.total_amount <= package.price
    return is_kept or (live.total_amount == package.price and not package.closed)


def _refuse_new(package: Package, shown: Decimal | None) -> None:
    if package.closed:
        raise Conflict(package.closed, code=ErrorCode.NOT_ON_SALE)
    if package.refusal is not None:
        raise Conflict(package.refusal.sentence, code=ErrorCode.CODE_REFUSED)
    refuse_other_price(price=package.price, shown=shown)
    if not package.price:
        raise Conflict(
            f"There's nothing to pay for {package.name}, so you don't need a card.",
            code=ErrorCode.NOTHING_TO_PAY,
        )


def _has_same_parts(live: Purchase, package: Package) -> bool:
    """Return whether the bootcamps are the same.

    The bundle's members, the chosen dates or the owned parts may have changed.
    """
    if package.bundle is None:
        return True
    parts = live.enrollments.values_list("bootcamp_id", flat=True)
    return set(parts) == {bootcamp.pk for bootcamp in package.bootcamps}


def _edit(purchase: Purchase, visitor: Visitor, buyer: Buyer) -> bool:
    """Store the buyer's edits. Returns whether the provider must be updated too."""
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
        raise Overtaken
    for name, value in changed.items():
        setattr(purchase, name, value)
    return changed.keys() != {"buyer_timezone"}


def _set_aside(purchase: Any) -> None:
    """Detach the purchase from this browser. A seat from the waiting list stays held."""
    if purchase.is_offer:
        pending = Purchase.objects.filter(pk=purchase.pk, state=PurchaseState.PENDING)
        is_aside = bool(pending.update(checkout_key=""))
    else:
        is_aside = call_off(purchase=purchase, reason=CancelReason.REPLACED)
    if not is_aside:
        raise Overtaken


@transaction.atomic
def _begin(visitor: Visitor, package: Package, buyer: Buyer, *, instead_of: Any = None) -> Purchase:
    # Locks the purchases that count toward the price first, in the same order as their refunds.
    if not claim_counted(package=package, instead_of=instead_of):
        raise Overtaken
    if instead_of is not None:
        _set_aside(instead_of)
    purchase = Purchase.objects.create(
        user=visitor.user,
        bootcamp=package.bootcamp,
        bundle=package.bundle,
        is_bundle=package.bundle is not None,
        package_name=package.name,
        total_amount=package.price,
        price_lines=as_stored(package.lines),
        code_id=package.code_id,
        price_until=package.until,
        pays_for_move=package.moves,
        guest_email=buyer.email,
        guest_full_name=buyer.full_name,
        buyer_timezone=buyer.timezone,
        policy_version=POLICY_VERSION,
        checkout_key=visitor.key,
        network_key=visitor.network_key,
    )
    make_enrollments(purchase=purchase, bootcamps=package.bootcamps, prices=package.prices)
    if package.counted:
        note_counted(purchase=purchase, counted=package.counted)
    return purchase
