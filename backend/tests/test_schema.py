"""The database itself refuses what must never be: one broken row for every rule it keeps."""

from collections.abc import Callable
from datetime import time, timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from frontrow.accounts.models import AuditEntry, FirstAdminLatch, User
from frontrow.catalogue.models import Bootcamp, Seat
from frontrow.core.zones import ALLOWED_ZONES
from frontrow.sales.models import PurchaseState, RefundLine
from tests import factories as make

APPS = ("accounts", "catalogue", "messaging", "coaching", "sales", "backoffice")
Violation = Callable[[], object]


def altered(create: Callable[[], models.Model], **fields: Any) -> Violation:
    """Make a sound row, then break it past every check that Python would make."""

    def violate() -> None:
        row = create()
        type(row)._default_manager.filter(pk=row.pk).update(**fields)

    return violate


def twice(create: Callable[..., models.Model], **fields: Any) -> Violation:
    """Make two rows that agree in these fields."""

    def violate() -> None:
        create(**fields)
        create(**fields)

    return violate


def spelled(create: Callable[..., models.Model], field: str, *spellings: str) -> Violation:
    """Make one row per spelling of what should be one thing."""

    def violate() -> None:
        for spelling in spellings:
            create(**{field: spelling})

    return violate


def two_users_with_one_username() -> None:
    make.make_user(username="ada")
    other = make.make_user()
    User.objects.filter(pk=other.pk).update(username="ada")


def scoped_twice(kind: str) -> None:
    bootcamp, code = make.make_bootcamp(), make.make_code()
    bundle = make.make_bundle(bootcamps=[bootcamp])
    for _ in range(2):
        make.CodeScopeFactory.create(
            code=code,
            bootcamp=bootcamp if kind == "bootcamp" else None,
            bundle=bundle if kind == "bundle" else None,
        )


def one_purchase_uses_two_codes() -> None:
    purchase = make.make_purchase()
    for code in ("SPRING", "FALL"):
        make.CodeUseFactory.create(code=make.make_code(code), purchase=purchase)


def an_enrollment_with_two_seats() -> None:
    purchase = make.make_purchase()
    free = Seat.objects.filter(bootcamp=purchase.bootcamp, enrollment_id=None).first()
    assert free is not None
    Seat.objects.filter(pk=free.pk).update(enrollment_id=make.enrollment_of(purchase).pk)


def an_opening_noted_twice() -> None:
    opening = make.ResourceOpeningFactory.create()
    make.ResourceOpeningFactory.create(user=opening.user, resource=opening.resource)


def a_line_twice() -> None:
    line = make.RefundLineFactory.create()
    make.RefundLineFactory.create(refund=line.refund, enrollment=line.enrollment)


def a_line_of_one_movement_twice() -> None:
    purchase = make.make_purchase(state=PurchaseState.REFUNDED)
    line = RefundLine.objects.get(enrollment__purchase=purchase)
    make.RefundLineFactory.create(movement=line.movement, enrollment=line.enrollment)


def continued_twice() -> None:
    first = make.EnrollmentFactory.create()
    for _ in range(2):
        make.EnrollmentFactory.create(replaces=first, first=first)


def two_payments_that_moved_one_seat() -> None:
    seat = make.EnrollmentFactory.create()
    for _ in range(2):
        make.make_purchase(pays_for_move=seat)


def offered_twice() -> None:
    offer = AN_OFFER()
    AN_OFFER(enrollment=offer.enrollment)


def counted_twice() -> None:
    credit = A_CREDIT()
    A_CREDIT(purchase=credit.purchase, base=credit.base)


def failed_twice() -> None:
    failure = make.BulkFailureFactory.create()
    make.BulkFailureFactory.create(act=failure.act)


def counting_itself() -> None:
    purchase = make.make_purchase()
    A_CREDIT(purchase=purchase, base=purchase)


def a_second_seat_with_the_same_number() -> None:
    Seat.objects.create(bootcamp=make.make_bootcamp(), number=20)


def a_21st_seat() -> None:
    Seat.objects.create(bootcamp=make.make_bootcamp(), number=21)


def a_bootcamp_without_seats() -> None:
    Bootcamp.objects.bulk_create([make.BootcampFactory.build()])


def a_seat_taken_away() -> None:
    Seat.objects.filter(bootcamp=make.make_bootcamp(), number=7).delete()


def a_seat_moved_to_another_bootcamp() -> None:
    seat = Seat.objects.filter(bootcamp=make.make_bootcamp(), number=20)
    seat.update(bootcamp=make.make_bootcamp(), number=21)


def a_purchase_with_both_packages() -> None:
    purchase = make.make_purchase()
    bundle = make.make_bundle(bootcamps=[make.make_bootcamp()])
    type(purchase).objects.filter(pk=purchase.pk).update(bundle=bundle)


def a_purchase_of_a_bundle_that_is_not_marked_as_one() -> None:
    bundle = make.make_bundle(bootcamps=[make.make_bootcamp()])
    altered(lambda: make.make_purchase(bundle=bundle), is_bundle=False)()


def two_enrollments_in_one_bootcamp() -> None:
    purchase = make.make_purchase()
    make.EnrollmentFactory.create(purchase=purchase)


def one_visitor_with_two_live_payments() -> None:
    make.make_purchase(state=PurchaseState.PENDING, checkout_key="f" * 64)
    make.make_purchase(state=PurchaseState.CAPTURING, checkout_key="f" * 64)


def two_refunds_under_way() -> None:
    purchase = make.make_purchase()
    make.RefundFactory.create(purchase=purchase, status="requested")
    make.RefundFactory.create(purchase=purchase, status="pending")


def two_places_for_one_enrollment() -> None:
    place = make.MeetingRegistrantFactory.create()
    make.MeetingRegistrantFactory.create(bootcamp=place.bootcamp, enrollment_id=place.enrollment_id)


def one_bootcamp_twice_in_a_bundle() -> None:
    bootcamp = make.make_bootcamp()
    make.make_bundle(bootcamps=[bootcamp, bootcamp])


def one_user_as_two_coaches() -> None:
    twice(make.make_coach, user=make.make_user())()


def book(**fields: Any) -> models.Model:
    start = make.from_now(days=3)
    whole = {"status": "scheduled", "scheduled_at": start, "ends_at": start + timedelta(hours=1)}
    return make.make_coaching_session(**{"coach": None, **whole, **fields})


def an_hour_that_ends_without_beginning() -> None:
    make.make_coaching_session(status="pending", ends_at=make.from_now(days=3))


def overlapping_hours_of_one_coach() -> None:
    coach = make.make_coach()
    begin = make.from_now(days=3)
    late = begin + timedelta(minutes=59)
    book(coach=coach, scheduled_at=begin, ends_at=begin + timedelta(hours=1))
    book(coach=coach, scheduled_at=late, ends_at=late + timedelta(hours=1))


def an_hour_within_the_buffer_of_another() -> None:
    coach = make.make_coach()
    begin = make.from_now(days=3)
    end = begin + timedelta(hours=1)
    book(coach=coach, scheduled_at=begin, ends_at=end, busy_until=end + timedelta(minutes=15))
    soon = end + timedelta(minutes=14)
    book(coach=coach, scheduled_at=soon, ends_at=soon + timedelta(hours=1))


def a_student_in_two_hours_at_once() -> None:
    user = make.make_user()
    book(user=user, coach=make.make_coach())
    book(user=user, coach=make.make_coach())


def two_hours_of_coaching_for_one_enrollment() -> None:
    enrollment = make.enrollment_of(make.make_purchase())
    twice(make.make_coaching_session, enrollment_id=enrollment.pk, bootcamp=enrollment.bootcamp)()


def an_hour_that_ends_before_it_begins() -> None:
    begin = make.from_now(days=3)
    book(coach=make.make_coach(), scheduled_at=begin, ends_at=begin)


def one_resource_opened_twice() -> None:
    twice(
        make.ResourceOpeningFactory.create, user=make.make_user(), resource=make.make_resource()
    )()


def two_certificates_for_one_enrollment() -> None:
    twice(make.CertificateFactory.create, enrollment=make.enrollment_of(make.make_purchase()))()


def one_open_break_twice() -> None:
    twice(make.ReconciliationBreakFactory.create, payment_intent_id="pi_1", kind="amount")()


A_USER = make.make_user
A_BOOTCAMP = make.make_bootcamp
A_PURCHASE = make.make_purchase
A_MESSAGE = make.make_message
A_TEMPLATE = make.make_template
A_BATCH = make.MessageBatchFactory.create
A_NOTICE = make.NoticeChoiceFactory.create
AN_ANSWER = make.ContactAnswerFactory.create
A_RESOURCE = make.make_resource
A_PLACE = make.MeetingRegistrantFactory.create
AN_UPLOAD = make.UploadFactory.create
A_SESSION = make.make_coaching_session
AN_INVITATION = make.make_invitation
AN_OFFER = make.HandOverFactory.create
A_WAITER = make.WaitingEntryFactory.create
A_WISH = make.WaitingWishFactory.create
A_STEP = make.PriceStepFactory.create
A_CODE = make.DiscountCodeFactory.create
A_SCOPE = make.CodeScopeFactory.create
AN_OFFERED_SEAT = make.SeatOfferFactory.create
A_CREDIT = make.UpgradeCreditFactory.create
A_CHANGE = make.ClassChangeFactory.create
A_CHOICE = make.ClassChoiceFactory.create
A_LINK_TEST = make.LinkTestFactory.create
A_QUESTION = make.ClassQuestionFactory.create
AN_ANSWER_TO_IT = make.ClassAnswerFactory.create
A_STAY = make.PresenceSpanFactory.create
A_FEEDBACK = make.FeedbackFactory.create
A_BULK_ACT = make.BulkActFactory.create
A_CERTIFICATE = make.CertificateFactory.create


def both_paces() -> None:
    first = A_NOTICE(pace="at_once")
    A_NOTICE(user=first.user, pace="digest")


def one_bundle_twice() -> None:
    bundle = make.make_bundle(bootcamps=[make.make_bootcamp()])
    twice(A_WAITER, kind="bundle", bundle=bundle, email="a@example.test")()


def wished_twice() -> None:
    wish = A_WISH()
    A_WISH(entry=wish.entry, bootcamp=wish.bootcamp)


def offered_two_seats() -> None:
    AN_OFFERED_SEAT(entry=AN_OFFERED_SEAT().entry)


def changed_twice() -> None:
    A_CHANGE(bootcamp=A_CHANGE().bootcamp)


def told_twice() -> None:
    first = make.ReadinessNoticeFactory.create()
    make.ReadinessNoticeFactory.create(bootcamp=first.bootcamp, red_cells=first.red_cells)


def chosen_twice() -> None:
    first = A_CHOICE()
    A_CHOICE(change=first.change, enrollment=first.enrollment)


def two_of_one_seat(create: Callable[..., models.Model], **fields: Any) -> Violation:
    def violate() -> None:
        enrollment = A_CHOICE().enrollment
        for _ in range(2):
            create(enrollment=enrollment, **fields)

    return violate


def asked_twice() -> None:
    A_QUESTION(bootcamp=A_QUESTION().bootcamp)


def answered_twice() -> None:
    first = AN_ANSWER_TO_IT()
    AN_ANSWER_TO_IT(question=first.question, enrollment=first.enrollment)


def one_code_for_two_seats() -> None:
    code = A_CODE()
    for _ in range(2):
        A_CHOICE(credit=code)


def one_purchase_offered_twice() -> None:
    AN_OFFERED_SEAT(purchase=AN_OFFERED_SEAT(state="expired").purchase)


# Which constraint refuses it, what is wrong, how to do wrong.
VIOLATIONS: list[tuple[str, str, Violation]] = [
    (
        "funnel_days_once_each",
        "a day twice",
        twice(make.FunnelDayFactory.create, day="2026-03-01", step="landing"),
    ),
    (
        "funnel_days_step_known",
        "unknown step",
        altered(make.FunnelDayFactory.create, step="paid"),
    ),
    ("users_email_unique", "case only", spelled(A_USER, "email", "a@x.test", "A@x.test")),
    ("users_username_key", "the same username", two_users_with_one_username),
    (
        "users_username_key_key",
        "twins",
        spelled(A_USER, "username", "admin", "\N{FULLWIDTH LATIN CAPITAL LETTER A}dmin"),
    ),
    ("users_username_key_key", "case only", spelled(A_USER, "username", "Straße", "STRASSE")),
    ("users_role_known", "unknown role", altered(A_USER, role="JANITOR")),
    ("users_status_known", "unknown status", altered(A_USER, status="banned")),
    ("users_phone_e164", "no country code", altered(A_USER, phone="5550100")),
    ("users_phone_e164", "a leading zero", altered(A_USER, phone="+0155501000")),
    (
        "letter_requests_kind_known",
        "unknown kind",
        altered(make.EmailRequestFactory.create, kind="love_letter"),
    ),
    (
        "sign_in_codes_have_a_user",
        "a code of nobody",
        altered(make.SignInCodeFactory.create, user=None),
    ),
    (
        "sign_in_codes_five_tries",
        "a sixth try",
        altered(make.SignInCodeFactory.create, wrong_tries=6),
    ),
    (
        "sign_in_codes_browser_key_key",
        "two for one browser",
        spelled(make.SignInCodeFactory.create, "browser_key", "k", "k"),
    ),
    (
        "sign_in_codes_wrong_tries_check",
        "less than none",
        altered(make.SignInCodeFactory.create, wrong_tries=-1),
    ),
    (
        "first_admin_latch_single_row",
        "a second row",
        lambda: FirstAdminLatch.objects.create(id=2, user_id=1),
    ),
    (
        "first_admin_latch_pkey",
        "the row again",
        lambda: FirstAdminLatch.objects.bulk_create([FirstAdminLatch(user_id=n) for n in (1, 2)]),
    ),
    ("bootcamps_end_after_start", "no time", altered(A_BOOTCAMP, ends_at=models.F("starts_at"))),
    ("bootcamps_price_not_negative", "a gift", altered(A_BOOTCAMP, price="-0.01")),
    ("bootcamps_step_known", "step 4", altered(A_BOOTCAMP, step=4)),
    ("bootcamps_step_known", "step 0", altered(A_BOOTCAMP, step=0)),
    ("bootcamps_max_seats_sane", "1001 seats", altered(A_BOOTCAMP, max_seats=1001)),
    ("bootcamps_type_known", "unknown type", altered(A_BOOTCAMP, bootcamp_type="Sell")),
    ("bootcamps_status_known", "unknown status", altered(A_BOOTCAMP, status="draft")),
    ("bootcamps_timezone_known", "not offered", altered(A_BOOTCAMP, timezone="Asia/Kolkata")),
    ("seats_match_capacity", "none made", a_bootcamp_without_seats),
    ("seats_match_capacity", "one too many", a_21st_seat),
    ("seats_match_capacity", "one too few", a_seat_taken_away),
    ("seats_match_capacity", "one moved elsewhere", a_seat_moved_to_another_bootcamp),
    ("seats_match_capacity", "capacity alone", altered(A_BOOTCAMP, max_seats=19)),
    ("seats_one_per_number", "number 20 again", a_second_seat_with_the_same_number),
    ("seats_one_per_enrollment", "two for one", an_enrollment_with_two_seats),
    ("seats_number_from_one", "number 0", altered(make.SeatFactory.create, number=0)),
    (
        "seats_hold_has_holder",
        "a hold of nobody",
        altered(make.SeatFactory.create, held_until=make.from_now(minutes=10)),
    ),
    ("seats_enrollment_exists", "no such", altered(make.SeatFactory.create, enrollment_id=999_999)),
    ("registrants_one_per_enrollment", "two places", two_places_for_one_enrollment),
    ("registrants_enrollment_exists", "no such", altered(A_PLACE, enrollment_id=999_999)),
    ("resources_type_known", "unknown type", altered(A_RESOURCE, type="AUDIO")),
    ("resources_file_size_positive", "size 0", altered(A_RESOURCE, file_size=0)),
    ("resources_link_has_url", "YOUTUBE", altered(A_RESOURCE, type="YOUTUBE", url="")),
    ("resources_link_has_url", "LINK", altered(A_RESOURCE, type="LINK", url="")),
    ("uploads_key_key", "one address twice", twice(AN_UPLOAD, key="resources/1.pdf")),
    ("uploads_announced_whole", "a type alone", altered(AN_UPLOAD, file_size=None)),
    ("uploads_announced_whole", "a size alone", altered(AN_UPLOAD, content_type="")),
    ("uploads_announced_whole", "size 0", altered(AN_UPLOAD, file_size=0)),
    (
        "uploads_attached_has_place",
        "nowhere",
        altered(AN_UPLOAD, storage_key="", attached_at=make.from_now(days=0)),
    ),
    (
        "bundles_price_not_negative",
        "a gift",
        altered(make.BundleFactory.create, price="-1.00"),
    ),
    ("bundle_bootcamps_unique_pair", "the same pair", one_bootcamp_twice_in_a_bundle),
    ("templates_type_known", "unknown type", altered(A_TEMPLATE, type="FAX")),
    ("templates_category_known", "unknown category", altered(A_TEMPLATE, category="CUSTOM")),
    ("templates_have_a_name", "no name", altered(A_TEMPLATE, name="")),
    ("templates_have_content", "no content", altered(A_TEMPLATE, content="")),
    ("communication_logs_dedupe_key_key", "one event", twice(A_MESSAGE, dedupe_key="welcome:1")),
    ("communication_logs_message_id_key", "one mail", twice(A_MESSAGE, message_id="<1@x.test>")),
    ("batches_type_known", "unknown type", altered(A_BATCH, type="FAX")),
    ("batches_have_content", "no content", altered(A_BATCH, content="")),
    ("batches_wait_for_a_time", "never", altered(A_BATCH, written_at=None)),
    (
        "batches_written_or_canceled",
        "both",
        altered(A_BATCH, canceled_at=make.from_now(hours=1)),
    ),
    (
        "message_batches_idempotency_key_key",
        "sent twice",
        twice(A_BATCH, idempotency_key="6f1c0a52-7a43-4a1e-9c55-0d6d3b1f2a11"),
    ),
    ("contact_answers_have_text", "no text", altered(AN_ANSWER, text="")),
    (
        "contact_answers_written_or_canceled",
        "both",
        altered(AN_ANSWER, written_at=make.from_now(), canceled_at=make.from_now()),
    ),
    (
        "contact_answers_once",
        "answered twice",
        twice(AN_ANSWER, idempotency_key="6f1c0a52-7a43-4a1e-9c55-0d6d3b1f2a12"),
    ),
    ("board_counts_one_row", "a second", altered(make.BoardCountFactory.create, id=2)),
    ("readiness_notices_once_each", "told twice", told_twice),
    ("desk_notes_have_text", "none", altered(make.DeskNoteFactory.create, text="")),
    ("desk_notes_about_one", "nobody", altered(make.DeskNoteFactory.create, user=None)),
    ("notice_choices_kind_known", "unknown kind", altered(A_NOTICE, kind="weather")),
    ("notice_choices_pace_known", "unknown pace", altered(A_NOTICE, pace="never")),
    ("notice_choices_once_each", "both at once and digest", both_paces),
    ("messages_type_known", "unknown type", altered(A_MESSAGE, type="FAX")),
    ("messages_status_known", "unknown status", altered(A_MESSAGE, status="LOST")),
    ("messages_fate_known", "unknown fate", altered(A_MESSAGE, fate="EATEN")),
    ("messages_sent_has_time", "sent without a time", altered(A_MESSAGE, status="SENT")),
    ("messages_no_header_break", "LF", altered(A_MESSAGE, subject="Hi\nBcc: x@x.test")),
    ("messages_no_header_break", "CR", altered(A_MESSAGE, subject="Hi\rBcc: x@x.test")),
    ("messages_no_header_break", "in the address", altered(A_MESSAGE, recipient="a@x.test\n")),
    ("messages_purchase_exists", "no such purchase", altered(A_MESSAGE, purchase_id=999_999)),
    (
        "sms_consents_phone_e164",
        "not E.164",
        altered(make.SmsConsentFactory.create, phone="555-0100"),
    ),
    (
        "sms_consents_one_each",
        "a second in force",
        twice(make.SmsConsentFactory.create, phone="+15550100000", user=None),
    ),
    (
        "suppressions_unique_address",
        "case only",
        spelled(make.SuppressionFactory.create, "address", "a@x.test", "A@X.test"),
    ),
    (
        "suppressions_channel_known",
        "unknown channel",
        altered(make.SuppressionFactory.create, channel="FAX"),
    ),
    ("coaches_timezone_known", "Mars", altered(make.make_coach, timezone="Mars/Olympus")),
    ("coaches_user_id_key", "one user twice", one_user_as_two_coaches),
    (
        "weekly_hours_weekday_known",
        "an eighth day",
        altered(make.WeeklyHoursFactory.create, weekday=7),
    ),
    (
        "weekly_hours_close_after_open",
        "over midnight",
        altered(make.WeeklyHoursFactory.create, opens=time(22), closes=time(2)),
    ),
    (
        "coach_exceptions_end_after_start",
        "no time",
        altered(make.AvailabilityExceptionFactory.create, ends_at=models.F("starts_at")),
    ),
    ("coaching_status_known", "unknown status", altered(A_SESSION, status="missed")),
    ("coaching_one_per_enrollment", "a second hour", two_hours_of_coaching_for_one_enrollment),
    ("coaching_scheduled_is_whole", "no coach", book),
    ("coaching_end_after_start", "no start", an_hour_that_ends_without_beginning),
    ("coaching_end_after_start", "no time", an_hour_that_ends_before_it_begins),
    ("coaching_no_double_booking", "one minute", overlapping_hours_of_one_coach),
    ("coaching_no_double_booking", "within the buffer", an_hour_within_the_buffer_of_another),
    ("coaching_student_in_one_place", "two coaches", a_student_in_two_hours_at_once),
    ("coaching_purchase_exists", "no such purchase", altered(A_SESSION, purchase_id=999_999)),
    ("coaching_enrollment_exists", "no such", altered(A_SESSION, enrollment_id=999_999)),
    ("purchases_have_a_buyer", "nobody", altered(A_PURCHASE, user=None)),
    (
        "purchases_have_a_buyer",
        "an address without a name",
        altered(A_PURCHASE, user=None, guest_email="ada@example.test"),
    ),
    ("purchases_one_package", "both", a_purchase_with_both_packages),
    ("purchases_one_package", "neither", altered(A_PURCHASE, bootcamp=None)),
    ("purchases_one_package", "not marked", a_purchase_of_a_bundle_that_is_not_marked_as_one),
    ("purchases_state_known", "unknown state", altered(A_PURCHASE, state="lost")),
    ("purchases_amount_not_negative", "below 0", lambda: A_PURCHASE(total_amount="-0.01")),
    ("purchases_refund_within_amount", "above", altered(A_PURCHASE, refunded_amount="995.01")),
    ("purchases_refund_within_amount", "below 0", altered(A_PURCHASE, refunded_amount="-0.01")),
    ("purchases_completed_has_time", "completed", altered(A_PURCHASE, completed_at=None)),
    (
        "purchases_completed_has_time",
        "refunded",
        altered(lambda: A_PURCHASE(state=PurchaseState.REFUNDED), completed_at=None),
    ),
    ("purchases_cancel_reason_known", "bored", altered(A_PURCHASE, cancel_reason="bored")),
    ("purchases_phone_e164", "no plus", altered(A_PURCHASE, guest_phone="5551234567")),
    ("purchases_canceling_has_reason", "no reason", altered(A_PURCHASE, state="canceling")),
    ("purchases_one_live_per_visitor", "two live", one_visitor_with_two_live_payments),
    (
        "purchases_stripe_payment_intent_id_key",
        "one payment",
        twice(A_PURCHASE, stripe_payment_intent_id="pi_1"),
    ),
    ("enrollments_one_live_each", "the same bootcamp", two_enrollments_in_one_bootcamp),
    (
        "enrollments_price_not_negative",
        "a gift",
        altered(make.EnrollmentFactory.create, price="-0.01"),
    ),
    (
        "enrollments_paid_not_negative",
        "a debt",
        altered(make.EnrollmentFactory.create, paid="-0.01"),
    ),
    (
        "enrollments_ended_has_reason",
        "no reason",
        lambda: make.EnrollmentFactory.create(ended_at=make.from_now()),
    ),
    (
        "enrollments_ended_has_reason",
        "not ended",
        lambda: make.EnrollmentFactory.create(ended_because="moved"),
    ),
    (
        "resource_openings_once",
        "opened first twice",
        an_opening_noted_twice,
    ),
    (
        "calendar_feeds_version_check",
        "below 0",
        altered(make.CalendarFeedFactory.create, version=-1),
    ),
    (
        "refunds_succeeded_has_time",
        "no time",
        altered(make.RefundFactory.create, status="succeeded", settled_at=None),
    ),
    ("movements_sign_by_kind", "in", altered(make.MovementFactory.create, amount=-1)),
    ("movements_sign_by_kind", "back", altered(make.MovementFactory.create, kind="refund")),
    ("movements_status_known", "unknown", altered(make.MovementFactory.create, status="lost")),
    (
        "movements_provider_id_key",
        "one movement twice",
        lambda: [make.MovementFactory.create(provider_id="re_1") for _ in range(2)],
    ),
    (
        "refund_lines_of_something",
        "neither",
        altered(make.RefundLineFactory.create, refund=None),
    ),
    (
        "refund_lines_amount_not_zero",
        "nothing",
        altered(make.RefundLineFactory.create, amount=0),
    ),
    (
        "refund_lines_amount_not_zero",
        "a request that takes",
        altered(make.RefundLineFactory.create, amount=-1),
    ),
    ("refund_lines_once_per_refund", "twice", a_line_twice),
    ("refund_lines_once_per_movement", "twice", a_line_of_one_movement_twice),
    (
        "enrollments_chain_has_first",
        "no first",
        lambda: make.EnrollmentFactory.create(replaces=make.EnrollmentFactory.create()),
    ),
    (
        "enrollments_chain_has_first",
        "continues nothing",
        lambda: make.EnrollmentFactory.create(first=make.EnrollmentFactory.create()),
    ),
    ("disputes_amount_positive", "nothing", altered(make.DisputeFactory.create, amount=0)),
    (
        "disputes_provider_id_key",
        "one dispute twice",
        lambda: [make.DisputeFactory.create(provider_id="du_1") for _ in range(2)],
    ),
    ("refunds_amount_positive", "nothing", altered(make.RefundFactory.create, amount=0)),
    ("refunds_status_known", "unknown", altered(make.RefundFactory.create, status="lost")),
    ("refunds_one_under_way", "two open", two_refunds_under_way),
    (
        "refunds_stripe_refund_id_key",
        "one refund twice",
        twice(make.RefundFactory.create, stripe_refund_id="re_1", status="failed"),
    ),
    ("resource_openings_once", "opened twice", one_resource_opened_twice),
    ("certificates_enrollment_id_key", "a second one", two_certificates_for_one_enrollment),
    ("certificates_code_key", "one code", twice(A_CERTIFICATE, code="ABCDEFGHJKLM")),
    ("certificates_code_form", "too short", altered(A_CERTIFICATE, code="ABCDEFGHJKL")),
    ("certificates_code_form", "a zero", altered(A_CERTIFICATE, code="ABCDEFGHJKL0")),
    ("certificates_valid_has_name", "nobody's", altered(A_CERTIFICATE, holder_name="")),
    ("invitations_for_something", "nothing", altered(AN_INVITATION, purchase_ids=[])),
    ("enrollments_continued_once", "twice", continued_twice),
    ("upgrade_credits_counted_once", "counted twice", counted_twice),
    ("upgrade_credits_amount_positive", "nothing", altered(A_CREDIT, amount=0)),
    ("upgrade_credits_of_another", "of itself", counting_itself),
    ("purchases_one_paid_move", "two payments", two_payments_that_moved_one_seat),
    ("hand_overs_one_open_each", "two offers", offered_twice),
    ("bulk_acts_key_key", "asked twice", twice(A_BULK_ACT, key=uuid4())),
    ("bulk_kind_known", "another", altered(A_BULK_ACT, kind="else")),
    ("bulk_subject_known", "another", altered(A_BULK_ACT, subject="else")),
    ("bulk_place_within", "further than it goes", altered(A_BULK_ACT, place=2)),
    ("bulk_failures_once_each", "twice", failed_twice),
    (
        "waiting_entries_one_for_dates",
        "two places",
        twice(A_WAITER, email="a@example.test"),
    ),
    ("waiting_entries_one_for_bundle", "two places", one_bundle_twice),
    ("waiting_entries_kind_known", "another", altered(A_WAITER, kind="else")),
    (
        "waiting_entries_state_known",
        "another",
        altered(A_WAITER, state="else", ended_at=make.from_now()),
    ),
    ("waiting_entries_bundle_named", "no bundle", altered(A_WAITER, kind="bundle")),
    ("waiting_entries_end_has_time", "no time", altered(A_WAITER, state="left")),
    ("waiting_wishes_once", "twice", wished_twice),
    ("waiting_wishes_for_something", "nothing", altered(A_WISH, bootcamp=None)),
    (
        "bootcamps_sales_close_after_open",
        "closed before",
        lambda: make.make_bootcamp(
            sales_open_at=make.from_now(days=2), sales_close_at=make.from_now(days=1)
        ),
    ),
    ("price_steps_of_one_package", "of none", altered(A_STEP, bootcamp=None)),
    ("price_steps_end", "without end", altered(A_STEP, until=None)),
    ("price_steps_below_regular", "no lower", altered(A_STEP, price=995)),
    ("discount_codes_code_key", "one code", twice(A_CODE, code="SPRING")),
    ("codes_in_capitals", "small letters", altered(A_CODE, code="spring")),
    ("codes_kind_known", "another", altered(A_CODE, kind="else")),
    ("codes_value_sane", "more than all", altered(A_CODE, value=101)),
    (
        "codes_end_after_start",
        "ended before",
        altered(A_CODE, starts_at=make.from_now(days=2), ends_at=make.from_now(days=1)),
    ),
    ("code_scopes_one_package", "of none", altered(A_SCOPE, bootcamp=None)),
    ("code_scopes_one_per_bootcamp", "twice", lambda: scoped_twice("bootcamp")),
    ("code_scopes_one_per_bundle", "twice", lambda: scoped_twice("bundle")),
    ("code_uses_purchase_id_key", "two uses", one_purchase_uses_two_codes),
    ("class_changes_one_open_each", "two changes", changed_twice),
    ("class_changes_kind_known", "another", altered(A_CHANGE, kind="else")),
    ("class_changes_state_known", "another", altered(A_CHANGE, state="else")),
    ("class_changes_move_has_date", "no date", altered(A_CHANGE, kind="move")),
    ("class_changes_done_has_time", "no time", altered(A_CHANGE, state="done")),
    ("link_tests_pkey", "two tests", two_of_one_seat(A_LINK_TEST)),
    ("class_questions_one_per_position", "two first", asked_twice),
    ("class_questions_three_at_most", "a fourth", altered(A_QUESTION, position=4)),
    ("class_questions_kind_known", "another", altered(A_QUESTION, kind="else")),
    ("class_answers_one_per_seat", "two answers", answered_twice),
    ("presence_spans_has_a_side", "no side", altered(A_STAY, joined_at=None)),
    ("presence_spans_one_per_stay", "one stay", two_of_one_seat(A_STAY, stay="1")),
    ("feedback_pkey", "twice", two_of_one_seat(A_FEEDBACK)),
    ("feedback_score_known", "eleven", altered(A_FEEDBACK, score=11)),
    ("feedback_hidden_for_a_reason", "none", altered(A_FEEDBACK, hidden_at=make.from_now())),
    ("bootcamps_certificate_percent_known", "none", altered(A_BOOTCAMP, certificate_percent=0)),
    ("class_choices_one_per_seat", "two choices", chosen_twice),
    ("class_choices_credit_id_key", "one code", one_code_for_two_seats),
    (
        "class_choices_choice_known",
        "another",
        altered(A_CHOICE, choice="else", by="desk", chosen_at=make.from_now()),
    ),
    ("class_choices_chosen_by_someone", "nobody", altered(A_CHOICE, choice="keep")),
    (
        "class_choices_date_named",
        "no date",
        altered(A_CHOICE, choice="date", by="desk", chosen_at=make.from_now()),
    ),
    (
        "class_choices_done_or_failed",
        "both",
        altered(A_CHOICE, done_at=make.from_now(), failure="No."),
    ),
    ("seat_offers_one_open_each", "two seats", offered_two_seats),
    ("seat_offers_state_known", "another", altered(AN_OFFERED_SEAT, state="else")),
    ("seat_offers_purchase_id_key", "one purchase", one_purchase_offered_twice),
    ("hand_overs_token_hash_key", "one token", twice(AN_OFFER, token_hash="a" * 64)),
    ("hand_overs_state_known", "another", altered(AN_OFFER, state="else")),
    ("hand_overs_open_has_recipient", "nobody", altered(AN_OFFER, to_email="")),
    ("invitations_status_known", "unknown status", altered(AN_INVITATION, status="opened")),
    ("invitations_accepted_has_time", "no time", altered(AN_INVITATION, status="accepted")),
    ("account_invitations_token_hash_key", "one token", twice(AN_INVITATION, token_hash="a" * 64)),
    (
        "tallies_status_known",
        "unknown",
        lambda: make.PurchaseTallyFactory.create(status="lost"),
    ),
    ("breaks_open_once_each", "the same break open twice", one_open_break_twice),
]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("constraint", "violate"),
    [pytest.param(name, violate, id=f"{name}: {what}") for name, what, violate in VIOLATIONS],
)
def test_the_database_refuses(constraint: str, violate: Violation) -> None:
    with pytest.raises(IntegrityError) as refused:
        commit(violate)
    cause = refused.value.__cause__
    assert isinstance(cause, psycopg.Error)
    assert cause.diag.constraint_name == constraint


@pytest.mark.django_db
def test_every_constraint_has_a_row_that_violates_it() -> None:
    ours = [model for app in APPS for model in apps.get_app_config(app).get_models()]
    declared = {rule.name for model in ours for rule in model._meta.constraints}
    present = constraints_in_the_database([model._meta.db_table for model in ours])
    assert declared - present == set()
    assert present - {name for name, _, _ in VIOLATIONS} == set()


def commit(change: Violation) -> None:
    """As far as a test can go that is rolled back: what a commit would check is checked."""
    with transaction.atomic(), connection.cursor() as cursor:
        change()
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def constraints_in_the_database(tables: list[str]) -> set[str]:
    """Checks, uniques, exclusions, constraint triggers, and the references made by hand.

    Left out are primary keys, Django's own references, and its `>= 0` on positive integers.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT conname FROM pg_constraint
            WHERE conrelid = ANY (%(tables)s::regclass[])
              AND (contype IN ('u', 'x', 't')
                   OR contype = 'c' AND conname NOT LIKE '%%\\_check'
                   OR contype = 'f' AND conname NOT LIKE '%%\\_fk\\_%%')
            UNION
            SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
            WHERE indrelid = ANY (%(tables)s::regclass[]) AND indisunique AND NOT indisprimary
            """,
            {"tables": tables},
        )
        return {name for (name,) in cursor.fetchall()}


@pytest.mark.django_db(transaction=True)
def test_a_bootcamp_without_its_seats_is_refused_at_commit_and_leaves_nothing() -> None:
    with pytest.raises(IntegrityError, match="has 0 seats instead of 20"):
        a_bootcamp_without_seats()
    assert not Bootcamp.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("zone", ALLOWED_ZONES)
def test_every_zone_we_offer_is_accepted(zone: str) -> None:
    assert len(ALLOWED_ZONES) == 22
    bootcamp = make.make_bootcamp(timezone=zone, max_seats=0)
    coach = make.make_coach(timezone=zone)
    assert (bootcamp.timezone, coach.timezone) == (zone, zone)


@pytest.mark.django_db
def test_a_withdrawn_consent_makes_room_for_a_new_one() -> None:
    make.SmsConsentFactory.create(phone="+15550100000", withdrawn_at=make.from_now())
    make.SmsConsentFactory.create(phone="+15550100000")


@pytest.mark.django_db
def test_hours_of_one_coach_may_touch_and_a_canceled_one_blocks_nothing() -> None:
    coach = make.make_coach()
    begin = make.from_now(days=3)
    end = begin + timedelta(hours=1)
    book(coach=coach, scheduled_at=begin, ends_at=end)
    book(coach=coach, scheduled_at=end, ends_at=end + timedelta(hours=1))
    book(coach=coach, scheduled_at=begin, ends_at=end, status="canceled")


@pytest.mark.django_db
def test_an_audit_entry_cannot_be_changed() -> None:
    entry = make.AuditEntryFactory.create()
    with pytest.raises(IntegrityError, match="audit entries cannot be changed"):
        commit(lambda: AuditEntry.objects.filter(pk=entry.pk).update(action="nothing"))
    assert AuditEntry.objects.get().action == entry.action


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("age_in_days", "is_retention_job", "goes"),
    [(1000, True, True), (1000, False, False), (700, True, False), (0, False, False)],
)
def test_only_the_retention_job_removes_an_audit_entry_and_only_an_old_one(
    age_in_days: int, is_retention_job: bool, goes: bool
) -> None:
    entry = an_audit_entry_of_age(age_in_days)
    if goes:
        delete_audit_entry(entry, is_retention_job=is_retention_job)
    else:
        with pytest.raises(IntegrityError, match="audit entries cannot be changed"):
            delete_audit_entry(entry, is_retention_job=is_retention_job)
    assert AuditEntry.objects.filter(pk=entry).exists() is not goes


def an_audit_entry_of_age(days: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO audit_log (created_at, action, subject_type, subject_id, details,"
            " request_id) VALUES (now() - %s * interval '1 day', 'old', '', '', '{}', '')"
            " RETURNING id",
            [days],
        )
        return int(cursor.fetchone()[0])


def delete_audit_entry(pk: int, *, is_retention_job: bool) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        if is_retention_job:
            cursor.execute("SET LOCAL frontrow.audit_retention = 'on'")
        cursor.execute("DELETE FROM audit_log WHERE id = %s", [pk])
