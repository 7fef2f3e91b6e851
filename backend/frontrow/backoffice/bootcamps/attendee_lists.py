"""Who is coming: the attendees of one bootcamp, and whoever bought last."""

from datetime import datetime

from django.http import HttpRequest

from frontrow.backoffice.bootcamps.schemas import (
    AttendanceOut,
    AttendeeOut,
    AttendeePurchaseOut,
    AttendeeUserOut,
    RecentAttendeeOut,
)
from frontrow.catalogue.admin_schemas import cohort_of
from frontrow.catalogue.bootcamps import find_bootcamp
from frontrow.core.clock import database_now
from frontrow.sales.attending import attendance
from frontrow.sales.enrolment.attendees import live_enrolments, real_purchases
from frontrow.sales.models import Enrolment, Purchase, PurchaseState

RECENT = 10


def list_attendees(*, bootcamp_id: int) -> list[AttendeeOut]:
    """Everybody with a paid seat, however bought, newest first."""
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    enrolments = (
        live_enrolments()
        .filter(bootcamp=bootcamp)
        .select_related("purchase__user", "bootcamp")
        .order_by("-purchase__completed_at", "-pk")
    )
    at = database_now()
    return [_in_the_list(enrolment, at) for enrolment in enrolments]


def mark_attendance(
    *, request: HttpRequest, bootcamp_id: int, purchase_id: int, attended: bool
) -> AttendeeOut:
    enrolment = attendance.mark_attendance(
        request=request, bootcamp_id=bootcamp_id, purchase_id=purchase_id, attended=attended
    )
    return _in_the_list(enrolment, database_now())


def list_recent_attendees() -> list[RecentAttendeeOut]:
    purchases = (
        real_purchases()
        .filter(state=PurchaseState.COMPLETED)
        .select_related("user", "bootcamp")
        .order_by("-completed_at", "-pk")[:RECENT]
    )
    return [
        RecentAttendeeOut(
            **dict(_as_answer(purchase)),
            bootcamp=cohort_of(purchase.bootcamp) if purchase.bootcamp else None,
        )
        for purchase in purchases
    ]


def _in_the_list(enrolment: Enrolment, at: datetime) -> AttendeeOut:
    marked_at = enrolment.attendance_marked_at
    standing = AttendanceOut(
        state=attendance.presence_of(enrolment, at=at),
        # The time that goes with a mark is only a place in the class, not when they came.
        came_at=(enrolment.joined_at or enrolment.attended_at) if marked_at is None else None,
        marked_at=marked_at,
    )
    return _as_answer(enrolment.purchase, standing)


def _as_answer(purchase: Purchase, standing: AttendanceOut | None = None) -> AttendeeOut:
    user = purchase.user
    return AttendeeOut(
        user=AttendeeUserOut.model_validate(user) if user else None,
        purchase=AttendeePurchaseOut.model_validate(purchase),
        name=(user.full_name or user.username) if user else purchase.guest_full_name,
        email=user.email if user else purchase.guest_email,
        is_guest=user is None,
        is_bundle=purchase.is_bundle,
        registered_at=purchase.completed_at or purchase.created_at,
        attendance=standing,
    )
