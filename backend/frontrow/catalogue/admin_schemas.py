"""Admin schemas of the catalogue, with every field, including the host link."""

import re
from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from frontrow.catalogue.links import https_link
from frontrow.catalogue.models import (
    Bootcamp,
    BootcampStatus,
    BootcampType,
    MeetingState,
    ResourceType,
)
from frontrow.core.money import CENT
from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import OneLine
from frontrow.core.zones import ALLOWED_ZONES

MAX_BOOTCAMPS_IN_BUNDLE = 10
# Half a year of weeks.
MOST_COPIES = 26
LARGEST_ID = 2**63 - 1
LARGEST_ORDER = 2**31 - 1
# At most ten digits, two of them after the decimal point.
_PRICE = r"[0-9]{1,8}(\.[0-9]{1,2})?"
_FIRST_YEAR, _LAST_YEAR = 2000, 2199
_MOST_SEATS = 1000


def _price(value: Any) -> Decimal:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    text = str(value) if is_number else value
    if not isinstance(text, str) or not re.fullmatch(_PRICE, text.strip()):
        raise PydanticCustomError("needed", "Price must be a valid number")
    return Decimal(text.strip()).quantize(CENT)


def _instant(value: Any) -> datetime:
    try:
        at = datetime.fromisoformat(value)
        in_range = at.tzinfo is not None and _FIRST_YEAR <= at.year <= _LAST_YEAR
    except (TypeError, ValueError):
        in_range = False
    if not in_range:
        raise PydanticCustomError("needed", "Please provide a valid date and time")
    return at.astimezone(UTC)


def _zone(value: Any) -> str:
    if value not in ALLOWED_ZONES:
        raise PydanticCustomError("needed", "Please provide a valid timezone")
    return str(value)


def _seats(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise PydanticCustomError("needed", "Max seats must be a whole number")
    if not 1 <= value <= _MOST_SEATS:
        raise PydanticCustomError("needed", "Max seats must be between 1 and 1000")
    return value


def _members(ids: list[int]) -> list[int]:
    distinct = list(dict.fromkeys(ids))
    if not distinct:
        raise PydanticCustomError("needed", "Select at least one bootcamp")
    if len(distinct) > MAX_BOOTCAMPS_IN_BUNDLE:
        raise PydanticCustomError("needed", "Maximum 10 bootcamps allowed per bundle")
    return distinct


def left_out() -> Any:
    """A field that may be omitted but not null. Only fields that were sent are applied."""
    return None


# The reason for a new date, for the people who are notified. A few sentences.
MoveNote = Annotated[str, Field(max_length=1_000)]
Price = Annotated[
    Decimal,
    BeforeValidator(_price),
    WithJsonSchema({"type": "string", "pattern": f"^{_PRICE}$"}, mode="validation"),
]
Instant = Annotated[datetime, BeforeValidator(_instant)]
Zone = Annotated[
    str,
    BeforeValidator(_zone),
    WithJsonSchema({"type": "string", "enum": list(ALLOWED_ZONES)}, mode="validation"),
]
Seats = Annotated[int, BeforeValidator(_seats)]
MinSeats = Annotated[int, Field(ge=1, le=_MOST_SEATS, strict=True)]
Percent = Annotated[int, Field(ge=1, le=100, strict=True)]
# A URL, or an empty string.
Link = Annotated[OneLine, AfterValidator(https_link)]
Id = Annotated[int, Field(ge=1, le=LARGEST_ID)]
Members = Annotated[list[Id], AfterValidator(_members)]


class BootcampIn(RequestModel):
    """A new bootcamp. If coaching is omitted, the type decides."""

    name: OneLine = Field(min_length=1, max_length=255)
    description: str = Field(min_length=1, max_length=10_000)
    bootcamp_type: BootcampType = BootcampType.BUILD
    price: Price
    max_seats: Seats = 20
    start_date: Instant
    end_date: Instant
    timezone: Zone = "America/New_York"
    # When sales open and close. Null for no limit.
    sales_open_at: Instant | None = None
    sales_close_at: Instant | None = None
    # If fewer seats are sold a day before the decision date, the operators are notified. Nothing
    # else happens.
    min_seats: MinSeats | None = None
    decide_by: Instant | None = None
    # Percentage of the class that a certificate requires. Null: any attendance.
    certificate_percent: Percent | None = None
    step: int = Field(1, ge=1, le=3, strict=True)
    tagline: OneLine = Field("", max_length=255)
    includes_coaching: bool | None = None
    session_url: Link = Field("", max_length=512)
    recording_url: Link = Field("", max_length=512)
    # The class took place before it was entered here. Otherwise a past date is refused as a
    # mistake.
    already_held: bool = False


class PublishIn(RequestModel):
    """Publish a draft. A past date is only allowed for a record of a class already held."""

    already_held: bool = False
    # Scheduled publication. Null publishes now.
    at: Instant | None = None


class PublishSeveralIn(RequestModel):
    """Publishes all of them or none."""

    ids: Annotated[list[Id], Field(min_length=1, max_length=MOST_COPIES)]
    at: Instant | None = None


class CopiesIn(RequestModel):
    """One draft per start. Each has the original's length."""

    starts: Annotated[list[Instant], Field(min_length=1, max_length=MOST_COPIES)]
    # The classes took place before they were entered here. Otherwise a past date is refused as a
    # mistake.
    already_held: bool = False


class BootcampChangeIn(RequestModel):
    """Only the fields that are sent change."""

    name: OneLine = Field(default_factory=left_out, min_length=1, max_length=255)
    description: str = Field(default_factory=left_out, min_length=1, max_length=10_000)
    bootcamp_type: BootcampType = Field(default_factory=left_out)
    price: Price = Field(default_factory=left_out)
    max_seats: Seats = Field(default_factory=left_out)
    start_date: Instant = Field(default_factory=left_out)
    end_date: Instant = Field(default_factory=left_out)
    timezone: Zone = Field(default_factory=left_out)
    sales_open_at: Instant | None = None
    sales_close_at: Instant | None = None
    min_seats: MinSeats | None = None
    decide_by: Instant | None = None
    certificate_percent: Percent | None = None
    step: int = Field(default_factory=left_out, ge=1, le=3, strict=True)
    tagline: OneLine = Field(default_factory=left_out, max_length=255)
    includes_coaching: bool = Field(default_factory=left_out)
    session_url: Link = Field(default_factory=left_out, max_length=512)
    recording_url: Link = Field(default_factory=left_out, max_length=512)
    # Links pasted by hand, if there is no Zoom meeting.
    zoom_join_url: Link = Field(default_factory=left_out, max_length=512)
    zoom_registration_url: Link = Field(default_factory=left_out, max_length=512)
    zoom_start_url: Link = Field(default_factory=left_out, max_length=512)
    # Emailed with a new date, and not stored with the bootcamp.
    move_note: MoveNote = ""


class CohortOut(AnswerModel):
    """Distinguishes bootcamps of the same name by their start day."""

    id: int
    start_date: datetime
    timezone: str


def cohort_of(bootcamp: Bootcamp) -> CohortOut:
    return CohortOut(id=bootcamp.pk, start_date=bootcamp.starts_at, timezone=bootcamp.timezone)


class AdminBootcampOut(AnswerModel):
    """A bootcamp with all fields, for admins only."""

    id: int
    name: str
    tagline: str
    description: str
    bootcamp_type: BootcampType
    step: int
    price: Decimal
    # The current price: below `price` while an early price applies.
    price_now: Decimal
    max_seats: int
    available_seats: int
    # Paid enrollments, as in the list of attendees.
    enrolled: int
    start_date: datetime
    end_date: datetime
    timezone: str
    status: BootcampStatus
    is_active: bool
    # Null while it is a draft, which visitors can't see or buy.
    published_at: datetime | None
    # When a draft is published automatically.
    publish_at: datetime | None
    sales_open_at: datetime | None
    sales_close_at: datetime | None
    min_seats: int | None
    decide_by: datetime | None
    certificate_percent: int | None
    # The class is canceled.
    canceled_at: datetime | None
    # The state of the last cancellation or rescheduling. Null if there was none.
    class_change: Literal["open", "carrying_out", "done"] | None
    class_change_kind: Literal["cancel", "move"] | None
    includes_coaching: bool
    schedule_version: int
    session_url: str
    recording_url: str
    resources_url: str
    zoom_meeting_id: str
    zoom_join_url: str
    zoom_registration_url: str
    # Only a pasted link. The provider's own is fetched on click.
    zoom_start_url: str
    meeting_state: MeetingState
    meeting_ended_at: datetime | None
    created_at: datetime
    updated_at: datetime


class HostLinkOut(AnswerModel):
    url: str


class ArchivedOut(AnswerModel):
    archived: int


class ResourceIn(RequestModel):
    type: ResourceType
    title: OneLine = Field(min_length=1, max_length=255)
    description: str = Field("", max_length=1000)
    # A link must pass `links.link_problem`. A file's address is one that we signed.
    url: OneLine = Field("", max_length=2048)
    file_name: OneLine = Field("", max_length=255)
    file_size: int | None = Field(None, gt=0, le=LARGEST_ID, strict=True)
    # If omitted, the resource is appended.
    sort_order: int | None = Field(None, ge=-LARGEST_ORDER, le=LARGEST_ORDER, strict=True)


class ResourceChangeIn(RequestModel):
    """Only the fields that are sent change. To replace a file, send another upload and its size."""

    title: OneLine = Field(default_factory=left_out, min_length=1, max_length=255)
    description: str = Field(default_factory=left_out, max_length=1000)
    url: OneLine = Field(default_factory=left_out, max_length=2048)
    file_name: OneLine = Field("", max_length=255)
    file_size: int | None = Field(None, gt=0, le=LARGEST_ID, strict=True)


class UploadIn(RequestModel):
    """A file to upload. Type and size are optional."""

    file_name: OneLine = Field("", max_length=255)
    # Ignored: the type follows from the file name.
    content_type: OneLine = Field("", max_length=255)
    file_size: int | None = Field(None, gt=0, le=LARGEST_ID, strict=True)


class UploadOut(AnswerModel):
    """The URL to PUT the file to, the required headers, and the expiry."""

    upload_url: str = Field(serialization_alias="uploadURL")
    headers: dict[str, str]
    expires_at: datetime


class FileLinkOut(AnswerModel):
    """A URL of a resource. For a stored file it expires after a minute."""

    url: str


class ResourceOrderIn(RequestModel):
    ids: list[Id]


class AdminResourceOut(AnswerModel):
    id: int
    bootcamp_id: int
    title: str
    description: str
    type: ResourceType
    url: str
    file_name: str
    file_size: int | None
    sort_order: int
    created_at: datetime
    updated_at: datetime


class BundleIn(RequestModel):
    name: OneLine = Field(min_length=1, max_length=100)
    description: str = Field(min_length=1, max_length=1000)
    tagline: Annotated[str, Field(max_length=200)] | None = None
    price: Price
    bootcamp_ids: Members
    is_active: bool = True


class BundleChangeIn(RequestModel):
    """Only the fields that are sent change."""

    name: OneLine = Field(default_factory=left_out, min_length=1, max_length=100)
    description: str = Field(default_factory=left_out, min_length=1, max_length=1000)
    tagline: Annotated[str, Field(max_length=200)] | None = None
    price: Price = Field(default_factory=left_out)
    bootcamp_ids: Members = Field(default_factory=left_out)
    is_active: bool = Field(default_factory=left_out)


class BundleStatusIn(RequestModel):
    is_active: bool


class AdminBundleMemberOut(AnswerModel):
    id: int
    name: str
    price: Decimal
    start_date: datetime
    timezone: str
    status: BootcampStatus
    # The soonest available date, of this class or another date of its course. Null if there is
    # none.
    next_date: CohortOut | None


class AdminBundleOut(AnswerModel):
    id: UUID
    name: str
    tagline: str
    description: str
    price: Decimal
    is_active: bool
    bootcamps: list[AdminBundleMemberOut]
    created_at: datetime
    updated_at: datetime
