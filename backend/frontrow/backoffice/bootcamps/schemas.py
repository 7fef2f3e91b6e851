"""Bootcamps in lists, who comes to one, and what changing one that was sold would touch."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from frontrow.catalogue.admin_schemas import AdminBootcampOut, CohortOut, Instant, MoveNote, Zone
from frontrow.catalogue.models import BootcampStatus
from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.sales.attending.attendance import Presence


class CohortState(StrEnum):
    """Where a bootcamp stands, beside being archived or not."""

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
    # How many match; the counts are of all there are.
    total: int
    counts: CohortCountsOut


class CohortOptionOut(CohortOut):
    """A bootcamp to choose: enough to tell it from its neighbors."""

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
    """Whether they came: seen by us, or marked by an admin."""

    state: Presence
    # When we saw them first.
    came_at: datetime | None
    # How long they were there within the class's hours; nothing where the meeting told us nothing.
    minutes: int | None
    # When an admin said so, and who; nothing if none did. No name is left of a deleted account.
    marked_at: datetime | None
    marked_by: str


class AttendanceIn(RequestModel):
    """Nothing takes a mark back: what we saw ourselves counts again."""

    attended: bool | None


class AttendeeOut(AnswerModel):
    """Somebody with a paid seat; without a user it is a guest."""

    user: AttendeeUserOut | None
    purchase: AttendeePurchaseOut
    name: str
    email: str
    is_guest: bool
    is_bundle: bool
    # Their bank disputes the payment right now.
    is_disputed: bool
    registered_at: datetime
    # Only in the list of one bootcamp.
    attendance: AttendanceOut | None


class CohortMoneyOut(AnswerModel):
    """What a bootcamp brought: shares of purchases, and what of them went back."""

    paid_seats: int
    complimentary_seats: int
    received: Decimal
    # For good: by refund, or by a dispute that was not won.
    given_back: Decimal
    kept: Decimal
    definition: str


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


class MovePreviewIn(RequestModel):
    start_date: Instant
    end_date: Instant
    timezone: Zone
    note: MoveNote = ""


class MovePreviewOut(AnswerModel):
    """What one of those who are told would read."""

    recipient: str
    subject: str
    html: str
