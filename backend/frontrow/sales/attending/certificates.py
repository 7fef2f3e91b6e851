"""Certificates of completion: issued once, for anybody to check, revoked with the money.

A certificate ends the right to a refund, and a refund ends the certificate. Both are decided under
the purchase's lock, so that nobody leaves with both.
"""

import base64
import secrets
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now

from frontrow.accounts.models import User
from frontrow.core.clock import database_now
from frontrow.core.error_codes import ErrorCode
from frontrow.core.errors import Conflict, NotFound
from frontrow.sales.attending.presence import minutes_of, session_of
from frontrow.sales.enrolment.enrolments import held_by, live
from frontrow.sales.models import Certificate, Enrolment, Purchase

CODE_LENGTH = 12
NOT_ENDED = "Your certificate will be here once the bootcamp has ended."


class Missing(NamedTuple):
    """Somebody was there, and not for as long as the class's certificate asks for."""

    present: int
    needed: int
    total: int

    @property
    def words(self) -> str:
        return (
            f"You were there for {self.present} of {self.total} minutes; this class's certificate"
            f" needs at least {self.needed}. If that's wrong, write to"
            f" {settings.ENV.SUPPORT_EMAIL}."
        )


@transaction.atomic
def issue_certificate(*, user: User, bootcamp_id: int) -> Certificate:
    """The student's certificate for a bootcamp they attended to its end; asked again, the same.

    Raises NotFound for a bootcamp that is not theirs, Conflict while it is not earned.
    """
    enrolment = own_enrolment(user=user, bootcamp_id=bootcamp_id)
    if enrolment is None:
        raise NotFound
    Purchase.objects.select_for_update().get(pk=enrolment.purchase_id)
    # Behind the lock: a refund may have come first.
    if not Enrolment.objects.filter(held_by(user), live(), pk=enrolment.pk).exists():
        raise NotFound
    issued = Certificate.objects.filter(enrolment=enrolment).first()
    if issued is not None:
        return issued
    if enrolment.bootcamp.ends_at > database_now():
        raise Conflict(NOT_ENDED, code=ErrorCode.CERTIFICATE_NOT_EARNED)
    if enrolment.attended_at is None:
        raise Conflict(
            "Certificates are for those who took part, and we haven't seen you there. If you were,"
            f" write to {settings.ENV.SUPPORT_EMAIL}.",
            code=ErrorCode.CERTIFICATE_NOT_EARNED,
        )
    missing = missing_minutes(enrolment)
    if missing is not None:
        raise Conflict(missing.words, code=ErrorCode.CERTIFICATE_NOT_EARNED)
    return Certificate.objects.create(
        code=_new_code(),
        enrolment=enrolment,
        holder_name=name_for(user=user, enrolment=enrolment),
        bootcamp_name=enrolment.name,
        starts_at=enrolment.bootcamp.starts_at,
        ends_at=enrolment.bootcamp.ends_at,
        timezone=enrolment.bootcamp.timezone,
    )


def own_enrolment(*, user: User, bootcamp_id: int) -> Enrolment | None:
    """What gives this student the bootcamp; where it was bought twice, the one attended."""
    return (
        Enrolment.objects.filter(held_by(user), live(), bootcamp_id=bootcamp_id)
        .select_related("bootcamp", "purchase")
        .order_by("attended_at", "pk")
        .first()
    )


def missing_minutes(enrolment: Enrolment) -> Missing | None:
    """Nothing where their time suffices, none is asked for, or an admin marked them present."""
    percent = enrolment.bootcamp.certificate_percent
    if percent is None or enrolment.attendance_marked_at is not None:
        return None
    total = session_of(enrolment.bootcamp).minutes
    needed = -(-total * percent // 100)
    present = minutes_of(enrolment)
    return Missing(present, needed, total) if present < needed else None


def name_for(*, user: User, enrolment: Enrolment) -> str:
    return user.full_name or enrolment.attendee_name or user.username


def find_certificate(*, code: str) -> Certificate:
    """The certificate with this code, however it was typed; one without a holder is nobody's."""
    plain = code.replace("-", "").replace(" ", "").upper()
    certificate = Certificate.objects.filter(code=plain).exclude(holder_name="").first()
    if certificate is None:
        raise NotFound("There's no certificate with this code.")
    return certificate


def revoke_certificates(*, purchase_id: int, enrolment_id: int | None = None) -> None:
    """The purchase, or one enrolment of it, is being paid back; in the caller's transaction."""
    issued = Certificate.objects.filter(enrolment__purchase_id=purchase_id, revoked_at=None)
    if enrolment_id is not None:
        issued = issued.filter(enrolment_id=enrolment_id)
    issued.update(revoked_at=Now())


def restore_certificates(*, purchase_id: int, revoked_since: datetime) -> None:
    """The refund that revoked them was not made."""
    Certificate.objects.filter(
        enrolment__purchase_id=purchase_id, revoked_at__gte=revoked_since
    ).update(revoked_at=None)


def follow_attendance(*, enrolment_id: int, attended: bool) -> None:
    """An admin has marked them: absent, the certificate is void; attended, it is good again."""
    issued = Certificate.objects.filter(enrolment_id=enrolment_id)
    if attended:
        # One without a holder stays void: the account it was made for is gone.
        issued.exclude(holder_name="").update(revoked_at=None)
    else:
        issued.filter(revoked_at=None).update(revoked_at=Now())


def forget_holder(*, user: User) -> None:
    """The holder's account goes: the name goes with it, and the code leads nowhere from now on."""
    mine = Certificate.objects.filter(
        enrolment__in=Enrolment.objects.filter(held_by(user)).values("pk")
    )
    mine.filter(revoked_at=None).update(revoked_at=Now())
    mine.update(holder_name="")


def _new_code() -> str:
    """60 random bits in letters and digits that nobody confuses."""
    return base64.b32encode(secrets.token_bytes(10)).decode()[:CODE_LENGTH]
