"""How far a student has come, and the certificate at the end of it."""

from datetime import datetime
from typing import Literal

from frontrow.core.schemas import AnswerModel


class CertificateOut(AnswerModel):
    """What anybody may see who knows the code. A revoked one names nobody."""

    code: str
    status: Literal["valid", "revoked"]
    holder_name: str
    bootcamp_name: str
    start_date: datetime
    end_date: datetime
    timezone: str
    issued_at: datetime
    # The reader is signed in and it is their own.
    is_yours: bool


class ProgressOut(AnswerModel):
    bootcamp_id: int
    resources_opened: int
    resources_total: int
    attended: bool
    has_ended: bool
    certificate: CertificateOut | None
    can_have_certificate: bool
    # In words, where they weren't there for long enough; else nothing.
    certificate_refusal: str
    # On whose name it would be issued.
    certificate_name: str
    # A certificate would end a right to a refund that still holds.
    ends_refund: bool
