"""Load the facts about classes, in a fixed number of statements."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Lower, Now

from frontrow.accounts.models import ZoneChoice
from frontrow.backoffice.messages.reminders import (
    CATEGORIES,
    TEXT,
    first_key,
    newest_due,
    reminder_key,
)
from frontrow.backoffice.readiness.cells import GRACE
from frontrow.backoffice.readiness.known import AttendeeFacts, ClassFacts, Sent
from frontrow.catalogue.meetings import state_of
from frontrow.catalogue.models import OFFERED, Bootcamp, Resource, Seat
from frontrow.catalogue.seats import FREE_SEATS, SOLD_SEATS
from frontrow.coaching.models import CoachingSession, CoachingStatus
from frontrow.coaching.slots import hours_to_book
from frontrow.core.addresses import address_key
from frontrow.integrations import sms, zoom
from frontrow.messaging.consent import PhoneOwner, consenting
from frontrow.messaging.models import (
    Channel,
    Message,
    MessageFate,
    MessageStatus,
    Suppression,
    TemplateCategory,
)
from frontrow.messaging.templates import words_in_use
from frontrow.sales.emails.seat_emails import SEAT_HANDED_OVER, SEAT_MOVED
from frontrow.sales.emails.template_variables import (
    Recipient,
    attendee_phone,
    reader_zone,
    recipient_of,
)
from frontrow.sales.enrollment.attendees import for_attendee
from frontrow.sales.enrollment.enrollments import live
from frontrow.sales.models import (
    ClassAnswer,
    ClassQuestion,
    Dispute,
    Enrollment,
    Movement,
    MovementKind,
    MovementStatus,
    PurchaseState,
    WaitingKind,
    WaitingState,
    WaitingWish,
)
from frontrow.sales.waiting.serving import overdue_offers
from frontrow.sales.waiting.windows import is_first_come

# Each of these emails tells its reader about the seat and contains the join link.
CONFIRMS = (TemplateCategory.REGISTRATION_CONFIRM, SEAT_MOVED, SEAT_HANDED_OVER)


def gather(bootcamps: QuerySet[Bootcamp]) -> list[ClassFacts]:
    """The facts of these classes, soonest first, in at most seven statements."""
    found = list(_with_counts(bootcamps).order_by("starts_at", "pk"))
    if not found:
        return []
    seats = _Seats(_expected({one.pk: one for one in found}), at=found[0].as_of)
    needs_hours = any(one.includes_coaching for one in found)
    hours = hours_to_book(now=found[0].as_of) if needs_hours else 0
    return [_class_facts(one, seats, hours) for one in found]


def _with_counts(bootcamps: QuerySet[Bootcamp]) -> QuerySet[Any]:
    mine = {"bootcamp": OuterRef("pk")}
    waiting = WaitingWish.objects.filter(**mine, entry__state=WaitingState.WAITING)
    return bootcamps.annotate(
        as_of=Now(),
        sold=Count("seats", filter=SOLD_SEATS),
        free=Count("seats", filter=FREE_SEATS),
        materials=_count(Resource.objects.filter(**mine)),
        waiting=_count(waiting),
        # People who wait for a whole bundle may wait although this class has a free seat.
        waiting_here=_count(waiting.filter(entry__kind=WaitingKind.DATES)),
        overdue=_count(overdue_offers().filter(purchase__enrollments__bootcamp=OuterRef("pk"))),
        asked=_count(ClassQuestion.objects.filter(**mine)),
        offered=Exists(Bootcamp.objects.filter(OFFERED, pk=OuterRef("pk"))),
    )


class _NumberOf(Subquery):
    template = "(SELECT count(*) FROM (%(subquery)s) counted)"
    output_field = IntegerField()


def _count(rows: QuerySet[Any]) -> _NumberOf:
    return _NumberOf(rows.order_by().values("pk"))


def _expected(classes: Mapping[int, Any]) -> list[Any]:
    """All with a paid seat, and buyers whose payment is stuck before they got one."""
    stuck = Q(
        ended_at=None,
        purchase__state=PurchaseState.CAPTURING,
        purchase__state_since__lt=Now() - GRACE,
    )
    payments = Movement.objects.filter(
        purchase=OuterRef("purchase"),
        kind=MovementKind.PAYMENT,
        status=MovementStatus.SUCCEEDED,
    )
    disputes = Dispute.objects.filter(purchase=OuterRef("purchase"), closed_at=None)
    seats = Seat.objects.filter(
        enrollment_id=OuterRef("pk"), bootcamp=OuterRef("bootcamp"), held_until=None
    )
    booked = CoachingSession.objects.filter(enrollment_id=OuterRef("pk")).exclude(
        status=CoachingStatus.PENDING
    )
    enrollments = (
        Enrollment.objects.filter(live() | stuck, bootcamp__in=classes)
        .filter(Q(purchase__user=None) | Q(purchase__user__is_demo=False))
        .filter(purchase__pays_for_move=None)
        .annotate(
            seat_number=Subquery(seats.values("number")[:1]),
            has_payment=Exists(payments),
            has_dispute=Exists(disputes),
            answer_count=_count(
                ClassAnswer.objects.filter(
                    enrollment=OuterRef("pk"), question__bootcamp=OuterRef("bootcamp")
                )
            ),
            has_booked=Exists(booked),
        )
        .select_related("purchase__user", "holder", "link_test")
        .order_by("pk")
    )
    for one in enrollments:
        # Loaded already with its long texts, so the query for attendees doesn't join it again.
        one.bootcamp = classes[one.bootcamp_id]
    return list(enrollments)


class _Seats:
    """The expected attendees, and all messages to them, loaded once."""

    def __init__(self, enrollments: list[Any], *, at: datetime) -> None:
        self.at = at
        self.by_class: dict[int, list[Any]] = defaultdict(list)
        for one in enrollments:
            self.by_class[one.bootcamp_id].append(one)
        self.readers: Mapping[int, Recipient] = {
            one.pk: recipient_of(for_attendee(one)) for one in enrollments
        }
        self.post = _Post({one.purchase_id for one in enrollments})
        self.suppressed = _suppressed(self.readers.values())
        owners = {one.pk: attendee_phone(one) for one in enrollments}
        self.owners: Mapping[int, PhoneOwner] = owners
        has_texts = sms.is_configured()
        self.texted = words_in_use(categories=CATEGORIES, channel=Channel.SMS) if has_texts else {}
        self.agreed = consenting(owners.values()) if self.texted else set()

    def facts_of(self, one: Any) -> AttendeeFacts:
        reader, user = self.readers[one.pk], one.attendee
        email = address_key(reader.address)
        due = newest_due(enrollment=one, now=self.at)
        key = reminder_key(due, enrollment=one) if due else ""
        told = self.post.told[one.purchase_id, email]
        owner = self.owners[one.pk]
        test = getattr(one, "link_test", None)
        return AttendeeFacts(
            enrollment_id=one.pk,
            purchase_id=one.purchase_id,
            user_id=user.pk if user else None,
            name=reader.name,
            email=reader.address,
            is_handed_over=one.is_handed_over,
            is_completed=one.purchase.state == PurchaseState.COMPLETED,
            is_free=one.purchase.is_complimentary or not one.purchase.total_amount,
            has_payment=one.has_payment,
            has_open_dispute=one.has_dispute,
            seat_number=one.seat_number,
            is_active=user.is_active if user else None,
            confirmation=told.confirmation,
            reminder_due_at=one.bootcamp.starts_at - due.ahead if due else None,
            reminder=told.reminders.get(key),
            reminder_text=self.post.texts.get(f"{TEXT}{key}"),
            suppressed=self.suppressed.get((Channel.EMAIL, email), ""),
            has_delivery=told.has_delivery,
            has_bounce=told.has_bounce,
            can_text=due is not None
            and due.category in self.texted
            and owner in self.agreed
            and (Channel.SMS, owner.phone) not in self.suppressed,
            is_zone_known=_knows_zone(one) or bool(test and test.zone),
            link_tested_at=test.tested_at if test else None,
            answers=one.answer_count,
        )


def _knows_zone(one: Enrollment) -> bool:
    """Known too if the user has chosen each bootcamp's own zone."""
    user = one.attendee
    wants_ours = user is not None and user.timezone_choice == ZoneChoice.BOOTCAMP
    return wants_ours or bool(reader_zone(for_attendee(one)))


@dataclass
class _Messages:
    """The messages about one purchase to one person. The newest counts."""

    confirmation: Sent | None = None
    reminders: dict[str, Sent] = field(default_factory=dict)
    has_delivery: bool = False
    has_bounce: bool = False


class _Post:
    def __init__(self, purchase_ids: Collection[int]) -> None:
        self.told: dict[tuple[int, str], _Messages] = defaultdict(_Messages)
        self.texts: dict[str, Sent] = {}
        rows = Message.objects.filter(purchase_id__in=purchase_ids).order_by("pk")
        for row in rows.values_list(
            *("purchase_id", "type", "category", "recipient", "dedupe_key"),
            *("status", "fate", "delivered_at"),
        ):
            self._note(*row)

    def _note(  # noqa: PLR0917
        self,
        purchase_id: int,
        channel: str,
        category: str,
        recipient: str,
        key: str,
        status: str,
        fate: str,
        delivered_at: datetime | None,
    ) -> None:
        sent = Sent(
            status=MessageStatus(status),
            fate=MessageFate(fate) if fate else None,
            delivered_at=delivered_at,
        )
        if channel == Channel.SMS:
            self.texts[first_key(key)] = sent
            return
        told = self.told[purchase_id, address_key(recipient)]
        if category in CONFIRMS:
            told.confirmation = sent
        if category in CATEGORIES:
            told.reminders[first_key(key)] = sent
        told.has_bounce = sent.fate == MessageFate.BOUNCED or (
            told.has_bounce and delivered_at is None
        )
        told.has_delivery = told.has_delivery or delivered_at is not None


def _suppressed(readers: Iterable[Recipient]) -> Mapping[tuple[str, str], str]:
    known = {address_key(one.address) for one in readers} | {one.phone for one in readers}
    rows = Suppression.objects.annotate(lower=Lower("address")).filter(lower__in=known - {""})
    return {
        (channel, lower): reason
        for channel, lower, reason in rows.values_list("channel", "lower", "reason")
    }


def _class_facts(bootcamp: Any, seats: _Seats, hours: int) -> ClassFacts:
    mine = seats.by_class[bootcamp.pk]
    at = bootcamp.as_of
    is_ours = bool(bootcamp.zoom_meeting_id) and zoom.is_configured()
    served_in_turn = bootcamp.offered and not is_first_come(at=at, starts_at=bootcamp.starts_at)
    return ClassFacts(
        bootcamp_id=bootcamp.pk,
        name=bootcamp.name,
        starts_at=bootcamp.starts_at,
        timezone=bootcamp.timezone,
        is_canceled=bootcamp.canceled_at is not None,
        meeting=state_of(vars(bootcamp), at=at),
        is_meeting_in_step=bootcamp.meeting_due_at is None,
        is_meeting_ours=is_ours,
        can_make_meeting=zoom.is_configured(),
        has_pasted_host_link=bool(bootcamp.zoom_start_url),
        materials=bootcamp.materials + bool(bootcamp.resources_url),
        waiting=bootcamp.waiting,
        free_seats=bootcamp.free,
        is_list_served_in_turn=served_in_turn and bootcamp.waiting_here > 0,
        overdue_offers=bootcamp.overdue,
        sold_seats=bootcamp.sold,
        min_seats=bootcamp.min_seats,
        coach_hours=hours if bootcamp.includes_coaching else None,
        coaching_students=sum(not one.has_booked for one in mine),
        questions=bootcamp.asked,
        attendees=[seats.facts_of(one) for one in mine],
        as_of=at,
    )
