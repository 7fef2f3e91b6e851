"""Attendance: that somebody came to the bootcamp they hold a seat in."""

from datetime import datetime

from frontrow.sales.models import PurchaseItem, PurchaseState


def record_attendance(*, purchase_id: int, bootcamp_id: int, at: datetime) -> bool:
    """Note when they first came; whether that was news. Only a paid seat can be attended.

    One statement with its conditions in it, so that the click and the meeting's own report may
    come at once, and neither moves the other's time.
    """
    changed = PurchaseItem.objects.filter(
        purchase_id=purchase_id,
        bootcamp_id=bootcamp_id,
        attended_at=None,
        purchase__state=PurchaseState.COMPLETED,
    ).update(attended_at=at)
    return changed > 0
