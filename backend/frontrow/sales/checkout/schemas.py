"""Checkout schemas. Prices and packages come from our record, never from the request."""

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
# Proves the buyer if the browser lost its cookie.
ClientSecret = Annotated[str, Field(max_length=255)]
ShownAmount = Annotated[Decimal, Field(ge=0, max_digits=10, decimal_places=2)]
Token = Annotated[str, Field(min_length=1, max_length=200)]


class ChosenDateIn(RequestModel):
    """Another date for one of the bundle's bootcamps."""

    member_id: SmallId
    bootcamp_id: SmallId


# As people type it, in any case and with surrounding spaces.
CodeTyped = Annotated[OneLine, Field(max_length=64)]


class QuoteIn(RequestModel):
    """One bootcamp, or none and a bundle, and optionally a code."""

    bootcamp_ids: Annotated[list[int], Field(max_length=1)]
    bundle_id: UUID | None = None
    chosen_dates: Annotated[list[ChosenDateIn], Field(max_length=10)] = []
    code: CodeTyped = ""


class PriceLineOut(AnswerModel):
    kind: LineKind
    label: str
    # Negative if it lowers the price.
    amount: Decimal


class QuotedCodeOut(AnswerModel):
    code: str
    # The discount as a label, such as 20% off.
    label: str


class QuoteOut(AnswerModel):
    """The current price for this visitor. The lines add up to the total."""

    lines: list[PriceLineOut]
    regular_amount: Decimal
    total_amount: Decimal
    # When the price ends, and how many seats are left at it.
    price_until: datetime | None
    price_seats_left: int | None
    is_struck: bool
    code: QuotedCodeOut | None
    # Why the code was left out, in a sentence.
    code_refusal: str | None


class PaymentIntentIn(RequestModel):
    """One bootcamp, or none and a bundle, and the buyer."""

    bootcamp_ids: Annotated[list[int], Field(max_length=1)]
    bundle_id: UUID | None = None
    email: Address
    full_name: Annotated[PersonName, Field(min_length=1)]
    timezone: BrowserZone = ""
    # The token of a seat offered from the waiting list. It determines the package.
    offer: Annotated[str, Field(max_length=200)] = ""
    # A bootcamp of the bundle without a chosen date uses the bundle's own.
    chosen_dates: Annotated[list[ChosenDateIn], Field(max_length=10)] = []
    code: CodeTyped = ""
    # The price that the buyer saw. If it has changed, nothing is begun.
    shown_amount: ShownAmount | None = None


class PaymentIntentOut(AnswerModel):
    client_secret: str
    payment_intent_id: str
    total_amount: Decimal
    lines: list[PriceLineOut]
    # When this price expires, if it does.
    price_until: datetime | None = None
    is_free: bool
    # The end of the hold, if the seats are held from the beginning, as for an offer.
    held_until: datetime | None = None


class HoldIn(RequestModel):
    """Sent at the Pay click, with the terms that the buyer accepts."""

    payment_intent_id: PaymentIntentId
    client_secret: ClientSecret = ""
    terms_version: Annotated[OneLine, Field(min_length=1, max_length=32)]
    phone: Phone = ""
    sms_consent: bool = False
    # A payment on another page, such as Klarna's, gets a longer hold.
    method: Literal["card", "redirect"] = "card"


class HoldOut(AnswerModel):
    """When the hold ends. Null if the buyer pays without a hold."""

    held_until: datetime | None


class CompletePurchaseIn(RequestModel):
    """The package is accepted and ignored, because our record has what was paid for."""

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
    """While the status is pending, poll again."""

    status: PurchaseStatus
    purchase: BoughtPurchaseOut
    # For guests whose purchase isn't in an account.
    invitation_token: str | None


class SeatHoldOut(AnswerModel):
    """A package whose seats this browser holds. Others see them as taken."""

    bootcamp_ids: list[int]
    bundle_id: UUID | None
    # The bootcamps of the seats. For a bundle, the chosen dates.
    seats_in: list[int]
    held_until: datetime


class BegunPaymentOut(AnswerModel):
    """A payment that this browser has begun, with the price that it keeps for a while."""

    bootcamp_ids: list[int]
    bundle_id: UUID | None
    # The bootcamps that it is for. For a bundle, the chosen dates.
    seats_in: list[int]
    # Empty without a code.
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
    """The rest of a bundle for the owner of a part: its price minus what they paid."""

    bundle_id: UUID
    bundle_name: str
    bundle_price: Decimal
    # What the reader paid for the part that they own.
    paid: Decimal
    price: Decimal
    # False if nothing is left to charge. An admin then adds the rest.
    is_payable: bool
    available_seats: int
    missing: list[MissingBootcampOut]


class CheckoutOut(AnswerModel):
    """What the checkout page needs to know about this visitor."""

    publishable_key: str
    hold_seconds: int
    owned_bootcamp_ids: list[int]
    # Bundles that the visitor owns completely, by these dates or others of the same courses.
    owned_bundle_ids: list[UUID]
    upgrades: list[UpgradeOut]
    hold: SeatHoldOut | None
    # After a reload the page shows and sends this price instead of the catalogue's.
    begun: BegunPaymentOut | None
    # Whether any code can be used now. Otherwise the form doesn't ask for one.
    codes_exist: bool
    # This browser's newest paid purchase of the last day, for a tab that lost its state.
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
