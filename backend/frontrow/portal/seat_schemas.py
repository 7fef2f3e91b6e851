"""What is said of a seat that can change, and what is sent to change it."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel, SmallId
from frontrow.core.text_fields import Address, BrowserZone, PersonName
from frontrow.portal.billing_schemas import RefundRequestIn
from frontrow.sales.checkout.schemas import PaymentIntentOut

SeatToken = Annotated[str, Field(min_length=1, max_length=200)]
RecipientName = Annotated[PersonName, Field(min_length=1)]


class MoveDateOut(AnswerModel):
    """A date the seat could move to, with its seats as they are this moment."""

    bootcamp_id: int
    name: str
    # False of another course, which only the desk can move a seat to.
    is_same_course: bool
    start_date: datetime
    end_date: datetime
    timezone: str
    price: Decimal
    available_seats: int
    # Why the seat can't move there; empty where it can.
    refusal: str
    # What it means for the money; empty where it means nothing.
    note: str
    # The price difference that is paid before the seat moves there; 0 where nothing is.
    to_pay: Decimal


class OpenOfferOut(AnswerModel):
    """Whom the seat is offered to, while they have not accepted."""

    name: str
    email: str
    expires_at: datetime


class SeatChangesOut(AnswerModel):
    """One seat, and what can become of it."""

    name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    # Until when it can move, and how often still.
    moves_until: datetime
    moves_left: int
    # Why it can't move; empty where it can.
    stays_because: str
    dates: list[MoveDateOut]
    # Why it can't be handed over; empty where it can.
    kept_because: str
    offer: OpenOfferOut | None


class SeatTokenIn(RequestModel):
    token: SeatToken


class MoveSeatIn(RequestModel):
    bootcamp_id: SmallId


class MoveByLinkIn(RequestModel):
    token: SeatToken
    bootcamp_id: SmallId


class MovePaymentIn(RequestModel):
    """The dearer date that is paid for."""

    bootcamp_id: SmallId
    timezone: BrowserZone = ""


class MovePaymentByLinkIn(MovePaymentIn):
    token: SeatToken


class MovePaymentOut(PaymentIntentOut):
    """With whom the receipt goes to: the card form asks for neither."""

    email: str
    full_name: str


class SeatMovedOut(AnswerModel):
    message: str
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str


class HandOverIn(RequestModel):
    name: RecipientName
    email: Address


class HandOverByLinkIn(RequestModel):
    token: SeatToken
    name: RecipientName
    email: Address


class RefundByLinkIn(RefundRequestIn):
    token: SeatToken


class SeatOfferOut(AnswerModel):
    """What the page behind an offer shows."""

    giver: str
    recipient: str
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    expires_at: datetime


class SeatAcceptedOut(AnswerModel):
    message: str
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    # Whether a portal exists to send the reader to.
    has_account: bool
