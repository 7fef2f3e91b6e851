"""Schemas of a seat's changes."""

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
    """A date that the seat could move to, with its current number of free seats."""

    bootcamp_id: int
    name: str
    # False for another course, which only an admin can move a seat to.
    is_same_course: bool
    start_date: datetime
    end_date: datetime
    timezone: str
    price: Decimal
    available_seats: int
    # Why the seat can't move there. Empty if it can.
    refusal: str
    # The effect on the price. Empty if there is none.
    note: str
    # The price difference to pay before the seat moves there. 0 if there is none.
    to_pay: Decimal


class OpenOfferOut(AnswerModel):
    """The person to whom the seat is offered, until they accept."""

    name: str
    email: str
    expires_at: datetime


class SeatChangesOut(AnswerModel):
    """One seat, and the changes that are possible."""

    name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    # Until when it can move, and the remaining number of moves.
    moves_until: datetime
    moves_left: int
    # Why it can't move. Empty if it can.
    stays_because: str
    dates: list[MoveDateOut]
    # Why it can't be transferred. Empty if it can.
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
    """Also has the receipt's recipient, which the card form doesn't ask for."""

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
    """The page of an offer to take over a seat."""

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
    # Whether the reader can be sent to the portal.
    has_account: bool
