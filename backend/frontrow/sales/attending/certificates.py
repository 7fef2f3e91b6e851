"""Certificates of completion: issued once, publicly verifiable, revoked by a refund.

A certificate ends the right to a refund, and a refund revokes the certificate. Both are decided
under the purchase's lock, so that a student can't get both.
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
from frontrow.sales.enrollment.enrollments import held_by, live
from frontrow.sales.models import Certificate, Enrollment, Purchase

CODE_LENGTH = 12
NOT_ENDED = "Your certificate will be here once the bootcamp has ended."


class Missing(NamedTuple):
    """The student attended for a shorter time than the certificate requires."""

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
    """The student's certificate for a bootcamp they attended to its end. Idempotent.

    Raises NotFound if the bootcamp isn't the student's, and Conflict if it isn't earned yet.
    """
    enrollment = own_enrollment(user=user, bootcamp_id=bootcamp_id)
    if enrollment is None:
        raise NotFound
    Purchase.objects.select_for_update().get(pk=enrollment.purchase_id)
    # Checked under the lock, because a refund may have come first.
    if not Enrollment.objects.filter(held_by(user), live(), pk=enrollment.pk).exists():
        raise NotFound
    issued = Certificate.objects.filter(enrollment=enrollment).first()
    if issued is not None:
        return issued
    if enrollment.bootcamp.ends_at > database_now():
        raise Conflict(NOT_ENDED, code=ErrorCode.CERTIFICATE_NOT_EARNED)
    if enrollment.attended_at is None:
        raise Conflict(
            "Certificates are for those who took part, and we haven't seen you there. If you were,"
            f" write to {settings.ENV.SUPPORT_EMAIL}.",
            code=ErrorCode.CERTIFICATE_NOT_EARNED,
        )
    missing = missing_minutes(enrollment)
    if missing is not None:
        raise Conflict(missing.words, code=ErrorCode.CERTIFICATE_NOT_EARNED)
    return Certificate.objects.create(
        code=_new_code(),
        enrollment=enrollment,
        holder_name=name_for(user=user, enrollment=enrollment),
        bootcamp_name=enrollment.name,
        starts_at=enrollment.bootcamp.starts_at,
        ends_at=enrollment.bootcamp.ends_at,
        timezone=enrollment.bootcamp.timezone,
    )


def own_enrollment(*, user: User, bootcamp_id: int) -> Enrollment | None:
    """The student's enrollment in the bootcamp. If it was bought twice, the one attended."""
    return (
        Enrollment.objects.filter(held_by(user), live(), bootcamp_id=bootcamp_id)
        .select_related("bootcamp", "purchase")
        .order_by("attended_at", "pk")
        .first()
    )


def missing_minutes(enrollment: Enrollment) -> Missing | None:
    """None if they attended long enough, no time is required, or an admin marked them present."""
    percent = enrollment.bootcamp.certificate_percent
    if percent is None or enrollment.attendance_marked_at is not None:
        return None
    total = session_of(enrollment.bootcamp).minutes
    needed = -(-total * percent // 100)
    present = minutes_of(enrollment)
    return Missing(present, needed, total) if present < needed else None


def name_for(*, user: User, enrollment: Enrollment) -> str:
    return user.full_name or enrollment.attendee_name or user.username


def find_certificate(*, code: str) -> Certificate:
    """The certificate with this code in any spelling. Raises NotFound if its holder was deleted."""
    plain = code.replace("-", "").replace(" ", "").upper()
    certificate = Certificate.objects.filter(code=plain).exclude(holder_name="").first()
    if certificate is None:
        raise NotFound("There's no certificate with this code.")
    return certificate


def revoke_certificates(*, purchase_id: int, enrollment_id: int | None = None) -> None:
    """Revoke for a refund of the purchase or of one enrollment, in the caller's transaction."""
    issued = Certificate.objects.filter(enrollment__purchase_id=purchase_id, revoked_at=None)
    if enrollment_id is not None:
        issued = issued.filter(enrollment_id=enrollment_id)
    issued.update(revoked_at=Now())


def restore_certificates(*, purchase_id: int, revoked_since: datetime) -> None:
    """Restore certificates after the refund that revoked them failed."""
    Certificate.objects.filter(
        enrollment__purchase_id=purchase_id, revoked_at__gte=revoked_since
    ).update(revoked_at=None)


def follow_attendance(*, enrollment_id: int, attended: bool) -> None:
    """Update certificates after an admin's mark: revoked if absent, restored if attended."""
    issued = Certificate.objects.filter(enrollment_id=enrollment_id)
    if attended:
        # Without a holder it stays revoked, because its account was deleted.
        issued.exclude(holder_name="").update(revoked_at=None)
    else:
        issued.filter(revoked_at=None).update(revoked_at=Now())


def forget_holder(*, user: User) -> None:
    """Remove the name when the holder's account is deleted. The code is not found from then on."""
    mine = Certificate.objects.filter(
        enrollment__in=Enrollment.objects.filter(held_by(user)).values("pk")
    )
    mine.filter(revoked_at=None).update(revoked_at=Now())
    mine.update(holder_name="")


def _new_code() -> str:
    """60 random bits in letters and digits that aren't confused with each other."""
    return base64.b32encode(secrets.token_bytes(10)).decode()[:CODE_LENGTH]
