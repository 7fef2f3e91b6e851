"""Who comes to a bootcamp, and what changing one that was sold would touch."""

from datetime import datetime

from frontrow.catalogue.admin_schemas import CohortOut
from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.sales.attending.attendance import Presence


class AttendeeUserOut(AnswerModel):
    id: int
    email: str
    first_name: str
    last_name: str


class AttendeePurchaseOut(AnswerModel):
    id: int
    guest_email: str
    guest_full_name: str
    is_bundle: bool
    package_name: str
    created_at: datetime


class AttendanceOut(AnswerModel):
    """Whether they came: seen by us, or marked by an admin."""

    state: Presence
    # When we saw them first.
    came_at: datetime | None
    # When an admin said so; nothing if none did.
    marked_at: datetime | None


class AttendanceIn(RequestModel):
    attended: bool


class AttendeeOut(AnswerModel):
    """Somebody with a paid seat; without a user it is a guest."""

    user: AttendeeUserOut | None
    purchase: AttendeePurchaseOut
    name: str
    email: str
    is_guest: bool
    is_bundle: bool
    registered_at: datetime
    # Only in the list of one bootcamp.
    attendance: AttendanceOut | None


class RecentAttendeeOut(AttendeeOut):
    # Which cohort of the name; a bundle has several.
    bootcamp: CohortOut | None


class ChangePreviewOut(AnswerModel):
    """What changing a sold bootcamp would touch."""

    # Purchases that are emailed if it moves.
    attendees: int
    # Purchases whose refund is under way: they still hold a seat and are not emailed.
    being_refunded: int
    # Being paid for this moment.
    held_seats: int
    # The smallest number of seats it can still be given.
    taken_seats: int
