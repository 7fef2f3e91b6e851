"""Schemas of a buyer's correction of their name or address."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import Address, PersonName


class OwnPurchaseIn(RequestModel):
    """A purchase id. The proof is the browser's cookie or the payment's secret, not the id."""

    purchase_id: Annotated[int, Field(ge=1, le=2**63 - 1)]
    client_secret: Annotated[str, Field(max_length=255)] = ""


class CorrectionIn(OwnPurchaseIn):
    email: Address
    full_name: Annotated[PersonName, Field(min_length=1)]


class CorrectableOut(AnswerModel):
    package_name: str
    email: str
    full_name: str
    # Null if it could never be corrected here.
    until: datetime | None
    # Why it can't be corrected anymore, and what to do instead. Empty while it can.
    refusal: str


class CorrectedOut(AnswerModel):
    message: str
    email: str
    full_name: str
    # The previous invitation is revoked. This one works.
    invitation_token: str | None
