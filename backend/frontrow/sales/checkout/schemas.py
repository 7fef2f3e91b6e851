"""What a buyer sends and gets back. Prices and packages come from our record, never from here."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel, SmallId
from frontrow.core.text_fields import Address, BrowserZone, OneLine, PersonName, Phone
from frontrow.sales.models import PurchaseStatus
from frontrow.sales.terms.discounts import LineKind

PaymentIntentId = Annotated[str, Field(pattern=r"^pi_[A-Za-z0-9_]{1,200}$")]
# Proof of being the buyer, for a browser that lost its cookie.
ClientSecret = Annotated[str, Field(max_length=255)]
ShownAmount = Annotated[Decimal, Field(ge=0, max_digits=10, decimal_places=2)]
Token = Annotated[str, Field(min_length=1, max_length=200)]


class ChosenDateIn(RequestModel):
    """Another date for one of the bundle's bootcamps."""

    member_id: SmallId
    bootcamp_id: SmallId


# As people type them: in any case, with a blank at the end.
CodeTyped = Annotated[OneLine, Field(max_length=64)]


class QuoteIn(RequestModel):
    """One bootcamp, or none and a bundle; and a code, if there is one."""

    bootcamp_ids: Annotated[list[int], Field(max_length=1)]
    bundle_id: UUID | None = None
    chosen_dates: Annotated[list[ChosenDateIn], Field(max_length=10)] = []
    code: CodeTyped = ""


class PriceLineOut(AnswerModel):
    kind: LineKind
    label: str
    # Below nothing where it lowers the price.
    amount: Decimal


class QuotedCodeOut(AnswerModel):
    code: str
    # What it does: 20% off.
    label: str


class QuoteOut(AnswerModel):
    """What it costs this visitor now; the lines add up to the total."""

    lines: list[PriceLineOut]
    regular_amount: Decimal
    total_amount: Decimal
    # When the price ends, and how many seats are left at it.
    price_until: datetime | None
    price_seats_left: int | None
    is_struck: bool
    code: QuotedCodeOut | None
    # Why the code that was sent is left out, in a sentence.
    code_refusal: str | None


class PaymentIntentIn(RequestModel):
    """One bootcamp, or none and a bundle; and who buys it."""

    bootcamp_ids: Annotated[list[int], Field(max_length=1)]
    bundle_id: UUID | None = None
    email: Address
    full_name: Annotated[PersonName, Field(min_length=1)]
    timezone: BrowserZone = ""
    # Of a seat offered from the waiting list: the package is then the offer's, whatever is sent.
    offer: Annotated[str, Field(max_length=200)] = ""
    # Where nothing is chosen for a bootcamp of the bundle, it is the bundle's own date.
    chosen_dates: Annotated[list[ChosenDateIn], Field(max_length=10)] = []
    code: CodeTyped = ""
    # The price that the buyer saw: where it is another by now, nothing is begun.
    shown_amount: ShownAmount | None = None


class PaymentIntentOut(AnswerModel):
    client_secret: str
    payment_intent_id: str
    total_amount: Decimal
    lines: list[PriceLineOut]
    # Until when this price is kept, where it ends.
    price_until: datetime | None = None
    is_free: bool
    # Where the seats are held from the beginning, as an offer's are.
    held_until: datetime | None = None


class HoldIn(RequestModel):
    """Sent at the Pay click: what the buyer agrees to."""

    payment_intent_id: PaymentIntentId
    client_secret: ClientSecret = ""
    terms_version: Annotated[OneLine, Field(min_length=1, max_length=32)]
    phone: Phone = ""
    sms_consent: bool = False
    # Whoever pays on another page, as at Klarna, needs longer.
    method: Literal["card", "redirect"] = "card"


class HoldOut(AnswerModel):
    """Until when the seat is held; nothing when the buyer pays without a hold."""

    held_until: datetime | None


class CompletePurchaseIn(RequestModel):
    """The package is accepted and ignored: what was paid for stands in our own record."""

    payment_intent_id: PaymentIntentId
    bootcamp_ids: list[int] = []
    bundle_id: UUID | None = None
    client_secret: ClientSecret = ""


class BoughtBootcampOut(AnswerModel):
    id: int
    name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    seat_number: int | None


class BoughtBundleOut(AnswerModel):
    id: UUID
    name: str
    bootcamps: list[BoughtBootcampOut]


class BoughtPurchaseOut(AnswerModel):
    id: int
    status: PurchaseStatus
    is_bundle: bool
    # The price difference of a seat that moved to a dearer date.
    is_move: bool
    total_amount: Decimal
    guest_email: str
    bootcamp: BoughtBootcampOut | None
    bundle: BoughtBundleOut | None


class CompletePurchaseOut(AnswerModel):
    """While the status is pending, ask again: the answer is on its way."""

    status: PurchaseStatus
    purchase: BoughtPurchaseOut
    # For guests whose purchase waits for an account.
    invitation_token: str | None


class SeatHoldOut(AnswerModel):
    """A package whose seats this browser holds just now: for others they are gone."""

    bootcamp_ids: list[int]
    bundle_id: UUID | None
    # Where the seats are: of a bundle, on the dates that were chosen.
    seats_in: list[int]
    held_until: datetime


class BegunPaymentOut(AnswerModel):
    """A payment that this browser has begun, and the price that it keeps for a while."""

    bootcamp_ids: list[int]
    bundle_id: UUID | None
    # The bootcamps it is for: of a bundle, on the dates that were chosen.
    seats_in: list[int]
    # Empty where it was begun without one.
    code: str
    total_amount: Decimal
    lines: list[PriceLineOut]
    price_until: datetime


class MissingBootcampOut(AnswerModel):
    id: int
    name: str
    step: int
    price: Decimal
    start_date: datetime
    end_date: datetime
    timezone: str


class UpgradeOut(AnswerModel):
    """The rest of a bundle for somebody who owns a part: its price less what they paid."""

    bundle_id: UUID
    bundle_name: str
    bundle_price: Decimal
    # What the reader paid for the part they own.
    paid: Decimal
    price: Decimal
    # Nothing is left to charge: then we add the rest by hand.
    is_payable: bool
    available_seats: int
    missing: list[MissingBootcampOut]


class CheckoutOut(AnswerModel):
    """What the checkout page needs to know of this visitor before anything is typed."""

    publishable_key: str
    hold_seconds: int
    owned_bootcamp_ids: list[int]
    # Bundles that nothing is missing from, by these dates or by others of the same courses.
    owned_bundle_ids: list[UUID]
    upgrades: list[UpgradeOut]
    hold: SeatHoldOut | None
    # After a reload the page shows and asks for this price, not for what the catalogue says by now.
    begun: BegunPaymentOut | None
    # Whether anybody could use a code just now: else nobody is asked for one.
    codes_exist: bool
    # This browser's newest paid purchase of the last day, for a tab that lost its own memory.
    last_purchase: CompletePurchaseOut | None


class UserExistsOut(AnswerModel):
    exists: bool


class InvitationTokenIn(RequestModel):
    invitation_token: Token


class InvitationOut(AnswerModel):
    email: str
    package_names: list[str]


class AccountLinkedOut(AnswerModel):
    message: str
    linked_purchases: int


class WebhookOut(AnswerModel):
    received: bool


class MeetingEventOut(AnswerModel):
    received: bool
    plain_token: str
    encrypted_token: str
