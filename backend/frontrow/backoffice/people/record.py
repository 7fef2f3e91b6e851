"""One person's record: seats, coaching, messages, consent, disputes, notes and audit entries."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Q
from django.db.models.functions import Lower

from frontrow.accounts.models import AuditEntry, User
from frontrow.accounts.rights import Right, may
from frontrow.backoffice.audit.record_words import act_in_words, details_in_words
from frontrow.backoffice.disputes.desk import show_dispute
from frontrow.backoffice.notes.notes import notes_about
from frontrow.backoffice.people.acts import why_no_edit, why_no_message, why_no_sign_in_email
from frontrow.backoffice.people.known import Known, find_known
from frontrow.backoffice.people.record_schemas import (
    PersonActionsOut,
    PersonAuditOut,
    PersonCoachingOut,
    PersonDisputeOut,
    PersonRecordOut,
    PersonSeatOut,
    PersonSuppressionOut,
    PersonTextsOut,
    SeatTie,
)
from frontrow.catalogue.admin_schemas import cohort_of
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.core.addresses import address_key, is_address
from frontrow.core.clock import database_now
from frontrow.messaging.message_log import newest_messages
from frontrow.messaging.models import Message, SmsConsent, Suppression
from frontrow.messaging.suppression_list import in_words
from frontrow.sales.attending.attendance import presence_of
from frontrow.sales.emails.receipts import receipt_number
from frontrow.sales.models import BEGUN, Dispute, EndedBecause, Enrollment, Purchase

MOST_SEATS = 200
# The audit log's search has the rest.
NEWEST_MESSAGES = 20
NEWEST_AUDIT = 20
_ENDED: dict[str, str] = {
    EndedBecause.MOVED: "Moved to another date",
    EndedBecause.HANDED_OVER: "Handed over",
    EndedBecause.REFUNDED: "Refunded",
    EndedBecause.CANCELED: "Canceled",
    EndedBecause.WITHDRAWN: "Withdrawn",
    EndedBecause.DISPUTED: "Lost to a dispute",
    EndedBecause.PAID_MOVE: "Paid to move a seat",
}


def show_record(*, user_id: int | None, email: str, reader: User) -> PersonRecordOut:
    """The record, in a fixed number of statements.

    Parts that the caller's role may not see are empty.
    """
    known = find_known(user_id=user_id, email=email)
    purchases = list(known.purchases)
    numbers = [purchase.pk for purchase in purchases]
    phones = _phones(known, purchases)
    suppressed = _suppressions([known.address, *phones])
    messages = Message.objects.alias(to=Lower("recipient")).filter(
        Q(to__in=[address_key(known.address), *phones])
        | (Q(user=known.user) if known.user else Q())
    )
    reads_messages = may(reader, Right.MESSAGES)
    return PersonRecordOut(
        seats=_seats(known, numbers, at=database_now()),
        coaching=_coaching(known, numbers) if may(reader, Right.COACHING) else [],
        messages=newest_messages(messages, most=NEWEST_MESSAGES) if reads_messages else [],
        messages_total=messages.count() if reads_messages else 0,
        text_consents=_text_consents(known, numbers),
        suppressions=suppressed,
        disputes=_disputes(numbers) if may(reader, Right.MONEY) else [],
        notes=notes_about(user=known.user, purchase_ids=numbers, reader=reader),
        audit=_audit(known, numbers) if may(reader, Right.AUDIT) else [],
        guest_purchases=_as_a_guest(known),
        actions=PersonActionsOut(
            edit=why_no_edit(known, purchases),
            sign_in_email=why_no_sign_in_email(known, purchases),
            message=why_no_message(
                known, next((one.in_words for one in suppressed if "@" in one.address), "")
            ),
        ),
    )


def _phones(known: Known, purchases: Sequence[Purchase]) -> list[str]:
    given = [known.user.phone if known.user else "", *(one.guest_phone for one in purchases)]
    return sorted({phone for phone in given if phone})


def _seats(known: Known, numbers: Collection[int], *, at: datetime) -> list[PersonSeatOut]:
    """Seats they attend or paid for: upcoming ones soonest first, then past ones."""
    bought = Enrollment.objects.filter(purchase_id__in=numbers)
    attends = Enrollment.objects.filter(known.seats)
    found = (
        Enrollment.objects.filter(pk__in=bought.values("pk").union(attends.values("pk")))
        # An unpaid seat doesn't count.
        .exclude(purchase__completed_at=None)
        .select_related("bootcamp", "purchase__user", "holder", "certificate")
        .order_by("-starts_at", "-pk")[:MOST_SEATS]
    )
    return [_seat(enrollment, known, set(numbers), at) for enrollment in found]


def _seat(
    enrollment: Enrollment, known: Known, numbers: Collection[int], at: datetime
) -> PersonSeatOut:
    tie, other = _tie(enrollment, known, numbers)
    certificate = getattr(enrollment, "certificate", None)
    return PersonSeatOut(
        enrollment_id=enrollment.pk,
        purchase_id=enrollment.purchase_id,
        receipt_number=receipt_number(enrollment.purchase.pk),
        bootcamp_name=enrollment.name,
        cohort=cohort_of(enrollment.bootcamp),
        tie=tie,
        other=other,
        ended=_ENDED.get(enrollment.ended_because, ""),
        presence=presence_of(enrollment, at=at),
        marked=enrollment.attendance_marked_at is not None,
        joined_at=enrollment.joined_at,
        certificate_code=certificate.code
        if certificate is not None and certificate.revoked_at is None
        else "",
    )


def _tie(enrollment: Enrollment, known: Known, numbers: Collection[int]) -> tuple[SeatTie, str]:
    if enrollment.purchase_id not in numbers:
        return SeatTie.HELD, enrollment.purchase.customer_name
    if not enrollment.is_handed_over or _is_holder(enrollment, known):
        return SeatTie.OWN, ""
    holder = enrollment.holder
    return SeatTie.GIVEN, holder.display_name if holder else enrollment.attendee_name


def _is_holder(enrollment: Enrollment, known: Known) -> bool:
    if known.user is not None:
        return enrollment.holder_id == known.user.pk
    return address_key(enrollment.holder_email) == address_key(known.address)


def _coaching(known: Known, numbers: Collection[int]) -> list[PersonCoachingOut]:
    theirs = Q(user=known.user) if known.user else Q(user=None, purchase_id__in=numbers)
    sessions = CoachingSession.objects.filter(theirs).select_related("bootcamp", "coach__user")
    return [
        PersonCoachingOut(
            id=session.pk,
            status=CoachingStatus(session.status),
            bootcamp_name=session.bootcamp.name,
            cohort=cohort_of(session.bootcamp),
            coach_name=session.coach.user.display_name if session.coach else "",
            scheduled_date=session.scheduled_at,
            timezone=session.coach.timezone if session.coach else session.bootcamp.timezone,
            notes=session.notes,
        )
        for session in sessions.order_by("-created_at", "-pk")
    ]


def _text_consents(known: Known, numbers: Collection[int]) -> list[PersonTextsOut]:
    theirs = Q(purchase_id__in=numbers) | (Q(user=known.user) if known.user else Q())
    return [
        PersonTextsOut(
            phone=consent.phone, granted_at=consent.granted_at, withdrawn_at=consent.withdrawn_at
        )
        for consent in SmsConsent.objects.filter(theirs).order_by("-granted_at", "-pk")
    ]


def _suppressions(addresses: Collection[str]) -> list[PersonSuppressionOut]:
    rows = Suppression.objects.alias(lower=Lower("address")).filter(
        lower__in=[address_key(address) for address in addresses]
    )
    return [
        PersonSuppressionOut(
            address=row.address, in_words=in_words(row.reason), since=row.created_at
        )
        for row in rows.order_by("-created_at", "-pk")
    ]


def _disputes(numbers: Collection[int]) -> list[PersonDisputeOut]:
    rows = Dispute.objects.filter(purchase_id__in=numbers).select_related("purchase")
    return [
        PersonDisputeOut(
            purchase_id=row.purchase_id,
            receipt_number=receipt_number(row.purchase.pk),
            dispute=show_dispute(row),
        )
        for row in rows.order_by("-opened_at", "-pk")
    ]


def _audit(known: Known, numbers: Collection[int]) -> list[PersonAuditOut]:
    """By the index on the subject: entries of the account and of each purchase."""
    about = Q(subject_type="purchase", subject_id__in=[str(number) for number in numbers])
    if known.user is not None:
        about |= Q(subject_type="user", subject_id=str(known.user.pk))
    rows = list(AuditEntry.objects.filter(about).order_by("-created_at", "-id")[:NEWEST_AUDIT])
    names = {
        user.pk: user.display_name
        for user in User.objects.filter(pk__in={row.actor_id for row in rows if row.actor_id})
    }
    return [_audited(row, names) for row in rows]


def _audited(row: AuditEntry, names: dict[int, str]) -> PersonAuditOut:
    of_purchase = int(row.subject_id) if row.subject_type == "purchase" else None
    return PersonAuditOut(
        id=row.pk,
        at=row.created_at,
        who=names.get(row.actor_id or 0, ""),
        who_id=row.actor_id if row.actor_id in names else None,
        action=act_in_words(row.action),
        details=details_in_words(row.details),
        purchase_id=of_purchase,
        receipt_number=f"FR-{of_purchase:06}" if of_purchase is not None else "",
    )


def _as_a_guest(known: Known) -> int:
    if known.user is None:
        return 0
    return Purchase.objects.filter(
        BEGUN, is_address("guest_email", known.address), user=None
    ).count()
