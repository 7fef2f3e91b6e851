"""Schemas of a free seat's order and its confirmation."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import Address, BrowserZone, OneLine, PersonName
from frontrow.sales.checkout.schemas import ChosenDateIn, CompletePurchaseOut, Token


class FreeSeatIn(RequestModel):
    """One bootcamp, or none and a bundle, with the attendee and the accepted terms.

    Has no phone number, because nothing here proves that it is theirs. Consent to text messages is
    given in the profile.
    """

    bootcamp_ids: Annotated[list[int], Field(max_length=1)]
    bundle_id: UUID | None = None
    chosen_dates: Annotated[list[ChosenDateIn], Field(max_length=10)] = []
    code: Annotated[str, Field(max_length=64)] = ""
    email: Address
    full_name: Annotated[PersonName, Field(min_length=1)]
    timezone: BrowserZone = ""
    terms_version: Annotated[OneLine, Field(min_length=1, max_length=32)]


class FreeSeatStatus(StrEnum):
    # Waits for the click in the email.
    CONFIRM = "confirm"
    # The user is signed in with this address, which is verified.
    COMPLETED = "completed"


class FreeSeatOut(AnswerModel):
    """The same response for every address, whether or not it is known."""

    status: FreeSeatStatus
    email: str
    # Until when the email can be confirmed. Null once the seat is theirs.
    held_until: datetime | None
    completed: CompletePurchaseOut | None


class FreeSeatTokenIn(RequestModel):
    token: Token


class FreeSeatState(StrEnum):
    OPEN = "open"
    CONFIRMED = "confirmed"
    # Not confirmed in time, replaced by another order, or given up since.
    OVER = "over"


class FreeClassOut(AnswerModel):
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str


class FreeSeatLookOut(AnswerModel):
    state: FreeSeatState
    name: str
    # Masked, because others may open the link.
    email: str
    items: list[FreeClassOut]
    # For a link to the checkout if the order is over.
    bootcamp_id: int | None
    bundle_id: UUID | None
    confirm_until: datetime
    # Whether a seat is held for the reader meanwhile.
    is_held: bool
