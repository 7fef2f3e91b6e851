"""Everything the desk knows of one person, and what can be done for them."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from pydantic import Field

from frontrow.backoffice.disputes.schemas import DisputeOut
from frontrow.backoffice.notes.schemas import DeskNoteOut, NoteText
from frontrow.backoffice.people.schemas import PersonPurchaseOut, PersonStatsOut
from frontrow.catalogue.admin_schemas import CohortOut
from frontrow.coaching.models import CoachingStatus
from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import Address, FirstName, OneLine, PersonName
from frontrow.messaging.template_schemas import LoggedMessageOut
from frontrow.sales.attending.attendance import Presence
from frontrow.sales.models import PurchaseStatus


class GuestRowOut(AnswerModel):
    """A guest in the list: as their newest purchase names them."""

    email: str
    name: str
    purchases: int
    latest_purchase_id: int
    latest_package: str
    latest_status: PurchaseStatus
    latest_at: datetime


class GuestPageOut(AnswerModel):
    rows: list[GuestRowOut]
    # Of very many, only that there are more than this.
    total: int
    total_is_exact: bool


class GuestOut(AnswerModel):
    email: str
    name: str
    phone: str
    # An account with the same address, which these purchases aren't in.
    account_id: int | None
    stats: PersonStatsOut
    purchases: list[PersonPurchaseOut]


class SeatTie(StrEnum):
    """How a person is tied to a seat."""

    OWN = "own"
    # Somebody else paid.
    HELD = "held"
    # They paid, and somebody else attends.
    GIVEN = "given"


class PersonSeatOut(AnswerModel):
    enrollment_id: int
    purchase_id: int
    receipt_number: str
    bootcamp_name: str
    cohort: CohortOut
    tie: SeatTie
    # The other side of a seat that was handed over.
    other: str
    # Why it's a seat no more; empty while it is one.
    ended: str
    presence: Presence
    marked: bool
    joined_at: datetime | None
    certificate_code: str


class PersonCoachingOut(AnswerModel):
    id: int
    status: CoachingStatus
    bootcamp_name: str
    cohort: CohortOut
    coach_name: str
    scheduled_date: datetime | None
    timezone: str
    notes: str


class PersonTextsOut(AnswerModel):
    phone: str
    granted_at: datetime
    withdrawn_at: datetime | None


class PersonSuppressionOut(AnswerModel):
    address: str
    in_words: str
    since: datetime


class PersonDisputeOut(AnswerModel):
    purchase_id: int
    receipt_number: str
    dispute: DisputeOut


class PersonAuditOut(AnswerModel):
    """What somebody of the team did to the account or to a purchase, in words."""

    id: int
    at: datetime
    who: str
    who_id: int | None
    action: str
    details: dict[str, str]
    # Where it was about one of their purchases.
    purchase_id: int | None
    receipt_number: str


class PersonActionsOut(AnswerModel):
    """What can be done now; a sentence where something cannot, and nothing where it can."""

    edit: str | None
    sign_in_email: str | None
    message: str | None


class PersonRecordOut(AnswerModel):
    seats: list[PersonSeatOut]
    coaching: list[PersonCoachingOut]
    # The newest of them, and how many there are.
    messages: list[LoggedMessageOut]
    messages_total: int
    text_consents: list[PersonTextsOut]
    suppressions: list[PersonSuppressionOut]
    disputes: list[PersonDisputeOut]
    notes: list[DeskNoteOut]
    # The newest of them.
    audit: list[PersonAuditOut]
    # A member's: what was bought as a guest with the same address and isn't in the account.
    guest_purchases: int
    actions: PersonActionsOut


class WhoIn(RequestModel):
    """A member by number, or a guest by address."""

    user_id: int | None = None
    email: Annotated[OneLine, Field(max_length=255)] = ""


class PersonNoteIn(WhoIn):
    text: NoteText = Field(max_length=2000)


class DirectMessageIn(WhoIn):
    subject: Annotated[OneLine, Field(min_length=1, max_length=200)]
    content: Annotated[str, Field(min_length=1, max_length=5000)]
    # Chosen by the form that sends it: a second click brings the same key.
    idempotency_key: UUID


class DirectMessageOut(AnswerModel):
    message_id: int
    message: str
    # Until then it can be taken back.
    sent_after: datetime


class CorrectGuestIn(RequestModel):
    email: Annotated[OneLine, Field(min_length=1, max_length=255)]
    new_email: Address
    full_name: Annotated[PersonName, Field(min_length=1)]


class CorrectGuestOut(AnswerModel):
    message: str
    # Where their record is from now on.
    email: str


class CorrectAccountIn(RequestModel):
    email: Address
    first_name: FirstName
    last_name: PersonName
