"""What a buyer sends to correct their name or address, and what they are told."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from frontrow.core.schemas import AnswerModel, RequestModel
from frontrow.core.text_fields import Address, PersonName


class OwnPurchaseIn(RequestModel):
    """The number proves nothing: the browser's cookie does, or the payment's secret."""

    purchase_id: Annotated[int, Field(ge=1, le=2**63 - 1)]
    client_secret: Annotated[str, Field(max_length=255)] = ""


class CorrectionIn(OwnPurchaseIn):
    email: Address
    full_name: Annotated[PersonName, Field(min_length=1)]


class CorrectableOut(AnswerModel):
    package_name: str
    email: str
    full_name: str
    # Nothing where it never could be corrected here.
    until: datetime | None
    # Why it can't be corrected any more, with what to do instead; empty while it can.
    refusal: str


class CorrectedOut(AnswerModel):
    message: str
    email: str
    full_name: str
    # The invitation of before no longer works; this one does.
    invitation_token: str | None
