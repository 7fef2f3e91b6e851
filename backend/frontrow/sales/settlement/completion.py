"""The steps, in one transaction, when a purchase is paid for and has its seats."""

from collections.abc import Sequence
from typing import Any

from django.db.models import OuterRef, Subquery

from frontrow.catalogue.models import Seat
from frontrow.coaching.sessions import grant_sessions
from frontrow.messaging.consent import note_sms_consent
from frontrow.messaging.models import TemplateCategory
from frontrow.messaging.outbox import write_messages
from frontrow.messaging.templates import as_words, words_in_use_query
from frontrow.sales.attending.meeting_places import arrange_places
from frontrow.sales.before_class.questions import asks_questions
from frontrow.sales.buyers.invitations import invitation_link, invite
from frontrow.sales.emails.credit_emails import code_used_email
from frontrow.sales.emails.purchase_emails import completion_emails
from frontrow.sales.emails.refund_emails import not_charged_email
from frontrow.sales.enrollment.enrollments import by_bootcamp, present
from frontrow.sales.models import Enrollment, Purchase

TEMPLATES_USED = (TemplateCategory.REGISTRATION_CONFIRM, TemplateCategory.WELCOME)


def enrollments_of(
    purchase: Purchase, *, with_buyer: bool = False, **along: Subquery
) -> Sequence[Any]:
    """A purchase's enrollments with their current bootcamps, seat numbers and questions.

    `asks` says whether the instructor has questions.
    """
    seat = Seat.objects.filter(enrollment_id=OuterRef("pk"))
    return list(
        Enrollment.objects.filter(present(), purchase=purchase)
        .select_related("bootcamp", *(["purchase__user"] if with_buyer else []))
        .annotate(seat_number=Subquery(seat.values("number")[:1]), asks=asks_questions(), **along)
        .order_by("starts_at", "id")
    )


def asking(enrollments: Sequence[Any]) -> set[int]:
    """The bootcamps among them whose instructor has questions."""
    return {enrollment.bootcamp_id for enrollment in enrollments if enrollment.asks}


def complete(*, purchase: Any) -> None:
    """Grant coaching, invite a guest, record consent, write emails, queue meeting registrations.

    Requires that the purchase is locked and its seats are kept. Makes no external calls.
    """
    # Loaded with the enrollments, because another statement would slow down every purchase.
    has_account = purchase.user_id is not None
    enrollments = enrollments_of(
        purchase,
        with_buyer=has_account,
        **{f"words_{each}": words_in_use_query(category=each) for each in TEMPLATES_USED},
    )
    if has_account:
        purchase.user = enrollments[0].purchase.user
    grant_sessions(
        purchase_id=purchase.pk,
        user_id=purchase.user_id,
        enrollments=by_bootcamp(
            enrollment for enrollment in enrollments if enrollment.bootcamp.includes_coaching
        ),
    )
    if purchase.wants_sms and purchase.guest_phone:
        note_sms_consent(
            phone=purchase.guest_phone,
            user_id=purchase.user_id,
            purchase_id=purchase.pk,
            source="checkout",
        )
    invitation = invite(purchase=purchase) if purchase.user_id is None else None
    write_messages(
        completion_emails(
            purchase=purchase,
            enrollments=enrollments,
            seat_numbers={
                enrollment.bootcamp_id: enrollment.seat_number for enrollment in enrollments
            },
            invitation_link=invitation_link(invitation) if invitation else "",
            templates={
                each: as_words(getattr(enrollments[0], f"words_{each}")) for each in TEMPLATES_USED
            },
            asking=asking(enrollments),
        )
    )
    if purchase.code_id is not None and purchase.code.for_email:
        write_messages([code_used_email(code=purchase.code, purchase=purchase)])
    arrange_places(enrollments=enrollments)


def tell_not_charged(*, purchase: Purchase) -> None:
    """The card was authorized but no seat was left. Tell the buyer that nothing was charged."""
    write_messages([not_charged_email(purchase=purchase, enrollments=enrollments_of(purchase))])
