"""The attendees of one bootcamp, as a list and as a file, and the most recent buyers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef

from frontrow.accounts import audit
from frontrow.accounts.actor import Actor
from frontrow.accounts.models import AuditEntry, User
from frontrow.backoffice.bootcamps.schemas import (
    AttendanceOut,
    AttendeeOut,
    AttendeePurchaseOut,
    AttendeeUserOut,
    RecentAttendeeOut,
)
from frontrow.catalogue.admin_schemas import cohort_of
from frontrow.catalogue.bootcamps import find_bootcamp
from frontrow.catalogue.models import Bootcamp
from frontrow.core.clock import database_now
from frontrow.core.csv_files import csv_lines
from frontrow.core.zones import zone
from frontrow.sales.attending import attendance
from frontrow.sales.attending.attendance import Presence
from frontrow.sales.attending.presence import Side, minutes_present, session_of, spans_of
from frontrow.sales.emails.receipts import receipt_number
from frontrow.sales.enrollment.attendees import live_enrollments, real_purchases
from frontrow.sales.ledger.disputes import open_disputes
from frontrow.sales.models import Enrollment, Purchase, PurchaseState

RECENT = 10
ROSTER_COLUMNS = [
    "Name",
    "Email",
    "Account",
    "Registered",
    "Receipt",
    "Package",
    "Attendance",
    "Joined",
    "Minutes",
    "Marked",
    "Marked by",
]
_PRESENCE = {
    Presence.EXPECTED: "Not joined yet",
    Presence.JOINED: "Joined",
    Presence.ATTENDED: "Attended",
    Presence.ABSENT: "Absent",
}


def list_attendees(*, bootcamp_id: int) -> list[AttendeeOut]:
    """All with a paid seat, however bought, newest first."""
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    enrollments = list(
        live_enrollments()
        .filter(bootcamp=bootcamp)
        .select_related("purchase__user", "bootcamp", "holder")
        .annotate(is_disputed=Exists(open_disputes().filter(purchase=OuterRef("purchase"))))
        .order_by("-purchase__completed_at", "-pk")
    )
    at = database_now()
    markers = _markers(enrollments)
    spans = spans_of(enrollment.pk for enrollment in enrollments)
    return [
        _in_the_list(one, at, markers, spans.get(one.pk, ()), is_disputed=one.is_disputed)
        for one in enrollments
    ]


def mark_attendance(
    *, by: Actor, bootcamp_id: int, purchase_id: int, attended: bool | None
) -> AttendeeOut:
    enrollment = attendance.mark_attendance(
        by=by, bootcamp_id=bootcamp_id, purchase_id=purchase_id, attended=attended
    )
    spans = spans_of([enrollment.pk]).get(enrollment.pk, ())
    is_disputed = open_disputes().filter(purchase=enrollment.purchase_id).exists()
    markers = _markers([enrollment])
    return _in_the_list(enrollment, database_now(), markers, spans, is_disputed=is_disputed)


def export_roster(*, by: Actor, bootcamp_id: int) -> Iterator[str]:
    """The list as CSV lines, with times in the class's zone. Recorded in the audit log."""
    bootcamp = find_bootcamp(bootcamp_id=bootcamp_id)
    people = list_attendees(bootcamp_id=bootcamp_id)
    audit.record(
        by=by,
        action="exported roster",
        subject_type="bootcamp",
        subject_id=bootcamp.pk,
        people=len(people),
    )
    return csv_lines(ROSTER_COLUMNS, (_cells(one, bootcamp) for one in people))


def list_recent_attendees() -> list[RecentAttendeeOut]:
    purchases = (
        real_purchases()
        .filter(state=PurchaseState.COMPLETED)
        .select_related("user", "bootcamp")
        .annotate(is_disputed=Exists(open_disputes().filter(purchase=OuterRef("pk"))))
        .order_by("-completed_at", "-pk")[:RECENT]
    )
    return [
        RecentAttendeeOut(
            **dict(_as_answer(purchase, is_disputed=purchase.is_disputed)),
            bootcamp=cohort_of(purchase.bootcamp) if purchase.bootcamp else None,
        )
        for purchase in purchases
    ]


def _markers(enrollments: Iterable[Enrollment]) -> Mapping[tuple[str, int], str]:
    """Who last marked attendance, by purchase and bootcamp: one query of the audit log."""
    marked = {str(one.purchase_id) for one in enrollments if one.attendance_marked_at is not None}
    if not marked:
        return {}
    entries = AuditEntry.objects.filter(
        subject_type="purchase", subject_id__in=marked, action="marked attendance"
    ).order_by("pk")
    said = {
        (subject_id, details["bootcamp"]): actor_id
        for subject_id, details, actor_id in entries.values_list(
            "subject_id", "details", "actor_id"
        )
    }
    actors = User.objects.in_bulk({actor for actor in said.values() if actor is not None})
    return {seat: actors[actor].display_name for seat, actor in said.items() if actor in actors}


def _in_the_list(
    enrollment: Enrollment,
    at: datetime,
    markers: Mapping[tuple[str, int], str],
    spans: Sequence[Side],
    *,
    is_disputed: bool,
) -> AttendeeOut:
    marked_at = enrollment.attendance_marked_at
    seat = (str(enrollment.purchase_id), enrollment.bootcamp_id)
    standing = AttendanceOut(
        state=attendance.presence_of(enrollment, at=at),
        # A manual mark's time is a moment within the class, not a time of arrival.
        came_at=enrollment.joined_at or (enrollment.attended_at if marked_at is None else None),
        minutes=minutes_present(spans, session=session_of(enrollment.bootcamp), at=at)
        if spans
        else None,
        marked_at=marked_at,
        marked_by=markers.get(seat, "") if marked_at is not None else "",
    )
    answer = _as_answer(enrollment.purchase, standing, is_disputed=is_disputed)
    if not enrollment.is_handed_over:
        return answer
    holder = enrollment.holder
    return answer.model_copy(
        update={
            "user": AttendeeUserOut.model_validate(holder) if holder else None,
            "name": holder.display_name if holder else enrollment.attendee_name,
            "email": holder.email if holder else enrollment.attendee_email,
            "is_guest": holder is None,
        }
    )


def _as_answer(
    purchase: Purchase, standing: AttendanceOut | None = None, *, is_disputed: bool
) -> AttendeeOut:
    user = purchase.user
    return AttendeeOut(
        user=AttendeeUserOut.model_validate(user) if user else None,
        purchase=AttendeePurchaseOut.model_validate(purchase),
        name=user.display_name if user else purchase.guest_full_name,
        email=purchase.buyer_email,
        is_guest=user is None,
        is_bundle=purchase.is_bundle,
        is_disputed=is_disputed,
        registered_at=purchase.completed_at or purchase.created_at,
        attendance=standing,
    )


def _cells(person: AttendeeOut, bootcamp: Bootcamp) -> list[str]:
    def clock(at: datetime | None) -> str:
        return f"{at.astimezone(zone(bootcamp.timezone)):%Y-%m-%d %H:%M}" if at else ""

    standing = person.attendance
    return [
        person.name,
        person.email,
        "Guest" if person.is_guest else "Member",
        clock(person.registered_at),
        receipt_number(person.purchase.id),
        person.purchase.package_name,
        _PRESENCE[standing.state] if standing else "",
        clock(standing.came_at) if standing else "",
        str(standing.minutes) if standing and standing.minutes is not None else "",
        clock(standing.marked_at) if standing else "",
        standing.marked_by if standing else "",
    ]
