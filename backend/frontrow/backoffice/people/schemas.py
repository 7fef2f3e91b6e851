"""People as an admin sees them: in the list, one by one, and with what they bought."""

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
    # Completed, refunded ones left out.
    purchase_count: int


class PersonPageOut(AnswerModel):
    rows: list[PersonRowOut]
    total: int
    # Whether there is a Test Student to be had.
    has_demo_tools: bool


class CreateUserIn(RequestModel):
    """What is missing is said in one sentence, so nothing here is required."""

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
    """A bootcamp with its present dates."""

    id: int
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str


class PersonPurchaseOut(AnswerModel):
    id: int
    receipt_number: str
    # The package's name when it was bought.
    product: str
    created_at: datetime
    total_amount: DeskSum
    refunded_amount: DeskSum
    status: PurchaseStatus
    is_bundle: bool
    is_complimentary: bool
    bundle: PersonBundleOut | None
    bootcamp: PersonBootcampOut | None
    # Every bootcamp of the purchase; one, unless it is a bundle.
    bootcamps: list[PersonBootcampOut]
    # Only while it is open.
    dispute: OpenDisputeOut | None


class PersonStatsOut(AnswerModel):
    total_purchases: int
    completed_purchases: int
    # Paid minus given back.
    total_spent: DeskSum


class PersonDetailOut(PersonOut):
    updated_at: datetime
    phone: str
    timezone: str
    profile_image_url: str
    email_verified: bool
    # Why no reminders and messages go to the address, in words; empty while they do.
    mail_stopped: str
    is_coach: bool
    stripe_customer_id: str
    stripe_subscription_id: str
    stats: PersonStatsOut
    purchases: list[PersonPurchaseOut]
