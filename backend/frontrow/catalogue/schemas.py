"""Public schemas of the catalogue. They never contain a meeting or recording link."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from frontrow.catalogue.models import BootcampType
from frontrow.core.schemas import AnswerModel


class SeatCountsOut(AnswerModel):
    """Counted in one statement, so the parts add up to the total."""

    total: int
    sold: int
    # Reserved during a checkout.
    held: int
    # Offered to a person on the waiting list, or about to be.
    offered: int
    free: int
    as_of: datetime


class BootcampOut(AnswerModel):
    """A bootcamp as a visitor sees it."""

    id: int
    name: str
    tagline: str
    description: str
    bootcamp_type: BootcampType
    step: int
    # Classes with the same course are dates of one course.
    course: str
    price: Decimal
    # The regular price. Struck through only if a buyer has really paid it.
    regular_price: Decimal
    is_struck: bool
    # When the early price ends, and how many seats are left at it. Null if no such limit applies.
    price_until: datetime | None
    price_seats_left: int | None
    # The prices after the early price, which may be another early price: when its time is up (or,
    # without one, its seats are sold), and when its seats are sold.
    price_then: Decimal | None
    price_after_seats: Decimal | None
    max_seats: int
    available_seats: int
    held_seats: int
    start_date: datetime
    end_date: datetime
    timezone: str
    includes_coaching: bool
    # Whether it is on sale now. Sales are limited to between these times, if set.
    is_active: bool
    sales_open_at: datetime | None
    sales_close_at: datetime | None
    seats: SeatCountsOut
    # No seat can be bought, and the waiting list is open.
    waiting_list: bool


class BundleMemberOut(AnswerModel):
    id: int
    name: str
    price: Decimal
    step: int
    start_date: datetime
    available_seats: int
    held_seats: int
    is_active: bool
    # Dates that a bundle's buyer can choose from, soonest first, including the member's own.
    date_ids: list[int]


class BundleOut(AnswerModel):
    """A bundle on offer. It has free seats only if every member does."""

    id: UUID
    name: str
    tagline: str
    description: str
    price: Decimal
    # The regular price. Struck through only if a buyer has really paid it.
    regular_price: Decimal
    is_struck: bool
    # When the early price ends, and how many seats are left at it. Null if no such limit applies.
    price_until: datetime | None
    price_seats_left: int | None
    # The prices after the early price, which may be another early price: when its time is up (or,
    # without one, its seats are sold), and when its seats are sold.
    price_then: Decimal | None
    price_after_seats: Decimal | None
    is_active: bool
    available_seats: int
    # A member is sold out, and the bundle's waiting list is open.
    waiting_list: bool
    # The same counts if each bootcamp is taken on its emptiest date.
    seats_on_any_date: int
    bootcamps: list[BundleMemberOut]
