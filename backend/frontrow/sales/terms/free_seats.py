"""What costs nothing: a class without a price, or one whose whole price a code takes off."""

from datetime import datetime, timedelta
from decimal import Decimal

from django.db.models import Q

from frontrow.sales.models import Purchase

# The email must be answered within this time, and the seat is held no longer.
CONFIRM_WITHIN = timedelta(minutes=30)

# Known by its total alone, so it can never say something else than the sum. A gift of the desk is
# another matter: nobody ordered it.
FREE = Q(total_amount=0, is_complimentary=False)


def is_free(purchase: Purchase) -> bool:
    return purchase.total_amount == Decimal(0) and not purchase.is_complimentary


def nothing_was_paid(purchase: Purchase) -> bool:
    """Free, or given by the desk: it ends without a refund."""
    return purchase.total_amount == Decimal(0) or purchase.is_complimentary


def confirm_until(purchase: Purchase) -> datetime:
    """The hold where it was held for longer, as an offer from the waiting list is."""
    ends_at = purchase.created_at + CONFIRM_WITHIN
    return max(ends_at, purchase.held_until) if purchase.held_until else ends_at
