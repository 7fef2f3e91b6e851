"""The courtesy hold at the Pay click: the seats are reserved for the buyer for ten minutes.

A buyer who pays on another page, such as Klarna's, gets twenty.

A hold is no guarantee and no requirement. Without one the buyer can still pay, and gets the seat
once the card is authorized. Only a share of the unsold seats can be held, so at least two remain
for buyers who pay now. `hold_seats` in `sql/` has the rules.
"""

from datetime import datetime
from decimal import Decimal

from django.conf import settings
from django.db import connection

from frontrow.catalogue.seats import NotOnSale, OnlyHeld, SoldOut
from frontrow.core.crash_points import crash_point
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.sales.buyers.visitors import Visitor, digest
from frontrow.sales.checkout.own_purchases import IN_PROGRESS
from frontrow.sales.checkout.refused_dates import subject_of
from frontrow.sales.models import Purchase, PurchaseState

# Share of the unsold seats.
HELD_SHARE = Decimal("0.4")
# Pay-later pages take longer than a card form.
REDIRECT_FACTOR = 2
# Concurrent holds. Twice as many unpaid holds are allowed per day.
PER_NETWORK = 3
REFUSALS = ("sold out", "not on sale")
PRICE_ENDED = (
    "The price you saw has ended. You haven't been charged. Check the new price and pay again."
)
ALREADY_PAID = "You've already paid for this."
REPLACED = "This payment was replaced by another one. You haven't been charged."
CODE_GONE = "Your code's last use went to somebody else. You haven't been charged."


def hold_at_pay(
    *,
    visitor: Visitor,
    payment_intent_id: str,
    client_secret: str,
    terms_version: str,
    phone: str,
    wants_sms: bool,
    is_redirect: bool = False,
) -> datetime | None:
    """Store what the buyer agreed to, and hold the seats if possible. Returns the hold's end.

    Raises SoldOut, OnlyHeld or NotOnSale before anything is paid. Raises Conflict if the price has
    ended or the code is used up.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT outcome, subject, until, extract(epoch FROM until - now()),"
            " (SELECT p.is_bundle FROM purchases p WHERE p.stripe_payment_intent_id = %s)"
            " FROM hold_seats(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [
                payment_intent_id,
                payment_intent_id,
                visitor.key,
                digest(client_secret) if client_secret else "",
                visitor.user_id,
                visitor.network_key,
                terms_version,
                phone,
                wants_sms,
                f"{settings.ENV.HOLD_SECONDS * (REDIRECT_FACTOR if is_redirect else 1)} seconds",
                HELD_SHARE,
                PER_NETWORK,
            ],
        )
        outcome, subject, until, seconds, is_bundle = cursor.fetchone()
    # Only a bundle has chosen dates to name. Other refusals need no further statement, which
    # matters in a rush.
    if is_bundle and outcome in REFUSALS:
        subject = subject_of(payment_intent_id=payment_intent_id, name=subject)
    crash_point("hold.before_reply")
    match outcome:
        case "unknown":
            raise NotFound
        case "over":
            raise _why_over(payment_intent_id)
        case "price changed":
            raise Conflict(PRICE_ENDED, code=ErrorCode.PRICE_CHANGED)
        case "code gone":
            raise Conflict(CODE_GONE, code=ErrorCode.CODE_GONE)
        case "sold out" if until is not None:
            raise OnlyHeld(subject, frees_in=float(seconds))
        case "sold out":
            raise SoldOut(subject)
        case "not on sale":
            raise NotOnSale(subject)
    ends_at: datetime | None = until
    return ends_at


def _why_over(payment_intent_id: str) -> Conflict:
    """Why the payment is no longer open. Another tab may have paid it."""
    purchase = Purchase.objects.get(stripe_payment_intent_id=payment_intent_id)
    if purchase.state in {PurchaseState.PENDING, PurchaseState.CAPTURING}:
        return Conflict(IN_PROGRESS, code=ErrorCode.PAYMENT_IN_PROGRESS)
    if purchase.completed_at is not None:
        return Conflict(ALREADY_PAID, code=ErrorCode.ALREADY_PAID)
    return Conflict(REPLACED, code=ErrorCode.NOT_CHARGED)
