"""Until when a guest may correct their name and address themselves."""

from datetime import datetime, timedelta

from frontrow.sales.models import Purchase
from frontrow.sales.terms.free_seats import nothing_was_paid

OPEN_FOR = timedelta(days=1)


def correctable_until(purchase: Purchase) -> datetime | None:
    """None for complimentary seats and for free seats, whose address is verified."""
    if nothing_was_paid(purchase) or purchase.completed_at is None:
        return None
    return purchase.completed_at + OPEN_FOR
