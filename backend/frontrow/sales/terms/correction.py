"""How long whoever bought as a guest may correct their name and address without us."""

from datetime import datetime, timedelta

from frontrow.sales.models import Purchase

OPEN_FOR = timedelta(days=1)


def correctable_until(purchase: Purchase) -> datetime | None:
    """Nothing for what was given by the desk: no browser bought it."""
    if purchase.is_complimentary or purchase.completed_at is None:
        return None
    return purchase.completed_at + OPEN_FOR
