"""The events that operators are notified of, read from the event log and other tables."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, F, Q

from frontrow.accounts.rights import Right, roles_with
from frontrow.backoffice.models import ReadinessNotice
from frontrow.catalogue.models import OFFERED, Bootcamp
from frontrow.catalogue.seats import FREE_SEATS
from frontrow.core.dates import format_date, format_moment
from frontrow.messaging.models import ContactMessage, Message, MessageFate, NoticeKind
from frontrow.sales.emails.parts import name_of
from frontrow.sales.emails.receipts import format_amount, receipt_number
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.feedback.standing import LOW_SCORE
from frontrow.sales.models import Enrollment, Fact, Feedback, Refund

FEW_SEATS = 3
NOTICE = "NOTICE"
# After a failed refund the purchase is completed again, which is not a second sale.
_SAME_MOMENT = timedelta(minutes=1)
_REAL = Q(purchase__user=None) | Q(purchase__user__is_demo=False)


@dataclass(frozen=True, kw_only=True)
class Event:
    """`key` identifies the event permanently, and notices are deduplicated by it."""

    key: str
    at: datetime
    line: str
    path: str


def events_of(kind: NoticeKind, *, after: datetime, until: datetime) -> list[Event]:
    """Events in order of time. `after` is exclusive, `until` inclusive."""
    return list(_FINDERS[kind](after, until))


def _sales(after: datetime, until: datetime) -> Iterator[Event]:
    facts = (
        Fact.objects.filter(_REAL, what="purchase.completed", at__gt=after, at__lte=until)
        .filter(at__lte=F("purchase__completed_at") + _SAME_MOMENT)
        .exclude(purchase__is_complimentary=True)
        .select_related("purchase")
        .order_by("at", "pk")
    )
    for fact in facts:
        sold = fact.purchase
        amount = format_amount(sold.total_amount, sold.currency)
        deal = (
            f"bought {sold.package_name} for {amount}"
            if sold.total_amount
            else f"took a free seat in {sold.package_name}"
        )
        yield Event(
            key=f"sale:{sold.pk}",
            at=fact.at,
            line=f"{sold.customer_name} {deal}.",
            path=f"/admin/purchases/{sold.pk}",
        )


def _refunds(after: datetime, until: datetime) -> Iterator[Event]:
    asked = (
        Refund.objects.filter(_REAL, created_at__gt=after, created_at__lte=until)
        .exclude(requested_by__role__in=roles_with(Right.MONEY))
        .exclude(requested_by=None)
        .select_related("purchase")
        .order_by("created_at", "pk")
    )
    for refund in asked:
        bought = refund.purchase
        amount = format_amount(refund.amount, bought.currency)
        yield Event(
            key=f"refund:{refund.pk}",
            at=refund.created_at,
            line=f"{bought.customer_name} asked for {amount} back for {bought.package_name}.",
            path=f"/admin/purchases/{bought.pk}",
        )


def _disputes(after: datetime, until: datetime) -> Iterator[Event]:
    facts = Fact.objects.filter(
        _REAL, what__startswith="dispute.", at__gt=after, at__lte=until
    ).select_related("purchase")
    for fact in facts.order_by("at", "pk"):
        did = "opened" if fact.what == "dispute.opened" else "closed"
        number, name = receipt_number(fact.purchase.pk), fact.purchase.customer_name
        yield Event(
            key=f"dispute:{fact.pk}",
            at=fact.at,
            line=f"The bank of {name} has {did} a dispute ({number}).",
            path=f"/admin/purchases/{fact.purchase_id}",
        )


def _bounces(after: datetime, until: datetime) -> Iterator[Event]:
    back = Message.objects.filter(
        fate=MessageFate.BOUNCED, fate_at__gt=after, fate_at__lte=until
    ).exclude(category=NOTICE)
    for message in back.order_by("fate_at", "pk").defer("content", "html", "attachments"):
        yield Event(
            key=f"bounce:{message.pk}",
            at=message.fate_at or until,
            line=f"“{message.subject}” to {message.recipient} bounced.",
            path="/admin/communications/log?status=FAILED",
        )


def _contacts(after: datetime, until: datetime) -> Iterator[Event]:
    written = ContactMessage.objects.filter(created_at__gt=after, created_at__lte=until)
    for message in written.order_by("created_at", "pk"):
        yield Event(
            key=f"contact:{message.pk}",
            at=message.created_at,
            line=f"{message.name} wrote: {message.subject}",
            path=f"/admin/communications/inbox?message={message.pk}",
        )


def _last_seats(after: datetime, until: datetime) -> Iterator[Event]:
    """Classes that a sale in this interval left with few seats or none."""
    sold = Fact.objects.filter(
        _REAL, what="purchase.completed", at__gt=after, at__lte=until
    ).values("purchase_id")
    of_sales = Enrollment.objects.filter(purchase_id__in=sold).values("bootcamp_id")
    few = (
        Bootcamp.objects.filter(OFFERED, pk__in=of_sales, starts_at__gt=until)
        .annotate(free=Count("seats", filter=FREE_SEATS))
        .filter(free__lte=FEW_SEATS)
        .order_by("starts_at", "pk")
    )
    for bootcamp in few:
        day = format_date(bootcamp.starts_at, bootcamp.timezone)
        left = {0: "no seats", 1: "1 seat"}.get(bootcamp.free, f"{bootcamp.free} seats")
        yield Event(
            # Once per class, and again after a rescheduling.
            key=f"last-seats:{bootcamp.pk}:{bootcamp.starts_at:%Y-%m-%d}",
            at=until,
            line=f"{bootcamp.name} on {day} has {left} left.",
            path=f"/admin/bootcamps/{bootcamp.pk}",
        )


def _classes_not_ready(after: datetime, until: datetime) -> Iterator[Event]:
    noted = ReadinessNotice.objects.filter(noted_at__gt=after, noted_at__lte=until)
    for notice in noted.select_related("bootcamp").order_by("noted_at", "pk"):
        bootcamp = notice.bootcamp
        day = format_moment(bootcamp.starts_at, bootcamp.timezone)
        yield Event(
            key=f"not-ready:{notice.pk}",
            at=notice.noted_at,
            line=f"{bootcamp.name} on {day} isn't ready. {notice.words}.",
            path=f"/admin/bootcamps/{bootcamp.pk}/readiness",
        )


def _low_feedback(after: datetime, until: datetime) -> Iterator[Event]:
    given = (
        Feedback.objects.filter(score__lte=LOW_SCORE, given_at__gt=after, given_at__lte=until)
        .select_related("enrollment__bootcamp", "enrollment__purchase__user", "enrollment__holder")
        .order_by("given_at", "pk")
    )
    for one in given:
        seat = one.enrollment
        day = format_date(seat.bootcamp.starts_at, seat.bootcamp.timezone)
        yield Event(
            key=f"feedback:{seat.pk}",
            at=one.given_at,
            line=f"{name_of(for_attendee(seat))} gave {seat.name} on {day} {one.score} out of 10.",
            path="/admin/feedback?view=needs_reply",
        )


def link_to(path: str) -> str:
    return f"{settings.SITE_URL}{path}"


_FINDERS = {
    NoticeKind.SALE: _sales,
    NoticeKind.REFUND: _refunds,
    NoticeKind.DISPUTE: _disputes,
    NoticeKind.BOUNCE: _bounces,
    NoticeKind.CONTACT: _contacts,
    NoticeKind.LAST_SEATS: _last_seats,
    NoticeKind.CLASS_NOT_READY: _classes_not_ready,
    NoticeKind.FEEDBACK: _low_feedback,
}
