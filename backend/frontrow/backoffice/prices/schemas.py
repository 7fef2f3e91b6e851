"""Schemas of discount codes and early prices."""

import re
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from frontrow.accounts.money_shown import DeskSum
from frontrow.catalogue.admin_schemas import CohortOut, Id, Instant, Price, left_out
from frontrow.core.money import CENT
from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import AddressOrNothing, OneLine
from frontrow.sales.models import CodeKind

MOST_GENERATED = 500
MOST_SCOPES = 50
LONGEST_PREFIX = 16
# At most ten digits, two of them after the decimal point.
_VALUE = r"[0-9]{1,8}(\.[0-9]{1,2})?"
_CODE = r"[A-Z0-9][A-Z0-9_-]{2,31}"
_PREFIX = r"[A-Z0-9][A-Z0-9_-]{0,15}"
WHOLE_PERCENT = Decimal(100)


def _value(value: Any) -> Decimal:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    text = str(value) if is_number else value
    if not isinstance(text, str) or not re.fullmatch(_VALUE, text.strip()) or not Decimal(text):
        raise PydanticCustomError("needed", "Enter a number above 0")
    return Decimal(text).quantize(CENT)


def _named(text: str) -> str:
    """Normalize a code: "harbor partner" becomes HARBOR-PARTNER."""
    return "-".join(text.upper().split())


def _code(text: str) -> str:
    code = _named(text)
    if code and not re.fullmatch(_CODE, code):
        raise PydanticCustomError(
            "needed",
            "Use A\N{EN DASH}Z, 0\N{EN DASH}9 and dashes, 3 to 32 in all, with no dash in front",
        )
    return code


def _prefix(text: str) -> str:
    prefix = _named(text)
    if prefix and not re.fullmatch(_PREFIX, prefix):
        raise PydanticCustomError(
            "needed",
            "Use A\N{EN DASH}Z, 0\N{EN DASH}9 and dashes, at most 16, with no dash in front",
        )
    return prefix


Code = Annotated[OneLine, AfterValidator(_code)]
Prefix = Annotated[OneLine, AfterValidator(_prefix)]
# Percent, or dollars.
Value = Annotated[
    Decimal,
    BeforeValidator(_value),
    WithJsonSchema({"type": "string", "pattern": f"^{_VALUE}$"}, mode="validation"),
]
Uses = Annotated[int, Field(ge=1, le=1_000_000, strict=True)]
Note = Annotated[OneLine, Field(max_length=255)]


class CodeState(StrEnum):
    ACTIVE = "active"
    UPCOMING = "upcoming"
    PAUSED = "paused"
    USED_UP = "used_up"
    ENDED = "ended"


class CodeAudience(StrEnum):
    EVERYBODY = "everybody"
    # Restricted to one address.
    PERSONAL = "personal"
    GENERATED = "generated"


class CodeSort(StrEnum):
    DATE = "date"
    CODE = "code"
    USES = "uses"
    ENDS = "ends"


class CodeListQuery(RequestModel):
    search: Annotated[OneLine, Field(max_length=100)] = ""
    state: CodeState | None = None
    audience: CodeAudience | None = None
    lot: Annotated[OneLine, Field(max_length=64)] = ""
    sort: CodeSort = CodeSort.DATE
    descending: bool = True
    page: Annotated[int, Field(ge=1, le=100_000)] = 1


class ScopeIn(RequestModel):
    """One bootcamp or one bundle."""

    bootcamp_id: Id | None = None
    bundle_id: UUID | None = None

    @model_validator(mode="after")
    def is_one(self) -> "ScopeIn":
        if (self.bootcamp_id is None) == (self.bundle_id is None):
            raise PydanticCustomError("scope", "Choose a bootcamp or a bundle")
        return self


Scopes = Annotated[list[ScopeIn], Field(max_length=MOST_SCOPES)]


class _Discount(RequestModel):
    kind: CodeKind
    value: Value
    starts_at: Instant | None = None
    ends_at: Instant | None = None
    note: Note = ""
    # Empty: valid for everything.
    scopes: Scopes = Field(default_factory=list)
    works_with_steps: bool = False


class DiscountCodeIn(_Discount):
    """A new code. If no code is given, a random one is generated."""

    code: Code = ""
    max_uses: Uses | None = None
    per_person: Uses | None = None
    for_email: AddressOrNothing = ""


class GenerateCodesIn(_Discount):
    """Generate single-use codes to hand out."""

    count: Annotated[int, Field(ge=1, le=MOST_GENERATED, strict=True)]
    prefix: Prefix = ""


class CodeChangeIn(RequestModel):
    """Only the fields that are sent change.

    The discount and its recipients are fixed once the code is used.
    """

    is_active: bool = Field(default_factory=left_out)
    kind: CodeKind = Field(default_factory=left_out)
    value: Value = Field(default_factory=left_out)
    starts_at: Instant | None = None
    ends_at: Instant | None = None
    max_uses: Uses | None = None
    per_person: Uses | None = None
    for_email: AddressOrNothing = Field(default_factory=left_out)
    note: Note = Field(default_factory=left_out)
    scopes: Scopes = Field(default_factory=left_out)
    works_with_steps: bool = Field(default_factory=left_out)


class LotOut(AnswerModel):
    lot: str
    made: int


class CodeScopeOut(AnswerModel):
    """A package that the code is valid for."""

    name: str
    # The bootcamp's date. A bundle has none.
    cohort: CohortOut | None
    bundle_id: UUID | None


class CodeOut(AnswerModel):
    id: int
    code: str
    kind: CodeKind
    value: Decimal
    state: CodeState
    is_active: bool
    starts_at: datetime | None
    ends_at: datetime | None
    max_uses: int | None
    per_person: int | None
    uses: int
    for_email: str
    note: str
    lot: str
    works_with_steps: bool
    scopes: list[CodeScopeOut]
    created_at: datetime
    # Revenue with the code, minus refunds.
    revenue: DeskSum


class CodePageOut(AnswerModel):
    rows: list[CodeOut]
    total: int
    total_is_exact: bool
    # The operator's zone, which the list's days use.
    timezone: str


class CodeRecordOut(CodeOut):
    # The sum of its discounts.
    discounted: DeskSum
    # Uses that were restored because of refunds.
    returned: int
    # Its author. Null if the account is deleted.
    created_by: str
    timezone: str


class CodeUseOut(AnswerModel):
    purchase_id: int
    receipt_number: str
    user_id: int | None
    customer: str
    email: str
    package_name: str
    # The bootcamp's date, if one bootcamp was bought.
    cohort: CohortOut | None
    discount: DeskSum
    paid: DeskSum
    refunded: DeskSum
    used_at: datetime
    returned_at: datetime | None


class CodeUsePageOut(AnswerModel):
    rows: list[CodeUseOut]
    total: int
    total_is_exact: bool


class StepState(StrEnum):
    PAST = "past"
    # The current price.
    NOW = "now"
    # It applies, but a lower one takes precedence.
    NEXT = "next"


class PriceStepIn(RequestModel):
    """An early price: until a time, for the first seats, or whichever ends first."""

    price: Price
    until: Instant | None = None
    first_seats: Annotated[int, Field(ge=1, le=100_000, strict=True)] | None = None


class PriceStepOut(AnswerModel):
    id: int
    price: Decimal
    until: datetime | None
    first_seats: int | None
    regular_price: Decimal
    was_charged: bool
    created_at: datetime
    withdrawn_at: datetime | None
    state: StepState
    # Why it has ended. Empty otherwise.
    ended: str


class PriceTimelineOut(AnswerModel):
    """The prices of one package: current, upcoming and past."""

    regular_price: Decimal
    price_now: Decimal
    sold: int
    # Current first, then upcoming, then past, newest first.
    steps: list[PriceStepOut]
    # The class's zone. For a bundle, the operator's.
    timezone: str
