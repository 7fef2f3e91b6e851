"""What a bulk act is asked for with, and how far it has come."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from pydantic import Field

from frontrow.accounts.models import Role, UserStatus
from frontrow.backoffice.bootcamps.schemas import CohortState
from frontrow.backoffice.models import BulkKind, BulkSubject
from frontrow.backoffice.prices.schemas import PriceStepIn
from frontrow.backoffice.purchases.schemas import PurchaseQuery, Search
from frontrow.catalogue.models import BootcampStatus, BootcampType
from frontrow.core.schemas import AnswerModel, RequestModel, SmallId
from frontrow.core.text_fields import OneLine

# More than anybody ticks by hand.
MOST_CHOSEN = 1_000
RowId = Annotated[int, Field(ge=1, le=9_007_199_254_740_991)]


class BulkPeopleIn(RequestModel):
    """What the list of people is narrowed by; guests have neither role nor status."""

    search: Search = ""
    role: Role | None = None
    status: UserStatus | None = None


class BulkBootcampsIn(RequestModel):
    """What the list of bootcamps is narrowed by."""

    search: Search = ""
    status: BootcampStatus | None = None
    type: BootcampType | None = None
    state: CohortState | None = None


class BulkChoiceIn(RequestModel):
    """The rows chosen one by one; or, with a filter, all that match it."""

    subject: BulkSubject
    ids: Annotated[list[RowId], Field(max_length=MOST_CHOSEN)] = []
    purchases: PurchaseQuery | None = None
    people: BulkPeopleIn | None = None
    bootcamps: BulkBootcampsIn | None = None


class BulkActIn(BulkChoiceIn):
    kind: BulkKind
    title: Annotated[OneLine, Field(max_length=200)] = ""
    text: Annotated[str, Field(max_length=5000)] = ""
    from_bootcamp_id: SmallId | None = None
    to_bootcamp_id: SmallId | None = None
    early_price: PriceStepIn | None = None
    # Chosen by the form that sends it: a second click brings the same key.
    idempotency_key: UUID


class BulkCountOut(AnswerModel):
    total: int
    # No act takes more.
    most: int


class BulkState(StrEnum):
    # Can be taken back until it begins.
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"


class BulkFailureOut(AnswerModel):
    subject_id: int
    # Empty once the record is gone.
    name: str
    reason: str


class BulkActOut(AnswerModel):
    id: int
    kind: BulkKind
    subject: BulkSubject
    state: BulkState
    total: int
    done: int
    failed: int
    created_at: datetime
    begins_at: datetime
    finished_at: datetime | None
    stopped_because: str


class BulkResultOut(BulkActOut):
    # The first of them.
    failures: list[BulkFailureOut]
