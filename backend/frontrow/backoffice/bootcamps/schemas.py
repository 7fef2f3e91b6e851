"""Schemas of bootcamp lists, attendees, and the effects of changing a sold bootcamp."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from frontrow.catalogue.admin_schemas import AdminBootcampOut, CohortOut, Instant, MoveNote, Zone
from frontrow.catalogue.models import BootcampStatus
from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.sales.attending.attendance import Presence


class CohortState(StrEnum):
    """The state of a bootcamp, independent of whether it is archived."""

    AHEAD = "ahead"
    OVER = "over"
    DRAFT = "draft"
    CANCELED = "canceled"


class CohortSort(StrEnum):
    DATE = "date"
    NAME = "name"
    PRICE = "price"


class CohortCountsOut(AnswerModel):
    active: int
    archived: int
    all: int


class BootcampPageOut(AnswerModel):
    rows: list[AdminBootcampOut]
    # The number of matches. The other counts are totals.
    total: int
    counts: CohortCountsOut


class CohortOptionOut(CohortOut):
    """A bootcamp in a select box, with enough data to distinguish it from similar ones."""

    name: str
    status: BootcampStatus
    available_seats: int


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
    """Attendance, detected automatically or marked by an admin."""

    state: Presence
    # When they were first seen.
    came_at: datetime | None
    # How long they were present during the class. Null if the meeting reported nothing.
    minutes: int | None
    # When and by whom it was marked. Null if no admin did. A deleted account leaves no name.
    marked_at: datetime | None
    marked_by: str


class AttendanceIn(RequestModel):
    """Null removes the mark, so that the detected attendance counts again."""

    attended: bool | None


class AttendeeOut(AnswerModel):
    """A person with a paid seat. Without a user it is a guest."""

    user: AttendeeUserOut | None
    purchase: AttendeePurchaseOut
    name: str
    email: str
    is_guest: bool
    is_bundle: bool
    # The buyer's bank is disputing the payment.
    is_disputed: bool
    registered_at: datetime
    # Only in the list of one bootcamp.
    attendance: AttendanceOut | None


class CohortMoneyOut(AnswerModel):
    """The revenue of a bootcamp: shares of purchases, and refunds."""

    paid_seats: int
    complimentary_seats: int
    received: Decimal
    # Final: by refund, or by a lost dispute.
    given_back: Decimal
    kept: Decimal
    definition: str


class RecentAttendeeOut(AttendeeOut):
    # Which cohort of the name. A bundle has several.
    bootcamp: CohortOut | None


class ChangePreviewOut(AnswerModel):
    """The effects of changing a sold bootcamp."""

    # Purchases that are emailed if it is rescheduled.
    attendees: int
    # Purchases with a refund in progress: they still have a seat and are not emailed.
    being_refunded: int
    # Held by a checkout now.
    held_seats: int
    # The smallest capacity that is still possible.
    taken_seats: int


class MovePreviewIn(RequestModel):
    start_date: Instant
    end_date: Instant
    timezone: Zone
    note: MoveNote = ""


class MovePreviewOut(AnswerModel):
    """The email as one recipient would read it."""

    recipient: str
    subject: str
    html: str
