"""Schemas of the waiting list."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated
from uuid import UUID

from pydantic import Field

from frontrow.catalogue.models import BootcampType
from frontrow.core.schemas import AnswerModel, RequestModel, SmallId
from frontrow.core.text_fields import Address, BrowserZone, PersonName
from frontrow.sales.models import OfferState, WaitingState

MOST_DATES = 20


class WaitingJoinIn(RequestModel):
    """Acceptable dates, a whole bundle, or the next class of a type, and the person."""

    email: Address
    name: Annotated[PersonName, Field(min_length=1)]
    bootcamp_ids: Annotated[list[SmallId], Field(max_length=MOST_DATES)] = []
    bundle_id: UUID | None = None
    interest: BootcampType | None = None
    timezone: BrowserZone = ""
    # Also notify by text. Requires a phone number with consent in the profile.
    sms: bool = False


class WaitingJoinedOut(AnswerModel):
    """The place, if the user is signed in with this address. Others get it by email only."""

    place: int | None
    message: str


class WaitedForOut(AnswerModel):
    """A class, or the next one of a type, which has no date yet."""

    bootcamp_id: int | None
    name: str
    starts_at: datetime | None
    timezone: str


class OfferedClassOut(AnswerModel):
    bootcamp_id: int
    name: str
    starts_at: datetime
    ends_at: datetime
    timezone: str


class WaitedBundleOut(AnswerModel):
    id: UUID
    name: str


class EntryOfferOut(AnswerModel):
    """A seat is held for them. Its link is in the offer's own email."""

    expires_at: datetime


class WaitingEntryOut(AnswerModel):
    state: WaitingState
    # The best place in any of their lines.
    place: int | None
    # Masked, because others may open the link.
    email: str
    wishes: list[WaitedForOut]
    bundle: WaitedBundleOut | None
    offer: EntryOfferOut | None


class SeatOfferedOut(AnswerModel):
    """A seat that is held for the reader until a time."""

    state: OfferState
    name: str
    # The recipient, to fill in the checkout. Empty once the offer is over.
    full_name: str
    email: str
    items: list[OfferedClassOut]
    bootcamp_id: int | None
    bundle_id: UUID | None
    price: Decimal
    expires_at: datetime
    now: datetime
