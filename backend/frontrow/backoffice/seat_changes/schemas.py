"""Schemas of a purchase's seats in the admin panel, and of changes to one."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel, SmallId
from frontrow.core.text_fields import Address, OneLine
from frontrow.portal.seat_schemas import MoveDateOut, OpenOfferOut, RecipientName

Reason = Annotated[OneLine, Field(min_length=3, max_length=200)]


class DeskSeatOut(AnswerModel):
    """One seat of a purchase now, and the dates it can move to."""

    enrollment_id: int
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    attendee_name: str
    attendee_email: str
    moves_made: int
    stays_because: str
    # Why the student can't do it themselves. Empty if they can.
    overrides: str
    dates: list[MoveDateOut]
    kept_because: str
    offer: OpenOfferOut | None


class DeskMoveIn(RequestModel):
    bootcamp_id: SmallId
    reason: Reason


class DeskHandOverIn(RequestModel):
    name: RecipientName
    email: Address
    reason: Reason
