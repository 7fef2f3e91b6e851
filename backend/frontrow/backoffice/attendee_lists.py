"""Who is coming: the attendees of one bootcamp, and whoever bought last."""

from frontrow.backoffice.schemas import AttendeeOut, AttendeePurchaseOut, AttendeeUserOut
from frontrow.catalogue.bootcamps import find_bootcamp
from frontrow.sales.attendees import attendee_items, real_purchases
from frontrow.sales.models import Purchase, PurchaseState

RECENT = 10


def list_attendees(*, bootcamp_id: int) -> list[AttendeeOut]:
    """Everybody with a paid seat, however bought, newest first."""
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    items = (
        attendee_items()
        .filter(bootcamp=bootcamp)
        .select_related("purchase__user")
        .order_by("-purchase__completed_at", "-pk")
    )
    return [_as_answer(item.purchase) for item in items]


def list_recent_attendees() -> list[AttendeeOut]:
    purchases = (
        real_purchases()
        .filter(state=PurchaseState.COMPLETED)
        .select_related("user")
        .order_by("-completed_at", "-pk")[:RECENT]
    )
    return [_as_answer(purchase) for purchase in purchases]


def _as_answer(purchase: Purchase) -> AttendeeOut:
    user = purchase.user
    return AttendeeOut(
        user=AttendeeUserOut.model_validate(user) if user else None,
        purchase=AttendeePurchaseOut.model_validate(purchase),
        name=(user.full_name or user.username) if user else purchase.guest_full_name,
        email=user.email if user else purchase.guest_email,
        is_guest=user is None,
        is_bundle=purchase.is_bundle,
        registered_at=purchase.completed_at or purchase.created_at,
    )
