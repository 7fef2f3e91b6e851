"""Schemas of a waiting list in the admin panel."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from frontrow.accounts.money_shown import DeskCents
from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.sales.models import OfferState


class WaiterOut(AnswerModel):
    entry_id: int
    # Their record in the admin panel. Empty for an address without purchases.
    person_link: str
    name: str
    email: str
    since: datetime
    place: int
    # The acceptable dates in words, or the bundle.
    wishes: list[str]
    # Why they have no offer now.
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
    # Open offers.
    open: int
    # All offers made, and how many of those that ended were accepted.
    offered: int
    taken: int
    # Percent. Null before the first offer has ended.
    taken_share: int | None
    # In cents, for at most five more seats and as many people as wait.
    more_seats_would_bring: DeskCents


class WaitingBoardOut(AnswerModel):
    waiting: list[WaiterOut]
    offers: list[ListOfferOut]
    figures: ListFiguresOut
    # Whether released seats are reserved for the list.
    serves_list: bool
    free_seats: int
    # The server's clock, by which offers expire.
    now: datetime


class MoreSeatsIn(RequestModel):
    add: Annotated[int, Field(ge=1, le=100)]


class SeatsAddedOut(AnswerModel):
    max_seats: int
    # How many offers were made in the same transaction.
    offers_made: int
