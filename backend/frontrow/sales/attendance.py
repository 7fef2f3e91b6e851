"""Who came: noted once, when somebody with a paid seat joins the session."""

from datetime import datetime

from frontrow.sales.models import PurchaseItem, PurchaseState


def record_attendance(*, purchase_id: int, bootcamp_id: int, at: datetime) -> bool:
    """Note that they came; False where it was known already or the seat is not paid for."""
    changed = PurchaseItem.objects.filter(
        purchase_id=purchase_id,
        bootcamp_id=bootcamp_id,
        attended_at=None,
        purchase__state=PurchaseState.COMPLETED,
    ).update(attended_at=at)
    return changed == 1
