"""What a student sees. Meeting addresses are never here: they are the answer to a click."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated
from uuid import UUID

from pydantic import Field

from frontrow.catalogue.models import BootcampType, ResourceType
from frontrow.catalogue.session_door import JoinStandingOut
from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import BrowserZone
from frontrow.sales.before_class.schemas import GivenAnswers, LinkTestOut, OwnAnswersOut
from frontrow.sales.class_changes.schemas import SeatClassChangeOut
from frontrow.sales.feedback.schemas import SeatFeedbackOut
from frontrow.sales.models import PurchaseStatus


class EnrolledBootcampOut(AnswerModel):
    """One bootcamp of a purchase, with its dates as they are now."""

    id: int
    # The seat itself, which may change its class or its holder.
    enrollment_id: int
    name: str
    tagline: str
    bootcamp_type: BootcampType
    step: int
    course: str
    start_date: datetime
    end_date: datetime
    timezone: str
    # Who attends in the reader's place; then the rest opens nothing. Empty where the reader does.
    held_by: str
    seat_number: int | None
    # Went in for this date; attended once they were there within its hours.
    joined_at: datetime | None
    attended_at: datetime | None
    has_live_link: bool
    join: JoinStandingOut
    # The page that lets them in without signing in, for their calendar. Empty for whoever has not
    # paid, and for whoever only looks at the site as them.
    join_page_url: str
    # Empty until there is one, and for whoever has not paid.
    recording_url: str
    # When they said by a click that the link works; nothing until then.
    link_tested_at: datetime | None
    # Whether the instructor wants to know something before the class.
    has_questions: bool
    # Whether another date or another person can still have the seat.
    can_change: bool
    # Whom the reader has offered it to, and who has not accepted yet.
    offered_to: str
    # The class is canceled or has moved, and what becomes of the seat is theirs to choose.
    class_change: SeatClassChangeOut | None
    # Of a class they attended: where they say how it was, or see what they said.
    feedback: SeatFeedbackOut | None


class EnrolledPackageOut(AnswerModel):
    id: int | UUID
    name: str


class PortalPurchaseOut(AnswerModel):
    id: int
    # Who only holds a seat in it learns neither price nor address, and not whether it is a bundle.
    is_buyer: bool
    status: PurchaseStatus
    total_amount: Decimal | None
    is_bundle: bool
    # The address it was bought with, which may be another than the account's.
    guest_email: str
    purchased_at: datetime
    bootcamp: EnrolledPackageOut | None
    bundle: EnrolledPackageOut | None
    # Why it opens nothing, in words; empty when it does.
    closed_because: str
    # Where a payment that was begun can be finished; it can also be dismissed. Empty otherwise.
    finish_path: str
    # Courses whose money the buyer asked back: they are not offered at once again.
    given_back: list[str]
    items: list[EnrolledBootcampOut]


class PortalResourceOut(AnswerModel):
    """A link's address is public as it is; a file's is the answer to opening it."""

    id: int
    type: ResourceType
    title: str
    description: str
    # Of LINK and YOUTUBE; a stored file has none, only links signed for one click.
    url: str | None
    file_name: str
    file_size: int | None


class MeetingOut(AnswerModel):
    """Where the meeting is, for one click."""

    url: str


class OpenedLinkOut(AnswerModel):
    url: str


class JoinTokenIn(RequestModel):
    token: Annotated[str, Field(min_length=1, max_length=200)]


class OwnLinkTestIn(RequestModel):
    # Of the browser; empty where it did not say.
    timezone: BrowserZone = ""


class JoinLookIn(JoinTokenIn):
    # Of the browser, so that the page can say when the link lets in on the reader's clock.
    timezone: BrowserZone = ""


class LinkedAnswersIn(JoinTokenIn):
    answers: GivenAnswers


class PaidQuestionsOut(AnswerModel):
    """A class just paid for, and what its instructor wants to know."""

    name: str
    # The join link's own: it answers for this seat without an account.
    token: str
    questions: OwnAnswersOut


class JoinPageOut(AnswerModel):
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    seat_number: int | None
    # Whether a portal exists to send the reader to.
    has_account: bool
    join: JoinStandingOut
    class_change: SeatClassChangeOut | None
    link_test: LinkTestOut
    questions: OwnAnswersOut


class CalendarFeedOut(AnswerModel):
    url: str
