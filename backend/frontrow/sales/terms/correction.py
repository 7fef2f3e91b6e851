"""How long whoever bought as a guest may correct their name and address without us."""

from datetime import datetime, timedelta

from frontrow.sales.models import Purchase
from frontrow.sales.terms.free_seats import nothing_was_paid

OPEN_FOR = timedelta(days=1)


def correctable_until(purchase: Purchase) -> datetime | None:
    """Nothing for what was given by the desk, nor for a free seat: its address has been proven."""
    if nothing_was_paid(purchase) or purchase.completed_at is None:
        return None
    return purchase.completed_at + OPEN_FOR
