"""The evidence for a dispute: what was bought, agreed and used.

Plain text for the operator and for the bank. Lists are limited, because the provider restricts the
length, and the number of omitted entries is stated.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings

from frontrow.catalogue.models import MeetingRegistrant
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.core.clock import now
from frontrow.core.dates import format_date, format_time
from frontrow.integrations.stripe_records import Evidence
from frontrow.messaging.models import Channel, Message, MessageFate, MessageStatus
from frontrow.sales.emails.dispute_emails import DISPUTE
from frontrow.sales.emails.receipts import TERMS_PATH, format_amount, paid_with, receipt_number
from frontrow.sales.enrollment.enrollments import ids_of
from frontrow.sales.models import Certificate, Dispute, Purchase, ResourceOpening
from frontrow.sales.settlement.completion import enrollments_of
from frontrow.sales.terms.refund_policy import IN_ONE_SENTENCE

# Per list, so that two lists and the operator's note fit into one field.
MOST_LINES = 100
MOST_CHARACTERS = 7_000
# The provider's limit per field.
LONGEST_FIELD = 20_000
_STANDING: dict[str, str] = {
    MessageFate.BOUNCED: "bounced",
    MessageFate.COMPLAINED: "delivered, marked as spam",
}


@dataclass(frozen=True, kw_only=True)
class Section:
    heading: str
    lines: Sequence[str]

    def __str__(self) -> str:
        return "\n".join([self.heading.upper(), *self.lines])


def evidence_text(*, dispute: Dispute) -> str:
    """All evidence as one text, for the operator to read and download."""
    purchase, enrollments = dispute.purchase, enrollments_of(dispute.purchase)
    number, zone = receipt_number(purchase.pk), settings.ENV.OPERATOR_TIME_ZONE
    disputed = format_amount(dispute.amount, purchase.currency)
    beginning = [
        f"Evidence for {number}: {disputed} disputed on {_moment(dispute.opened_at)}.",
        f"Times are on the clocks of {zone.replace('_', ' ')}.",
    ]
    sections = [
        _bought(purchase, enrollments),
        _customer(purchase),
        *_agreed(purchase),
        *_used(purchase, enrollments),
        *_said(purchase),
    ]
    return "\n\n".join(["\n".join(beginning), *map(str, sections)]) + "\n"


def evidence_to_send(*, dispute: Dispute, note: str) -> Evidence:
    """The evidence by field of the bank's form, with the operator's own text first."""
    purchase, enrollments = dispute.purchase, enrollments_of(dispute.purchase)
    terms, policy = _agreed(purchase)
    own_words = [Section(heading="Our statement", lines=[note])] if note else []
    name, email = _who(purchase)
    return Evidence(
        product=_field([_bought(purchase, enrollments)]),
        customer_name=name,
        customer_email=email,
        service_date=_moment(enrollments[0].bootcamp.starts_at) if enrollments else "",
        refund_policy=_field([policy]),
        activity=_field(_used(purchase, enrollments)),
        statement=_field([*own_words, terms, *_said(purchase)]),
    )


def _field(sections: Sequence[Section]) -> str:
    return "\n\n".join(map(str, sections))[:LONGEST_FIELD]


def _bought(purchase: Purchase, enrollments: Sequence[Any]) -> Section:
    money = format_amount(purchase.total_amount, purchase.currency)
    card = paid_with(purchase)
    lines = [
        f"{purchase.package_name}, {money}, receipt {receipt_number(purchase.pk)}.",
        f"Paid on {_moment(purchase.completed_at or purchase.created_at)}"
        + (f" with {'a ' if purchase.card_last4 else ''}{card}." if card else "."),
        "A seat in small live online classes with an instructor:",
    ]
    lines += _bounded(
        [
            f"- {enrollment.name}: {_moment(enrollment.bootcamp.starts_at)}"
            f" to {_moment(enrollment.bootcamp.ends_at)}"
            for enrollment in enrollments
        ]
    )
    return Section(heading="What was bought", lines=lines)


def _customer(purchase: Purchase) -> Section:
    name, email = _who(purchase)
    account = "Has an account with us." if purchase.user_id else "Bought as a guest."
    return Section(heading="Customer", lines=[f"Name: {name}", f"Email: {email}", account])


def _agreed(purchase: Purchase) -> tuple[Section, Section]:
    """The accepted terms, and their section about refunds."""
    at = purchase.terms_accepted_at
    accepted = (
        f"Version {purchase.terms_version} of our terms was accepted on {_moment(at)}, before the"
        " payment."
        if at
        else "No acceptance of the terms is on record."
    )
    policy = [f'The refund policy, as shown before the payment: "{IN_ONE_SENTENCE}"']
    if purchase.policy_version:
        policy.append(f"Version {purchase.policy_version}, {settings.SITE_URL}{TERMS_PATH}")
    if at:
        policy.append(f"It's part of the terms accepted on {_moment(at)}.")
    return (
        Section(heading="Terms", lines=[accepted]),
        Section(heading="Refund policy", lines=policy),
    )


def _used(purchase: Purchase, enrollments: Sequence[Any]) -> list[Section]:
    links = dict(
        MeetingRegistrant.objects.filter(
            enrollment_id__in=ids_of(purchase_id=purchase.pk)
        ).values_list("bootcamp_id", "created_at")
    )
    attendance = [
        line
        for enrollment in enrollments
        for line in _attended(enrollment, links.get(enrollment.bootcamp_id))
    ]
    # Opened materials are known only for accounts, not for guests.
    openings = ResourceOpening.objects.filter(
        user_id=purchase.user_id or 0,
        resource__bootcamp_id__in=[enrollment.bootcamp_id for enrollment in enrollments],
    ).select_related("resource")
    opened = [
        f"- {_moment(opening.first_opened_at)}: {opening.resource.title}"
        for opening in openings.order_by("first_opened_at", "pk")[:MOST_LINES]
    ]
    return [
        Section(heading="Attendance", lines=_bounded(attendance)),
        Section(
            heading="Course material opened",
            lines=_bounded(opened, openings.count()) or ["None on record."],
        ),
    ]


def _attended(enrollment: Any, link_made_at: datetime | None) -> Iterator[str]:
    if link_made_at:
        yield f"- {enrollment.name}: personal join link made on {_moment(link_made_at)}"
    if enrollment.attended_at:
        yield f"- {enrollment.name}: joined on {_moment(enrollment.attended_at)}"
    elif enrollment.bootcamp.starts_at > now():
        yield f"- {enrollment.name}: begins on {_moment(enrollment.bootcamp.starts_at)}"
    else:
        yield f"- {enrollment.name}: no attendance on record"


def _said(purchase: Purchase) -> list[Section]:
    # Notices to operators about the dispute are not messages to the buyer.
    messages = Message.objects.filter(
        purchase_id=purchase.pk, type=Channel.EMAIL, status=MessageStatus.SENT
    ).exclude(category=DISPUTE)
    emails = [
        f"- {_moment(message.sent_at or message.created_at)}: {message.subject}"
        f" (to {message.recipient}, {_delivered(message)})"
        for message in messages.order_by("sent_at", "pk")[:MOST_LINES]
    ]
    shown = _bounded(emails, messages.count()) or ["None on record."]
    sections = [Section(heading="Emails sent", lines=shown)]
    hours = CoachingSession.objects.filter(
        purchase_id=purchase.pk, status__in=[CoachingStatus.SCHEDULED, CoachingStatus.COMPLETED]
    ).select_related("bootcamp")
    held = [
        f"- {hour.bootcamp.name}: {hour.status} for {_moment(hour.scheduled_at)}"
        for hour in hours.order_by("scheduled_at", "pk")
        if hour.scheduled_at
    ]
    if held:
        sections.append(Section(heading="Private coaching", lines=_bounded(held)))
    issued = [
        f"- {certificate.bootcamp_name}: issued on {_moment(certificate.issued_at)} to"
        f" {certificate.holder_name or 'its holder'}, code {certificate.code}"
        for certificate in Certificate.objects.filter(
            enrollment__purchase=purchase, revoked_at=None
        )
    ]
    if issued:
        sections.append(Section(heading="Certificate of completion", lines=_bounded(issued)))
    return sections


def _delivered(message: Message) -> str:
    if message.fate:
        return _STANDING[message.fate]
    if message.delivered_at:
        return f"delivered on {_moment(message.delivered_at)}"
    return "sent"


def _who(purchase: Purchase) -> tuple[str, str]:
    return purchase.customer_name, purchase.buyer_email


def _bounded(lines: Sequence[str], total: int | None = None) -> list[str]:
    """As many entries as fit, and the number of those omitted."""
    kept: list[str] = []
    room = MOST_CHARACTERS
    for line in lines[:MOST_LINES]:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    left_out = (len(lines) if total is None else total) - len(kept)
    return [*kept, f"- and {left_out} more"] if left_out > 0 else kept


def _moment(at: datetime) -> str:
    zone = settings.ENV.OPERATOR_TIME_ZONE
    return f"{format_date(at, zone)}, {format_time(at, zone)}"
