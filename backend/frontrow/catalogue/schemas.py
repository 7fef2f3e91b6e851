"""What the catalogue looks like from outside. Visitors never see a meeting or recording link."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from frontrow.catalogue.models import BootcampType
from frontrow.core.schemas import AnswerModel


class BootcampOut(AnswerModel):
    """A bootcamp as a visitor sees it."""

    id: int
    name: str
    tagline: str
    description: str
    bootcamp_type: BootcampType
    step: int
    price: Decimal
    max_seats: int
    available_seats: int
    held_seats: int
    start_date: datetime
    end_date: datetime
    timezone: str
    includes_coaching: bool
    is_active: bool


class BundleMemberOut(AnswerModel):
    id: int
    name: str
    price: Decimal
    step: int
    start_date: datetime
    available_seats: int
    held_seats: int
    is_active: bool


class BundleOut(AnswerModel):
    """A bundle on offer; it has a seat left only where every member does."""

    id: UUID
    name: str
    tagline: str
    description: str
    price: Decimal
    is_active: bool
    available_seats: int
    bootcamps: list[BundleMemberOut]
