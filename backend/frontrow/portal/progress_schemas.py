"""Schemas of a student's progress and certificate."""

from datetime import datetime
from typing import Literal

from frontrow.core.schemas import AnswerModel


class CertificateOut(AnswerModel):
    """What anyone who has the code can see. A revoked certificate shows no name."""

    code: str
    status: Literal["valid", "revoked"]
    holder_name: str
    bootcamp_name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    issued_at: datetime
    # The reader is signed in as its holder.
    is_yours: bool


class ProgressOut(AnswerModel):
    bootcamp_id: int
    resources_opened: int
    resources_total: int
    attended: bool
    has_ended: bool
    certificate: CertificateOut | None
    can_have_certificate: bool
    # Why there is no certificate if they attended for too short a time. Else empty.
    certificate_refusal: str
    # The name that the certificate would show.
    certificate_name: str
    # Issuing the certificate would end a right to a refund.
    ends_refund: bool
