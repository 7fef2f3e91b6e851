"""Schemas of people in the admin panel: the list, and one person with their purchases."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from frontrow.accounts.models import Role, UserStatus
from frontrow.accounts.money_shown import DeskSum
from frontrow.backoffice.disputes.schemas import OpenDisputeOut
from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import AddressOrNothing, PersonName
from frontrow.sales.models import PurchaseStatus


class PersonOut(AnswerModel):
    id: int
    email: str
    username: str
    first_name: str
    last_name: str
    full_name: str
    role: Role
    status: UserStatus
    is_admin: bool
    is_active: bool
    is_demo: bool
    created_at: datetime


class PersonRowOut(PersonOut):
    # Completed purchases, without refunded ones.
    purchase_count: int


class PersonPageOut(AnswerModel):
    rows: list[PersonRowOut]
    total: int
    # Whether the Test Student can be created.
    has_demo_tools: bool


class CreateUserIn(RequestModel):
    """Nothing is required here, because one sentence lists all missing fields."""

    email: AddressOrNothing = Field("", max_length=255)
    first_name: PersonName = ""
    last_name: PersonName = ""
    role: Role = Role.STUDENT


class DeletedUserOut(AnswerModel):
    id: int
    email: str


class UserDeletedOut(AnswerModel):
    deleted_user: DeletedUserOut


class PersonBundleOut(AnswerModel):
    id: UUID
    name: str


class PersonBootcampOut(AnswerModel):
    """A bootcamp with its current dates."""

    id: int
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str


class PersonPurchaseOut(AnswerModel):
    id: int
    receipt_number: str
    # The package's name at the time of purchase.
    product: str
    created_at: datetime
    total_amount: DeskSum
    refunded_amount: DeskSum
    status: PurchaseStatus
    is_bundle: bool
    is_complimentary: bool
    bundle: PersonBundleOut | None
    bootcamp: PersonBootcampOut | None
    # All bootcamps of the purchase: one, or several for a bundle.
    bootcamps: list[PersonBootcampOut]
    # Only while it is open.
    dispute: OpenDisputeOut | None


class PersonStatsOut(AnswerModel):
    total_purchases: int
    completed_purchases: int
    # Paid minus refunded.
    total_spent: DeskSum


class PersonDetailOut(PersonOut):
    updated_at: datetime
    phone: str
    timezone: str
    profile_image_url: str
    email_verified: bool
    # Why the address gets no reminders and messages. Empty if it does.
    mail_stopped: str
    is_coach: bool
    stripe_customer_id: str
    stripe_subscription_id: str
    stats: PersonStatsOut
    purchases: list[PersonPurchaseOut]
