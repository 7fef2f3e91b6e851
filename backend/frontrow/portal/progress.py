"""A student's progress in a bootcamp: materials opened, session attended, certificate."""

from frontrow.accounts.models import User
from frontrow.catalogue.models import Resource
from frontrow.core.clock import database_now
from frontrow.core.errors import NotFound
from frontrow.portal.billing import is_covered
from frontrow.portal.progress_schemas import CertificateOut, ProgressOut
from frontrow.sales.attending.certificate_picture import picture_of
from frontrow.sales.attending.certificates import (
    find_certificate,
    missing_minutes,
    name_for,
    own_enrollment,
)
from frontrow.sales.attending.certificates import issue_certificate as issue
from frontrow.sales.models import Certificate, ResourceOpening


def progress_of(*, user: User, bootcamp_id: int) -> ProgressOut:
    """Raises NotFound for a bootcamp that is not the student's."""
    enrollment = own_enrollment(user=user, bootcamp_id=bootcamp_id)
    if enrollment is None:
        raise NotFound
    issued = Certificate.objects.filter(enrollment=enrollment).first()
    has_ended = enrollment.bootcamp.ends_at <= database_now()
    attended = enrollment.attended_at is not None
    may_ask = has_ended and attended and issued is None
    missing = missing_minutes(enrollment) if may_ask else None
    may_have = may_ask and missing is None
    return ProgressOut(
        bootcamp_id=bootcamp_id,
        resources_opened=ResourceOpening.objects.filter(
            user=user, resource__in=Resource.objects.filter(bootcamp_id=bootcamp_id)
        ).count(),
        resources_total=Resource.objects.filter(bootcamp_id=bootcamp_id).count(),
        attended=attended,
        has_ended=has_ended,
        certificate=_shown(issued, is_yours=True) if issued else None,
        can_have_certificate=may_have,
        certificate_refusal=missing.words if missing else "",
        certificate_name=name_for(user=user, enrollment=enrollment),
        ends_refund=may_have and is_covered(user=user, purchase_id=enrollment.purchase_id),
    )


def issue_certificate(*, user: User, bootcamp_id: int) -> CertificateOut:
    return _shown(issue(user=user, bootcamp_id=bootcamp_id), is_yours=True)


def verify_certificate(*, code: str, reader: User | None) -> CertificateOut:
    """The certificate with this code. The reason for a revocation isn't public."""
    certificate = find_certificate(code=code)
    is_yours = reader is not None and certificate.enrollment.attendee == reader
    return _shown(certificate, is_yours=is_yours)


def draw_certificate(*, code: str) -> bytes:
    """The certificate's PNG for link previews. Raises NotFound if it is unknown or revoked."""
    certificate = find_certificate(code=code)
    if certificate.revoked_at is not None:
        raise NotFound("There's no certificate with this code.")
    return picture_of(certificate)


def _shown(certificate: Certificate, *, is_yours: bool) -> CertificateOut:
    is_valid = certificate.revoked_at is None
    return CertificateOut(
        code=certificate.code,
        status="valid" if is_valid else "revoked",
        holder_name=certificate.holder_name if is_valid else "",
        bootcamp_name=certificate.bootcamp_name,
        start_date=certificate.starts_at,
        end_date=certificate.ends_at,
        timezone=certificate.timezone,
        issued_at=certificate.issued_at,
        is_yours=is_yours,
    )
