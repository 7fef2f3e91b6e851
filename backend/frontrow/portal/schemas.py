"""Portal schemas. Meeting addresses aren't part of them, and are returned only on a click."""

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
    """One bootcamp of a purchase, with its current dates."""

    id: int
    # The seat, whose class or holder may change.
    enrollment_id: int
    name: str
    tagline: str
    bootcamp_type: BootcampType
    step: int
    course: str
    start_date: datetime
    end_date: datetime
    timezone: str
    # The person who attends in place of the buyer. Then the rest opens nothing. Empty if the reader
    # attends.
    held_by: str
    seat_number: int | None
    # When they joined for this date, and when they attended during the session.
    joined_at: datetime | None
    attended_at: datetime | None
    has_live_link: bool
    join: JoinStandingOut
    # The page that joins without signing in, for their calendar. Empty if they haven't paid, or if
    # an admin views the site as them.
    join_page_url: str
    # Empty until there is one, or if they haven't paid.
    recording_url: str
    # When they confirmed that the link works. Null until then.
    link_tested_at: datetime | None
    # Whether the instructor has questions before the class.
    has_questions: bool
    # Whether the seat can still be moved or transferred.
    can_change: bool
    # The person to whom the reader has offered it, until they accept.
    offered_to: str
    # The class was canceled or moved, and they can choose what happens with the seat.
    class_change: SeatClassChangeOut | None
    # For a class they attended: the feedback form, or what they answered.
    feedback: SeatFeedbackOut | None


class EnrolledPackageOut(AnswerModel):
    id: int | UUID
    name: str


class PortalPurchaseOut(AnswerModel):
    id: int
    # False for a person who only holds a seat. They don't see the price, the buyer's address or the
    # bundle.
    is_buyer: bool
    status: PurchaseStatus
    total_amount: Decimal | None
    is_bundle: bool
    # The address it was bought with, which may differ from the account's.
    guest_email: str
    purchased_at: datetime
    bootcamp: EnrolledPackageOut | None
    bundle: EnrolledPackageOut | None
    # Why it opens nothing, in words. Empty if it does.
    closed_because: str
    # Where an open payment can be finished or dismissed. Empty if there is none.
    finish_path: str
    # Courses that the buyer requested refunds for, which aren't offered again at once.
    given_back: list[str]
    items: list[EnrolledBootcampOut]


class PortalResourceOut(AnswerModel):
    """A material. A link has a public URL, and a file's URL is returned when it is opened."""

    id: int
    type: ResourceType
    title: str
    description: str
    # Set for LINK and YOUTUBE. A stored file only has signed single-use links.
    url: str | None
    file_name: str
    file_size: int | None


class MeetingOut(AnswerModel):
    """The meeting's address, for one click."""

    url: str


class OpenedLinkOut(AnswerModel):
    url: str


class JoinTokenIn(RequestModel):
    token: Annotated[str, Field(min_length=1, max_length=200)]


class OwnLinkTestIn(RequestModel):
    # The browser's time zone. Empty if unknown.
    timezone: BrowserZone = ""


class JoinLookIn(JoinTokenIn):
    # The browser's time zone, for showing when the link opens in the reader's own time.
    timezone: BrowserZone = ""


class LinkedAnswersIn(JoinTokenIn):
    answers: GivenAnswers


class PaidQuestionsOut(AnswerModel):
    """A class that was just paid for, with its instructor's questions."""

    name: str
    # The join link's token, which lets them answer for this seat without an account.
    token: str
    questions: OwnAnswersOut


class JoinPageOut(AnswerModel):
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    seat_number: int | None
    # Whether the reader can be sent to the portal.
    has_account: bool
    join: JoinStandingOut
    class_change: SeatClassChangeOut | None
    link_test: LinkTestOut
    questions: OwnAnswersOut


class CalendarFeedOut(AnswerModel):
    url: str
