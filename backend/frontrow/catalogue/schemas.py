"""What the catalogue looks like from outside. Visitors never see a meeting or recording link."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from frontrow.catalogue.models import BootcampType
from frontrow.core.schemas import AnswerModel


class SeatCountsOut(AnswerModel):
    """Every seat is one of these, counted in one statement: they add up to the total."""

    total: int
    sold: int
    # Being paid for at the checkout.
    held: int
    # Offered to somebody on the waiting list, or about to be.
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
    # Classes with the same one are dates of one course.
    course: str
    price: Decimal
    # What it costs without an early price. Struck through only where somebody really paid it.
    regular_price: Decimal
    is_struck: bool
    # When the early price ends, and how many seats are left at it; nothing where neither ends it.
    price_until: datetime | None
    price_seats_left: int | None
    # What it costs when the early price ends, which may be another early price: when its time is
    # up (or, where it has none, its seats are sold), and when its seats are sold.
    price_then: Decimal | None
    price_after_seats: Decimal | None
    max_seats: int
    available_seats: int
    held_seats: int
    start_date: datetime
    end_date: datetime
    timezone: str
    includes_coaching: bool
    # Whether it is sold just now; between these, if they are set.
    is_active: bool
    sales_open_at: datetime | None
    sales_close_at: datetime | None
    seats: SeatCountsOut
    # No seat can be bought, and the waiting list can be joined.
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
    # The dates on sale that its buyer can choose from, the soonest first; its own is one of them.
    date_ids: list[int]


class BundleOut(AnswerModel):
    """A bundle on offer; it has a seat left only where every member does."""

    id: UUID
    name: str
    tagline: str
    description: str
    price: Decimal
    # What it costs without an early price. Struck through only where somebody really paid it.
    regular_price: Decimal
    is_struck: bool
    # When the early price ends, and how many seats are left at it; nothing where neither ends it.
    price_until: datetime | None
    price_seats_left: int | None
    # What it costs when the early price ends, which may be another early price: when its time is
    # up (or, where it has none, its seats are sold), and when its seats are sold.
    price_then: Decimal | None
    price_after_seats: Decimal | None
    is_active: bool
    available_seats: int
    # A member has no seat to buy, and the waiting list for the whole can be joined.
    waiting_list: bool
    # The same if each bootcamp is taken on its emptiest date.
    seats_on_any_date: int
    bootcamps: list[BundleMemberOut]
