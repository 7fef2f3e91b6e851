"""Rows for tests: a factory for every model, and makers for the things a test starts from.

What a maker leaves in the database could have come from the product: seats match the capacity,
a completed purchase keeps its seats, a refunded one has its refund and holds none.
"""

import base64
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import QuerySet
from factory import declarations
from factory.django import DjangoModelFactory

from frontrow.accounts.models import (
    AuditEntry,
    EmailKind,
    EmailRequest,
    FirstAdminLatch,
    Role,
    Session,
    SignInCode,
    User,
)
from frontrow.backoffice.models import (
    Backup,
    BoardCount,
    BulkAct,
    BulkFailure,
    DeskNote,
    FunnelDay,
    FunnelStep,
    ReadinessNotice,
)
from frontrow.catalogue.models import (
    Bootcamp,
    BootcampType,
    Bundle,
    BundleBootcamp,
    MeetingEvent,
    MeetingRegistrant,
    PriceStep,
    Resource,
    ResourceType,
    Seat,
    Upload,
)
from frontrow.catalogue.seats import match_seats_to_capacity
from frontrow.coaching.models import AvailabilityException, Coach, CoachingSession, WeeklyHours
from frontrow.messaging.models import (
    Channel,
    CommunicationTemplate,
    ContactAnswer,
    ContactMessage,
    Message,
    MessageBatch,
    NoticeChoice,
    SmsConsent,
    Suppression,
    TemplateCategory,
)
from frontrow.sales.enrollment.enrollments import make_enrollments
from frontrow.sales.ledger.refund_lines import fill_lines
from frontrow.sales.models import (
    AccountInvitation,
    CalendarFeed,
    CancelReason,
    Certificate,
    ChangeKind,
    ClassAnswer,
    ClassChange,
    ClassChoice,
    ClassQuestion,
    CodeKind,
    CodeScope,
    CodeUse,
    DiscountCode,
    Dispute,
    EndedBecause,
    Enrollment,
    EventCursor,
    Fact,
    Feedback,
    HandOver,
    LinkTest,
    Movement,
    MovementKind,
    MovementStatus,
    PresenceSpan,
    Purchase,
    PurchaseState,
    PurchaseStatus,
    PurchaseTally,
    ReconciliationBreak,
    Refund,
    RefundLine,
    RefundStatus,
    ResourceOpening,
    SeatOffer,
    StripeEvent,
    UpgradeCredit,
    WaitingEntry,
    WaitingKind,
    WaitingState,
    WaitingWish,
)

# factory-boy's declarations carry no types of their own.
numbered: Callable[[Callable[[int], str]], Any] = declarations.Sequence
asked: Callable[[Callable[[], object]], Any] = declarations.LazyFunction
derived: Callable[[Callable[[Any], object]], Any] = declarations.LazyAttribute
same_as: Callable[[str], Any] = declarations.SelfAttribute
made_by: Callable[..., Any] = declarations.SubFactory

PASSWORD = "correct horse battery staple"
KEEPS_SEATS = (PurchaseState.CAPTURING, PurchaseState.COMPLETED, PurchaseState.REFUNDING)
WAS_COMPLETED = (PurchaseState.COMPLETED, PurchaseState.REFUNDING, PurchaseState.REFUNDED)


def from_now(**delta: float) -> datetime:
    """A whole second that far ahead: sub-seconds would only blur comparisons."""
    return datetime.now(UTC).replace(microsecond=0) + timedelta(**delta)


class UserFactory(DjangoModelFactory[User]):
    class Meta:
        model = User

    email = numbered(lambda n: f"student{n}@example.test")
    username = numbered(lambda n: f"student{n}")
    first_name = "Sam"
    last_name = numbered(lambda n: f"Student{n}")

    @classmethod
    def _create(cls, model_class: type[User], *args: Any, **fields: Any) -> User:
        return model_class.objects.create_user(**{"password": PASSWORD, **fields})


class SessionFactory(DjangoModelFactory[Session]):
    class Meta:
        model = Session

    session_key = numbered(lambda n: f"session{n:025}")
    session_data = ""
    expire_date = asked(lambda: from_now(days=30))
    user = made_by(UserFactory)


class EmailRequestFactory(DjangoModelFactory[EmailRequest]):
    class Meta:
        model = EmailRequest

    kind = EmailKind.RESET_PASSWORD
    email = numbered(lambda n: f"reader{n}@example.test")


class SignInCodeFactory(DjangoModelFactory[SignInCode]):
    class Meta:
        model = SignInCode

    email = ""
    user = made_by(UserFactory)
    browser_key = numbered(lambda n: f"{n:064}")
    code_hash = "c" * 64


class FirstAdminLatchFactory(DjangoModelFactory[FirstAdminLatch]):
    class Meta:
        model = FirstAdminLatch

    user_id = asked(lambda: make_admin().pk)


class AuditEntryFactory(DjangoModelFactory[AuditEntry]):
    class Meta:
        model = AuditEntry

    actor_id = asked(lambda: make_admin().pk)
    action = "user.deactivated"
    subject_type = "user"
    subject_id = "1"


class BootcampFactory(DjangoModelFactory[Bootcamp]):
    class Meta:
        model = Bootcamp

    name = "Beginner Bootcamp"
    description = "Build a first working product in one sitting."
    tagline = "From idea to product"
    bootcamp_type = BootcampType.BUILD
    step = 1
    price = Decimal("995.00")
    max_seats = 20
    starts_at = asked(lambda: from_now(days=30))
    ends_at = derived(lambda bootcamp: bootcamp.starts_at + timedelta(hours=3))
    timezone = "America/New_York"

    @classmethod
    def _create(cls, model_class: type[Bootcamp], *args: Any, **fields: Any) -> Bootcamp:
        # One transaction: at its end the database wants as many seat rows as `max_seats`.
        with transaction.atomic():
            bootcamp = model_class.objects.create(**fields)
            match_seats_to_capacity(bootcamp=bootcamp)
        return bootcamp


class SeatFactory(DjangoModelFactory[Seat]):
    """One more seat; the bootcamp's capacity grows with it, or it could not be committed."""

    class Meta:
        model = Seat

    bootcamp = made_by(BootcampFactory, max_seats=0)
    number = derived(lambda seat: seat.bootcamp.max_seats + 1)

    @classmethod
    def _create(cls, model_class: type[Seat], *args: Any, **fields: Any) -> Seat:
        bootcamp: Bootcamp = fields["bootcamp"]
        with transaction.atomic():
            seat = model_class.objects.create(**fields)
            bootcamp.max_seats += 1
            bootcamp.save(update_fields=["max_seats"])
        return seat


class MeetingRegistrantFactory(DjangoModelFactory[MeetingRegistrant]):
    class Meta:
        model = MeetingRegistrant

    bootcamp = made_by(BootcampFactory, zoom_meeting_id="81234567890")
    enrollment_id = derived(lambda place: _enrollment_in(place.bootcamp))
    meeting_id = derived(lambda place: place.bootcamp.zoom_meeting_id)
    registrant_id = numbered(lambda n: f"registrant{n}")
    join_url = derived(lambda place: f"https://zoom.example.test/w/{place.registrant_id}")


class MeetingEventFactory(DjangoModelFactory[MeetingEvent]):
    class Meta:
        model = MeetingEvent

    key = numbered(lambda n: f"{n:064}")
    type = "meeting.ended"


class ResourceFactory(DjangoModelFactory[Resource]):
    class Meta:
        model = Resource

    bootcamp = made_by(BootcampFactory)
    title = "Workbook"
    description = "Exercises for the session."
    type = ResourceType.LINK
    url = "https://files.example.test/workbook"


class UploadFactory(DjangoModelFactory[Upload]):
    class Meta:
        model = Upload

    key = numbered(lambda n: f"resources/{n}.pdf")
    storage_key = derived(lambda upload: upload.key)
    content_type = "application/pdf"
    file_size = 2048


class BundleFactory(DjangoModelFactory[Bundle]):
    class Meta:
        model = Bundle

    name = "Complete Bundle"
    description = "All three steps at one price."
    tagline = "The whole journey"
    price = Decimal("2995.00")


class BundleBootcampFactory(DjangoModelFactory[BundleBootcamp]):
    class Meta:
        model = BundleBootcamp

    bundle = made_by(BundleFactory)
    bootcamp = made_by(BootcampFactory)


class CommunicationTemplateFactory(DjangoModelFactory[CommunicationTemplate]):
    class Meta:
        model = CommunicationTemplate

    name = numbered(lambda n: f"Template {n}")
    type = Channel.EMAIL
    category = TemplateCategory.REMINDER_1DAY
    subject = "Tomorrow: {bootcampName}"
    content = "Hello {firstName}, we start tomorrow."


class MessageFactory(DjangoModelFactory[Message]):
    class Meta:
        model = Message

    type = Channel.EMAIL
    category = "CUSTOM"
    recipient = numbered(lambda n: f"reader{n}@example.test")
    subject = "A word before we start"
    content = "Bring your idea."
    dedupe_key = numbered(lambda n: f"message:{n}")


class MessageBatchFactory(DjangoModelFactory[MessageBatch]):
    class Meta:
        model = MessageBatch

    bootcamp = made_by(BootcampFactory)
    type = Channel.EMAIL
    category = "CUSTOM"
    subject = "A word before we start"
    content = "Bring your idea."
    written_at = asked(from_now)


class SmsConsentFactory(DjangoModelFactory[SmsConsent]):
    class Meta:
        model = SmsConsent

    phone = numbered(lambda n: f"+1555{n:07}")
    user = made_by(UserFactory, phone=same_as("..phone"))
    source = "profile"
    text_version = "1"


class SuppressionFactory(DjangoModelFactory[Suppression]):
    class Meta:
        model = Suppression

    channel = Channel.EMAIL
    address = numbered(lambda n: f"gone{n}@example.test")
    reason = "bounced"


class ContactMessageFactory(DjangoModelFactory[ContactMessage]):
    class Meta:
        model = ContactMessage

    name = "Vera Visitor"
    email = "vera@example.test"
    subject = "A question"
    message = "Do I need to know how to program?"


class ContactAnswerFactory(DjangoModelFactory[ContactAnswer]):
    class Meta:
        model = ContactAnswer

    contact = made_by(ContactMessageFactory)
    idempotency_key = asked(uuid4)
    text = "No, you don't."
    send_at = asked(lambda: from_now(seconds=10))


class NoticeChoiceFactory(DjangoModelFactory[NoticeChoice]):
    class Meta:
        model = NoticeChoice

    user = made_by(UserFactory)
    kind = "sale"
    pace = "digest"
    since = asked(from_now)
    told_until = asked(from_now)


class CoachFactory(DjangoModelFactory[Coach]):
    class Meta:
        model = Coach

    user = made_by(UserFactory, role=Role.COACH)
    timezone = "America/New_York"
    meeting_url = "https://meet.example.test/coach"


class WeeklyHoursFactory(DjangoModelFactory[WeeklyHours]):
    class Meta:
        model = WeeklyHours

    coach = made_by(CoachFactory)
    weekday = 0
    opens = time(9)
    closes = time(17)


class AvailabilityExceptionFactory(DjangoModelFactory[AvailabilityException]):
    class Meta:
        model = AvailabilityException

    coach = made_by(CoachFactory)
    starts_at = asked(lambda: from_now(days=7))
    ends_at = derived(lambda exception: exception.starts_at + timedelta(days=1))
    note = "Day off"


class CoachingSessionFactory(DjangoModelFactory[CoachingSession]):
    class Meta:
        model = CoachingSession

    user = made_by(UserFactory)
    bootcamp = made_by(BootcampFactory, includes_coaching=True)


class PurchaseFactory(DjangoModelFactory[Purchase]):
    """A bare row, pending and without items; `make_purchase` makes a whole one."""

    class Meta:
        model = Purchase

    user = made_by(UserFactory)
    bootcamp = made_by(BootcampFactory)
    package_name = "Beginner Bootcamp"
    total_amount = Decimal("995.00")
    stripe_payment_intent_id = numbered(lambda n: f"pi_test_{n}")
    # Pay was clicked; `begun_at=None` for what was only typed.
    begun_at = asked(from_now)


class PurchaseTallyFactory(DjangoModelFactory[PurchaseTally]):
    """A row of its own, on top of those the database writes itself."""

    class Meta:
        model = PurchaseTally

    status = PurchaseStatus.COMPLETED
    is_demo = False
    purchases = 1
    revenue = Decimal("995.00")


class EnrollmentFactory(DjangoModelFactory[Enrollment]):
    class Meta:
        model = Enrollment

    purchase = made_by(PurchaseFactory)
    bootcamp = same_as("purchase.bootcamp")
    name = same_as("bootcamp.name")
    price = same_as("bootcamp.price")
    paid = same_as("purchase.total_amount")
    starts_at = same_as("bootcamp.starts_at")
    ends_at = same_as("bootcamp.ends_at")
    timezone = same_as("bootcamp.timezone")


class RefundFactory(DjangoModelFactory[Refund]):
    class Meta:
        model = Refund

    purchase = derived(lambda _: _bought())
    amount = same_as("purchase.total_amount")
    reason = "first_session"


class MovementFactory(DjangoModelFactory[Movement]):
    class Meta:
        model = Movement

    purchase = derived(lambda _: _bought())
    kind = MovementKind.PAYMENT
    status = MovementStatus.SUCCEEDED
    amount = same_as("purchase.total_amount")
    provider_id = numbered(lambda n: f"moved_{n}")
    happened_at = asked(from_now)


class RefundLineFactory(DjangoModelFactory[RefundLine]):
    class Meta:
        model = RefundLine

    refund = made_by(RefundFactory)
    enrollment = derived(lambda line: enrollment_of(line.refund.purchase))
    amount = same_as("refund.amount")


class DisputeFactory(DjangoModelFactory[Dispute]):
    class Meta:
        model = Dispute

    purchase = derived(lambda _: _bought())
    provider_id = numbered(lambda n: f"du_made_{n}")
    amount = same_as("purchase.total_amount")
    reason = "fraudulent"
    status = "needs_response"
    due_by = asked(lambda: from_now(days=7))
    opened_at = asked(from_now)


class FactFactory(DjangoModelFactory[Fact]):
    class Meta:
        model = Fact

    purchase = derived(lambda _: _bought())
    what = "purchase.completed"


class HandOverFactory(DjangoModelFactory[HandOver]):
    class Meta:
        model = HandOver

    enrollment = derived(lambda _: enrollment_of(_bought()))
    to_email = numbered(lambda n: f"friend{n}@example.test")
    to_name = "Fay Friend"
    token_hash = numbered(lambda n: f"{n:064x}")
    expires_at = asked(lambda: from_now(days=14))


class WaitingEntryFactory(DjangoModelFactory[WaitingEntry]):
    class Meta:
        model = WaitingEntry

    kind = WaitingKind.DATES
    email = numbered(lambda n: f"waiting{n}@example.test")
    name = "Willa Waiting"
    queued_at = asked(from_now)


class WaitingWishFactory(DjangoModelFactory[WaitingWish]):
    class Meta:
        model = WaitingWish

    entry = made_by(WaitingEntryFactory)
    bootcamp = made_by(BootcampFactory)


class SeatOfferFactory(DjangoModelFactory[SeatOffer]):
    class Meta:
        model = SeatOffer

    entry = made_by(WaitingEntryFactory, state=WaitingState.OFFERED)
    purchase = derived(lambda _: _pending())
    expires_at = asked(lambda: from_now(days=1))


class ClassChangeFactory(DjangoModelFactory[ClassChange]):
    class Meta:
        model = ClassChange

    bootcamp = made_by(BootcampFactory)
    kind = ChangeKind.CANCEL
    old_starts_at = asked(lambda: from_now(days=30))
    old_ends_at = asked(lambda: from_now(days=31))
    words = ""
    choose_by = asked(lambda: from_now(days=3))
    offers_credit = True


class ClassChoiceFactory(DjangoModelFactory[ClassChoice]):
    class Meta:
        model = ClassChoice

    change = made_by(ClassChangeFactory)
    enrollment = derived(lambda _: _bought().enrollments.get())


class LinkTestFactory(DjangoModelFactory[LinkTest]):
    class Meta:
        model = LinkTest

    enrollment = derived(lambda _: _bought().enrollments.get())


class ClassQuestionFactory(DjangoModelFactory[ClassQuestion]):
    class Meta:
        model = ClassQuestion

    bootcamp = derived(lambda _: make_bootcamp())
    words = "What do you want to build?"
    kind = "line"
    position = 1


class ClassAnswerFactory(DjangoModelFactory[ClassAnswer]):
    class Meta:
        model = ClassAnswer

    question = made_by(ClassQuestionFactory)
    enrollment = derived(lambda _: _bought().enrollments.get())
    words = "A shop"


class PresenceSpanFactory(DjangoModelFactory[PresenceSpan]):
    class Meta:
        model = PresenceSpan

    enrollment = derived(lambda _: _bought().enrollments.get())
    stay = numbered(lambda n: f"16778{n:05}")
    joined_at = derived(lambda _: from_now())


class FeedbackFactory(DjangoModelFactory[Feedback]):
    class Meta:
        model = Feedback

    enrollment = derived(lambda _: _bought().enrollments.get())
    score = 9
    words = "Worth every hour."


class UpgradeCreditFactory(DjangoModelFactory[UpgradeCredit]):
    class Meta:
        model = UpgradeCredit

    purchase = derived(lambda _: _bought())
    base = derived(lambda _: _bought())
    amount = Decimal("995.00")


class EventCursorFactory(DjangoModelFactory[EventCursor]):
    class Meta:
        model = EventCursor

    name = numbered(lambda n: f"cursor{n}")
    position = 1


class CertificateFactory(DjangoModelFactory[Certificate]):
    class Meta:
        model = Certificate

    code = numbered(lambda n: base64.b32encode(f"{n:010}".encode()).decode()[-12:])
    enrollment = derived(lambda _: enrollment_of(_bought()))
    holder_name = "Sam Student"
    bootcamp_name = same_as("enrollment.name")
    starts_at = same_as("enrollment.starts_at")
    ends_at = same_as("enrollment.ends_at")
    timezone = same_as("enrollment.timezone")


class AccountInvitationFactory(DjangoModelFactory[AccountInvitation]):
    class Meta:
        model = AccountInvitation

    email = numbered(lambda n: f"guest{n}@example.test")
    purchase_ids = derived(lambda invitation: [_bought(user=None, guest_email=invitation.email).pk])
    token_hash = numbered(lambda n: f"{n:064x}")
    expires_at = asked(lambda: from_now(days=30))


class ResourceOpeningFactory(DjangoModelFactory[ResourceOpening]):
    class Meta:
        model = ResourceOpening

    user = made_by(UserFactory)
    resource = made_by(ResourceFactory)


class PriceStepFactory(DjangoModelFactory[PriceStep]):
    class Meta:
        model = PriceStep

    bootcamp = made_by(BootcampFactory)
    price = Decimal(795)
    regular_price = Decimal(995)
    until = asked(lambda: from_now(days=5))


class DiscountCodeFactory(DjangoModelFactory[DiscountCode]):
    class Meta:
        model = DiscountCode

    code = numbered(lambda n: f"SPRING{n}")
    kind = CodeKind.PERCENT
    value = Decimal(20)


class CodeScopeFactory(DjangoModelFactory[CodeScope]):
    class Meta:
        model = CodeScope

    code = made_by(DiscountCodeFactory)
    bootcamp = made_by(BootcampFactory)


class CodeUseFactory(DjangoModelFactory[CodeUse]):
    class Meta:
        model = CodeUse

    code = made_by(DiscountCodeFactory)
    purchase = derived(lambda use: _bought(code=use.code))
    amount = Decimal(199)


class CalendarFeedFactory(DjangoModelFactory[CalendarFeed]):
    class Meta:
        model = CalendarFeed

    user = made_by(UserFactory)
    version = 2


class StripeEventFactory(DjangoModelFactory[StripeEvent]):
    class Meta:
        model = StripeEvent

    id = numbered(lambda n: f"evt_test_{n}")
    type = "payment_intent.amount_capturable_updated"
    object_id = "pi_test"


class ReconciliationBreakFactory(DjangoModelFactory[ReconciliationBreak]):
    class Meta:
        model = ReconciliationBreak

    kind = "amount_mismatch"
    payment_intent_id = numbered(lambda n: f"pi_broken_{n}")


class ReadinessNoticeFactory(DjangoModelFactory[ReadinessNotice]):
    class Meta:
        model = ReadinessNotice

    bootcamp = made_by(BootcampFactory)
    starts_at = same_as("bootcamp.starts_at")
    red_cells = numbered(lambda n: f"{n:064x}")
    words = "There's no meeting and no link"


class BoardCountFactory(DjangoModelFactory[BoardCount]):
    class Meta:
        model = BoardCount

    issues = 3
    counted_at = asked(from_now)


class FunnelDayFactory(DjangoModelFactory[FunnelDay]):
    class Meta:
        model = FunnelDay

    day = asked(lambda: from_now().date())
    step = FunnelStep.LANDING
    count = 1


class DeskNoteFactory(DjangoModelFactory[DeskNote]):
    class Meta:
        model = DeskNote

    user = made_by(UserFactory)
    text = "Called to ask about the date."


class BulkActFactory(DjangoModelFactory[BulkAct]):
    class Meta:
        model = BulkAct

    key = asked(uuid4)
    kind = "note"
    subject = "purchases"
    subject_ids = [1]
    total = 1
    text = "Called."
    begins_at = asked(from_now)


class BulkFailureFactory(DjangoModelFactory[BulkFailure]):
    class Meta:
        model = BulkFailure

    act = made_by(BulkActFactory)
    subject_id = 1
    reason = "Purchase not found"


class BackupFactory(DjangoModelFactory[Backup]):
    class Meta:
        model = Backup


def make_user(**fields: Any) -> User:
    """An active student whose password is PASSWORD."""
    return UserFactory.create(**fields)


def make_admin(**fields: Any) -> User:
    return UserFactory.create(**{"role": Role.ADMIN, **fields})


def make_bootcamp(**fields: Any) -> Bootcamp:
    """A Beginner Bootcamp in thirty days with twenty free seats."""
    return BootcampFactory.create(**fields)


def make_bundle(*, bootcamps: Sequence[Bootcamp], **fields: Any) -> Bundle:
    with transaction.atomic():
        bundle = BundleFactory.create(**fields)
        for bootcamp in bootcamps:
            BundleBootcampFactory.create(bundle=bundle, bootcamp=bootcamp)
    return bundle


def make_step(package: Bootcamp | Bundle, **fields: Any) -> PriceStep:
    """An early price, a fifth off and for five more days unless it says otherwise."""
    is_bundle = isinstance(package, Bundle)
    regular = Decimal(package.price)
    own = {"bootcamp": None, "bundle": package} if is_bundle else {"bootcamp": package}
    off = {"price": (regular * 4 / 5).quantize(Decimal("0.01")), "regular_price": regular}
    # One for the first seats ends by nothing else.
    ends = {"until": None} if "first_seats" in fields else {}
    return PriceStepFactory.create(**{**own, **off, **ends, **fields})


def make_code(code: str = "SPRING", **fields: Any) -> DiscountCode:
    """Twenty percent off everything, for everybody."""
    return DiscountCodeFactory.create(code=code, **fields)


def make_resource(**fields: Any) -> Resource:
    return ResourceFactory.create(**fields)


def make_template(**fields: Any) -> CommunicationTemplate:
    return CommunicationTemplateFactory.create(**fields)


def make_message(**fields: Any) -> Message:
    return MessageFactory.create(**fields)


def make_coach(**fields: Any) -> Coach:
    """A coach who can be booked from nine to five on working days."""
    with transaction.atomic():
        coach = CoachFactory.create(**fields)
        if coach.user.role == Role.STUDENT:
            # As adding a coach at the desk does.
            coach.user.role = Role.COACH
            coach.user.save(update_fields=["role"])
        for weekday in range(5):
            WeeklyHoursFactory.create(coach=coach, weekday=weekday)
    return coach


def make_coaching_session(**fields: Any) -> CoachingSession:
    return CoachingSessionFactory.create(**fields)


@transaction.atomic
def make_purchase(
    *,
    bootcamp: Bootcamp | None = None,
    bundle: Bundle | None = None,
    state: PurchaseState = PurchaseState.COMPLETED,
    held_for: timedelta | None = None,
    **fields: Any,
) -> Purchase:
    """A whole purchase: its items, its seats and, when money went back, its refund.

    `held_for` gives a pending one a hold in each bootcamp. A guest: `user=None`.
    """
    package = bundle or bootcamp or make_bootcamp()
    chosen = [package] if isinstance(package, Bootcamp) else list(package.bootcamps.order_by("id"))
    purchase = PurchaseFactory.create(
        bootcamp=package if isinstance(package, Bootcamp) else None,
        bundle=bundle,
        is_bundle=bundle is not None,
        state=state,
        **{
            "package_name": package.name,
            "total_amount": package.price,
            **_fields_of_state(state, amount=fields.get("total_amount", package.price)),
            **_fields_of_buyer(fields),
            **fields,
        },
    )
    purchase.total_amount = Decimal(purchase.total_amount)
    prices = [Decimal(member.price) for member in chosen]
    for enrollment in make_enrollments(purchase=purchase, bootcamps=chosen, prices=prices):
        if state in KEEPS_SEATS or held_for is not None:
            _take_seat(enrollment=enrollment, held_for=held_for)
        if state == PurchaseState.REFUNDED:
            enrollment.ended_at, enrollment.ended_because = from_now(), EndedBecause.REFUNDED
            enrollment.save()
    if purchase.refunded_amount or state == PurchaseState.REFUNDING:
        done = state != PurchaseState.REFUNDING
        RefundFactory.create(
            purchase=purchase,
            amount=purchase.refunded_amount or purchase.total_amount,
            status=RefundStatus.SUCCEEDED if done else RefundStatus.PENDING,
            settled_at=from_now() if done else None,
        )
    _move_money(purchase)
    return purchase


def _move_money(purchase: Purchase) -> None:
    """The ledger of a purchase: what came in, and what its refunds gave back."""
    if purchase.state in WAS_COMPLETED and not purchase.is_complimentary:
        MovementFactory.create(
            purchase=purchase,
            provider_id=purchase.stripe_payment_intent_id or f"pi_made_{purchase.pk}",
            happened_at=purchase.completed_at,
        )
    for refund in purchase.refunds.filter(status=RefundStatus.SUCCEEDED):
        refund.movement = MovementFactory.create(
            purchase=purchase,
            kind=MovementKind.REFUND,
            amount=-refund.amount,
            happened_at=refund.settled_at,
        )
        refund.save()
    fill_lines(purchase_ids=[purchase.pk])


def _enrollment_in(bootcamp: Bootcamp) -> int:
    return enrollment_of(make_purchase(bootcamp=bootcamp)).pk


def _pending() -> Purchase:
    return make_purchase(state=PurchaseState.PENDING)


def make_invitation(**fields: Any) -> AccountInvitation:
    return AccountInvitationFactory.create(**fields)


def _bought(**fields: Any) -> Purchase:
    # The factories above cannot name a decorated function below them: its type is not yet known.
    return make_purchase(**fields)


def _fields_of_state(state: PurchaseState, *, amount: Decimal) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if state in WAS_COMPLETED:
        fields["completed_at"] = from_now()
    if state == PurchaseState.REFUNDED:
        fields["refunded_amount"] = amount
    if state == PurchaseState.CANCELING:
        fields["cancel_reason"] = CancelReason.EXPIRED
    return fields


def _fields_of_buyer(fields: dict[str, Any]) -> dict[str, Any]:
    if fields.get("user") or not ("guest_email" in fields or "user" in fields):
        return {}
    return {"user": None, "guest_email": "guest@example.test", "guest_full_name": "Gale Guest"}


def seats_of(*purchases: Purchase) -> QuerySet[Seat]:
    """What these purchases keep or hold."""
    return Seat.objects.filter(
        enrollment_id__in=Enrollment.objects.filter(purchase__in=purchases).values("pk")
    )


def enrollment_of(purchase: Purchase, bootcamp: Bootcamp | None = None) -> Enrollment:
    """Its only one, or the one in this bootcamp."""
    mine = Enrollment.objects.filter(purchase=purchase)
    return (mine.filter(bootcamp=bootcamp) if bootcamp else mine).get()


def _take_seat(*, enrollment: Enrollment, held_for: timedelta | None) -> None:
    bootcamp = enrollment.bootcamp
    seat = Seat.objects.filter(bootcamp=bootcamp, enrollment_id=None).order_by("number").first()
    if seat is None:
        raise ValueError(f"{bootcamp.name} has no free seat left")
    seat.enrollment_id = enrollment.pk
    seat.held_until = None if held_for is None else datetime.now(UTC) + held_for
    seat.save()
