"""The courtesy hold at the Pay click: ten minutes in which nobody else can take the seat.

Whoever goes to another page to pay, as to Klarna's, has twenty.

A hold is a kindness and not a promise. Whoever gets none pays all the same and has the seat from
the moment the card agrees. Holds are a share of the seats that are not sold, so at least two stay
free for whoever comes with a card; `hold_seats`, in a migration, has the rules.
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

# Of the seats that are not sold yet.
HELD_SHARE = Decimal("0.4")
# The pages of pay-later services ask for more than a card form does.
REDIRECT_FACTOR = 2
# At once; over a day twice as many that nobody paid for.
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
    """Keep what the buyer agreed to, and hold the seats if a hold may be given; until when.

    Raises SoldOut, OnlyHeld or NotOnSale while nothing has been paid; Conflict where the price has
    ended since, or the code been used up.
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
    # Nobody chose the date of a single one otherwise, and a crowd is refused in one statement.
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
    """What became of a payment that is no longer open: another tab may have paid it."""
    purchase = Purchase.objects.get(stripe_payment_intent_id=payment_intent_id)
    if purchase.state in {PurchaseState.PENDING, PurchaseState.CAPTURING}:
        return Conflict(IN_PROGRESS, code=ErrorCode.PAYMENT_IN_PROGRESS)
    if purchase.completed_at is not None:
        return Conflict(ALREADY_PAID, code=ErrorCode.ALREADY_PAID)
    return Conflict(REPLACED, code=ErrorCode.NOT_CHARGED)
