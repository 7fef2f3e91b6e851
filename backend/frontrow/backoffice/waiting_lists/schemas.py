"""What the desk is shown of a waiting list, and what it sends."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from frontrow.accounts.money_shown import DeskCents
from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.sales.models import OfferState


class WaiterOut(AnswerModel):
    entry_id: int
    # Their record at the desk; empty for an address that has bought nothing.
    person_link: str
    name: str
    email: str
    since: datetime
    place: int
    # The dates that would do, in words; or the bundle.
    wishes: list[str]
    # Why they have no offer at this moment.
    reason: str


class ListOfferOut(AnswerModel):
    entry_id: int
    name: str
    email: str
    offered_at: datetime
    expires_at: datetime
    state: OfferState
    by_desk: bool


class ListFiguresOut(AnswerModel):
    waiting: int
    # Offers that are running.
    open: int
    # Offers ever made, and how many of those that ended were taken.
    offered: int
    taken: int
    # Of 100; nothing before the first has ended.
    taken_share: int | None
    # In cents, for as many as wait of five more seats.
    more_seats_would_bring: DeskCents


class WaitingBoardOut(AnswerModel):
    waiting: list[WaiterOut]
    offers: list[ListOfferOut]
    figures: ListFiguresOut
    # Whether a seat that comes free goes to the list alone.
    serves_list: bool
    free_seats: int
    # The server's clock, which the offers' run by.
    now: datetime


class MoreSeatsIn(RequestModel):
    add: Annotated[int, Field(ge=1, le=100)]


class SeatsAddedOut(AnswerModel):
    max_seats: int
    # How many offers went out in the same act.
    offers_made: int
