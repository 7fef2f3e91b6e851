"""Free packages: a class without a price, or a code that takes off the whole price."""

from datetime import datetime, timedelta
from decimal import Decimal

from django.db.models import Q

from frontrow.sales.models import Purchase

# The email must be confirmed within this time, and the seat is held no longer.
CONFIRM_WITHIN = timedelta(minutes=30)

# Determined by the total, so it can't contradict the sum. A complimentary seat doesn't count,
# because it wasn't ordered.
FREE = Q(total_amount=0, is_complimentary=False)


def is_free(purchase: Purchase) -> bool:
    return purchase.total_amount == Decimal(0) and not purchase.is_complimentary


def nothing_was_paid(purchase: Purchase) -> bool:
    """Free or complimentary. It ends without a refund."""
    return purchase.total_amount == Decimal(0) or purchase.is_complimentary


def confirm_until(purchase: Purchase) -> datetime:
    """When the confirmation expires, or the hold if it is longer, as for a waiting list offer."""
    ends_at = purchase.created_at + CONFIRM_WITHIN
    return max(ends_at, purchase.held_until) if purchase.held_until else ends_at
